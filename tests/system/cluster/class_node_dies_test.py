"""A class on three nodes whose node is killed: everybody is in the same place elsewhere, and what was told counts once."""

import json
import time
import unittest

from _case import SLACK, ClusterCase

from _class import Pupils, Room, fold, shown_on, told_in  # noqa: E402

PUPILS = 28
BACK = 5  # seconds


class ClassMoves(ClusterCase):

    def host(self, cluster, room):
        """The node that has the class: another one names it."""
        member = room.member("teacher")
        told = member.socket.messages("redirect")
        self.assertTrue(told or member.welcome, member.socket.frames)
        return cluster.nodes[told[-1]["node"]] if told else room.server

    def test_the_node_of_a_class_dies(self):
        cluster = self.cluster(3)
        room = Room(cluster.nodes["a"])
        pupils = Pupils(cluster, "--pupils", PUPILS, "--lesson-seconds", 6, "--game-seconds", 6, "--tries", PUPILS,
                        "--think-time", 500, "--max-duplicates", 2, "--resend", 1000, room=room)
        self.addCleanup(pupils.close)
        cluster.wait(lambda: json.loads(room.call()[2]).get("pupils") == PUPILS, within=60)
        time.sleep(2)  # in the lesson
        killed = self.host(cluster, room)
        killed.kill()
        report = pupils.report(180)
        room.server = next(node for node in cluster.nodes.values() if node is not killed)
        room.server = self.host(cluster, room)
        rows, wall = room.rows(), room.wall()
        self.assertEqual((report["complaints"], report["unfinished"], report["misjudged"]), (0, 0, 0), report)
        self.assertEqual((report["in"], report["movers"], wall["pupils"]), (PUPILS, PUPILS, PUPILS))
        self.assertGreaterEqual(report["cut"], PUPILS)
        told = pupils.lines()
        self.assertEqual(told - told_in(rows), {}, "lost")
        self.assertEqual(told_in(rows) - told, {}, "doubled")
        self.assertEqual(shown_on(wall), fold(rows))
        print(f"class: {report['away_ms']['count']} connections were back after {report['away_ms']['p99']:.0f} ms (p99); everybody "
              f"had moved after {report['first_moves_ms'] / 1000:.1f} s")
        self.assertLess(report["away_ms"]["p99"], 1000 * BACK * SLACK)
        self.assertLess(report["first_moves_ms"], 60_000 * SLACK)
        self.assertTrue(pupils.verify("--database", cluster.databases.url())["good"])


if __name__ == "__main__":
    unittest.main()
