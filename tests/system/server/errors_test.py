"""Every error code of docs/errors.json is provoked once, over HTTP or a WebSocket.

A code whose provocation takes too long here is in UNIT, with a unit test that sends the messages of a client to the
server's node. A code that is in none of the tables fails.
"""

import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd
from _hostile_inputs import KEY, UPGRADE, VERSION, ask, sent
from _websocket import WebSocket, start_game, table_of_two, token

TESTS = pathlib.Path(os.environ["COSET_TESTS_DIR"])
CODES = {each["code"]: each["status"]
         for each in json.loads((TESTS.parent / "docs/errors.json").read_text(encoding="utf-8"))}
HERE = b"Host: here\r\n"
TWO = "al-jabar Z2^3 seats=2"
HANDS = "hand1=R^4 hand2=Y^4 center=C "
CARDS = "hand1=hA hand2=h2 second=h3 top=h4 "


def name(text):
    return sent(json.dumps({"name": text}).encode())


# Code: one request, as bytes.
REQUESTS = {
    "http.bad_request": b"GET /healthz\r\n\r\n",
    "http.bad_path": ask(b"GET /%zz"),
    "http.bad_offset": ask(b"GET /api/me/export?offset=x"),
    "http.transfer_coding": ask(b"POST /api/me", b"Transfer-Encoding: xchunked", body=b"0\r\n\r\n"),
    "http.bad_host": ask(b"GET /healthz", host=b""),
    "http.websocket_key": b"GET /ws HTTP/1.1\r\n" + HERE + UPGRADE + VERSION + b"Sec-WebSocket-Key: x\r\n\r\n",
    "http.websocket_version": b"GET /ws HTTP/1.1\r\n" + HERE + UPGRADE + KEY + b"Sec-WebSocket-Version: 12\r\n\r\n",
    "http.origin_not_allowed": sent(b"{}", b"/api/me", b"Origin: https://evil.example"),
    "http.not_found": ask(b"GET /api/x"),
    "http.method_not_allowed": ask(b"PUT /api/me", b"Content-Length: 0"),
    "http.body_too_large": ask(b"POST /api/me", b"Content-Length: 65537", body=b"x" * 100),
    "http.upgrade_required": ask(b"GET /ws"),
    "http.header_too_large": ask(b"GET /", b"X: " + b"a" * 9000),
    "table.not_found": ask(b"GET /api/tables/no-such-table"),
    "guest.name_missing": sent(b"{}"),
    "moderation.cookie_required": sent(b"", b"/api/tables/none/seats/1/reports"),
    "name.length": name(""),
    "name.invisible": name("a\u202eb"),
    "name.marks": name("a\u0301\u0301\u0301"),
    "name.character": name("<b>"),
    "name.bot": name("Level 8"),
}

