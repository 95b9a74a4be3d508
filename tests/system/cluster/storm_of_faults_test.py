"""One of six processes after the other is killed with -9 or frozen, and started again, while people play: three nodes, HAProxy,
a primary (the standby is promoted, the old one rebuilt) and its standby. The primary is also stopped, and its sessions are
ended, while the standby is away and commits wait. Nothing is lost, doubled, flagged or older than seen, and every game ends.

COSET_CLUSTER="200 600" is 200 tables for 10 minutes with a fault every 15 s; a freeze lasts 20 s, so two of them may overlap.
COSET_STORM_PARTS="primary" leaves the other five in peace."""

import collections
import os
import random
import threading
import time
import unittest

from _case import FULL, ClusterCase, machine, size

TABLES, SECONDS = size(12, 42)
EVERY, FROZEN = (15, 20) if FULL else (7, 8)
SEED = int(os.environ.get("COSET_STORM_SEED", "0")) or random.randrange(1, 10**6)
PARTS = os.environ.get("COSET_STORM_PARTS", "a b c router primary standby").split()
STOPS = ("immediate", "fast")
ENDINGS = (*STOPS, "terminate", "crash")  # of sessions of the primary


class Storm(ClusterCase):

    def setUp(self):
        self.chance, self.busy = random.Random(SEED), set()
        self.faults, self.kinds = collections.Counter(), collections.Counter()
        self.failures, self.log, self.threads = [], [], []

    def part(self, cluster, name):
        if name in cluster.nodes:
            return cluster.nodes[name]
        return cluster.router if name == "router" else getattr(cluster.databases, name)

    def slot(self, name):
        """One fault of the databases at a time: two are no redundancy for two."""
        return "databases" if name in ("primary", "standby") else name

    def start_again(self, cluster, node):
        """As systemd does: while the database is away it ends at once, and is started again."""
        end = time.monotonic() + 90
        while True:
            try:
                return node.start()
            except AssertionError:
                if time.monotonic() > end:
                    raise
                time.sleep(2)

    def kill(self, cluster, name):
        part = self.part(cluster, name)
        part.kill()
        if name == "primary":
            time.sleep(1)  # the operator
            cluster.databases.promote()
            cluster.databases.rebuild()
        elif name in cluster.nodes:
            time.sleep(2)
            self.start_again(cluster, part)
        else:
            time.sleep(1)
            part.start()

    def end(self, cluster, way):
        """The primary's sessions end while their commits wait; a primary that has stopped is not waited for."""
        databases = cluster.databases
        databases.isolate_standby()
        time.sleep(1)  # commits wait
        databases.primary.end(way)
        time.sleep(1)  # the operator
        if way in STOPS:
            databases.standby.thaw()
            databases.promote()
            databases.rebuild()
        else:
            databases.restore_standby()

    def freeze(self, cluster, name):
        part = self.part(cluster, name)
        part.freeze()
        time.sleep(FROZEN)
        part.thaw()

    def fault(self, cluster, name, kind):
        began = time.monotonic()
        try:
            if kind in ENDINGS:
                self.end(cluster, kind)
            else:
                (self.kill if kind == "kill" else self.freeze)(cluster, name)
        except BaseException as error:  # pylint: disable=broad-exception-caught
            self.failures.append(f"{kind} {name}: {str(error)[-300:]}")
        self.log.append(f"{kind} {name}, mended after {time.monotonic() - began:.1f} s")
        self.busy.discard(self.slot(name))

    def strike(self, cluster):
        """The part that had the fewest faults, of those that are well."""
        well = [name for name in PARTS if self.slot(name) not in self.busy]
        if not well:
            return
        fewest = min(self.faults[name] for name in well)
        name = self.chance.choice([each for each in well if self.faults[each] == fewest])
        kind = self.chance.choice(("kill", "freeze", *(ENDINGS if name == "primary" else ())))
        self.faults[name] += 1
        self.kinds[kind] += 1
        self.busy.add(self.slot(name))
        thread = threading.Thread(target=self.fault, args=(cluster, name, kind))
        thread.start()
        self.threads.append(thread)

    def test_storm(self):
        cluster = self.cluster(3)
        print(f"storm: seed {SEED}; {machine()}")
        load = self.play(cluster, "--disconnect-every", "60000", "--accept-busy", "--grace", "240", tables=TABLES, seconds=SECONDS,
                         patience=600)
        end = time.monotonic() + SECONDS - FROZEN / 2
        time.sleep(3)
        while time.monotonic() < end and load.process.poll() is None:
            self.strike(cluster)
            time.sleep(EVERY)
        for thread in self.threads:
            thread.join()
        print("; ".join(self.log))
        self.assertEqual(self.failures, [], cluster.report())
        report = load.report()
        verified = load.verify("--database", cluster.databases.url())
        print(f"storm: {sum(self.faults.values())} faults {dict(self.faults)} {dict(self.kinds)}, {report['moves']} moves, "
              f"{report['games']} games; away {report['away_max_ms']:.0f} ms at most; {machine()}")
        self.nothing_wrong(cluster, report, verified, 5 * TABLES)
        if FULL:
            self.assertGreaterEqual(sum(self.faults.values()), min(35, SECONDS // EVERY - 2))
            if SECONDS >= 600:
                self.assertGreaterEqual(min(self.faults[name] for name in PARTS), 5)
                self.assertGreaterEqual(report["moves"], 10_000)
        else:
            self.assertGreaterEqual(sum(self.faults.values()), 4)


if __name__ == "__main__":
    unittest.main()
