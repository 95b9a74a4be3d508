"""What you see is committed: coset-load plays while processes are killed, and then the log is judged.

By default 20 tables for 20 seconds. COSET_STORM="200 300" plays 200 tables for 300 seconds, with a kill
every ten of them. Every table has a clock, of a turn or Fischer's, and the database is away for longer than a
turn may take.
"""

import json
import os
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, Cosetd, Postgres

LOAD = os.environ["COSET_LOAD_BIN"]
TABLES, SECONDS = map(int, os.environ.get("COSET_STORM", "20 20").split())
KILL_EVERY = 10 if SECONDS >= 60 else 4
THINK = 1000 if TABLES >= 100 else 300  # milliseconds
# Nobody thinks so long, nor in a turn of many draws: whoever is flagged was charged for what a server or a
# database did.
TURN = 6
CLOCKS = ["--clock", f"turn:{1000 * TURN}", "--clock", "fischer:20000:1000"]


class Load:
    """A coset-load that plays while the test does harm."""

    def __init__(self, port, *flags, tables=TABLES, seconds=SECONDS):
        self.seconds = seconds
        self.folder = tempfile.TemporaryDirectory(prefix="coset-load-")
        self.seen = os.path.join(self.folder.name, "seen")
        self.process = subprocess.Popen(
            [LOAD, "play", "--port", str(port), "--tables", str(tables), "--seconds", str(seconds),
             "--copies", "5", "--think", str(THINK), "--seen", self.seen, *CLOCKS, *flags],
            stdout=subprocess.PIPE, text=True)

    def report(self):
        out, _ = self.process.communicate(timeout=self.seconds + 300)
        print(out.strip())
        return json.loads(out)

    def judgement(self, *where):
        done = subprocess.run([LOAD, "check", self.seen, *where], capture_output=True, text=True,
                              timeout=300, check=False)
        print(done.stdout.strip(), done.stderr.strip())
        self.folder.cleanup()
        return json.loads(done.stdout)


class Storm(unittest.TestCase):

    def judge(self, report, judgement):
        self.assertEqual(report["complaints"], 0, report["first_complaints"])
        self.assertEqual(report["unfinished"], 0)
        self.assertGreater(report["games"], TABLES / 2)
        self.assertGreater(report["reconnects"], TABLES)
        self.assertGreater(judgement["seen"], 10 * TABLES)
        for wrong in ("missing", "contradicted", "gaps", "doubled", "flagged"):
            self.assertEqual(judgement[wrong], 0, wrong)
        self.assertTrue(judgement["good"])

    def test_sqlite_while_cosetd_is_killed(self):
        with Cosetd() as cosetd:
            load = Load(cosetd.port, "--drop", "10000")
            end = time.monotonic() + SECONDS
            while time.monotonic() + KILL_EVERY < end:
                time.sleep(KILL_EVERY)
                cosetd.kill()
                cosetd.start()
            report = load.report()
            self.assertEqual(cosetd.stop(), 0)
            self.judge(report, load.judgement("--data", cosetd.data))

    def test_postgresql_while_both_are_killed(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
        with Cosetd("--database", url) as cosetd:
            load = Load(cosetd.port, "--drop", "10000")
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
            self.judge(report, load.judgement("--database", url))


    def test_nobody_is_lost_when_cosetd_is_asked_to_stop(self):
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
            self.assertTrue(load.judgement("--data", cosetd.data)["good"])


if __name__ == "__main__":
    unittest.main()