# Code: one message to the lobby; text as it is, and `create` with a token.
LOBBY = {
    "message.json": "[]",
    "message.type": {"type": "zzz"},
    "message.field": {"type": "join", "table": 1},
    "message.too_deep": "[" * 20 + "]" * 20,
    "lobby.not_found": {"type": "join", "table": "x", "token": token(1)},
    "lobby.group_order": {"spec": "mad-abel Z61 seats=2"},
    "lobby.account_required": {"spec": TWO, "rated": True},
    "lobby.too_many_bots": {"spec": TWO, "bots": ["random", "random"]},
    "bot.offered": {"spec": TWO, "bots": ["exec:sh"]},
    "setup.clock": {"spec": TWO, "clock": {"kind": "fischer", "start": 0, "add": 0}},
    "setup.series": {"spec": TWO, "games": 0},
    "setup.start": {"spec": "mad-abel", "start": "hand1=- hand2=h2 second=h3 top=h4 phase=over ending=emptied"},
    "tally.count": {"spec": TWO, "start": "hand1=R^x"},
    "name.unknown": {"spec": TWO, "start": "hand1=X"},
    "name.missing": {"spec": TWO, "start": "hand1=R+"},
    **{code: {"spec": spec} for code, spec in {
        "spec.game": "chess", "spec.rules": "mad-abel rules=3", "spec.option": "solitaire seats=2",
        "spec.value": "al-jabar seats=5", "spec.twice": "al-jabar seats=2 seats=3", "spec.word": "al-jabar Z2^3 seats",
        "spec.not_a_group": "al-jabar magma:0,0/1,1", "spec.not_abelian": "al-jabar S3",
        "spec.no_primaries": "al-jabar Z1xZ2", "spec.max_exchange": "al-jabar Z5",
        "spec.max_cards": "mad-abel S3 max_cards=9", "spec.pool": "al-jabar Z2^3 deal=40",
        "spec.deck": "mad-abel Z4xZ5 seats=3", "spec.copies": "mad-abel Z2 copies=255 decks=2",
        "spec.metric": "mad-abel S3 metric=lee", "group.unknown": "mad-abel Q9", "group.parameter": "mad-abel Z0",
        "group.power": "mad-abel Z2^9", "group.factors": "mad-abel Z1^8xZ1", "group.too_large": "mad-abel Z257",
        "group.no_twist": "mad-abel Z12:Z5", "group.trailing": "mad-abel Z2^2^2",
        "group.cycles": "mad-abel perm:(1,1)", "table.name": "mad-abel table:e,draw;e",
        "table.names": "mad-abel table:e,a,e;e", "table.shape": "mad-abel table:0,1/1",
        "table.not_closed": "mad-abel table:0,1/1,2", "table.not_latin": "mad-abel table:0,1/1,1",
        "table.no_identity": "mad-abel table:0,2,1/1,0,2/2,1,0",
        "table.no_inverse": "mad-abel table:0,1,2,3,4/1,2,0,4,3/2,3,4,0,1/3,4,1,2,0/4,0,3,1,2",
        "table.not_associative": "mad-abel table:0,1,2,3,4/1,0,3,4,2/2,4,0,1,3/3,2,4,0,1/4,3,1,2,0"}.items()},
    **{code: {"spec": spec, "start": start} for code, (spec, start) in {
        "position.field": (TWO, "hand1"), "position.twice": (TWO, "hand1=R hand1=R"),
        "position.value": (TWO, "round=x"), "position.missing": ("mad-abel", "hand1=hA hand2=h2 second=h3"),
        "position.center": (TWO, "hand1=R hand2=- center=C phase=deal_hand"),
        "position.pieces": (TWO, "hand1=R^11 hand2=Y center=C"), "position.hand": (TWO, "hand1=R hand2=- center=C"),
        "position.bag": (TWO, HANDS + "bag=C"),
        "position.table": ("mad-abel", "hand1=hA hand2=- phase=deal_hand top=h4"),
        "position.deal": (TWO, "hand1=R hand2=- center=- phase=deal_center seat=2"),
        "position.draw": (TWO, HANDS + "phase=drawing"), "position.turns": ("mad-abel", CARDS + "turns=1000"),
        "position.round": (TWO + " end_rule=one_more_each", "hand1=R^5 hand2=O+P center=G+C seat=2 round=0"),
        "position.seat": (TWO, HANDS + "seat=3"), "position.phase": (TWO, HANDS + "phase=after"),
        "position.signal": (TWO, HANDS + "signal=stuck"), "position.stuck": (TWO, HANDS + "stuck=moving"),
        "position.ending": (TWO, HANDS + "phase=over"), "position.idle": ("mad-abel", CARDS + "idle=2"),
        "position.pending": ("solitaire", "hand=R^4 center=C pending=1"),
        "position.fresh": ("solitaire", "hand=R^4 center=C fresh=Y"),
        "position.cancellations": ("solitaire", "hand=R^4 center=C cancellations=99")}.items()},
}

# Code: a move that the seat on turn previews; the verdict has the code as its id.
PREVIEWS = {
    "move.no_take": {"move": "R+R"},
    "move.too_long": {"move": "+".join(["R"] * 40) + "=R"},
    "move.trailing": {"move": "R=Y R"},
    "move.piece": {"give": ["nothing"]},
}

