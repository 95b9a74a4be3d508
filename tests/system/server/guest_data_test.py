"""Export and deletion of a guest's data: verified on the disk, in a dump and in the log."""

import glob
import json
import os
import pathlib
import subprocess
import time
import unittest

import jsonschema
import yaml

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _websocket import WebSocket, token

PAGE = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent / "docs" / "api" / "openapi.yaml"


class Guest:

    def __init__(self, cosetd, name):
        self.cosetd, self.name = cosetd, name
        _, headers, text = cosetd.get("/api/me", "POST", json.dumps({"name": name}).encode())
        self.cookie, self.id = headers["Set-Cookie"].split(";")[0], json.loads(text)["id"]

    def call(self, path, method="GET", **headers):
        status, answered, text = self.cosetd.get(path, method, headers={"Cookie": self.cookie, **headers})
        return status, answered, json.loads(text) if text.startswith("{") else text

    def socket(self, path):
        return WebSocket(self.cosetd.port, path, self.cookie)


def play(one, other):
    """A game of two guests: the table, and each one's socket at it."""
    lobby = [one.socket("/ws"), other.socket("/ws")]
    tokens = [token(), token()]
    lobby[0].send({"type": "create", "spec": "al-jabar", "token": tokens[0]})
    told = lobby[0].wait("pending_table")
    lobby[1].send({"type": "join", "table": told["table"], "token": tokens[1], "invitation": told["invitation"]})
    lobby[1].wait("pending_table")
    for each in lobby:
        each.send({"type": "ready", "table": told["table"], "entropy": token()})
    for each in lobby:
        each.wait("started")
        each.close()
    at = [each.socket("/ws/t/" + told["table"]) for each in (one, other)]
    for each, own in zip(at, tokens):
        each.send({"type": "hello", "proto": 1, "table": told["table"], "token": own})
        each.wait("snapshot")
    return told["table"], at


class GuestData(unittest.TestCase):

    def fits(self, name, value):
        page = yaml.safe_load(PAGE.read_text(encoding="utf-8"))
        schema = {"$ref": f"#/components/schemas/{name}", "components": page["components"]}
        jsonschema.Draft202012Validator(schema).validate(value)

    def delete(self, cosetd, dump):
        one, other = Guest(cosetd, "Philippa Longname"), Guest(cosetd, "Ada")
        tables = [play(one, other), play(other, one)]
        # Before the end: the record as far as the seat may know it, and no deletion.
        status, _, mine = one.call("/api/me/export")
        self.assertEqual(status, 200)
        self.fits("Export", mine)
        self.assertEqual({game["table"] for game in mine["games"]}, {name for name, _ in tables})
        self.assertEqual(mine["me"], {"id": one.id, "name": one.name, "account": False})
        self.assertNotIn("seed", mine["games"][0])
        status, _, refused = one.call("/api/me", "DELETE")
        self.assertEqual(status, 409)
        self.assertIn("still playing", refused["error"]["message"])
        for number, (_, at) in enumerate(tables):
            at[0].send({"type": "resign", "id": f"{number + 1:016x}"})
            at[1].wait("game_over")
        status, _, mine = one.call("/api/me/export")
        self.fits("Export", mine)
        for game in mine["games"]:
            self.assertTrue(game["record"].startswith("coset-record 1\n"))
            self.assertIn(one.name, game["names"])
            self.assertIn("seed", game)
        self.assertIn(one.name.encode(), dump())
        # A page of another site deletes nobody.
        self.assertEqual(one.call("/api/me", "DELETE", Origin="https://evil.example")[0], 403)
        status, headers, done = one.call("/api/me", "DELETE")
        self.assertEqual((status, done), (204, ""))
        self.assertIn("Max-Age=0", headers["Set-Cookie"])
        for place, text in {"dump": dump(), "log": cosetd.text().encode()}.items():
            for secret in (one.name, one.id):
                self.assertNotIn(secret.encode(), text, place)
        # The others keep their games, with someone in it, and the deals still hold.
        theirs = other.call("/api/me/export")[2]
        self.fits("Export", theirs)
        self.assertEqual(len(theirs["games"]), 2)
        for game in theirs["games"]:
            self.assertEqual(sorted(game["names"]), ["Ada", "someone"])
            self.assertEqual(json.loads(cosetd.get("/api/tables/" + game["table"])[2])["record"], game["record"])
        self.assertEqual(one.call("/api/me/export")[2]["games"], [])
        for _, at in tables:
            for each in at:
                each.close()

    def test_in_sqlite(self):
        with Cosetd() as cosetd:

            def dump():
                """Every byte of the folder."""
                return b"".join(pathlib.Path(path).read_bytes() for path in glob.glob(cosetd.data + "/*") if os.path.isfile(path))

            self.delete(cosetd, dump)
            cosetd.kill()
            self.assertNotIn(b"Philippa", dump())

    def test_in_postgresql(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, capture_output=True)
        with Cosetd("--database", url) as cosetd:
            for _ in range(200):
                if cosetd.get("/readyz")[0] == 200:
                    break
                time.sleep(0.05)
            self.delete(cosetd, lambda: subprocess.run([POSTGRES / "pg_dump", "-d", url], capture_output=True,
                                                       check=True).stdout)


if __name__ == "__main__":
    unittest.main()
