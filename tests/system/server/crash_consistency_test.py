"""Every event that a client observed is committed: coset-load plays while processes are killed, and then its
observations are compared with the event log.

By default 20 tables for 20 seconds. COSET_CRASH_TEST="200 300" plays 200 tables for 300 seconds, with a kill
every ten of them. Every table has a clock, of a turn or Fischer's, and the database is away for longer than a
turn may take.
"""

import os
import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd, Postgres
from _load import TURN, WRONG, Load

TABLES, SECONDS = map(int, os.environ.get("COSET_CRASH_TEST", "20 20").split())
KILL_EVERY = 10 if SECONDS >= 60 else 4


class CrashConsistency(unittest.TestCase):

    def check(self, report, verified):
        self.assertEqual(report["complaints"], 0, report["first_complaints"])
        self.assertEqual(report["unfinished"], 0)
        self.assertGreater(report["games"], TABLES / 2)
        self.assertGreater(report["reconnects"], TABLES)
        self.assertGreater(verified["observations"], 10 * TABLES)
        for wrong in WRONG:
            self.assertEqual(verified[wrong], 0, wrong)
        self.assertTrue(verified["good"])

    def test_sqlite_while_cosetd_is_killed(self):
        with Cosetd() as cosetd:
            load = Load(cosetd.port, "--disconnect-every", "10000", tables=TABLES, seconds=SECONDS)
            end = time.monotonic() + SECONDS
            while time.monotonic() + KILL_EVERY < end:
                time.sleep(KILL_EVERY)
                cosetd.kill()
                cosetd.start()
            report = load.report()
            self.assertEqual(cosetd.stop(), 0)
            self.check(report, load.verify("--data-dir", cosetd.data))

    def test_postgresql_while_both_are_killed(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
        with Cosetd("--database", url) as cosetd:
            load = Load(cosetd.port, "--disconnect-every", "10000", tables=TABLES, seconds=SECONDS)
            end = time.monotonic() + SECONDS
            kills = 0
            while time.monotonic() + KILL_EVERY < end:
                time.sleep(KILL_EVERY)
                kills += 1
                if kills in (2, 4):
                    postgres.stop_at_once()
                    time.sleep(TURN + 1 if kills == 2 else 1)  # longer than a turn may take
                    postgres.start()
                else:
                    cosetd.kill()
                    cosetd.start()
            report = load.report()
            self.assertEqual(cosetd.stop(), 0)
            self.check(report, load.verify("--database", url))


    def test_a_graceful_stop_loses_no_client(self):
        with Cosetd() as cosetd:
            load = Load(cosetd.port, tables=8, seconds=9)
            for _ in range(2):
                time.sleep(3)
                began = time.monotonic()
                self.assertEqual(cosetd.stop(), 0)
                self.assertLess(time.monotonic() - began, 20)
                cosetd.start()
            report = load.report()
            self.assertEqual(report["complaints"], 0, report["first_complaints"])
            self.assertEqual(report["unfinished"], 0)
            self.assertGreater(report["reconnects"] + report["drained"], 8)
            self.assertTrue(load.verify("--data-dir", cosetd.data)["good"])


if __name__ == "__main__":
    unittest.main()
