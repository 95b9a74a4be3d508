"""Noninterference: no byte that a seat must not know leaves the process; and canary seeds."""

import base64
import glob
import json
import os
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _websocket import WebSocket, start_game, start_in_lobby, take_seats

DETERMINISTIC_PRELOAD = os.environ["COSET_DETERMINISTIC_PRELOAD"]
BEGIN = 1_700_000_000_000


class Run:
    """A deterministic cosetd, with three players and a spectator at one table."""

    def __init__(self, start):
        self.clock = tempfile.NamedTemporaryFile(prefix="coset-time-")
        self.now = BEGIN
        self.pass_time(0)
        # Without an interval between commits, which would not pass while the time stands still.
        self.cosetd = Cosetd("--commit-interval", "0",
                             environment={"LD_PRELOAD": DETERMINISTIC_PRELOAD, "COSET_FIXED_TIME": self.clock.name})
        tokens = [f"{i + 1:02x}" * 16 for i in range(3)]
        self.told, self.lobby = start_in_lobby(
            self.cosetd.port, {"spec": "mad-abel Z4xZ5 seats=3 deal=2", "start": start}, tokens,
            [f"{i + 17:02x}" * 16 for i in range(3)])
        self.table = self.told["table"]
        # The pieces are dealt when a client comes, before or after its hello: it stays, and is not compared.
        self.first = WebSocket(self.cosetd.port, "/ws/t/" + self.table)
        while json.loads(self.cosetd.get(f"/api/tables/{self.table}")[2])["ply"] == 0:
            time.sleep(0.02)
        self.seats = take_seats(self.cosetd.port, self.table, tokens)
        self.watcher = WebSocket(self.cosetd.port, "/ws/t/" + self.table)
        self.watcher.send({"type": "hello", "proto": 1, "table": self.table})
        self.watcher.wait("snapshot")
        self.moves = 0

    def pass_time(self, span):
        self.now += span
        with open(self.clock.name, "r+b") as file:
            file.write(struct.pack("=q", self.now))

    def everybody(self):
        return [*self.seats.values(), self.watcher]

    def draw(self, seat):
        ply = self.moves + 1
        self.seats[seat].send({"type": "move", "id": f"{ply:016x}", "base_ply": ply, "move": "draw"})
        self.moves += 1
        for at in self.seats.values():
            at.wait("event", self.moves)
        self.pass_time(700)
        self.watcher.wait("event", self.moves)

    def pester(self):
        """All that a seat may ask without moving, and what it may not."""
        own = self.seats[1]
        for say, answer in (
                ({"type": "preview", "seq": 1, "give": ["hA"], "take": []}, "verdict"),
                ({"type": "preview", "seq": 2, "move": "hA+s2"}, "verdict"),
                ({"type": "hint", "level": 5}, "hint"),
                ({"type": "heartbeat", "head": self.moves + 1}, "heartbeat"),
                ({"type": "move", "id": "00000000000000ff", "base_ply": self.moves + 1, "move": "d3"}, "error"),
                ("nonsense", "error")):
            before = len(own.messages(answer))
            own.send(say)
            own.wait(answer, before + 1)
        again = WebSocket(self.cosetd.port, "/ws/t/" + self.table)
        again.send({"type": "hello", "proto": 1, "table": self.table, "token": "ff" * 16})
        again.wait("error")
        self.lobby.append(again)

    def told_to_all(self):
        """What is for everybody: the table by HTTP, its answers to nonsense, the log after the start."""
        out = [self.cosetd.get(path)[2] for path in
               (f"/api/tables/{self.table}", "/api/tables", "/api/tables/no-such-table", "/api/tables/%ff")]
        log = self.cosetd.lines()
        return out + [json.dumps(line) for line in log[[line["event"] for line in log].index("start") + 1:]]

    def close(self):
        for at in (*self.everybody(), *self.lobby, self.first):
            at.close()
        self.cosetd.__exit__()
        self.clock.close()


