"""Store faults, on both stores, during games with clocks: the database hangs, its disk is full, the system clock goes
back and forth, a page is corrupt.

The server is not ready within 6 seconds (9 in the check, whose machine other programs share), logs one line per change, loses
no observed event, flags no seat, and recovers by itself. A fault lasts 12 seconds, or 20 with COSET_WHOLE=1."""

import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd, send
from _load import LOAD, WRONG, Load
from _store_case import DAMAGED, NOTICED, RECOVERED, RECOVERED_EVENT, UNAVAILABLE, WHOLE, StoreCase
from _websocket import start_game
from environment_faults_test import own_mounts

FAULT = 20 if WHOLE else 12
TABLES = 20 if WHOLE else 6
RETRIED = 8      # until every row that was refused has been offered again
HUNG_DISK_PRELOAD = os.environ["COSET_HUNG_DISK_PRELOAD"]
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
# Pages of rows that are gone. Without them all old pages may be full of rows that stay, by chance: VACUUM gives no room back.
SOME_OLD_PAGES = """
BEGIN;
INSERT INTO event SELECT (random() * 9e18)::bigint, 1, '', 0, 0, '' FROM generate_series(1, 1000);
ROLLBACK
"""
# Rows everywhere in the index, until 200 in a row have had no room; none of them stays.
NO_ROOM_IN_OLD_PAGES = """
DO $$ DECLARE failed integer := 0; BEGIN
  WHILE failed < 200 LOOP
    BEGIN
      INSERT INTO event VALUES ((random() * 9e18)::bigint, 1, '', 0, 0, '');
      failed := 0;
    EXCEPTION WHEN disk_full THEN failed := failed + 1;
    END;
  END LOOP;
  RAISE EXCEPTION 'old pages are full';
END $$"""


def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def rows(server):
    """How many the store has taken."""
    found = re.search(r'^coset_log_writes_total\{result="ok"\} (\d+)', server.get("/metrics")[2], re.M)
    return int(found.group(1)) if found else 0


