"""A browser that has forgotten all but its cookie gets back what its guest had; nobody else does."""

import json
import os
import unittest

from _class import Room
from _cosetd import Cosetd
from _websocket import WebSocket, token

HTTPS = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
TURN = {"kind": "correspondence", "start": 86_400_000, "add": 0}


class Guest:
    """A browser with nothing but the cookie that the server gave it."""

    def __init__(self, server, name, headers=None):
        self.server, self.headers = server, headers or {}
        _, told, text = server.get("/api/me", "POST", json.dumps({"name": name}).encode(), headers=self.headers)
        self.cookie, self.id = told["Set-Cookie"].split(";")[0], json.loads(text)["id"]

    def call(self, path, method="GET", body=None, **headers):
        """The status, the answer and the cookie that comes with it."""
        status, told, text = self.server.get(path, method, None if body is None else json.dumps(body).encode(),
                                             headers={"Cookie": self.cookie, **self.headers, **headers})
        return status, json.loads(text) if text.startswith("{") else text, (told["Set-Cookie"] or "").split(";")[0]

    def socket(self, path):
        return WebSocket(self.server.port, path, self.cookie, headers=self.headers)

    def hello(self, table):
        """The welcome of a table to the cookie alone, and its socket."""
        at = self.socket("/ws/t/" + table)
        at.send({"type": "hello", "proto": 1, "table": table})
        return at.wait("welcome"), at

    def tables(self):
        status, told, _ = self.call("/api/me/tables")
        assert status == 200, told
        return told


def start(one, other, **options):
    """A game of two guests, whose tokens nobody keeps; the table."""
    lobby = [one.socket("/ws"), other.socket("/ws")]
    lobby[0].send({"type": "create", "spec": "al-jabar", "token": token(), **options})
    told = lobby[0].wait("pending_table")
    lobby[1].send({"type": "join", "table": told["table"], "token": token(), "invitation": told["invitation"]})
    lobby[1].wait("pending_table")
    for each in lobby:
        each.send({"type": "ready", "table": told["table"], "entropy": token()})
    for each in lobby:
        each.wait("started")
        each.close()
    return told["table"]


