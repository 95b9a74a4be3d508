"""Every error code of docs/errors.json is provoked once, over HTTP or a WebSocket.

A code whose provocation takes too long here is in UNIT, with a unit test that sends the messages of a client to the
server's node. A code that is in none of the tables fails.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import time
import unittest

from _class import SPEC, Room
from _cosetd import COSETD, Cosetd
from _provocations import (CLASS, GUEST, LOBBY, OTHER, PREVIEWS, PUPIL, REQUESTS, SPECTATOR, STRANGER, TABLE, TEACHER,
                           TWO)
from _websocket import WebSocket, start_game, table_of_two, token

TESTS = pathlib.Path(os.environ["COSET_TESTS_DIR"])
CODES = {each["code"]: each["status"]
         for each in json.loads((TESTS.parent / "docs/errors.json").read_text(encoding="utf-8"))}

# Codes of the tests below, each of which needs more than one message.
SCENARIOS = {
    "class.alias_taken", "class.answer", "class.closed", "class.level", "class.locked", "class.nobody", "class.not_found",
    "class.removed", "guest.game_starting", "guest.playing", "lobby.abandoned", "lobby.busy", "lobby.draining", "lobby.invitation_required",
    "lobby.left", "lobby.listed_limit", "lobby.name_conflict", "lobby.not_creator", "lobby.not_seated",
    "lobby.quick_match_disabled", "lobby.replaced", "lobby.seats_taken", "lobby.table_limit", "lobby.token_in_use",
    "moderation.no_player", "move.deal", "rate.connections", "rate.creates", "rate.lookups", "rate.messages", "rate.reports",
    "rate.requests", "rate.seeks", "rate.work", "store.busy", "store.damaged", "store.unavailable", "table.bot_seat",
    "table.busy", "table.closed", "table.corrupt", "table.game_over", "table.hints", "table.quarantined", "table.rate",
    "table.rated", "table.spectators_disabled", "table.unavailable",
}

# Code: the test file that provokes it, and what it says there. They need two nodes, 20 000 pending tables (two of them),
# a minute of rematches, and a month that is over.
UNIT = {
    "class.busy": ("unit/classroom/classroom_test.cpp", 'refused(busy, 1), "class.busy"'),
    "class.corrupt": ("unit/node/class_host_test.cpp", '["code"], "class.corrupt"'),
    "class.disabled": ("system/server/class_refusal_test.py", '"class.disabled" in text'),
    "class.full": ("unit/classroom/classroom_test.cpp", '"class.full"'),
    "class.unavailable": ("unit/node/class_host_test.cpp", '["code"], "class.unavailable"'),
    "rate.classes": ("unit/node/class_limits_test.cpp", '"rate.classes"'),
    "rate.codes": ("unit/node/class_limits_test.cpp", '["code"], "rate.codes"'),
    "guest.pass": ("system/server/guest_stays_test.py", '(404, "guest.pass", "")'),
    "rate.passes": ("system/server/guest_stays_test.py", '(429, "rate.passes")'),
    "rate.joins": ("unit/node/class_limits_test.cpp", '["code"], "rate.joins"'),
    "table.archived": ("unit/node/archive_test.cpp", '["code"], "table.archived"'),
    "lobby.elsewhere": ("unit/node/lobby_claim_test.cpp", '["code"], "lobby.elsewhere"'),
    "lobby.full": ("unit/node/quota_test.cpp", '["code"], "lobby.full"'),
    "lobby.evicted": ("unit/node/quota_test.cpp", '["code"], "lobby.evicted"'),
    "rate.rematches": ("unit/node/flood_test.cpp", '["code"], "rate.rematches"'),
}


class Errors(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.cosetd = Cosetd()
        cls.addClassCleanup(cls.cosetd.__exit__)
        cls.clients = 0

    def source(self):
        """Each client has its own address, so that no limit per address is met."""
        type(self).clients += 1
        return f"127.{2 + self.clients // 250}.0.{1 + self.clients % 250}"

    def connect(self, path="/ws", cosetd=None, cookie=None, source=None):
        client = WebSocket((cosetd or self.cosetd).port, path, cookie=cookie, source=source or self.source())
        self.addCleanup(client.close)
        return client

    def error(self, client, message, kind="error"):
        """The code that answers a message."""
        client.send(message)
        got = client.until(kind)
        self.assertIsInstance(got, dict, message)
        self.assertIn(got["code"], CODES)
        self.assertTrue(got["message"].endswith("."), got)
        return got["code"]

    def http_error(self, path, method="GET", cosetd=None, cookie=None):
        """Status and code."""
        status, _, text = (cosetd or self.cosetd).get(path, method, b"" if method == "POST" else None,
                                                      {"Cookie": cookie} if cookie else {})
        code = json.loads(text)["error"]["code"] if status >= 400 else None
        if code:
            self.assertEqual(status, CODES[code], code)
        return code

    def until_http_error(self, code, count, request):
        """Repeats a request until it is refused."""
        for number in range(count):
            got = request(number)
            if got == code:
                return
        self.fail(f"no {code} after {count} requests, but {got}")

    def create(self, client, **more):
        client.send({"type": "create", "spec": TWO, "token": token(), **more})
        return client.until("pending_table")

    def take_seats(self, cosetd=None, **create):
        """The sockets of the seat on turn and of the other seat, and the table."""
        pending, _, seats = start_game((cosetd or self.cosetd).port, {"spec": TWO, **create}, 2)
        for at, _ in seats.values():
            self.addCleanup(at.close)
        first = seats[1][0]
        end = time.monotonic() + 20
        while not (turn := (first.messages("event") + first.messages("snapshot"))[0]["turn"]):
            self.assertLess(time.monotonic(), end)
            first.poll(0.05)
        return seats[turn][0], seats[3 - turn][0], pending

    def test_every_code_is_in_a_table(self):
        tables = [set(REQUESTS), set(LOBBY), set(PREVIEWS), set(TABLE), set(CLASS), SCENARIOS, set(UNIT)]
        self.assertEqual(set().union(*tables), set(CODES))
        self.assertEqual(sum(map(len, tables)), len(CODES))
        for code, (path, text) in UNIT.items():
            self.assertIn(text, (TESTS / path).read_text(encoding="utf-8"), code)

    def test_a_class_refuses(self):
        room = Room(self.cosetd)
        teacher, pupil, guest = room.member("teacher"), room.pupil(), room.member()
        members = {TEACHER: teacher, PUPIL: pupil, GUEST: guest}
        for code, (who, message) in CLASS.items():
            with self.subTest(code):
                if who == STRANGER:
                    at = self.connect(f"/ws/c/{room.code}")
                    at.send({**({"proto": 1, "class": room.code, "token": token(), "role": "pupil"}
                                if message["type"] == "hello" else {}), **message})
                    told = at.wait("error")
                else:
                    told = members[who].ask(message["type"], **{key: message[key] for key in message if key != "type"})
                self.assertEqual((told["type"], told["code"]), ("error", code))

    def test_a_class_refuses_later(self):
        room = Room(self.cosetd)
        teacher = room.member("teacher")
        self.assertEqual(teacher.ask("pair", spec=SPEC)["code"], "class.nobody")
        pupil, guest = room.pupil(), room.member()
        self.assertEqual(guest.join(pupil.alias)["code"], "class.alias_taken")
        pupil.hello()
        _, name, seed = pupil.welcome["state"]["task"].split()
        unread = {"lesson": name, "seed": seed, "item": 0, "answer": "what?", "ms": 1}
        self.assertEqual(pupil.ask("answer", **unread)["code"], "class.answer")
        teacher.ask("task", task="game al-jabar Z2^3")
        self.assertEqual(pupil.ask("tried", give=["R", "Y"], take=["O"])["code"], "class.level")
        teacher.ask("lock", on=True)
        self.assertEqual(guest.join()["code"], "class.locked")
        teacher.ask("remove", pupil=1)
        again = room.member(secret=pupil.secret)
        self.assertEqual(again.socket.wait("error")["code"], "class.removed")
        missing = self.connect("/ws/c/222222")
        self.assertEqual(missing.wait("error")["code"], "class.not_found")
        teacher.ask("close")
        closed = room.member()
        self.assertEqual(closed.socket.wait("error")["code"], "class.closed")

    def test_requests(self):
        for code, request in REQUESTS.items():
            with self.subTest(code):
                head, _, body = self.exchange(request).partition(b"\r\n\r\n")
                self.assertEqual((json.loads(body)["error"]["code"], int(head.split()[1])), (code, CODES[code]))

    def exchange(self, request):
        with socket.create_connection(("127.0.0.1", self.cosetd.port), 20, (self.source(), 0)) as connection:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            out = b""
            with contextlib.suppress(ConnectionError):
                while more := connection.recv(65536):
                    out += more
            return out

    def test_messages_to_the_lobby(self):
        for code, message in LOBBY.items():
            with self.subTest(code):
                if isinstance(message, dict) and "type" not in message:
                    message = {"type": "create", "token": token(), **message}
                self.assertEqual(self.error(self.connect(), message), code)

    def test_messages_to_a_table(self):
        for code, (sender, message) in TABLE.items():
            with self.subTest(code):
                turn, other, pending = self.take_seats()
                client = (turn, other)[sender] if sender <= OTHER else self.connect("/ws/t/" + pending["table"])
                hello = {"type": "hello", "proto": 1, "table": pending["table"]}
                if sender == SPECTATOR:
                    client.send(hello)
                if message["type"] == "hello":
                    message = {**hello, **message}
                self.assertEqual(self.error(client, message), code)

    def test_previews(self):
        turn, _, _ = self.take_seats()
        for number, (code, selection) in enumerate(PREVIEWS.items()):
            with self.subTest(code):
                turn.send({"type": "preview", "seq": number, **selection})
                self.assertEqual(turn.until("verdict")["id"], code)
        turn.send({"type": "move", "id": "8" * 16, "base_ply": 1, "move": "deal R"})
        self.assertEqual(turn.until("error")["verdict"]["id"], "move.deal")

    def test_seats_of_a_pending_table(self):
        creator, guest, late, stranger = (self.connect() for _ in range(4))
        pending = self.create(creator, token=token(1))
        join = {"type": "join", "table": pending["table"], "invitation": pending["invitation"]}
        self.assertEqual(self.error(guest, {"type": "join", "table": pending["table"], "token": token(2)}),
                         "lobby.invitation_required")
        self.assertEqual(self.error(guest, {**join, "token": token(1)}), "lobby.token_in_use")
        guest.send({**join, "token": token(2)})
        guest.until("pending_table")
        self.assertEqual(self.error(late, {**join, "token": token(3)}), "lobby.seats_taken")
        self.assertEqual(self.error(stranger, {"type": "ready", "table": pending["table"]}), "lobby.not_seated")
        self.assertEqual(self.error(guest, {"type": "fill_with_bots", "table": pending["table"], "bot": "random"}),
                         "lobby.not_creator")

    def test_cancelled_tables(self):
        creator, watcher = self.connect(), self.connect()
        tables = [self.create(creator) for _ in range(10)]
        self.assertEqual(self.error(creator, {"type": "create", "spec": TWO, "token": token()}), "lobby.table_limit")
        def watch(each):
            watcher.send({"type": "watch", "table": each["table"], "invitation": each["invitation"]})
            watcher.until("pending_table")

        for each in tables:
            watch(each)
        self.assertEqual(self.error(creator, {"type": "leave", "table": tables[0]["table"]}, "cancelled"), "lobby.left")
        self.assertEqual(watcher.until("cancelled")["code"], "lobby.abandoned")
        watch(self.create(creator))  # any of the ten may be replaced
        cookie = creator.cookie
        creator.close()
        while "away" not in watcher.until("pending_table")["participants"][0]:
            pass
        again = self.connect(cookie=cookie)
        again.send({"type": "create", "spec": TWO, "token": token()})
        self.assertEqual(watcher.until("cancelled")["code"], "lobby.replaced")

    def test_limits(self):
        source = self.source()
        clients = [self.connect(source=source) for _ in range(17)]
        answers = []
        for client in clients:  # one after the other: the server reads those that are ready in any order
            client.send({"type": "create", "spec": TWO, "token": token(), "listed": True})
            answers.append(client.receive())
        self.assertNotIn("error", [answer["type"] for answer in answers[:-1]])
        self.assertEqual(answers[-1]["code"], "lobby.listed_limit")
        seeker = self.connect()
        seeker.send(*[{"type": "seek", "spec": TWO, "token": token()}] * 22)
        self.assertEqual(seeker.until("error")["code"], "rate.seeks")
        turn, _, _ = self.take_seats()
        turn.send(*[{"type": "phrase", "phrase": "hello"}] * 8)
        self.assertEqual(turn.until("error")["code"], "table.rate")
        creator = self.connect()
        # The quota refuses the second ten.
        creator.send(*({"type": "create", "spec": TWO, "token": token()} for _ in range(21)))
        while (code := creator.until("error")["code"]) == "lobby.table_limit":
            pass
        self.assertEqual(code, "rate.creates")
        turn, _, _ = self.take_seats(spec="mad-abel S3 seats=2 deal=2 inability=checked")
        turn.send(*({"type": "preview", "seq": number, "move": "draw"} for number in range(60)))
        self.assertEqual(turn.until("error")["code"], "rate.work")

    def assert_closed(self, client, status, reason):
        self.assertEqual((client.receive(), client.close_reason), (status, reason))

    def test_the_reason_of_a_close_is_the_code(self):
        flood, binary, large = (self.connect() for _ in range(3))
        flood.send(*[{"type": "cancel_seek"}] * 40)  # 30, and one more each second
        self.assertEqual(flood.until("error")["code"], "rate.messages")
        self.assert_closed(flood, 1008, "rate.messages")
        binary.socket.sendall(b"\x82\x81" + bytes(4) + b"x")
        self.assert_closed(binary, 1008, "message.json")
        large.send("x" * 4097)
        self.assert_closed(large, 1009, "")

    def test_limits_of_requests(self):
        with Cosetd() as cosetd:
            table, _ = table_of_two(cosetd.port)

            def guest():
                return cosetd.get("/api/me")[1]["Set-Cookie"].split(";")[0]

            cookie = guest()
            self.until_http_error("rate.lookups", 40, lambda number: self.http_error(
                f"/api/tables/no-table-{number}", cosetd=cosetd, cookie=cookie))
            reporter = guest()
            self.assertEqual(self.http_error(f"/api/tables/{table}/seats/7/reports", "POST", cosetd, reporter),
                             "moderation.no_player")
            self.until_http_error("rate.reports", 8, lambda _: self.http_error(
                f"/api/tables/{table}/seats/1/reports", "POST", cosetd, reporter))
            visitor = guest()
            self.until_http_error("rate.requests", 200, lambda _: self.http_error("/api/me", cosetd=cosetd, cookie=visitor))
            for _ in range(400):
                client = self.connect(cosetd=cosetd, source="127.0.0.9")
                if client.status != 101:
                    break
            client.poll(0.5)
            self.assertEqual(client.status, CODES["rate.connections"])
            self.assertIn(b'"rate.connections"', bytes(client.raw))

    def test_options_that_disable(self):
        with Cosetd("--no-quick-match", "--no-spectators") as cosetd:
            lobby = self.connect(cosetd=cosetd)
            self.assertEqual(self.error(lobby, {"type": "seek", "spec": TWO, "token": token()}),
                             "lobby.quick_match_disabled")
            _, _, pending = self.take_seats(cosetd)
            at = self.connect("/ws/t/" + pending["table"], cosetd)
            self.assertEqual(self.error(at, {"type": "hello", "proto": 1, "table": pending["table"]}),
                             "table.spectators_disabled")

    def test_games(self):
        turn, _, _ = self.take_seats(hints=False)
        self.assertEqual(self.error(turn, {"type": "hint", "level": 1}), "table.hints")
        turn.send({"type": "resign", "id": "5" * 16})
        turn.until("game_over")
        self.assertEqual(self.error(turn, {"type": "move", "id": "6" * 16, "base_ply": 2, "move": "draw"}), "table.game_over")
        turn, _, _ = self.take_seats(clock={"kind": "turn", "start": 500, "add": 0})
        turn.send({"type": "heartbeat", "head": 1})  # the clock runs once the client has confirmed the event
        while (event := turn.until("event"))["kind"] != "bot_takeover":
            pass
        self.assertEqual(self.error(turn, {"type": "move", "id": "7" * 16, "base_ply": event["ply"], "move": "draw"}),
                         "table.bot_seat")
        _, lobby, seats = start_game(self.cosetd.port, {"spec": TWO}, 2)
        self.assertEqual(self.http_error("/api/me", "DELETE", cookie=lobby[0].cookie), "guest.playing")
        for at in [*lobby, *(at for at, _ in seats.values())]:
            at.close()

    def test_tables_that_cannot_be_opened(self):
        with Cosetd() as cosetd:
            closed, corrupt, quarantined, damaged = (self.take_seats(cosetd)[2] for _ in range(4))
            cosetd.stop()
            with sqlite3.connect(cosetd.data + "/events.db") as events:
                events.execute("UPDATE event SET body = 'x' WHERE game_id IN (SELECT id FROM game WHERE setup LIKE ?)",
                               (f'%"{corrupt["table"]}"%',))
                events.execute("UPDATE event SET chain = x'00' WHERE game_id = ?", (self.number(damaged),))
            events.close()
            pathlib.Path(cosetd.data, "crash-history").write_text(f"closed {quarantined['game']}\n", encoding="ascii")
            cosetd.start()
            subprocess.run([COSETD, "admin", "close-table", closed["table"], "--data-dir", cosetd.data], check=True,
                           stdout=subprocess.DEVNULL)
            self.assertEqual(self.http_error("/api/tables/" + corrupt["table"], cosetd=cosetd), "table.corrupt")
            self.assertEqual(self.http_error("/api/tables/" + quarantined["table"], cosetd=cosetd), "table.quarantined")
            self.assertEqual(self.http_error("/api/tables/" + damaged["table"], cosetd=cosetd), "store.damaged")
            self.assert_closed(self.connect("/ws/t/" + quarantined["table"], cosetd), 1008, "table.quarantined")
            end = time.monotonic() + 20
            while (code := self.http_error("/api/tables/" + closed["table"], cosetd=cosetd)) != "table.closed":
                self.assertLess(time.monotonic(), end, code)
                time.sleep(0.2)
            self.assert_closed(self.connect("/ws/t/" + closed["table"], cosetd), 1008, "table.closed")

    @staticmethod
    def number(pending):
        """The id of the game in the database."""
        return int.from_bytes(bytes.fromhex(pending["game"]), "big", signed=True)

    def in_database(self, statement, values=()):
        with sqlite3.connect(self.cosetd.data + "/events.db", timeout=20) as events:
            events.execute(statement, values)
        events.close()

    def test_a_game_of_the_same_name(self):
        creator, guest = self.connect(), self.connect()
        pending = self.create(creator)
        self.in_database("INSERT INTO game (id, setup, created_at) VALUES (?, 'of another', 0)", (self.number(pending),))
        guest.send({"type": "join", "table": pending["table"], "token": token(), "invitation": pending["invitation"]})
        for client in (guest, creator):
            client.send({"type": "ready", "table": pending["table"]})
        self.assertEqual(creator.until("cancelled")["code"], "lobby.name_conflict")

    def test_a_database_that_rejects_the_rows_of_a_game(self):
        turn, _, pending = self.take_seats()
        self.in_database(f"CREATE TRIGGER reject BEFORE INSERT ON event WHEN NEW.game_id = {self.number(pending)}"
                         " BEGIN SELECT RAISE(IGNORE); END")
        self.assertEqual(self.error(turn, {"type": "resign", "id": "9" * 16}), "table.unavailable")
        self.assert_closed(turn, 1000, "table.unavailable")

    def test_a_rated_game(self):
        """Without accounts there is none; this one is made from a pending table in the database."""
        with Cosetd() as cosetd:
            creator = self.connect(cosetd=cosetd)
            own = token()
            pending = self.create(creator, token=own, bots=["random"])
            cosetd.stop()
            with sqlite3.connect(cosetd.data + "/events.db") as events:
                (body,), = events.execute("SELECT body FROM pending_table")
                saved = json.loads(body)
                saved["rated"] = saved["people"][0]["ready"] = True
                events.execute("UPDATE pending_table SET body = ?", (json.dumps(saved),))
            events.close()
            cosetd.start()
            end = time.monotonic() + 20
            while self.http_error("/api/tables/" + pending["table"], cosetd=cosetd):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.7)
            seat = self.connect("/ws/t/" + pending["table"], cosetd)
            seat.send({"type": "hello", "proto": 1, "table": pending["table"], "token": own})
            self.assertTrue(seat.until("welcome")["rated"])
            self.assertEqual(self.error(seat, {"type": "offer", "what": "finish"}), "table.rated")

    def test_a_store_that_does_not_answer(self):
        with Cosetd() as cosetd:
            seat, _, pending = self.take_seats(cosetd)
            clients = [self.connect(cosetd=cosetd) for _ in range(101)]
            locks = [sqlite3.connect(f"{cosetd.data}/{name}.db", isolation_level=None, timeout=20)
                     for name in ("events", "seeds")]
            for lock in locks:
                lock.execute("BEGIN IMMEDIATE")
            seat.send(*({"type": "resign", "id": f"{number:016x}"} for number in range(1, 19)))  # one is pending, 16 wait
            self.assertEqual(seat.until("error")["code"], "table.busy")
            for client in clients[:100]:
                client.send(*({"type": "create", "spec": TWO, "token": token()} for _ in range(10)), {"type": "subscribe_tables"})
            for client in clients[:100]:
                client.until("tables")
            self.assertEqual(self.error(clients[100], {"type": "create", "spec": TWO, "token": token()}), "lobby.busy")
            self.assertEqual(self.http_error(f"/api/tables/{pending['table']}/seats/1/reports", "POST", cosetd,
                                             clients[0].cookie), "store.busy")
            self.assertEqual(self.http_error("/api/me", "DELETE", cosetd, clients[0].cookie), "guest.game_starting")
            for lock in locks:
                lock.close()

    def test_a_store_that_is_unavailable(self):
        with Cosetd() as cosetd:
            other = sqlite3.connect(cosetd.data + "/events.db", isolation_level=None, timeout=20)
            other.execute("BEGIN IMMEDIATE")
            end = time.monotonic() + 20
            lobby = self.connect(cosetd=cosetd)
            lobby.send({"type": "create", "spec": TWO, "token": token()})  # a write, so that the server notices
            while (code := self.http_error("/readyz", cosetd=cosetd)) != "store.unavailable":
                self.assertLess(time.monotonic(), end, code)
                time.sleep(0.1)
            other.execute("ROLLBACK")
            other.close()

    def test_a_server_that_drains(self):
        with Cosetd() as cosetd:
            lobby = self.connect(cosetd=cosetd)
            lobby.send({"type": "subscribe_tables"})
            lobby.until("tables")
            cosetd.process.send_signal(signal.SIGTERM)
            while not any(line["event"] == "drain" for line in cosetd.lines()):
                time.sleep(0.01)
            self.assertEqual(self.error(lobby, {"type": "create", "spec": TWO, "token": token()}), "lobby.draining")
            lobby.close()
            self.assertEqual(cosetd.process.wait(30), 0)


if __name__ == "__main__":
    unittest.main()
