"""Abuse: it does not affect the players at their tables, and reveals nothing.

By default 10 tables, 100 slow readers and 100 half-open sockets for 3 seconds, three times, with as long a time of
peace before each; and all attacks of one address together, three times, each after as long a time in which the same
attacks go to another server: what they cost the machine is then in both figures. Of the rounds the best counts, on
either side, since other work on the machine only adds. COSET_WHOLE=1 has 100 tables that play a
move a second each for 20 seconds, 1000 of each kind, and the attacks of one address each alone and all together:
700 reconnects that make tables, 400 reports, and so on.
"""

import json
import os
import socket
import subprocess
import threading
import time
import unittest

from _cosetd import Cosetd
from _one_address import attacks, listed, tables_pending
from _websocket import WebSocket, table_of_two, token

LOAD = os.environ["COSET_LOAD_BIN"]
WHOLE = os.environ.get("COSET_WHOLE") == "1"
TABLES, MANY, SECONDS, ROUNDS = (100, 1000, 20, 1) if WHOLE else (10, 100, 3, 3)
# In a short run a few moves are all there are: a moment's delay of the machine is none of the server's.
SLACK = 20 if WHOLE else 50  # milliseconds
THINK = 1000 if WHOLE else 150
ONE_ADDRESS = 700 if WHOLE else 70  # reconnects; the other attacks in proportion
MAX_MEMORY_GROWTH = 64  # MB more than in peace
POLICY = 1008


