"""cosetd's HTTP responses match docs/api/openapi.yaml, and it has no undocumented routes."""

import copy
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest

import jsonschema
import yaml

from _cosetd import COSETD, Cosetd
from _websocket import WebSocket, start_game, token
from archive_test import LATER, named

ROOT = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent
PAGE = ROOT / "docs" / "api" / "openapi.yaml"


def closed(schema):
    """The same, but a field that is not described is a mistake; `open` schemas are parts of others."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: closed(value) for key, value in schema.items()}
    if "properties" in schema or "allOf" in schema:
        out["unevaluatedProperties"] = False
    if "allOf" in schema:
        for part in out["allOf"]:
            part.pop("unevaluatedProperties", None)
    return out


class Api(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.page = yaml.safe_load(PAGE.read_text(encoding="utf-8"))
        cls.components = closed(cls.page["components"])
        # What a table is among one's own data is described by two parts together, so neither can be closed.
        for game in (cls.components["schemas"]["Export"]["properties"]["games"]["items"],):
            game["allOf"][0] = copy.deepcopy(cls.components["schemas"]["Table"])
            game["allOf"][0].pop("unevaluatedProperties")
        cls.cosetd = Cosetd()

    @classmethod
    def tearDownClass(cls):
        cls.cosetd.__exit__()

    def check(self, path, status, method="GET", body=None, template=None, headers=None):
        got, said, text = self.cosetd.get(path, method=method, body=body, headers=headers)
        self.assertEqual(got, status, text)
        answer = self.page["paths"][template or path][method.lower()]["responses"][str(status)]
        if "$ref" in answer:
            answer = self.page["components"]["responses"][answer["$ref"].split("/")[-1]]
        if status == 204:
            self.assertEqual(text, "")
            return None
        kind = said["Content-Type"].split(";")[0]
        self.assertIn(kind, answer["content"], text)
        if kind == "application/json":
            root = dict(closed(answer["content"][kind]["schema"]), components=self.components)
            jsonschema.Draft202012Validator(root).validate(json.loads(text))
            return json.loads(text)
        return text

    def test_the_server_describes_itself(self):
        server = self.check("/api/server", 200)
        self.assertFalse(server["accounts"])
        self.assertEqual(self.check("/api/server?x", 200, template="/api/server"), server)

    def test_a_guest_can_choose_a_name(self):
        self.check("/api/me", 200)
        self.assertEqual(
            self.check("/api/me", 200, "POST", '{"name":"Emmy"}'.encode())["name"], "Emmy")
        self.check("/api/me", 400, "POST", b"{}")
        self.check("/api/me", 403, "POST", b"{}", headers={"Origin": "https://evil.example"})

    def test_a_guest_can_export_and_delete_their_data(self):
        self.assertEqual(self.check("/api/me/export", 200)["games"], [])
        self.check("/api/me/export?offset=x", 400, template="/api/me/export")
        self.check("/api/me", 204, "DELETE")
        self.check("/api/me", 403, "DELETE", headers={"Origin": "https://evil.example"})

    def test_tables(self):
        self.assertEqual(self.check("/api/tables", 200)["pending"], [])
        self.check("/api/tables/no-such-table", 404, template="/api/tables/{name}")
        maker = WebSocket(self.cosetd.port, "/ws")
        maker.send({"type": "create", "spec": "al-jabar Z2^3 seats=2", "token": token(), "listed": True})
        maker.wait("pending_table")
        self.assertEqual(len(self.check("/api/tables", 200)["pending"]), 1)
        maker.close()

    def archive_games(self):
        """All that are over, in a file."""
        with sqlite3.connect(self.cosetd.data + "/events.db", timeout=20) as events:
            events.execute("DELETE FROM report")
            months = events.execute("SELECT DISTINCT month FROM archived_game").fetchall()
        for (month,) in months:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([COSETD, "archive", named(month), folder + "/archive.gz", "--data-dir", self.cosetd.data],
                               env=dict(os.environ, **LATER), stdout=subprocess.DEVNULL, check=True)

    def test_every_field_of_a_table_is_described(self):
        fields = set()
        for make in ({"spec": "al-jabar Z2^3 seats=2", "games": 3},
                     {"spec": "al-jabar Z2^3 seats=2", "clock": {"kind": "correspondence", "start": 86400000, "add": 0}}):
            told, lobby, seats = start_game(self.cosetd.port, make, 2)
            path, template = f"/api/tables/{told['table']}", "/api/tables/{name}"
            fields |= set(self.check(path, 200, template=template))
            who, seat = {"Cookie": lobby[0].cookie}, template + "/seats/{seat}/reports"
            self.check(f"{path}/seats/1/reports", 204, "POST", b"", template=seat, headers=who)
            self.check(f"{path}/seats/7/reports", 400, "POST", b"", template=seat, headers=who)
            self.check(f"{path}/seats/1/reports", 403, "POST", b"", template=seat)
            mine = self.check("/api/me/export", 200, headers=who)["games"]
            fields |= set(mine[0])
            self.check("/api/me", 409, "DELETE", headers=who)
            at = seats[1][0]
            at.send({"type": "resign", "id": "1" * 16})
            at.wait("game_over")
            fields |= set(self.check(path, 200, template=template))
            self.check("/api/me/export", 200, headers=who)
            self.archive_games()
            self.check(path, 410, template=template)
            fields |= set(self.check("/api/me/export", 200, headers=who)["games"][0])
            for each in (*lobby, *(socket for socket, _ in seats.values())):
                each.close()
        told, lobby, seats = start_game(self.cosetd.port, {"spec": "al-jabar Z2^3 seats=2", "bots": ["greedy"]}, 1)
        fields |= set(self.check(f"/api/tables/{told['table']}", 200, template="/api/tables/{name}"))
        for each in (*lobby, *(socket for socket, _ in seats.values())):
            each.close()
        # A bot plays for who was too slow.
        slow = {"spec": "al-jabar Z2^3 seats=2", "clock": {"kind": "turn", "start": 1000, "add": 0}}
        told, lobby, seats = start_game(self.cosetd.port, slow, 2)
        for at, _ in seats.values():
            at.send({"type": "heartbeat", "head": 1})
        seats[1][0].wait_for(lambda message: message.get("kind") == "bot_takeover")
        fields |= set(self.check(f"/api/tables/{told['table']}", 200, template="/api/tables/{name}"))
        self.assertEqual(fields, set(self.page["components"]["schemas"]["Table"]["properties"]))

    def test_the_rest(self):
        for path in ("/healthz", "/readyz", "/metrics"):
            self.check(path, 200)

    def test_every_path_takes_the_methods_that_are_described_and_no_other(self):
        for template, methods in self.page["paths"].items():
            path = template.replace("{name}", "no-such-table").replace("{seat}", "1")
            allowed = {method.upper() for method in methods} | ({"HEAD"} if "get" in methods else set())
            for method in ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"):
                status, said, _ = self.cosetd.get(path, method=method, body=b"" if method == "POST" else None)
                with self.subTest(path=path, method=method):
                    self.assertEqual(status == 405, method not in allowed)
                    if status == 405:
                        self.assertEqual(set(said["Allow"].split(", ")), allowed)
                        continue
                    self.assertIn(str(status), methods["get" if method == "HEAD" else method.lower()]["responses"])
                    self.assertTrue(status < 500, status)

    def test_every_path_that_the_program_knows_is_described(self):
        known = set()
        for folder in ("server/node", "server/net", "apps/cosetd"):
            for source in (ROOT / "src" / folder).glob("*.cpp"):
                known |= set(re.findall(r'"(/(?:api[a-z/]*|healthz|readyz|metrics|\.well-known/[a-z.]+))"', source.read_text(encoding="utf-8")))
        self.assertGreaterEqual(len(known), 8, known)
        described = {template.split("{")[0] for template in self.page["paths"]} | {"/api"}
        self.assertEqual(known - described, set())

    def test_what_is_described_nowhere_is_not_there(self):
        for path in ("/api", "/api/", "/api/x", "/api/me/", "/api/me/x", "/api/tables/", "/api/tables/a/b", "/api/server/x"):
            self.assertEqual(self.cosetd.get(path)[0], 404, path)


if __name__ == "__main__":
    unittest.main()
