"""A router that sends the seats of every table to different nodes: nobody is flagged, and every pair is at one node within
10 s. With COSET_CLUSTER also players who think for 150 s, which is longer than the grace period of an absent player."""

import pathlib
import tempfile
import time
import unittest

from _case import FULL, SLACK, ClusterCase, machine, size
from _client import at_table
from _haproxy import CONFIG
from _websocket import start_in_lobby, token

TOGETHER = 10
THINK = 150
TABLES, SECONDS = size(8, 12)
PAIRS = 6


def misrouting(folder):
    """The packaged file, but every connection of a table goes to the next node, and nothing is remembered."""
    text = CONFIG.read_text(encoding="utf-8")
    tables = text[text.index("backend tables"):text.index("# The lobby has one node")]
    wrong = "".join(line for line in tables.splitlines(True)
                    if not line.strip().startswith(("balance", "hash-type", "stick")))
    wrong = wrong.replace("backend tables\n", "backend tables\n    balance roundrobin\n")
    path = pathlib.Path(folder, "misrouting.cfg")
    path.write_text(text.replace(tables, wrong), encoding="utf-8")
    return path


class Split(ClusterCase):

    def test_a_router_that_errs(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-split-")
        self.addCleanup(folder.cleanup)
        cluster = self.cluster(3, config=misrouting(folder.name))
        load = self.play(cluster, tables=TABLES, seconds=SECONDS)
        report = load.report()
        self.nothing_wrong(cluster, report, load.verify("--database", cluster.databases.url()), 5 * TABLES)
        self.assertGreater(report["redirects"], TABLES / 2, "the seats were not at different nodes")
        self.assertLess(report["max_ms"], 1000 * TOGETHER * SLACK, "a move arrived too late")
        print(f"split: {report['redirects']} redirects, a move took {report['max_ms']:.0f} ms at most; {machine()}")

    def pairs(self, cluster, count):
        """Tables whose seats were let in at different nodes."""
        made = []
        for i in range(count):
            tokens = [token(), token()]
            pending, lobby = start_in_lobby(cluster.port, {"spec": "mad-abel Z4xZ13 seats=2 deal=5"}, tokens)
            for each in lobby:
                each.close()
            made.append([at_table(cluster, "abc"[(i + k) % 3], pending["table"], own) for k, own in enumerate(tokens)])
        self.addCleanup(lambda: [each.close() for pair in made for each in pair])
        return made

    def together(self, pair):
        for each in pair:
            each.follow()
        return pair[0].node == pair[1].node

    def test_every_pair_is_at_one_node(self):
        cluster = self.cluster(3)
        began = time.monotonic()
        pairs = self.pairs(cluster, PAIRS)
        last = time.monotonic()
        while not all([self.together(pair) for pair in pairs]):
            self.assertLess(time.monotonic() - last, TOGETHER * SLACK, [(a.node, b.node) for a, b in pairs])
            time.sleep(0.05)
        self.assertGreater(sum(each.redirects for pair in pairs for each in pair), 0)
        print(f"split: {PAIRS} pairs at one node {time.monotonic() - last:.1f} s after the last arrived; {machine()}")
        holders = cluster.databases.primary.sql("SELECT count(*) FROM claim WHERE key <> 0", "coset")
        self.assertEqual(int(holders), PAIRS)
        self.assertLess(time.monotonic() - began, 120)

    @unittest.skipUnless(FULL, f"takes {THINK} s; the simulator has it in every run")
    def test_players_who_think_long_keep_their_seats(self):
        cluster = self.cluster(3)
        pairs = self.pairs(cluster, PAIRS)
        end = time.monotonic() + THINK
        while time.monotonic() < end:
            for pair in pairs:
                self.together(pair)
                for each in pair:
                    each.at.send({"type": "heartbeat", "head": 1})
            time.sleep(5)
        judged = cluster.databases.primary.sql("SELECT count(*) FROM event WHERE body LIKE 'keep %' OR body LIKE 'forfeit %'", "coset")
        self.assertEqual(judged, "0")


if __name__ == "__main__":
    unittest.main()