class Access(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.cosetd = Cosetd()
        cls.table, cls.cookie = table_of_two(cls.cosetd.port)

    @classmethod
    def tearDownClass(cls):
        cls.cosetd.__exit__()

    def at_table(self, said_token=None, **how):
        client = WebSocket(self.cosetd.port, f"/ws/t/{self.table}", **how)
        hello = {"type": "hello", "proto": 1, "table": self.table}
        client.send(hello | ({"token": said_token} if said_token else {}))
        return client

    def test_a_page_of_another_origin_is_rejected(self):
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{self.cosetd.port}.evil.example"):
            self.assertEqual(WebSocket(self.cosetd.port, "/ws", origin=origin).status, 403)
        own = f"http://127.0.0.1:{self.cosetd.port}"
        self.assertEqual(WebSocket(self.cosetd.port, "/ws", origin=own).status, 101)

    def test_a_seat_belongs_to_its_token(self):
        self.assertIn(self.at_table(token(1)).until("welcome")["you"], (1, 2))
        for wrong in (token(3), "1" + token(1)[1:], "0" * 32):
            self.assertEqual(self.at_table(wrong).until("error")["code"], "table.token")

    def test_a_cookie_gives_the_seat_of_its_own_guest_alone(self):
        self.assertIn(self.at_table(cookie=self.cookie).until("welcome")["you"], (1, 2))
        stranger = WebSocket(self.cosetd.port, "/ws")
        name, value = self.cookie.split("=", 1)
        forged = f"{name}={'0' if value[0] != '0' else '1'}{value[1:]}"
        for cookie in (stranger.cookie, forged):
            thief = self.at_table(cookie=cookie)
            self.assertEqual(thief.until("welcome")["you"], 0)
            thief.send({"type": "move", "id": "0123456789abcdef", "base_ply": 1, "move": "draw"})
            self.assertEqual(thief.until("error")["code"], "table.spectator")
            thief.send({"type": "resign", "id": "0123456789abcdee"})
            self.assertEqual(thief.until("error")["code"], "table.spectator")

    def test_a_cookie_of_another_server_is_ignored(self):
        with Cosetd() as other:
            _, headers, name = other.get("/api/me")
            foreign = headers["Set-Cookie"].split(";")[0]
        _, headers, here = self.cosetd.get("/api/me", headers={"Cookie": foreign})
        self.assertNotEqual(here, name)
        self.assertIsNotNone(headers["Set-Cookie"])

    def test_markup_in_a_name_is_text(self):
        for name in ("'); DROP TABLE event; --", "Robert\"}],\"x\":[{\"", "{{7*7}}", "%00%0d%0a"):
            client = WebSocket(self.cosetd.port, "/ws/t/" + name.replace(" ", "%20").replace('"', "%22"))
            if client.status == 101:
                self.assertEqual(client.receive(), POLICY)
            maker = WebSocket(self.cosetd.port, "/ws")
            maker.send({"type": "join", "table": name, "token": token(4)})
            self.assertEqual(maker.until("error")["code"], "lobby.not_found")
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd"):
            self.assertIn(self.cosetd.get(path)[0], (400, 404))
        self.assertIn(self.at_table(token(1)).until("welcome")["you"], (1, 2))  # it all goes on

    def test_flooding_sockets_are_closed(self):
        lobby = WebSocket(self.cosetd.port, "/ws")
        for _ in range(31):
            lobby.send({"type": "subscribe_tables"})
        while (got := lobby.receive()) != POLICY:
            self.assertIsInstance(got, dict)
        watcher = self.at_table()
        for _ in range(60):
            watcher.send({"type": "heartbeat", "head": 1})
        while (got := watcher.receive()) != POLICY:
            self.assertIsInstance(got, dict)


class Crowd:
    """Slow readers, half-open sockets and a flood, each from many addresses, until it is told to go."""

    def __init__(self, port, table):
        self.port, self.table, self.over = port, table, threading.Event()
        self.slow, self.half, self.floods = [], [], 0
        for i in range(MANY):
            source = f"127.77.{i // 200}.{1 + i % 200}"
            reader = WebSocket(port, f"/ws/t/{table}", source=source)
            reader.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            reader.send({"type": "hello", "proto": 1, "table": table})
            self.slow.append(reader)
            half = socket.create_connection(("127.0.0.1", port), 20, (f"127.78.{i // 200}.{1 + i % 200}", 0))
            half.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpg")
            self.half.append(half)
        self.thread = threading.Thread(target=self.flood)
        self.thread.start()

    def flood(self):
        number = 0
        while not self.over.is_set():
            number += 1
            try:
                client = WebSocket(self.port, "/ws" if number % 2 else f"/ws/t/{self.table}",
                                   source=f"127.79.{number // 200 % 200}.{1 + number % 200}")
                for _ in range(120):
                    client.send({"type": "subscribe_tables" if number % 2 else "hello", "proto": 1, "table": self.table})
                    self.floods += 1
                client.close()
            except OSError:
                pass

    def leave(self):
        self.over.set()
        self.thread.join()
        for each in self.slow + self.half:
            each.close()


def resident(cosetd):
    """Memory in MB."""
    with open(f"/proc/{cosetd.process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


class Isolation(unittest.TestCase):

    def p99(self, port):
        said = subprocess.run([LOAD, "play", "--port", str(port), "--tables", str(TABLES), "--seconds", str(SECONDS),
                               "--warmup", "1", "--think-time", str(THINK), "--grace", "60"], capture_output=True, text=True,
                              timeout=SECONDS + 120, check=True).stdout
        report = json.loads(said)
        self.assertEqual(report["complaints"], 0, said)
        self.assertGreaterEqual(report["games"], TABLES, said)  # everybody was seated
        return report["p50_ms"], report["p99_ms"], report["reconnects"]

    @staticmethod
    def bound(quiet):
        """The p99 that attacks may lead to, in milliseconds."""
        return max(2 * quiet, quiet + SLACK)

    def test_players_do_not_notice_many_attackers(self):
        peace, harm = [], []
        with Cosetd(in_memory=True) as cosetd:
            table = table_of_two(cosetd.port)[0]
            for _ in range(ROUNDS):
                peace.append(self.p99(cosetd.port))
                crowd = Crowd(cosetd.port, table)
                try:
                    harm.append(self.p99(cosetd.port))
                finally:
                    crowd.leave()
                self.assertGreater(crowd.floods, 100)
                self.assertEqual(harm[-1][2], 0)
            quiet, among = ([min(of) for of in zip(*all_of)] for all_of in (peace, harm))
            print(f"{TABLES} tables, p50 and p99 in ms: quiet {quiet[0]:.1f}, {quiet[1]:.1f}; with {MANY} slow readers, "
                  f"{MANY} half-open sockets and {crowd.floods} messages of a flood {among[0]:.1f}, {among[1]:.1f}")
            self.assertLessEqual(among[1], self.bound(quiet[1]), (peace, harm))
            self.assertEqual(cosetd.get("/healthz")[0], 200)
            self.assertEqual(cosetd.stop(), 0)

    def under(self, cosetd, begin):
        """How players fare during some attacks, and the attacks."""
        running = [attack().start() for attack in begin]
        try:
            return self.p99(cosetd.port), running
        finally:
            for each in running:
                each.stop()

    def test_players_do_not_notice_attacks_from_one_address(self):
        with Cosetd(in_memory=True) as cosetd, Cosetd(in_memory=True) as other:
            every, elsewhere = (attacks(each.port, ONE_ADDRESS) for each in (cosetd, other))
            plans = [[name] for name in every] if WHOLE else []
            plans += [list(every)] * ROUNDS
            apart, together = [], []
            memory = None
            for names in plans:
                apart.append(self.under(cosetd, [elsewhere[name] for name in names])[0])
                memory = memory or resident(cosetd)
                fared, running = self.under(cosetd, [every[name] for name in names])
                now = resident(cosetd)
                print(f"{', '.join(names)}: p50 and p99 {fared[0]:.1f}, {fared[1]:.1f} ms, beside the attacked server "
                      f"{apart[-1][0]:.1f}, {apart[-1][1]:.1f} ms; {memory:.0f}, {now:.0f} MB; "
                      + ", ".join(f"{each.count} and {each.refused} refused" for each in running))
                self.assertEqual(fared[2], 0, names)  # nobody was refused or cut
                self.assertLessEqual(now, memory + MAX_MEMORY_GROWTH, names)
                for each in running:
                    self.assertLessEqual(getattr(each, "taken", 0), 5)
                if names == list(every):
                    together.append(fared[1])
                else:
                    self.assertLessEqual(fared[1], self.bound(apart[-1][1]), names)
            self.assertLessEqual(min(together), self.bound(min(each[1] for each in apart[-ROUNDS:])), (apart, together))
            self.assertLessEqual(tables_pending(cosetd.get("/metrics")[2]), 400)
            self.assertLessEqual(listed(cosetd.get("/api/tables")[2]), 20)
            leave = [every["bots"]().start(), every["slow readers"]().start()]
            time.sleep(1)
            began = time.monotonic()
            self.assertEqual(cosetd.stop(), 0)
            took = time.monotonic() - began
            for each in leave:
                each.stop()
            print(f"SIGTERM took {took:.1f} s")
            self.assertLessEqual(took, 6 if WHOLE else 15)  # everybody is told to come back over five


if __name__ == "__main__":
    unittest.main()
