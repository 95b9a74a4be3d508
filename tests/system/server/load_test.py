"""coset-load ends when its time is up, whatever the server refuses."""

import json
import os
import subprocess
import unittest

from _cosetd import Cosetd

LOAD = os.environ["COSET_LOAD_BIN"]


class Ending(unittest.TestCase):

    def test_a_refused_table_does_not_outlast_the_duration(self):
        """A guest may create 20 tables; the next game would have to wait for half a minute."""
        with Cosetd() as server:
            done = subprocess.run(
                [LOAD, "play", "--port", str(server.port), "--tables", "1", "--seconds", "12",
                 "--grace", "50", "--think-time", "0", "--spec", "solitaire Z2^3 max_turns=1"],
                capture_output=True, text=True, timeout=120, check=False)
            metrics = dict(line.rsplit(" ", 1) for line in server.get("/metrics")[2].splitlines())
        report = json.loads(done.stdout)
        created = int(metrics["coset_games_started_total"]) + int(metrics["coset_tables_pending"])
        self.assertEqual((created, done.returncode, report["unfinished"]), (20, 0, 0), report)
        self.assertLess(report["seconds"], 40, report)


if __name__ == "__main__":
    unittest.main()