# Code: one message to a table, from (the seat on turn, the other seat, a spectator, a socket without hello).
TURN, OTHER, SPECTATOR, STRANGER = range(4)
TABLE = {
    "table.hello": (STRANGER, {"type": "heartbeat", "head": 0}),
    "table.protocol": (STRANGER, {"type": "hello", "proto": 2}),
    "table.wrong_table": (STRANGER, {"type": "hello", "proto": 1, "table": "x"}),
    "table.token": (STRANGER, {"type": "hello", "proto": 1, "token": "f" * 32}),
    "table.spectator": (SPECTATOR, {"type": "move", "id": "1" * 16, "base_ply": 1, "move": "draw"}),
    "table.illegal": (TURN, {"type": "move", "id": "2" * 16, "base_ply": 1, "move": "zzz"}),
    "table.stale": (TURN, {"type": "move", "id": "3" * 16, "base_ply": 99, "move": "draw"}),
    "table.turn": (OTHER, {"type": "hint", "level": 1}),
    "table.bad_message": (TURN, {"type": "hint", "level": 9}),
    "table.playing": (TURN, {"type": "offer", "what": "rematch"}),
    "table.own_seat": (TURN, {"type": "reclaim", "id": "4" * 16}),
    "table.takeback": (TURN, {"type": "offer", "what": "takeback"}),
    "table.offer": (TURN, {"type": "answer", "what": "finish", "yes": True}),
}

# Codes of the tests below, each of which needs more than one message.
SCENARIOS = {
    "guest.game_starting", "guest.playing", "lobby.abandoned", "lobby.busy", "lobby.draining", "lobby.invitation_required",
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
    "table.archived": ("unit/node/archive_test.cpp", '["code"], "table.archived"'),
    "lobby.elsewhere": ("unit/node/lobby_claim_test.cpp", '["code"], "lobby.elsewhere"'),
    "lobby.full": ("unit/node/budgets_test.cpp", '["code"], "lobby.full"'),
    "lobby.evicted": ("unit/node/budgets_test.cpp", '["code"], "lobby.evicted"'),
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
        tables = [set(REQUESTS), set(LOBBY), set(PREVIEWS), set(TABLE), SCENARIOS, set(UNIT)]
        self.assertEqual(set().union(*tables), set(CODES))
        self.assertEqual(sum(map(len, tables)), len(CODES))
        for code, (path, text) in UNIT.items():
            self.assertIn(text, (TESTS / path).read_text(encoding="utf-8"), code)

    def test_requests(self):
        for code, request in REQUESTS.items():
            with self.subTest(code):
                body = self.exchange(request)
                status = int(body.split()[1])
                error = json.loads(body.partition(b"\r\n\r\n")[2])["error"]
                self.assertEqual((error["code"], status), (code, CODES[code]))

    def exchange(self, request):
        with socket.create_connection(("127.0.0.1", self.cosetd.port), 20, (self.source(), 0)) as connection:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            out = b""
            try:
                while more := connection.recv(65536):
                    out += more
            except ConnectionError:
                pass
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
        for client in clients:
            client.send({"type": "create", "spec": TWO, "token": token(), "listed": True})
        self.assertEqual(clients[-1].receive()["code"], "lobby.listed_limit")
        seeker = self.connect()
        for _ in range(22):
            seeker.send({"type": "seek", "spec": TWO, "token": token()})
        self.assertEqual(seeker.until("error")["code"], "rate.seeks")
        turn, _, _ = self.take_seats()
        for _ in range(8):
            turn.send({"type": "phrase", "phrase": "hello"})
        self.assertEqual(turn.until("error")["code"], "table.rate")
        creator = self.connect()
        for _ in range(21):  # the quota refuses the second ten
            creator.send({"type": "create", "spec": TWO, "token": token()})
        while (code := creator.until("error")["code"]) == "lobby.table_limit":
            pass
        self.assertEqual(code, "rate.creates")
        turn, _, _ = self.take_seats(spec="mad-abel S3 seats=2 deal=2 inability=checked")
        for number in range(60):
            turn.send({"type": "preview", "seq": number, "move": "draw"})
        self.assertEqual(turn.until("error")["code"], "rate.work")

    def assert_closed(self, client, status, reason):
        self.assertEqual((client.receive(), client.close_reason), (status, reason))

    def test_the_reason_of_a_close_is_the_code(self):
        flood, binary, large = (self.connect() for _ in range(3))
        for _ in range(31):
            flood.send({"type": "cancel_seek"})
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
            for number in range(18):  # one is pending, 16 are queued
                seat.send({"type": "resign", "id": f"{number + 1:016x}"})
            self.assertEqual(seat.until("error")["code"], "table.busy")
            for client in clients[:100]:
                for _ in range(10):
                    client.send({"type": "create", "spec": TWO, "token": token()})
                client.send({"type": "subscribe_tables"})
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
