"""A month of games, moved from each database into a file: what is in it, what is left, and what is refused.

With COSET_WHOLE=1 it plays for a minute, and prints the bytes of a game before and after.
"""

import collections
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _websocket import WebSocket
from guest_data_test import Guest, play

LOAD = os.environ["COSET_LOAD_BIN"]
WHOLE = bool(os.environ.get("COSET_WHOLE"))
DONE, FAILURE, INPUT, KILLED = 0, 1, 2, -9
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
# By whose clock every month of today is over.
LATER = {"LD_PRELOAD": FAKETIME, "FAKETIME": "+40d", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
MONTHS = "SELECT month, count(*) FROM archived_game GROUP BY month"
POSTGRES_MONTHS = "SELECT month_of(ats[cardinality(ats)]), count(*) FROM archived_game GROUP BY 1"
UNARCHIVE = """
INSERT INTO event SELECT game_id, value->>0, unhex_chain(value->>1), value->>2, value->>3, value->>4
FROM archived_game, json_each(log) WHERE game_id = :game;
UPDATE game SET finished = 0 WHERE id = :game;
DELETE FROM archived_game WHERE game_id = :game;
"""
TABLES = ("game", "event", "archived_game", "seat_holder")


class Sqlite:
    """The files of a data directory."""

    def __init__(self, data):
        self.data, self.flags = data, ("--data-dir", data)

    def ask(self, sql):
        with sqlite3.connect(f"{self.data}/events.db", timeout=20) as events:
            return events.execute(sql).fetchall()

    def months(self):
        return dict(self.ask(MONTHS))

    def bytes_by_table(self):
        sizes = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
        try:
            return {name: size for name, size in self.ask(sizes) if name in TABLES}
        except sqlite3.OperationalError:  # Python's SQLite may lack dbstat
            return {}


class InPostgres:
    """A database of a cluster of the test's own."""

    def __init__(self, cluster, data):
        self.url = cluster.new_database()
        self.data, self.flags = data, ("--data-dir", data, "--database", self.url)
        subprocess.run([COSETD, "migrate", *self.flags], stdout=subprocess.DEVNULL, check=True)

    def ask(self, sql):
        done = subprocess.run([POSTGRES / "psql", "-AtF", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url],
                              capture_output=True, text=True, check=True)
        return [tuple(line.split("\t")) for line in done.stdout.splitlines()]

    def months(self):
        return {int(month): int(count) for month, count in self.ask(POSTGRES_MONTHS)}

    def bytes_by_table(self):
        self.ask("VACUUM FULL")
        found = self.ask("SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'")
        out = collections.Counter()
        for name, size in found:
            out[re.sub(r"_\d+$", "", name)] += int(size)
        return {name: out[name] for name in TABLES}


def named(month):
    return f"{month // 100}-{month % 100:02}"


def archive(store, month, file, clock=None, prefix=()):
    words = [*prefix, COSETD, "archive", named(month), str(file), *store.flags]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False,
                          env=dict(os.environ, **(LATER if clock is None else clock)))


