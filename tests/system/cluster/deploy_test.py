"""A rolling restart of three nodes under load: nothing is lost, and nobody is without a table for more than 5 s.

With COSET_CLUSTER the restarted nodes are of a next version, with a migration and a version of the rules more: its `migrate` runs
first, while the old nodes serve, and games of the newer rules are played beside old nodes."""

import pathlib
import subprocess
import tempfile
import time
import unittest

from _case import FULL, SLACK, ClusterCase, machine, size
from _cluster import BACKENDS
import _load
from _cosetd import COSETD
from _next_build import next_build

AWAY = 5
TABLES, _ = size(12, 0)
SECONDS = 36


class Deploy(ClusterCase):

    def restart(self, cluster, name, program):
        """How long the old process took to end."""
        node, began = cluster.nodes[name], time.monotonic()
        self.assertEqual(node.stop(60), 0, node.text())
        took = time.monotonic() - began
        node.program = program
        node.start()
        cluster.wait(lambda: node.ready() == 200)
        time.sleep(2)  # HAProxy's checks
        cluster.wait(lambda: cluster.routes(name) == BACKENDS)
        return took

    def test_rolling_restart(self):
        program = COSETD
        if FULL:
            folder = tempfile.TemporaryDirectory(prefix="coset-next-")
            self.addCleanup(folder.cleanup)
            program, load = next_build(COSETD, pathlib.Path(folder.name))
            self.addCleanup(setattr, _load, "LOAD", _load.LOAD)
            _load.LOAD = load  # which knows both rules
        cluster = self.cluster(3)
        load = self.play(cluster, "--warmup", "1", tables=TABLES, seconds=SECONDS)
        time.sleep(3)
        if FULL:
            subprocess.run([program, "migrate", *cluster.databases.flags()], check=True, stdout=subprocess.DEVNULL)
        took = [self.restart(cluster, name, program) for name in cluster.nodes]
        report = load.report()
        verified = load.verify("--database", cluster.databases.url())
        newer = int(cluster.databases.primary.sql("SELECT count(*) FROM game WHERE setup LIKE '%rules=3%'", "coset"))
        print(f"deploy: nodes stopped after {', '.join(f'{each:.1f}' for each in took)} s; {report['away']} times a player was without a "
              f"table, {report['away_max_ms']:.0f} ms at most; {newer} games of newer rules; {machine()}")
        self.nothing_wrong(cluster, report, verified, 5 * TABLES)
        self.assertGreater(report["away"], TABLES / 2)
        self.assertLess(report["away_max_ms"], 1000 * AWAY * SLACK)
        self.assertEqual(newer > 0, FULL)


if __name__ == "__main__":
    unittest.main()