class Faults(StoreCase):

    def small_disk(self, megabytes, owner=None):
        own_mounts()
        disk = self.place / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(disk)], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", str(disk)], check=True)
        if owner:
            shutil.chown(disk, owner)
        return disk

    def asked(self, server, path):
        """The status, and how long it took."""
        began = time.monotonic()
        status = server.get(path)[0]
        return status, time.monotonic() - began

    def stays_unavailable(self, server, until):
        while time.monotonic() < until:
            self.assertEqual(server.get("/readyz")[0], 503)
            time.sleep(0.1)

    def suffer(self, server, harm, mend, where, meanwhile=lambda: None):
        """People play, harm is done and undone; something may happen once it is noticed."""
        load = Load(server.port, tables=TABLES, seconds=FAULT + 5)
        self.addCleanup(lambda: load.process.poll() is None and load.process.kill())
        time.sleep(2.5)
        self.assertEqual(self.changes(server), [])
        harm()
        try:
            began = time.monotonic()
            noticed = self.becomes(server, 503, NOTICED)
            self.assertEqual(self.asked(server, "/healthz")[0], 200)
            status, took = self.asked(server, "/api/tables/nobody-is-there")
            self.assertEqual(status, 503)
            self.assertLess(took, NOTICED)
            meanwhile()
            self.stays_unavailable(server, began + FAULT)
        finally:
            mend()
        back = self.becomes(server, 200, RECOVERED)
        print(f"{self.id()}: a fault of {FAULT} s, {TABLES} tables: not ready after {noticed:.1f} s, ready {back:.1f} s "
              "after its end")
        report = load.report()
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.changes(server), [UNAVAILABLE, RECOVERED_EVENT], server.text())
        self.assertEqual(report["complaints"], 0, report["first_complaints"])
        self.assertEqual(report["unfinished"], 0)
        verified = load.verify(*where)
        self.assertGreater(verified["observations"], 5 * TABLES)
        for wrong in WRONG:
            self.assertEqual(verified[wrong], 0, wrong)

    # The database hangs.

    def test_sqlite_whose_disk_hangs(self):
        hung = self.place / "hung"
        with Cosetd(environment={"LD_PRELOAD": HUNG_DISK_PRELOAD, "COSET_HUNG": str(hung)}) as server:
            self.suffer(server, hung.touch, hung.unlink, ("--data-dir", server.data))

    def test_sqlite_locked_by_another_process(self):
        with Cosetd() as server:
            other = sqlite3.connect(server.data + "/events.db", isolation_level=None, timeout=20)
            self.suffer(server, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK"),
                        ("--data-dir", server.data))

    def test_postgresql_that_hangs(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())
        frozen = []

        def freeze():
            frozen.extend(postgres.processes())
            send(reversed(frozen), signal.SIGSTOP)

        with Cosetd("--database", url) as server:
            self.suffer(server, freeze, lambda: send(frozen, signal.SIGCONT), ("--database", url))

    def test_it_can_be_stopped_though_its_database_hangs(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())
        hung = self.place / "hung"
        for words, freeze in (
                (("--database", url), lambda: send(postgres.processes()[::-1], signal.SIGSTOP)),
                ((), hung.touch)):
            with Cosetd(*words, environment={"LD_PRELOAD": HUNG_DISK_PRELOAD, "COSET_HUNG": str(hung)}) as server:
                _, lobby, seats = start_game(server.port, {"spec": "mad-abel Z4xZ5 seats=2 deal=2"}, 2)
                freeze()
                try:
                    seats[1][0].send({"type": "move", "id": f"{1:016x}", "base_ply": 1, "move": "draw"})
                    time.sleep(0.5)
                    began = time.monotonic()
                    self.assertEqual(server.stop(), 0)
                    self.assertLess(time.monotonic() - began, 14 if WHOLE else 30)
                finally:
                    send(postgres.processes(), signal.SIGCONT)
                    hung.unlink(missing_ok=True)
                for at, _ in seats.values():
                    at.close()
                for at in lobby:
                    at.close()

    # The disk is full.

    def test_sqlite_whose_disk_is_full(self):
        disk = self.small_disk(6)
        with Cosetd(data=str(disk / "data")) as server:
            self.suffer(server, lambda: fill(disk / "filler"), (disk / "filler").unlink,
                        ("--data-dir", str(disk / "data")))

    def test_postgresql_whose_disk_is_full(self):
        self.fill_disk_of_postgresql(has_room_again=False)

    def test_postgresql_whose_disk_is_nearly_full(self):
        self.fill_disk_of_postgresql(has_room_again=True)

    def fill_disk_of_postgresql(self, has_room_again):
        """Old pages are full too, until VACUUM gives their room back: then some rows fit again."""
        disk = self.small_disk(24, "postgres" if os.getuid() == 0 else None)
        postgres = self.cluster()
        postgres.run("psql", "-h", postgres.folder, "-U", "coset", "-d", "postgres", "-c",
                     f"CREATE TABLESPACE small LOCATION '{disk}'")
        postgres.run("createdb", "-h", postgres.folder, "-U", "coset", "-D", "small", "full")
        url = self.migrated(f"host={postgres.folder} user=coset dbname=full")

        def psql(command):
            return subprocess.run(["psql", url, "-c", command], capture_output=True, text=True, check=False).stderr

        def full():
            self.assertEqual(psql("VACUUM event"), "")  # which makes the files that it needs later
            server.process.send_signal(signal.SIGSTOP)  # it sees no disk that is half full
            try:
                self.assertEqual(psql(SOME_OLD_PAGES), "")
                fill(disk / "filler")
                said = psql(NO_ROOM_IN_OLD_PAGES)
            finally:
                server.process.send_signal(signal.SIGCONT)
            self.assertIn("old pages are full", said)

        def give_room():
            before = rows(server)
            self.assertEqual(psql("VACUUM (TRUNCATE false) event"), "")
            self.stays_unavailable(server, time.monotonic() + RETRIED)
            self.assertGreater(rows(server), before)

        with Cosetd("--database", url) as server:
            self.suffer(server, full, (disk / "filler").unlink, ("--database", url),
                        give_room if has_room_again else lambda: None)

    # The clock.

    def test_a_clock_that_is_set_back_and_forth(self):
        clock = self.place / "clock"
        clock.write_text("+0")
        world = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1",
                 "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        with Cosetd(environment=world) as server:
            load = Load(server.port, tables=TABLES, seconds=FAULT)
            for offset in ("+25h", "-25h", "+400d", "+0"):
                time.sleep(FAULT / 4)
                self.assertEqual(server.get("/readyz")[0], 200)
                clock.write_text(offset)
            report = load.report()
            self.assertEqual(server.stop(), 0)
            self.assertEqual(self.changes(server), [])
            self.assertEqual((report["complaints"], report["unfinished"]), (0, 0), report["first_complaints"])
            verified = load.verify("--data-dir", server.data)
            for wrong in WRONG:
                self.assertEqual(verified[wrong], 0, wrong)

    def test_a_correspondence_game_started_by_a_clock_a_day_behind(self):
        clock = self.place / "clock"
        clock.write_text("-25h")
        world = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1",
                 "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        days = {"kind": "correspondence", "start": 86_400_000, "add": 0}
        with Cosetd(environment=world) as server:
            told, lobby, seats = start_game(server.port, {"spec": "al-jabar Z2^3 seats=2", "clock": days}, 2)
            for at in [*lobby, *(at for at, _ in seats.values())]:
                at.close()
            self.assertEqual(server.stop(), 0)
            clock.write_text("+0")
            for _ in range(2):  # what is known of the time between outlives a process
                server.start()
                time.sleep(2)
                got = json.loads(server.get("/api/tables/" + told["table"])[2])
                self.assertEqual(got["ply"], 1, got)
                self.assertFalse(got["finished"], got)
                server.stop()

    # A page is damaged.

    def played(self, server):
        """Games that are left in the middle, with rows on several pages."""
        load = subprocess.Popen([LOAD, "play", "--port", str(server.port), "--tables", "8", "--seconds", "60",
                                 "--think-time", "60", "--spec", "al-jabar Z2^3 seats=2"], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while rows(server) < 600 and time.monotonic() < until:
            time.sleep(0.2)
        load.kill()
        load.wait()

    def harmed(self, server, tables, names_it, command):
        """It serves what it can, is not ready, and says once what is wrong."""
        began = time.monotonic()
        told = {name: server.get("/api/tables/" + name) for name in tables}
        self.becomes(server, 503, NOTICED)
        self.assertLess(time.monotonic() - began, NOTICED)
        statuses = [status for status, _, _ in told.values()]
        self.assertIn(503, statuses)
        self.assertIn(200, statuses)
        self.assertEqual({200, 503}, set(statuses))
        for status, _, text in told.values():
            if status == 503:
                self.assertIn("damaged", text)
        time.sleep(1.5)
        self.assertEqual(self.changes(server), [DAMAGED], server.text())
        line = [line for line in server.lines() if line["event"] == DAMAGED][0]
        self.assertIn(names_it, line["file"])
        self.assertIn(command, line["message"])
        self.assertEqual(server.stop(), 0)

    def test_a_damaged_page_of_sqlite(self):
        with Cosetd() as server:
            self.played(server)
            self.assertEqual(server.stop(), 0)
            path = pathlib.Path(server.data, "events.db")
            events = sqlite3.connect(path)
            events.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            tables = [json.loads(setup)["table"] for setup, in events.execute(
                "SELECT setup FROM game WHERE finished = 0")]
            events.close()
            content = bytearray(path.read_bytes())
            leaves = [at for at in range(4096, len(content), 4096)
                      if content[at] == 0x0A and b" at=" in content[at:at + 4096]]
            self.assertGreater(len(leaves), 2)
            at = leaves[len(leaves) // 2]
            content[at:at + 4096] = b"\xa5" * 4096
            path.write_bytes(content)
            server.start()
            self.harmed(server, tables, "events.db", f"cosetd verify --data-dir {server.data}")
            looked = subprocess.run([COSETD, "verify", "--data-dir", server.data], capture_output=True, text=True,
                                    timeout=60, check=False)
            self.assertEqual(looked.returncode, 1)
            self.assertIn("events.db: The database is damaged", looked.stdout)

    def test_a_damaged_page_of_postgresql(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())

        def ask(sql):
            return subprocess.run([*(["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []), "psql", "-tA",
                                   "-h", postgres.folder, "-U", "coset", "-d", "test1", "-c", sql], cwd=postgres.folder,
                                  capture_output=True, text=True, check=True).stdout.split("\n")[:-1]

        with Cosetd("--database", url) as server:
            self.played(server)
            self.assertEqual(server.stop(), 0)
            tables = [json.loads(setup)["table"] for setup in ask("SELECT setup FROM game WHERE NOT finished")]
            path = pathlib.Path(postgres.folder, "data", ask("SELECT pg_relation_filepath('event')")[0])
            # A page of few games: the others are read from other pages.
            page = ask("SELECT (event.ctid::text::point)[0]::int FROM event JOIN game ON id = game_id WHERE NOT finished"
                       " GROUP BY 1 ORDER BY count(DISTINCT game_id), 1 LIMIT 1")[0]
            postgres.stop()
            with open(path, "r+b") as file:
                file.seek(8192 * int(page))
                file.write(b"\xa5" * 8192)
            postgres.start()
            server.start()
            self.harmed(server, tables, "invalid page in block", "cosetd verify --database")


if __name__ == "__main__":
    unittest.main()
