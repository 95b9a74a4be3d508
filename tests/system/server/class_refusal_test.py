"""What a class refuses, and what it counts once."""

import json
import os
import unittest

from _class import SPEC, Room
from _cosetd import Cosetd
from _websocket import WebSocket, token

COMMANDS = [("task", {"task": "wait"}), ("pause", {"on": True}), ("pair", {"spec": SPEC}), ("lock", {"on": True}),
            ("remove", {"pupil": 1}), ("new_code", {}), ("options", {"free_names": True}), ("lower", {"pupil": 1}),
            ("show", {"what": "first_tries"}), ("close", {})]


class Refusals(unittest.TestCase):

    def setUp(self):
        self.server = Cosetd()
        self.addCleanup(self.server.__exit__)
        self.room = Room(self.server)
        self.teacher = self.room.member("teacher")

    def paired(self, count):
        """So many pupils at their tables of two: (member, table) in the order of joining."""
        pupils = [self.room.pupil() for _ in range(count)]
        self.assertEqual(self.teacher.ask("pair", spec=SPEC)["type"], "done")
        return [(each, each.state(lambda told: "table" in told)["table"]) for each in pupils]

    def sit(self, pupil, table):
        """Joins the pending table and says ready, as the page does."""
        lobby = WebSocket(self.server.port, f"/ws?class={self.room.code}")
        lobby.send({"type": "join", "table": table["name"], "token": pupil.secret, "invitation": table["invitation"]})
        lobby.wait("pending_table")
        lobby.send({"type": "ready", "table": table["name"], "entropy": token()})
        return lobby

    def at_table(self, table, secret):
        at = WebSocket(self.server.port, f"/ws/t/{table['name']}?class={self.room.code}")
        at.send({"type": "hello", "proto": 1, "table": table["name"], "token": secret})
        return at

    def test_a_pupil_gets_no_other_seat(self):
        seated = self.paired(4)
        table = seated[0][1]
        strange = next(pupil for pupil, at in seated if at["name"] != table["name"])
        for secret in (strange.secret, token(), self.teacher.secret):
            lobby = WebSocket(self.server.port, f"/ws?class={self.room.code}")
            lobby.send({"type": "join", "table": table["name"], "token": secret, "invitation": table["invitation"]})
            self.assertEqual(lobby.wait("error")["code"], "lobby.invitation_required")
        lobbies = [self.sit(pupil, at) for pupil, at in seated if at["name"] == table["name"]]
        for each in lobbies:
            each.wait("started")
        aliases = {pupil.alias for pupil, at in seated if at["name"] == table["name"]}
        own = self.at_table(table, seated[0][0].secret)
        welcome = own.wait("welcome")
        self.assertIn(welcome["you"], (1, 2))
        self.assertEqual({each["name"] for each in welcome["seats"]}, aliases)
        for secret in (strange.secret, token()):
            at = self.at_table(table, secret)
            self.assertEqual(at.wait("error")["code"], "table.token")
        self.assertEqual(strange.ask("tried", table=table["name"], give=["R", "Y"], take=["W"])["code"], "class.table")

    def test_a_pupil_commands_nothing(self):
        pupil, before = self.room.pupil(), self.room.wall()
        for kind, fields in COMMANDS:
            self.assertEqual(pupil.ask(kind, **fields)["code"], "class.teacher", kind)
        for role in ("teacher", "projector"):
            other = self.room.member(role, secret=pupil.secret)
            self.assertIsNone(other.welcome)
            self.assertEqual(other.socket.messages()[-1]["code"], "class.teacher")
        for path, method in (("/answers.csv", "GET"), ("/moves.csv", "GET"), ("", "DELETE")):
            for secret in (pupil.secret, self.room.projector_secret, token(), "zz"):
                self.assertEqual(self.room.call(path, method, secret)[0], 403, (path, method))
        self.assertEqual({**self.room.wall(), "number": 0}, {**before, "number": 0})

    def test_the_projector_only_reads_and_no_names(self):
        pupil = self.room.pupil()
        projector = self.room.member("projector")
        wall = projector.socket.wait("wall")
        self.assertEqual(wall["pupils"], 1)
        for kind, fields in COMMANDS:
            self.assertEqual(projector.ask(kind, **fields)["code"], "class.teacher", kind)
        projector.socket.poll(1.0)
        self.assertNotIn(pupil.alias, "".join(projector.socket.frames))
        self.assertIn(pupil.alias, json.dumps(self.room.wall()))

    def test_a_page_of_another_origin_is_rejected(self):
        own = f"http://127.0.0.1:{self.server.port}"
        for origin in ("https://evil.example", "null", own + ".evil.example"):
            for path in (f"/ws/c/{self.room.code}", f"/ws?class={self.room.code}", f"/ws/t/oak-fox-1?class={self.room.code}"):
                self.assertEqual(WebSocket(self.server.port, path, origin=origin).status, 403, (origin, path))
            self.assertEqual(self.server.get("/api/classes", "POST", b"{}", {"Origin": origin})[0], 403)
        self.assertEqual(WebSocket(self.server.port, f"/ws/c/{self.room.code}", origin=own).status, 101)

    def test_an_alias_is_one_of_the_list(self):
        bad = ["<b>Fox</b>", "<script>alert(1)</script>", "", " ", "x" * 500, "a\nb", "\u202ebrave fox", "Emmy Noether"]
        pupil = self.room.member()
        for alias in bad:
            self.assertEqual(pupil.join(alias)["type"], "error", alias)
        self.assertEqual(self.teacher.ask("options", free_names=True)["type"], "done")
        for alias in bad[:-1]:
            self.assertEqual(pupil.join(alias)["type"], "error", alias)
        self.assertEqual(pupil.join(bad[-1])["type"], "done")
        self.assertEqual(pupil.ask("rename", alias="<i>")["type"], "error")

    def test_an_alias_is_given_once(self):
        one, other = self.room.member(), self.room.member()
        self.assertFalse(set(one.welcome["offers"]) & set(other.welcome["offers"]))
        alias = one.welcome["offers"][0]
        self.assertEqual(one.join(alias)["type"], "done")
        for spelling in (alias, alias.upper()):
            self.assertEqual(other.join(spelling)["type"], "error")
        self.assertEqual(other.join()["type"], "done")
        self.assertNotEqual(one.alias, other.alias)

    def test_a_reload_escapes_no_pause(self):
        pupil = self.room.pupil()
        self.assertEqual(self.teacher.ask("pause", on=True)["type"], "done")
        self.assertTrue(pupil.state(lambda told: told["paused"])["paused"])
        pupil.close()
        again = self.room.member(secret=pupil.secret)
        self.assertTrue(again.welcome["state"]["paused"])
        self.assertEqual(again.welcome["alias"], pupil.alias)
        self.server.kill()
        self.server.start()
        self.assertTrue(self.room.member(secret=pupil.secret).welcome["state"]["paused"])

    def test_what_is_sent_again_counts_once(self):
        """On the same socket, on another one, and after the server has ended."""
        pupil = self.room.pupil()
        self.assertEqual(self.teacher.ask("task", task="lesson colours.white 5")["type"], "done")
        own = os.urandom(8).hex()
        answer = dict(id=own, lesson="colours.white", seed="5", item=0, answer="1", ms=1200)
        first = pupil.ask("answer", **answer)
        self.assertEqual(first["type"], "answered")
        self.assertEqual(pupil.ask("answer", **answer), first)
        again = self.room.member(secret=pupil.secret)
        self.assertEqual(again.ask("answer", **answer), first)
        self.server.kill()
        self.server.start()
        self.assertEqual(self.room.member(secret=pupil.secret).ask("answer", **answer), first)
        self.assertEqual(len(self.room.rows()), 1)
        self.assertEqual(self.room.wall()["answers"], 1)

    def test_a_locked_class_lets_nobody_new_in(self):
        pupil = self.room.pupil()
        self.assertEqual(self.teacher.ask("lock", on=True)["type"], "done")
        stranger = self.room.member()
        self.assertEqual(stranger.join()["code"], "class.locked")
        self.assertEqual(self.room.member(secret=pupil.secret).welcome["alias"], pupil.alias)
        self.assertEqual(self.room.wall()["pupils"], 1)
        self.assertEqual(self.teacher.ask("lock", on=False)["type"], "done")
        self.assertEqual(stranger.join()["type"], "done")

    def test_a_removed_pupil_stays_out(self):
        pupil = self.room.pupil()
        self.assertEqual(self.teacher.ask("remove", pupil=pupil.socket.wait("welcome", 2)["you"])["type"], "done")
        pupil.socket.wait("removed")
        again = self.room.member(secret=pupil.secret)
        self.assertIsNone(again.welcome)
        self.assertEqual(again.socket.messages()[-1]["code"], "class.removed")
        self.assertEqual(self.room.wall()["pupils"], 0)

    def test_a_removed_pupil_is_left_alone_at_its_table(self):
        (strange, table), (other, _) = self.paired(2)
        for lobby in [self.sit(pupil, table) for pupil in (strange, other)]:
            lobby.wait("started")
        self.assertEqual(self.teacher.ask("remove", pupil=strange.socket.wait("welcome", 2)["you"])["type"], "done")
        fresh = other.state(lambda told: told.get("table", table)["name"] != table["name"])["table"]
        self.sit(other, fresh).wait("started")
        self.assertEqual(self.at_table(fresh, strange.secret).wait("error")["code"], "table.token")
        seats = self.at_table(fresh, other.secret).wait("welcome")["seats"]
        self.assertEqual([each["name"] for each in seats if each["player"] == "human"], [other.alias])
        self.assertEqual({each["table"] for each in self.room.wall()["tiles"]}, {fresh["name"]})

    def test_a_new_code_ends_the_old_one(self):
        pupil, old = self.room.pupil(), self.room.code
        self.assertEqual(self.teacher.ask("new_code")["type"], "done")
        new = self.teacher.socket.wait_for(lambda told: told["type"] == "wall" and told["code"] != old)["code"]
        self.assertEqual(self.server.get(f"/api/classes/{old}")[0], 404)
        self.assertEqual(self.server.get(f"/api/classes/{new}")[0], 200)
        self.room.code = new
        self.assertEqual(self.room.member(secret=pupil.secret).welcome["alias"], pupil.alias)

    def test_a_closed_class_is_gone(self):
        pupil = self.room.pupil()
        self.assertEqual(self.teacher.ask("close")["type"], "done")
        pupil.socket.wait("closed")
        self.assertEqual(self.server.get(f"/api/classes/{self.room.code}")[0], 410)
        self.assertIsNone(self.room.member(secret=pupil.secret).welcome)
        self.assertEqual(self.room.call("/answers.csv")[0], 200)  # the file can be taken home

    def test_the_code_in_any_spelling(self):
        code = self.room.code
        for spelling in (code.lower(), f"{code[:3]}-{code[3:]}", f"{code[:3].lower()}-{code[3:]}"):
            self.assertEqual(self.server.get(f"/api/classes/{spelling}")[0], 200, spelling)
            self.assertEqual(WebSocket(self.server.port, f"/ws/c/{spelling}").status, 101, spelling)

    def test_classes_can_be_switched_off(self):
        with Cosetd("--no-classes") as server:
            status, _, text = server.get("/api/classes", "POST", b'{"teacher":"%b","projector":"%b"}' % (b"a" * 32, b"b" * 32))
            self.assertEqual((status, "class.disabled" in text), (403, True))


if __name__ == "__main__":
    unittest.main()
