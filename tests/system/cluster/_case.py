"""What the tests of a cluster share: sizes, bounds, and the check of what players have seen.

Small by default, with bounds of three times their value: other tests run beside these. COSET_CLUSTER="TABLES SECONDS"
is the full size, with the bounds as they stand."""

import os
import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))

from _cluster import Cluster  # noqa: E402
from _load import KEEP, WRONG, Load  # noqa: E402

FULL = "COSET_CLUSTER" in os.environ
SLACK = 1 if FULL else 3
# A fault may last this long, and the way to a new node takes some seconds more: no client thinks that long.
TURN = 45
CLOCKS = ["--clock", f"turn:{1000 * TURN}", "--clock", "fischer:120000:5000"]


def size(tables, seconds):
    """Those of the environment, or these small ones."""
    return tuple(map(int, os.environ["COSET_CLUSTER"].split())) if FULL else (tables, seconds)


def machine():
    """Load, and the part of its time that the machine did not get, for those who read the figures."""
    with open("/proc/stat", encoding="ascii") as stat:
        times = list(map(int, stat.readline().split()[1:]))
    with open("/proc/loadavg", encoding="ascii") as load:
        return f"load {load.read().split()[0]}, {os.cpu_count()} CPUs, steal {100 * times[7] / sum(times):.2f} % since boot"


class ClusterCase(unittest.TestCase):

    def cluster(self, *words, **more):
        cluster = Cluster(*words, **more)
        self.addCleanup(cluster.close)
        return cluster

    def play(self, cluster, *flags, clocks=CLOCKS, **more):
        load = Load(cluster.port, *flags, clocks=clocks, **more)
        self.addCleanup(load.close)
        return load

    def nothing_wrong(self, cluster, report, verified, observed):
        """Nothing lost, doubled, flagged or older than seen, and every game has ended."""
        if KEEP and (not verified["good"] or report["games"] < verified["tables"] or report["complaints"]):
            cluster.keep(pathlib.Path(KEEP))
        self.assertEqual(report["complaints"], 0, f"{report['first_complaints']}\n{cluster.report()}")
        self.assertEqual(report["unfinished"], 0, cluster.report())
        self.assertGreaterEqual(report["games"], verified["tables"], f"a game that was seen was given up\n{cluster.report()}")
        self.assertGreater(verified["observations"], observed)
        for wrong in WRONG:
            self.assertEqual(verified[wrong], 0, f"{wrong}\n{cluster.report()}")

    def becomes(self, node, status, within, since=None):
        """How long until /readyz of a node says that; `since` is when it began."""
        since = since or time.monotonic()
        while (told := node.ready()) != status:
            self.assertLess(time.monotonic() - since, within * SLACK, f"{node.name}: {told}, not {status}\n{node.text()}")
            time.sleep(0.05)
        return time.monotonic() - since
