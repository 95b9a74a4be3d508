"""Patroni by docs/cluster.md, with players at tables: the leader's machine is killed, the leadership handed over, the leader's
agent frozen (its PostgreSQL runs on), each COSET_TRIALS times [1]. Nothing is lost, and what is frozen need not thaw.

By hand: it needs root, Debian's packages and some minutes."""

import os
import pathlib
import signal
import statistics
import tempfile
import threading
import time
import unittest

from _machine import leave, wait  # first: the others are in its path

from _case import CLOCKS, ClusterCase, machine
from _cluster import Cluster
from _load import Load
from _patroni import Patroni

TRIALS = int(os.environ.get("COSET_TRIALS", "1"))
TABLES, NODES = 40, 3
PATIENCE = 90


class Watch:
    """When the site was not ready, and when it was again, as players come to it."""

    def __init__(self, cluster):
        self.cluster, self.lost, self.back, self.ended = cluster, None, None, False
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.ended:
            ready, now = self.cluster.get("/readyz")[0] == 200, time.monotonic()
            if not ready:
                self.lost, self.back = self.lost or now, None
            elif self.lost:
                self.back = self.back or now
            time.sleep(0.05)

    def close(self):
        self.ended = True
        self.thread.join()


class Trial(ClusterCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="coset-machines-", ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        leave()
        cls.site = Cluster(NODES, databases=lambda *_: Patroni(pathlib.Path(folder.name)))
        cls.addClassCleanup(cls.site.close)
        cls.databases = cls.site.databases

    def trial(self, seconds, fault, mend):
        """Seconds from the fault until the site is ready again, of them not ready, and away of the player who was it longest."""
        wait(lambda: self.site.get("/readyz")[0] == 200, 30, self.site.report)
        load = Load(self.site.port, tables=TABLES, seconds=seconds, clocks=CLOCKS)
        self.addCleanup(load.close)
        time.sleep(4)
        watch, leader, began = Watch(self.site), self.databases.primary, time.monotonic()
        try:
            fault(leader)
            wait(lambda: any(each.asked("leader")[0] == 200 for each in self.databases.members if each is not leader), PATIENCE,
                 self.databases.report)
            promoted = time.monotonic()
            # An old leader that still runs commits until its standby has left it.
            wait(lambda: watch.back if watch.lost else time.monotonic() - promoted > 15, PATIENCE, self.report)
            wait(lambda: all(node.ready() == 200 for node in self.site.nodes.values()), PATIENCE, self.report)
            wait(lambda: watch.back or not watch.lost, PATIENCE, self.report)  # it may have been lost once more meanwhile
        finally:
            watch.close()
            mend(leader)
        report = load.report()
        verified = load.verify("--database", self.databases.url())
        self.nothing_wrong(self.site, report, verified, 5 * TABLES)
        self.databases.settled()
        lost, back = watch.lost or began, watch.back or began
        return back - began, back - lost, report["away_p99_ms"] / 1000, report["away_max_ms"] / 1000

    def report(self):
        return f"{self.site.report()}\n{self.databases.report()}"

    def trials(self, name, seconds, fault, mend=lambda _: None):
        found = []
        for number in range(TRIALS):
            found.append(self.trial(seconds, fault, mend))
            print(f"{name} {number + 1}: ready again {found[-1][0]:.1f} s after it, not ready for {found[-1][1]:.1f} s; "
                  f"players away {found[-1][2]:.1f} s (p99), {found[-1][3]:.1f} s at most; {machine()}", flush=True)
        for what, values in zip(("ready again after", "not ready for", "away p99", "away max"), zip(*found)):
            print(f"{name}: {what} {statistics.median(values):.1f} s (p50), {max(values):.1f} s (max) of {TRIALS}", flush=True)

    def test_leader_killed(self):
        self.trials("leader killed", 45, lambda leader: leader.kill(), lambda leader: leader.rise())

    def test_switchover(self):
        self.trials("switchover", 25, lambda _: self.databases.switch_over())

    def test_agent_frozen(self):
        """Its PostgreSQL goes on as a primary that cannot commit, until the agent thaws."""
        self.trials("agent frozen", 55, lambda leader: leader.patroni.send_signal(signal.SIGSTOP),
                    lambda leader: leader.patroni.send_signal(signal.SIGCONT))


if __name__ == "__main__":
    unittest.main()