class GuestStays(unittest.TestCase):

    def test_a_slow_game_goes_on_by_the_cookie(self):
        with Cosetd("--max-sockets-per-ip", "100") as server:
            ann, ben, eve = (Guest(server, name) for name in ("Ann", "Ben", "Eve"))
            table = start(ann, ben, clock=TURN)
            welcomes = {who: who.hello(table) for who in (ann, ben)}
            self.assertEqual(sorted(told["you"] for told, _ in welcomes.values()), [1, 2])
            mover = next(who for who, (told, _) in welcomes.items() if told["you"] == 1)
            told = ann.tables()
            self.assertEqual([each["table"] for each in told["tables"]], [table])
            mine = told["tables"][0]
            self.assertEqual((mine["seat"], mine["clock"]["kind"], mine["turn"]),
                             (welcomes[ann][0]["you"], "correspondence", 1))
            # Two tabs agree, and each may play.
            _, tab = mover.hello(table)
            tab.wait("snapshot")
            tab.send({"type": "move", "id": f"{1:016x}", "base_ply": 1, "move": "draw"})
            for at in (tab, *(socket for _, socket in welcomes.values())):
                at.wait("event")
            self.assertEqual(eve.tables(), {"tables": [], "pending": []})
            self.assertEqual(eve.hello(table)[0]["you"], 0)
            # The node remembers nothing that the next one would not find.
            server.kill()
            server.start()
            self.assertEqual(ben.hello(table)[0]["you"], welcomes[ben][0]["you"])
            at = ann.hello(table)[1]
            at.wait("snapshot")
            at.send({"type": "resign", "id": f"{2:016x}"})
            at.wait("game_over")
            self.assertEqual(ann.tables()["tables"], [])
            self.assertEqual(ann.call("/api/me", "DELETE")[0], 204)
            self.assertEqual(ann.hello(table)[0]["you"], 0)
            self.assertEqual(ben.hello(table)[0]["you"], welcomes[ben][0]["you"])

    def test_a_table_that_waits_is_listed(self):
        with Cosetd() as server:
            ann = Guest(server, "Ann")
            lobby = ann.socket("/ws")
            lobby.send({"type": "create", "spec": "al-jabar", "token": token()})
            table = lobby.wait("pending_table")["table"]
            lobby.close()
            told = ann.tables()
            self.assertEqual([(each["table"], each["names"]) for each in told["pending"]], [(table, ["Ann"])])
            again = ann.socket("/ws")
            again.send({"type": "join", "table": table, "token": token()})  # no invitation
            self.assertEqual(again.wait("pending_table")["your_place"], 1)

    def test_over_https_only_a_host_cookie_proves(self):
        with Cosetd("--trust-proxy", "127.0.0.1") as server:
            ann, ben = Guest(server, "Ann", HTTPS), Guest(server, "Ben", HTTPS)
            self.assertTrue(ann.cookie.startswith("__Host-coset="))
            table = start(ann, ben)
            room = Room(server)
            self.assertNotEqual(ann.hello(table)[0]["you"], 0)
            # The same value under the name that any host of the domain can set.
            planted = Guest(server, "Eve", HTTPS)
            planted.cookie = ann.cookie.removeprefix("__Host-")
            self.assertEqual(planted.hello(table)[0]["you"], 0)
            self.assertEqual(planted.tables()["tables"], [])
            self.assertNotEqual(planted.call("/api/me")[1]["id"], ann.id)
            self.assertEqual(room.member("teacher").socket.messages("error"), [])

    def test_the_teacher_comes_back(self):
        with Cosetd() as server:
            teacher, other = Guest(server, "T"), Guest(server, "O")
            status, told, _ = teacher.call("/api/classes", "POST",
                                           {"language": "en", "teacher": token(), "projector": token()})
            self.assertEqual(status, 201)
            code = told["class"]
            status, told, _ = teacher.call("/api/me/classes")
            self.assertEqual((status, [each["class"] for each in told["classes"]]), (200, [code]))
            self.assertEqual(other.call("/api/me/classes")[1], {"classes": []})
            for role in ("teacher", "projector"):
                at = teacher.socket("/ws/c/" + code)
                at.send({"type": "hello", "proto": 1, "class": code, "role": role})
                self.assertEqual(at.wait("welcome")["role"], role)
                at.wait("wall")
                liar = other.socket("/ws/c/" + code)
                liar.send({"type": "hello", "proto": 1, "class": code, "role": role})
                self.assertEqual(liar.wait("error")["code"], "class.teacher")
            self.assertEqual(teacher.call(f"/api/classes/{code}/answers.csv")[0], 200)
            self.assertEqual(other.call(f"/api/classes/{code}/answers.csv")[0], 403)
            self.assertEqual(other.call(f"/api/classes/{code}", "DELETE")[0], 403)
            self.assertEqual(teacher.call(f"/api/classes/{code}", "DELETE", Origin="https://evil.example")[0], 403)
            self.assertEqual(teacher.call(f"/api/classes/{code}", "DELETE")[0], 204)
            self.assertEqual(teacher.call("/api/me/classes")[1], {"classes": []})

    def test_a_pupil_is_offered_the_place(self):
        with Cosetd() as server:
            room = Room(server)
            ann, eve = Guest(server, "Ann"), Guest(server, "Eve")

            def come(who):
                at = who.socket("/ws/c/" + room.code)
                at.send({"type": "hello", "proto": 1, "class": room.code, "token": token(), "role": "pupil"})
                return at, at.wait("welcome")

            def ask(at, **request):
                own = os.urandom(8).hex()
                at.send({"type": "join", "id": own, **request})
                return at.wait_for(lambda told: told.get("id") == own)

            first, told = come(ann)
            self.assertNotIn("places", told)
            alias = told["offers"][0]
            self.assertEqual(ask(first, alias=alias)["type"], "done")
            place = first.wait_for(lambda told: told.get("you"))["you"]
            # The place is in use: nothing to offer, and nothing to take.
            second, told = come(ann)
            self.assertNotIn("places", told)
            self.assertEqual(ask(second, alias=alias, place=place)["code"], "class.place")
            first.close()
            room.member("teacher").socket.wait("wall")
            again, told = come(ann)
            self.assertEqual((told["places"], "you" in told), ([{"pupil": place, "alias": alias}], False))
            other, told = come(eve)
            self.assertNotIn("places", told)
            self.assertEqual(ask(other, alias=alias, place=place)["code"], "class.place")
            self.assertEqual(ask(again, alias=alias, place=place)["type"], "done")
            back = again.wait_for(lambda told: told.get("you"))
            self.assertEqual((back["you"], back["alias"], back["pupils"]), (place, alias, 1))

    def test_another_device_becomes_the_same_guest(self):
        with Cosetd() as server:
            ann, ben, phone = Guest(server, "Ann"), Guest(server, "Ben"), Guest(server, "Guest")
            table = start(ann, ben)
            status, told, _ = ann.call("/api/me/pass", "POST")
            self.assertEqual((status, told["seconds"]), (201, 600))
            letters = told["letters"]
            self.assertRegex(letters, "^[A-HJ-NP-TV-Z]{8}$")
            self.assertIn("pass_until", ann.call("/api/me/export")[1])
            typed = f"{letters[:4]}-{letters[4:]}".lower()
            self.assertEqual(phone.call("/api/pass", "POST", {"letters": typed}, Origin="https://evil.example")[0], 403)
            status, told, cookie = phone.call("/api/pass", "POST", {"letters": typed})
            self.assertEqual((status, told["id"], told["name"]), (200, ann.id, "Ann"))
            old, phone.cookie = phone.cookie, cookie
            self.assertEqual(phone.hello(table)[0]["you"], ann.hello(table)[0]["you"])
            self.assertEqual(phone.tables(), ann.tables())
            # They open once, and nothing of it is written in a log.
            phone.cookie = old
            self.assertEqual(phone.call("/api/pass", "POST", {"letters": letters})[1]["error"]["code"], "guest.pass")
            for secret in (letters, ann.id):
                self.assertNotIn(secret, server.text())
            for wrong in (letters, "", "AAAAAAA", "????????"):
                status, told, cookie = phone.call("/api/pass", "POST", {"letters": wrong})
                self.assertEqual((status, told["error"]["code"], cookie), (404, "guest.pass", ""))
            status, told, _ = phone.call("/api/pass", "POST", {"letters": "BBBBBBBB"})
            self.assertEqual((status, told["error"]["code"]), (429, "rate.passes"))
            self.assertEqual(phone.call("/api/pass", "POST", ["AAAAAAAA"])[0], 400)

    def test_the_database_alone_tells_no_guest(self):
        with Cosetd() as server:
            ann = Guest(server, "Ann Longname")
            letters = ann.call("/api/me/pass", "POST")[1]["letters"]
            stored = b""
            for name in os.listdir(server.data):
                if name.startswith("events.db"):
                    with open(os.path.join(server.data, name), "rb") as file:
                        stored += file.read()
            for secret in (letters, ann.id, "Ann Longname", "Ann Longname".encode().hex(), ann.cookie.split("=")[1]):
                self.assertNotIn(secret.encode(), stored)


if __name__ == "__main__":
    unittest.main()
