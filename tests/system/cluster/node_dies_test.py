"""A node is killed under load: its players are at the head of their games elsewhere, 99 of 100 within 5 s, and the players
of the others hardly notice, compared with a quiet run of the same size."""

import time
import unittest

from _case import SLACK, ClusterCase, machine, size

BACK = 5
NOTICED = 6
RATIO = 2
TABLES, SECONDS = size(24, 12)
SECONDS = min(SECONDS, 60)


class NodeDies(ClusterCase):

    def run_load(self, cluster, meanwhile):
        load = self.play(cluster, "--warmup", "2", tables=TABLES, seconds=SECONDS)
        time.sleep(SECONDS / 3)
        meanwhile()
        report = load.report()
        self.nothing_wrong(cluster, report, load.verify("--database", cluster.databases.url()), 5 * TABLES)
        return report

    def hosting(self, cluster):
        """The node that has the most tables now."""
        return max(cluster.nodes.values(), key=lambda node: node.metric("coset_claims_held"))

    def test_node_dies(self):
        cluster = self.cluster(3)
        quiet = self.run_load(cluster, lambda: None)
        killed = []

        def kill():
            killed.append(self.hosting(cluster))
            self.assertGreater(killed[0].metric("coset_claims_held"), 0)
            killed[0].kill()

        report = self.run_load(cluster, kill)
        self.assertGreater(report["away"], 0)
        print(f"node_dies: {report['away']} players of node {killed[0].name} were back after {report['away_p99_ms']:.0f} ms (p99), "
              f"{report['away_max_ms']:.0f} ms at most; moves of the others {report['undisturbed_p99_ms']:.1f} ms (p99, "
              f"{report['undisturbed']} of them), {quiet['undisturbed_p99_ms']:.1f} ms in the quiet run; {machine()}")
        self.assertLess(report["away_p99_ms"], 1000 * BACK * SLACK)
        self.assertGreater(report["undisturbed"], 20)
        self.assertLess(report["undisturbed_p99_ms"], RATIO * SLACK * quiet["undisturbed_p99_ms"])

    def test_a_node_that_does_not_reach_its_database(self):
        """By a line that hands on nothing, and later by one that refuses: its players are elsewhere, and nobody is flagged."""
        cluster = self.cluster(3, lines="b")
        node = cluster.nodes["b"]
        load = self.play(cluster, tables=TABLES // 2, seconds=SECONDS + 20)
        for harm in ("freeze", "cut"):
            cluster.wait(lambda: node.metric("coset_claims_held") > 0)
            for line in node.ways:
                getattr(line, harm)()
            self.becomes(node, 503, NOTICED)
            cluster.wait(lambda: not cluster.routes("b"), within=20)
            self.assertEqual(cluster.get("/readyz")[0], 200)
            time.sleep(2)
            for line in node.ways:
                line.mend()
            self.becomes(node, 200, 2 * NOTICED)
        report = load.report()
        self.nothing_wrong(cluster, report, load.verify("--database", cluster.databases.url()), TABLES)
        self.assertLess(report["away_p99_ms"], 1000 * BACK * SLACK)


if __name__ == "__main__":
    unittest.main()