def lines_of(file):
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Archive(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.close)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-archive-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)

    def stores(self):
        yield Sqlite(str(self.place / "sqlite"))
        yield InPostgres(self.postgres, str(self.place / "postgres"))

    def serve(self, store):
        return Cosetd("--max-sockets-per-ip", "1000", *store.flags[2:], data=store.data)

    def play_games(self, server, seconds):
        subprocess.run([LOAD, "play", "--port", str(server.port), "--tables", "20" if WHOLE else "6", "--seconds",
                        str(seconds), "--think-time", "20"], stdout=subprocess.DEVNULL, timeout=300, check=True)

    def ended(self, store):
        """The only month of the store, and how many games it has. A test at midnight may have two: then it plays on."""
        months = store.months()
        return max(months), months[max(months)]

    def finished_tables(self, server, store):
        """What the server says of each game that is over, by its id, once all are archived in the database."""
        out = {}
        for (setup,) in store.ask("SELECT setup FROM game"):
            status, text = 429, ""
            while status == 429:
                status, _, text = server.get("/api/tables/" + json.loads(setup)["table"])
                time.sleep(0.5 if status == 429 else 0)
            self.assertEqual(status, 200, text)
            table = json.loads(text)
            if table["finished"]:
                out[table["game"]] = table
        end = time.monotonic() + 20
        while sum(store.months().values()) < len(out):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        return out

    def check_file(self, file, tables):
        lines = lines_of(file)
        self.assertEqual(sorted(line["setup"]["game"] for line in lines), sorted(tables))
        for line in lines:
            table = tables[line["setup"]["game"]]
            for field in ("record", "seed", "chain"):
                self.assertEqual(line[field], table[field])
            self.assertEqual(line["setup"]["table"], table["table"])
            self.assertEqual(len(line["log"]), table["ply"])
            people = [seat for seat in line["setup"]["seats"] if "token" in seat]
            self.assertEqual([seat["name"] for seat in people], ["someone"] * len(people))
            self.assertEqual([seat["token"] for seat in people], [f"{i + 1:032x}" for i in range(len(people))])
        return lines

    def test_a_month_is_moved_while_the_server_runs(self):
        for store in self.stores():
            with self.subTest(type(store).__name__), self.serve(store) as server:
                self.play_games(server, 60 if WHOLE else 2)
                tables = self.finished_tables(server, store)
                month, count = self.ended(store)
                self.assertGreater(count, 5)
                sizes = store.bytes_by_table()
                file = self.place / f"{type(store).__name__}.gz"
                refused = archive(store, month, file, clock={})
                self.assertEqual((refused.returncode, file.exists()), (FAILURE, False))
                self.assertIn(f"{named(month)} is not over yet", refused.stderr)
                done = archive(store, month, file)
                self.assertEqual(done.returncode, DONE, done.stderr)
                self.assertEqual(file.stat().st_mode & 0o777, 0o600)
                self.assertRegex(done.stdout, rf"^{count} games of {named(month)} are in {file}, \d+ bytes each")
                lines = self.check_file(file, tables)
                self.assertEqual(store.months(), {})
                self.print_bytes(store, count, sizes, file)
                for table in tables.values():
                    status, _, text = server.get("/api/tables/" + table["table"])
                    self.assertEqual((status, json.loads(text)["error"]["code"]), (410, "table.archived"))
                self.assertEqual(server.stop(), DONE)  # tables of today are still loaded
                server.start()
                at = WebSocket(server.port, "/ws/t/" + lines[0]["setup"]["table"])
                at.send({"type": "hello", "proto": 1, "table": lines[0]["setup"]["table"]})
                self.assertEqual(at.until("error")["code"], "table.archived")
                at.close()
                for again, why in ((file, "exists"), (self.place / "again", "No game")):
                    refused = archive(store, month, again)
                    self.assertEqual(refused.returncode, FAILURE)
                    self.assertIn(why, refused.stderr)
                    self.assertFalse((self.place / "again").exists())
                self.play_games(server, 1)  # as ever
                self.assertEqual(server.stop(), DONE)
                self.verify(store, count)

    def verify(self, store, archived):
        done = subprocess.run([COSETD, "verify", *store.flags], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, DONE, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf"^OK: \d+ games, \d+ events, {archived} games archived\n$" if archived
                         else r"^OK: \d+ games, \d+ events\n$")

    def print_bytes(self, store, count, before, file):
        rows = sum(len(line["log"]) for line in lines_of(file)) / count
        each = [{name: round(size / count) for name, size in sizes.items()} for sizes in (before, store.bytes_by_table())]
        print(f"{type(store).__name__}: {count} games of {rows:.1f} rows; bytes a game before: {each[0]}, after: {each[1]}; "
              f"in the file: {file.stat().st_size / count:.0f}")

    def test_a_run_that_is_killed_leaves_rows_or_a_verified_file(self):
        for store in self.stores():
            with self.subTest(type(store).__name__):
                with self.serve(store) as server:
                    self.play_games(server, 1)
                    tables = self.finished_tables(server, store)
                    self.assertEqual(server.stop(), DONE)
                month, count = self.ended(store)
                file = self.place / "archive.gz"
                seen = collections.Counter()
                for step in range(1, 2000):
                    # Every call that the disk or the database sees; the first ones are alike.
                    calls = "fsync,fdatasync,renameat2,pwrite64,unlink,sendto"
                    cut = archive(store, month, file, prefix=(
                        "strace", "-f", "-o", "/dev/null", "-e", "trace=" + calls,
                        "-e", f"inject={calls}:signal=KILL:when={1 + step * step // 3}"))
                    left = store.months().get(month, 0)
                    self.assertIn(left, (0, count))
                    seen[(bool(left), file.exists())] += 1
                    if file.exists():
                        self.check_file(file, tables)
                    self.assertTrue(left or file.exists(), f"step {step}")
                    if cut.returncode == DONE:
                        self.assertEqual(left, 0)
                        break
                    if not left:
                        break  # it was killed after it was done
                    file.unlink(missing_ok=True)
                self.assertGreater(seen[(True, False)], 2)
                print(f"{type(store).__name__}: {sum(seen.values())} runs, (rows, file) left: {dict(seen)}")
                self.verify(store, count)
                file.unlink()

    def test_a_file_that_cannot_be_named_drops_nothing(self):
        """Killed at the call that gives the file its name, and after it."""
        for store in self.stores():
            with self.subTest(type(store).__name__):
                with self.serve(store) as server:
                    self.play_games(server, 1)
                    tables = self.finished_tables(server, store)
                    self.assertEqual(server.stop(), DONE)
                month, count = self.ended(store)
                file = self.place / "named.gz"
                for inject, named_then in (("renameat2:error=ENOSPC", False), ("renameat2:signal=KILL", None),
                                           ("fsync:error=EIO:when=1", False), ("fsync:signal=KILL:when=2", True)):
                    cut = archive(store, month, file, prefix=("strace", "-f", "-o", "/dev/null", "-e",
                                                              "trace=renameat2,fsync", "-e", "inject=" + inject))
                    self.assertNotEqual(cut.returncode, DONE, inject)
                    self.assertEqual(store.months().get(month), count, inject)
                    if named_then is not None:
                        self.assertEqual(file.exists(), named_then, inject)
                    if file.exists():
                        self.check_file(file, tables)
                        file.unlink()
                self.verify(store, 0)

    def test_a_file_that_cannot_be_read_back_drops_nothing(self):
        """On a disk that says that it has written, and has not: the header, and the checksum."""
        store = Sqlite(str(self.place / "sqlite"))
        with self.serve(store) as server:
            self.play_games(server, 1)
            self.finished_tables(server, store)
            self.assertEqual(server.stop(), DONE)
        month, count = self.ended(store)
        file = self.place / "archive.gz"
        for lost in ("retval=10:when=1", "retval=4:when=3", "retval=4:when=4"):
            cut = archive(store, month, file, prefix=("strace", "-f", "-o", "/dev/null", "-P", f"{file}.part", "-e",
                                                      "trace=write", "-e", "inject=write:" + lost))
            self.assertEqual(cut.returncode, FAILURE, lost)
            self.assertIn("cannot be read back", cut.stderr)
            self.assertEqual(store.months().get(month), count)
            self.assertEqual(list(self.place.glob("archive.gz*")), [])

    def test_unfinished_business_is_finished_first(self):
        store = Sqlite(str(self.place / "sqlite"))
        with self.serve(store) as server:
            one, other = Guest(server, "Rude Word"), Guest(server, "Kind")
            table, at = play(one, other)
            at[0].send({"type": "resign", "id": "00000000000000aa"})
            at[1].wait("game_over")
            for each in at:
                each.close()
            seat = json.loads(server.get("/api/tables/" + table)[2])["names"].index("Rude Word") + 1
            self.assertEqual(other.call(f"/api/tables/{table}/seats/{seat}/reports", "POST")[0], 204)
            month, _ = self.ended(store)
            file = self.place / "archive.gz"
            refused = archive(store, month, file)
            self.assertEqual(refused.returncode, FAILURE)
            self.assertIn("unfinished business: 1 reports of names", refused.stderr)
            subprocess.run([COSETD, "admin", "rename-player", table, str(seat), *store.flags],
                           stdout=subprocess.DEVNULL, check=True)
            end = time.monotonic() + 30
            while (done := archive(store, month, file)).returncode != DONE:
                self.assertIn("unfinished business: 1 actions", done.stderr)
                self.assertLess(time.monotonic(), end)
                time.sleep(0.5)
            # What the guest may ask for, and be freed of, is as before.
            mine = one.call("/api/me/export")[2]
            self.assertEqual([(game["table"], game["archived"]) for game in mine["games"]], [(table, True)])
            self.assertEqual(other.call("/api/me", "DELETE")[0], 204)
            self.assertNotIn("Kind", store.ask("SELECT setup FROM game")[0][0])

    def test_a_game_that_was_never_archived_belongs_to_its_month(self):
        store = Sqlite(str(self.place / "sqlite"))
        with self.serve(store) as server:
            self.play_games(server, 1)
            tables = self.finished_tables(server, store)
            self.assertEqual(server.stop(), DONE)
        month, count = self.ended(store)
        with sqlite3.connect(store.data + "/events.db") as events:
            events.create_function("unhex_chain", 1, bytes.fromhex)
            (game,) = events.execute("SELECT max(game_id) FROM archived_game").fetchone()
            for statement in UNARCHIVE.strip().split(";\n"):
                events.execute(statement.rstrip(";"), {"game": game})
        self.assertEqual(store.months()[month], count - 1)
        file = self.place / "archive.gz"
        done = archive(store, month, file)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.check_file(file, tables)
        self.verify(store, count)

    def test_a_corrupt_game_stays(self):
        store = Sqlite(str(self.place / "sqlite"))
        with self.serve(store) as server:
            self.play_games(server, 1)
            self.assertEqual(server.stop(), DONE)
        month, count = self.ended(store)
        # The log of writes and its index go when the last connection has closed them.
        kept = pathlib.Path(shutil.copytree(store.data, self.place / "kept", ignore=shutil.ignore_patterns("*-wal", "*-shm")))
        for change, why in (("UPDATE archived_game SET log = replace(log, ' at=1', ' at=2')", "chain"),
                            ("DELETE FROM seeds.seed", "seed")):
            with sqlite3.connect(store.data + "/events.db", isolation_level=None) as events:
                events.execute("ATTACH ? AS seeds", (store.data + "/seeds.db",))
                events.execute(change)
            refused = archive(store, month, self.place / "archive.gz")
            self.assertEqual(refused.returncode, FAILURE)
            self.assertIn("Nothing was dropped", refused.stderr)
            self.assertIn(why, refused.stderr)
            self.assertEqual(store.months()[month], count)
            self.assertEqual(list(self.place.glob("archive.gz*")), [])
            shutil.rmtree(store.data)
            shutil.copytree(kept, store.data)
        # Events that are gone without a file are a loss.
        store.ask("DELETE FROM archived_game")
        verified = subprocess.run([COSETD, "verify", *store.flags], capture_output=True, text=True, check=False)
        self.assertEqual(verified.returncode, FAILURE)
        self.assertIn(f"{count} finished games have no events, and 0 were archived.", verified.stdout)

    def test_the_words_are_checked(self):
        store = Sqlite(str(self.place / "sqlite"))
        for month in ("2026-13", "2026", "2026-1", "26-01-01", "march"):
            said = subprocess.run([COSETD, "archive", month, str(self.place / "x"), *store.flags], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(said.returncode, INPUT, month)
            self.assertIn("expected one as 2026-03", said.stderr)
        said = archive(store, 202603, self.place / "x")
        self.assertEqual(said.returncode, FAILURE)
        self.assertIn("is not the data directory of a server", said.stderr)


if __name__ == "__main__":
    unittest.main()