class Noninterference(unittest.TestCase):

    def test_readers_who_must_not_know_receive_the_same_bytes(self):
        starts = ("hand1=hA+s2 hand2=d3+c4 hand3=sA+d2 second=h3 top=s4",
                  "hand1=hA+s2 hand2=sA+d2 hand3=d3+c4 second=h3 top=s4")
        runs = []
        self.addCleanup(lambda: [run.close() for run in runs])
        for start in starts:
            runs.append(Run(start))
        one, other = runs
        self.assertEqual(one.told, other.told)
        # The others draw, so that what they hold does not show.
        for i in range(5):
            for run in runs:
                if i % 3 == 0:
                    run.pester()
                run.draw(i % 3 + 1)
        for run in runs:
            for at in run.everybody():
                at.poll(0.3)
        for name in ("seats", "watcher", "lobby"):
            pairs = {"seats": [(one.seats[1], other.seats[1])], "watcher": [(one.watcher, other.watcher)],
                     "lobby": list(zip(one.lobby, other.lobby))}[name]
            for mine, its in pairs:
                self.assertGreater(len(mine.raw), 50, name)
                self.assertEqual(mine.frames, its.frames, name)  # easier to read than
                self.assertEqual(mine.raw, its.raw, name)        # the bytes, sizes and order themselves
        self.assertEqual(one.told_to_all(), other.told_to_all())
        self.assertGreaterEqual(len(one.seats[1].frames), 20)
        # They do differ for those who may know.
        for seat in (2, 3):
            self.assertNotEqual(one.seats[seat].frames, other.seats[seat].frames)


def forms(secret):
    """How a secret might be written: as it is, in hex, in base64 wherever it begins."""
    out = [secret, secret.hex().encode(), secret.hex().upper().encode(), secret[::-1], secret[::-1].hex().encode()]
    for shift in range(3):
        inner = base64.b64encode(bytes(shift) + secret)[4 if shift else 0:-4]
        out += [inner, inner.replace(b"+", b"-").replace(b"/", b"_")]
    return out


def found_in(secret, places):
    return [(name, form) for name, text in places.items() for form in forms(secret)
            if form in (text if isinstance(text, bytes) else text.encode())]


