"""The loss of a database: its machine, its standby, or a freeze. Needs no claims, so it also runs without --node.

synchronous    no row that a player has seen is lost, and the nodes are ready within 2 s of the promotion
endings        the same in every way in which the primary's sessions can end while their commits wait for the standby
asynchronous   the standby lacks the last rows: nothing forks, all are in step within 5 s, and the players are told
frozen         /readyz is 503 within 6 s
"""

import subprocess
import time
import unittest

from _case import FULL, SLACK, ClusterCase, machine, size
from _cosetd import COSETD
from _websocket import start_game

READY, IN_STEP, NOTICED = 2, 5, 6
TURN = 8
CLOCKS = ["--clock", f"turn:{1000 * TURN}", "--clock", "fischer:30000:2000"]
TABLES, _ = size(6, 0)
MISSING = 3  # rows
ENDINGS = ("terminate", "immediate", "crash", "fast", "kill") if FULL else ("terminate", "immediate")


class Failover(ClusterCase):

    def start(self, **more):
        cluster = self.cluster(1, clustered=False, **more)
        return cluster, cluster.nodes["a"]

    def load(self, cluster, seconds):
        load = self.play(cluster, clocks=CLOCKS, tables=TABLES, seconds=seconds)
        time.sleep(2.5)
        return load

    def finish(self, cluster, load):
        report = load.report()
        self.nothing_wrong(cluster, report, load.verify("--database", cluster.databases.url()), 5 * TABLES)

    def test_synchronous(self):
        cluster, node = self.start()
        databases = cluster.databases
        load = self.load(cluster, 2 * TURN)
        databases.primary.kill()
        noticed = self.becomes(node, 503, NOTICED)
        time.sleep(TURN + 1)  # longer than a turn may take
        ready = self.becomes(node, 200, READY, since=databases.promote())
        databases.rebuild()
        self.finish(cluster, load)
        print(f"failover: not ready after {noticed:.1f} s, ready {ready:.2f} s after the promotion; {machine()}")

    def test_endings(self):
        """What the standby has not received is not seen by anybody: rows are sent to a client before their commit."""
        cluster, node = self.start()
        databases = cluster.databases
        for way in ENDINGS:
            load = self.load(cluster, TURN)
            databases.isolate_standby()
            databases.wait(lambda: databases.primary.waiting() > 0)
            databases.primary.end(way)
            time.sleep(1)  # the players see what they may
            if databases.primary.running():
                databases.primary.kill()
            self.becomes(node, 503, NOTICED)
            databases.standby.thaw()
            databases.promote()
            self.becomes(node, 200, READY)
            databases.rebuild()
            with self.subTest(way=way):
                self.finish(cluster, load)

    def test_asynchronous_and_the_last_rows_are_gone(self):
        cluster, node = self.start(synchronous=False)
        databases = cluster.databases
        _, lobby, seats = start_game(node.port, {"spec": "mad-abel Z4xZ13 seats=2 deal=5"}, 2)
        self.addCleanup(lambda: [each.close() for each in [*lobby, *(at for at, _ in seats.values())]])
        self.move(seats)
        databases.wait(lambda: self.rows(databases.standby) == self.rows(databases.primary))
        common = self.head(seats)
        databases.lines[databases.primary].cut()
        for _ in range(MISSING):
            self.move(seats)
        gone = self.head(seats)
        self.assertEqual(gone[0], common[0] + MISSING)
        databases.primary.kill()
        self.becomes(node, 503, NOTICED)
        databases.promote()
        began = self.becomes(node, 200, READY) and time.monotonic()
        # Both are told, by a snapshot that is older than what they have seen, without having asked.
        while any(self.head(seats, seat) != common for seat in seats):
            self.assertLess(time.monotonic() - began, IN_STEP * SLACK, [at.frames[-2:] for at, _ in seats.values()])
            time.sleep(0.02)
        print(f"failover: {MISSING} rows gone, all in step {time.monotonic() - began:.2f} s after the node was ready; {machine()}")
        # They play on, from there, and what is gone does not come back.
        for _ in range(2 * MISSING):
            self.move(seats)
        self.assertEqual(self.head(seats, 1), self.head(seats, 2))
        self.assertEqual(self.rows(databases.primary), common[0] + 2 * MISSING)
        chains = [row[1] for row in self.positions(seats[1][0]) if row[0] == gone[0]]
        self.assertEqual(len(set(chains)), 2, "the ply that was lost has another event now")
        said = subprocess.run([COSETD, "verify", *databases.flags()], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def positions(self, at):
        at.poll()
        return [(each["ply"], each["chain"]) for each in at.messages() if each["type"] in ("snapshot", "event")]

    def head(self, seats, seat=1):
        return self.positions(seats[seat][0])[-1]

    def turn(self, seats):
        at = seats[1][0]
        at.poll()
        return [each for each in at.messages() if each["type"] in ("snapshot", "event")][-1]["turn"]

    def move(self, seats):
        """Whose turn it is draws, or passes after it; both have seen it at the end."""
        ply, turn = self.head(seats)[0], self.turn(seats)
        at = seats[turn][0]
        for number, move in enumerate(("draw", "pass")):
            at.send({"type": "move", "id": f"{ply:08x}{time.monotonic_ns() % 2**31:08x}", "base_ply": ply, "move": move})
            end = time.monotonic() + 20
            while time.monotonic() < end and self.head(seats, turn)[0] == ply and not self.refused(at, number):
                time.sleep(0.01)
            if self.head(seats, turn)[0] > ply:
                break
        while self.head(seats, 3 - turn)[0] <= ply:
            time.sleep(0.01)

    def refused(self, at, number):
        return len([each for each in at.messages("error") if each.get("reason") == "illegal"]) > number

    def rows(self, member):
        return int(member.sql("SELECT count(*) FROM event WHERE ply > 0", "coset"))

    def test_frozen(self):
        cluster, node = self.start()
        load = self.load(cluster, 2 * TURN)
        cluster.databases.primary.freeze()
        noticed = self.becomes(node, 503, NOTICED)
        time.sleep(TURN + 1)
        cluster.databases.primary.thaw()
        back = self.becomes(node, 200, 2 * NOTICED)
        self.finish(cluster, load)
        print(f"frozen: not ready after {noticed:.1f} s, ready {back:.1f} s after the freeze; {machine()}")

    def test_the_standby_is_lost(self):
        """Commits wait for it: an outage, at whose end nothing is lost. The connections that wait are bounded."""
        cluster, node = self.start()
        databases = cluster.databases
        load = self.load(cluster, 4 * TURN)
        databases.standby.kill()
        self.becomes(node, 503, 2 * NOTICED)
        time.sleep(60 if FULL else TURN + 1)
        waiting = databases.primary.waiting()
        databases.standby.start()
        back = self.becomes(node, 200, 2 * NOTICED)
        # Again, and this time the operator lets the primary go on alone, and rebuilds the standby later.
        databases.standby.kill()
        self.becomes(node, 503, 2 * NOTICED)
        databases.require_standby(False)
        alone = self.becomes(node, 200, 2 * NOTICED)
        databases.rebuild()
        self.finish(cluster, load)
        print(f"standby lost: {waiting} connections waited for it, ready {back:.1f} s after it was back, {alone:.1f} s after the primary "
              f"was told not to wait; {machine()}")


if __name__ == "__main__":
    unittest.main()
