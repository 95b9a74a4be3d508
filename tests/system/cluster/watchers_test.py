"""5 000 watchers of one game (COSET_CLUSTER; fewer by default) do not slow the players at that node: their p99 is within twice
that of a quiet run, before or after them. The watched game and its watchers are a process of their own, so that nothing but
the node is shared."""

import unittest

from _case import FULL, SLACK, ClusterCase, machine

WATCHERS = 5000 if FULL else 500
TABLES, SECONDS = (40, 30) if FULL else (16, 8)
RATIO = 2
GAMES = ["--spec", "al-jabar Z2^3 seats=2 deal=5 copies=5 max_rounds=12", "--spec", "mad-abel Z4xZ13 seats=2 deal=5 max_turns=30"]
LONG_GAME = ["--spec", "mad-abel Z4xZ13 seats=2 deal=12 max_turns=400"]


class WatchersOfOneGame(ClusterCase):

    def run_load(self, cluster, node):
        """At the node itself: what HAProxy and TLS cost is not the question here."""
        load = self.play(cluster, "--port", str(node.port), "--warmup", "1", *GAMES, tables=TABLES, seconds=SECONDS)
        report = load.report()
        self.nothing_wrong(cluster, report, load.verify("--database", cluster.databases.url()), TABLES)
        return report

    def test_watchers(self):
        cluster = self.cluster(1)
        node = cluster.nodes["a"]
        quiet = [self.run_load(cluster, node)]
        watched = self.play(cluster, "--port", str(node.port), "--watchers", str(WATCHERS), "--max-moves-per-seat", "100000",
                            *LONG_GAME, tables=1, seconds=10 * SECONDS + 60, think=200)
        cluster.wait(lambda: node.metric("coset_websocket_connections") >= WATCHERS, within=60)
        # What else the machine does comes and goes: it adds to a figure, and takes nothing away.
        busy = min(self.run_load(cluster, node)["p99_ms"] for _ in range(2))
        watched.process.terminate()
        told = watched.report()
        quiet.append(self.run_load(cluster, node))
        calm = max(report["p99_ms"] for report in quiet)
        print(f"watchers: {told['watching']} of {WATCHERS}, {told['watched']} events to them in {told['seconds']:.0f} s; "
              f"a move takes {busy:.1f} ms (p99), {calm:.1f} ms in a quiet run; {machine()}")
        self.assertGreaterEqual(told["watching"], 0.99 * WATCHERS)
        self.assertGreater(told["watched"], 10 * WATCHERS)
        self.assertEqual(told["watched_older"], 0)
        self.assertLess(busy, RATIO * SLACK * calm)


if __name__ == "__main__":
    unittest.main()