class Canary(unittest.TestCase):

    def play(self, cosetd):
        """A game with everything around it that might tell: (sockets by name, the table, what HTTP said)."""
        told, lobby, seats = start_game(cosetd.port, {"spec": "al-jabar", "clock": {"kind": "fischer", "start": 60000, "add": 0}}, 2)
        table = told["table"]
        watcher = WebSocket(cosetd.port, "/ws/t/" + table)
        watcher.send({"type": "hello", "proto": 1, "table": table})
        watcher.wait("snapshot")
        sockets = {f"lobby {i}": each for i, each in enumerate(lobby)}
        sockets.update({f"seat {seat}": at for seat, (at, _) in seats.items()}, watcher=watcher)
        sockets["seat 1"].send({"type": "move", "id": "0000000000000001", "base_ply": 1, "move": "draw"})
        for name in ("seat 1", "seat 2"):
            sockets[name].wait("event")
        for say in ("nonsense", "{}", '{"type":"move","id":"1","move":3}', '{"type":"hint","level":3}', "[" * 20):
            sockets["seat 2"].send(say)
        http = {path: cosetd.get(path)[2] + str(cosetd.get(path)[1]) for path in
                ("/api/server", "/api/me", "/api/tables", f"/api/tables/{table}", "/api/tables/none", "/metrics", "/api/seed",
                 "/healthz", "/readyz", "/../seeds.db", "/api/tables/%00")}
        http["post"] = cosetd.get(f"/api/tables/{table}", "POST", b"{}")[2]
        for at in sockets.values():
            at.poll(0.2)
        return table, sockets, http

    def finish(self, table, sockets):
        sockets["seat 2"].send({"type": "resign", "id": "0000000000000002"})
        return sockets["seat 1"].wait("game_over")

    def places(self, cosetd, sockets, http):
        out = {name: at.head + at.raw for name, at in sockets.items()}
        out.update(http, log=cosetd.text())
        for path in glob.glob(cosetd.data + "/*"):
            if "seeds.db" not in path and os.path.isfile(path):
                with open(path, "rb") as file:
                    out[path] = file.read()
        return out

    def test_a_seed_is_nowhere_before_the_end(self):
        with Cosetd() as cosetd:
            table, sockets, http = self.play(cosetd)

            def seeds():
                with sqlite3.connect(f"file:{cosetd.data}/seeds.db?mode=ro", uri=True) as database:
                    return {bytes(row[0]) for row in database.execute("SELECT seed FROM seed")}

            self.assertEqual(len(seeds()), 1)
            secret, = seeds()
            self.assertEqual(len(secret), 32)
            self.assertEqual(found_in(secret, self.places(cosetd, sockets, http)), [])
            # It is told with the end, and then this test finds it.
            self.assertEqual(self.finish(table, sockets)["seed"], secret.hex())
            shown = {name for name, _ in found_in(secret, self.places(cosetd, sockets, http))}
            self.assertIn("seat 1", shown)
            self.assertIn(secret.hex(), cosetd.get(f"/api/tables/{table}")[2])
            self.assertFalse({name for name in shown if "/" in name or name == "log"}, shown)
            # The seed of a rematch is another's, and as secret.
            sockets["seat 1"].send({"type": "offer", "what": "rematch"})
            self.assertIn("next", sockets["seat 2"].wait("offer"))
            following, = seeds() - {secret}
            for at in sockets.values():
                at.poll(0.2)
            self.assertEqual(found_in(following, self.places(cosetd, sockets, http)), [])
            for at in sockets.values():
                at.close()

    def test_a_dump_by_the_event_log_role_holds_no_seed(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        for name in ("coset_app", "coset_seed"):
            postgres.run("createuser", "-h", postgres.folder, "-U", "coset", name)
        for name, owner in (("coset", "coset_app"), ("coset_seeds", "coset_seed")):
            postgres.run("createdb", "-h", postgres.folder, "-U", "coset", "--owner", owner, name)
        urls = ["--database", f"host={postgres.folder} dbname=coset user=coset_app",
                "--seed-database", f"host={postgres.folder} dbname=coset_seeds user=coset_seed"]
        subprocess.run([COSETD, "migrate", *urls], check=True, capture_output=True)

        def dump(role, database):
            return subprocess.run([POSTGRES / "pg_dump", "-h", postgres.folder, "-U", role, database], check=False,
                                  capture_output=True)

        with Cosetd(*urls) as cosetd:
            for _ in range(200):
                if cosetd.get("/readyz")[0] == 200:
                    break
                time.sleep(0.05)
            table, sockets, http = self.play(cosetd)
            whole = dump("coset_seed", "coset_seeds").stdout.decode()
            rows = [line.split("\t") for line in whole.split("COPY public.seed", 1)[1].splitlines()[1:]]
            secrets = [bytes.fromhex(row[1][3:]) for row in rows if len(row) == 3]
            self.assertEqual([len(secret) for secret in secrets], [32])
            for moment in ("playing", "over"):
                own, others = dump("coset_app", "coset"), dump("coset_app", "coset_seeds")
                self.assertEqual(own.returncode, 0, own.stderr)
                self.assertIn(table.encode(), own.stdout)
                self.assertNotEqual(others.returncode, 0)
                self.assertIn(b"permission denied", others.stderr)
                places = {"own": own.stdout, "others": others.stdout + others.stderr, "log": cosetd.text()}
                if moment == "playing":
                    places.update(self.places(cosetd, sockets, http))
                self.assertEqual(found_in(secrets[0], places), [], moment)
                if moment == "playing":
                    self.assertEqual(self.finish(table, sockets)["seed"], secrets[0].hex())
            for at in sockets.values():
                at.close()


if __name__ == "__main__":
    unittest.main()
