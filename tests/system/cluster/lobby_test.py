"""The lobby is at one node, whichever is asked: a pending table survives the death of its node and the start of another, and
two who seek the same meet."""

import time
import unittest

from _case import SLACK, ClusterCase, machine
from _client import Client
from _websocket import token

SPEC = "al-jabar Z2^3 seats=2"
BACK = 10      # seconds until the lobby is at another node
EXPIRED = 22   # a node that takes another's table for its own would have deleted it by then


class Lobby(ClusterCase):

    def at(self, cluster, node, first, kind, cookie=None):
        client = Client(cluster, node, "/ws", first, kind, cookie)
        self.addCleanup(client.close)
        return client

    def create(self, cluster, node, **more):
        own = token()
        client = self.at(cluster, node, {"type": "create", "spec": SPEC, "token": own, **more}, "pending_table")
        return client, own, client.told

    def join(self, cluster, node, told, own=None, cookie=None):
        invited = {"invitation": told["invitation"]} if "invitation" in told else {}
        return self.at(cluster, node, {"type": "join", "table": told["table"], "token": own or token(), **invited}, "pending_table",
                       cookie)

    def start(self, told, *clients):
        """All are ready, and the game begins."""
        for each in clients:
            each.at.send({"type": "ready", "table": told["table"], "entropy": token()})
        for each in clients:
            each.at.wait("started")

    def holder(self, cluster):
        return cluster.databases.primary.sql("SELECT node FROM claim WHERE key = 0", "coset")

    def test_a_pending_table_survives_the_death_of_its_node(self):
        cluster = self.cluster(3)
        first, own, told = self.create(cluster, "a")
        dead = self.holder(cluster)
        cluster.nodes[dead].kill()
        began = time.monotonic()
        others = [name for name in cluster.nodes if name != dead]
        # The link works, and the commitment that it stands for is the same.
        joined = self.join(cluster, others[1], told)
        took = time.monotonic() - began
        self.assertEqual(joined.told["commitment"], told["commitment"])
        maker = self.join(cluster, others[0], told, own, first.cookie)
        self.assertEqual(maker.told["your_place"], 1)
        self.assertEqual(maker.node, joined.node)
        self.assertNotEqual(maker.node, dead)
        self.assertLess(took, BACK * SLACK)
        # The dead node returns, and takes nothing back.
        cluster.nodes[dead].start()
        cluster.wait(lambda: cluster.nodes[dead].ready() == 200)
        self.start(told, maker, joined)
        print(f"lobby: at another node after {took:.1f} s; {machine()}")

    def test_a_pending_table_survives_the_start_of_another_node(self):
        cluster = self.cluster(2)
        maker, _, told = self.create(cluster, "b", listed=True)
        holder = self.holder(cluster)
        self.assertEqual(maker.node, holder)
        other = next(name for name in cluster.nodes if name != holder)
        cluster.nodes[other].kill()
        cluster.nodes[other].start()
        time.sleep(EXPIRED)
        self.assertEqual(self.holder(cluster), holder)
        self.assertIsNone(maker.at.closed)
        joined = self.join(cluster, other, told)
        self.assertEqual(joined.node, holder)
        self.start(told, maker, joined)

    def test_two_who_seek_the_same_meet(self):
        cluster = self.cluster(3)
        for pair in ("ab", "bc", "ca"):
            seekers = [self.at(cluster, node, {"type": "seek", "spec": SPEC, "token": token()}, "seeking") for node in pair[:1]]
            seekers.append(self.at(cluster, pair[1], {"type": "seek", "spec": SPEC, "token": token()}, "pending_table"))
            tables = {each.at.wait("pending_table")["table"] for each in seekers}
            self.assertEqual(len(tables), 1, pair)
            for each in seekers:
                each.at.send({"type": "ready", "table": tables.copy().pop(), "entropy": token()})
            for each in seekers:
                each.at.wait("started")
                each.close()

    def test_the_list_is_found_by_the_router(self):
        cluster = self.cluster(3)
        _, _, told = self.create(cluster, "c", listed=True)
        status, text = cluster.get("/api/tables")
        self.assertEqual(status, 200)
        self.assertIn(told["table"], text)


if __name__ == "__main__":
    unittest.main()
