"""Two hundred inputs that no honest client sends, at a server of either store: each is answered as docs/api and
docs/protocol say, none by a 5xx, none hangs, and the server and a game in it go on. COSET_SLOW=1 multiplies every
patience by ten, for a cosetd under a sanitizer.
"""

import json
import os
import pathlib
import re
import socket
import subprocess
import time
import unittest
import urllib.parse
import warnings

import jsonschema
import yaml

from _cosetd import COSETD, Cosetd, Postgres
from _hostile_inputs import FRAMES, HEALTH, HELLO, HTTP, LOBBY, TABLE
from _websocket import WebSocket, table_of_two, token

DOCS = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent / "docs"
PATIENCE = 20 * (10 if os.environ.get("COSET_SLOW") == "1" else 1)
CODES = {each["code"] for each in json.loads((DOCS / "errors.json").read_text(encoding="utf-8"))}
LOBBY_MESSAGES = {"pending_table", "started", "cancelled", "seeking", "tables", "error"}
MARK = {"type": "subscribe_tables"}  # the lobby's answer to it comes after those to what was said before


def schemas():
    found = {path.name: json.loads(path.read_text()) for path in (DOCS / "protocol").glob("table-*.schema.json")}
    found["common.schema.json"] = json.loads((DOCS / "protocol/common.schema.json").read_text())
    out = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name, schema in found.items():
            resolver = jsonschema.RefResolver(base_uri=name, referrer=schema, store=found)
            out[name] = jsonschema.Draft202012Validator(schema, resolver=resolver)
    return out


class Hostile:
    """On one store, which a class below brings."""

    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.cosetd = Cosetd(*cls.flags)
        cls.addClassCleanup(cls.cosetd.__exit__)
        cls.page = yaml.safe_load((DOCS / "api/openapi.yaml").read_text(encoding="utf-8"))
        cls.messages = schemas()
        cls.table, cls.cookie = table_of_two(cls.cosetd.port)
        cls.inputs = 0
        cls.mine = cls.token_on_turn()

    @classmethod
    def token_on_turn(cls):
        """Of the two people at the table: who may move gets the answers that tell most."""
        seats = {}
        for each in (token(1), token(2)):  # the first deal is made when a player comes to the table
            link = WebSocket(cls.cosetd.port, f"/ws/t/{cls.table}")
            link.socket.settimeout(PATIENCE)
            link.send({**HELLO, "table": cls.table, "token": each})
            seats[link.until("welcome")["you"]] = each
            link.close()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:  # it may be on its way to the store
            turn = json.loads(cls.cosetd.get(f"/api/tables/{cls.table}")[2]).get("turn")
            if turn in seats:
                return seats[turn]
            time.sleep(0.02)
        raise AssertionError("nobody is on turn")

    def address(self):
        """Each input comes from an address of its own: limits by address are another test's."""
        type(self).inputs += 1
        return f"127.{2 + self.inputs // 250}.0.{1 + self.inputs % 250}"

    def at(self, path):
        out = WebSocket(self.cosetd.port, path, source=self.address())
        out.socket.settimeout(PATIENCE)
        self.assertEqual(out.status, 101, out.head)
        return out

    def send(self, data):
        """Everything that is answered until the server closes; a reset ends it too."""
        with socket.create_connection(("127.0.0.1", self.cosetd.port), PATIENCE, (self.address(), 0)) as link:
            out = b""
            try:
                link.sendall(data)
                link.shutdown(socket.SHUT_WR)
                while more := link.recv(65536):
                    out += more
            except (ConnectionError, BrokenPipeError):
                pass
            return out

    def answers(self, data):
        """Status, headers and body of each answer in it."""
        out = []
        while data:
            head, found, rest = data.partition(b"\r\n\r\n")
            self.assertTrue(found, data[:200])
            lines = head.decode("latin-1").split("\r\n")
            self.assertRegex(lines[0], r"^HTTP/1\.1 \d{3} ")
            headers = dict(line.lower().split(": ", 1) for line in lines[1:])
            size = int(headers.get("content-length", 0))
            self.assertGreaterEqual(len(rest), size, "it is cut")
            out.append((int(lines[0].split()[1]), headers, rest[:size]))
            data = rest[size:]
        return out

    def described(self, target, method):
        """The operation that a request is of, if it is one of docs/api."""
        path = urllib.parse.unquote(target.split("?")[0].split("#")[0])
        for template, methods in self.page["paths"].items():
            if re.fullmatch(re.sub(r"\{[a-z]+\}", "[^/]+", template), path):
                return methods.get("get" if method == "HEAD" else method.lower())
        return None

    def check_body(self, data, status, headers, body):
        first = data.split(b"\r\n")[0].decode("latin-1").split(" ")
        operation = self.described(first[1], first[0]) if len(first) == 3 else None
        kind = headers.get("content-type", "").split(";")[0]
        answer = (operation or {"responses": {}})["responses"].get(str(status))
        if answer and "$ref" in answer:
            answer = self.page["components"]["responses"][answer["$ref"].split("/")[-1]]
        if kind == "application/json":
            schema = answer["content"][kind]["schema"] if answer else {"$ref": "#/components/schemas/Error"}
            jsonschema.Draft202012Validator({**schema, "components": self.page["components"]}).validate(json.loads(body))
        else:
            self.assertEqual(kind, "text/plain")
            self.assertRegex(body.decode(), r"^(alive|ready|[A-Z#].*)")

    def test_requests(self):
        for name, (data, expected) in HTTP.items():
            with self.subTest(name):
                answers = self.answers(self.send(data))
                self.assertEqual(tuple(status for status, _, _ in answers), expected)
                for status, headers, body in answers:
                    self.assertIn("date", headers)
                    self.assertEqual("allow" in headers, status == 405)
                    self.check_body(data, status, headers, body)
        self.goes_on()

    def test_frames(self):
        for name, (data, code) in FRAMES.items():
            with self.subTest(name):
                link = self.at("/ws")
                try:
                    link.socket.sendall(data)
                    if code is None:
                        link.send(MARK)
                except (ConnectionError, BrokenPipeError):
                    pass  # it may be closed already
                got = self.heard(link)
                self.assertEqual(got[-1] if isinstance(got[-1], int) else None, code, got)
                link.close()
        self.goes_on()

    def heard(self, link, until="tables"):
        """Messages until one of a type, or the code of a close; 0 for a connection that is cut."""
        out = []
        while not out or (isinstance(out[-1], dict) and out[-1]["type"] != until):
            try:
                out.append(link.receive())
            except ConnectionError:
                out.append(0)
        return out

    def test_messages_to_the_lobby(self):
        for name, (text, expected) in LOBBY.items():
            with self.subTest(name):
                link = self.at("/ws")
                link.send(text.encode())
                link.send(MARK)
                got = self.heard(link)[:-1]
                for each in got:
                    self.assertIn(each["type"], LOBBY_MESSAGES)
                    if each["type"] == "error":
                        self.assertRegex(each["message"], r"^.*\.$")
                        self.assertIn(each["code"], CODES)
                self.assertEqual([each["type"] for each in got], [expected] if expected else [])
                link.close()
        self.goes_on()

    def test_messages_to_a_table(self):
        for name, (messages, code) in TABLE.items():
            with self.subTest(name):
                link = self.at(f"/ws/t/{self.table}")
                for message in messages:
                    if message == "mine":
                        message = {**HELLO, "token": self.mine}
                    if isinstance(message, dict) and message["type"] == "hello":
                        message = {"table": self.table, **message}
                    link.send(message.encode() if isinstance(message, str) else message)
                # What is no hello is refused before one, and a heartbeat is answered after it.
                link.send({**HELLO, "table": self.table})
                link.send({"type": "heartbeat", "head": 0})
                got = self.heard(link, "heartbeat")
                if name.startswith("a heartbeat of 2^31"):
                    got += self.heard(link, "heartbeat")
                refused = []
                for each in got:
                    self.assertIsInstance(each, dict, got)
                    self.messages[f"table-{each['type']}.schema.json"].validate(each)
                    refused += [each["code"]] if each["type"] == "error" else []
                self.assertEqual(refused[-1] if refused else None, code, got)
                link.close()
        self.goes_on()

    def goes_on(self):
        """It lives, it is ready, and the game from the beginning is there."""
        self.assertIsNone(self.cosetd.process.poll())
        self.assertEqual([status for status, _, _ in self.answers(self.send(HEALTH))], [200])
        self.assertEqual(self.cosetd.get("/readyz")[0], 200)
        self.assertFalse(json.loads(self.cosetd.get(f"/api/tables/{self.table}")[2])["finished"])
        self.assertEqual([line for line in self.cosetd.lines() if line.get("level") == "error"], [])


class OnSqlite(Hostile, unittest.TestCase):
    pass


class OnPostgres(Hostile, unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.close)
        url = cls.postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, capture_output=True)
        cls.flags = ("--database", url)
        super().setUpClass()


class Inputs(unittest.TestCase):

    def test_there_are_two_hundred(self):
        count = len(HTTP) + len(FRAMES) + len(LOBBY) + len(TABLE)
        print(f"{count} hostile inputs")
        self.assertGreaterEqual(count, 200)


if __name__ == "__main__":
    unittest.main()
