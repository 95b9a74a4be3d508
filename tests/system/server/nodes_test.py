"""Two nodes on one PostgreSQL: who may start, who hosts a table, and what is counted."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _websocket import WebSocket, start_in_lobby, table_of_two, token

KEY = "ab" * 32
SLOWER = 1 if os.environ.get("COSET_WHOLE") else 3  # other programs share the check's machine


class Nodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def setUp(self):
        self.url = self.postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", self.url], check=True, stdout=subprocess.DEVNULL, timeout=60)

    def node(self, name):
        return Cosetd("--database", self.url, "--node", name, "--cookie-key", KEY)

    def crashes(self):
        said = subprocess.run([POSTGRES / "psql", self.url, "-Atc", "SELECT sum(crashes) FROM crash_count"],
                              capture_output=True, text=True, check=True, timeout=20).stdout
        return int(said.strip() or 0)

    def at_table(self, server, table, who, query=""):
        made = WebSocket(server.port, f"/ws/t/{table}{query}")
        made.send({"type": "hello", "proto": 1, "table": table, "token": token(who)})
        return made

    def test_a_name_and_a_database_belong_to_nodes(self):
        place = tempfile.mkdtemp(prefix="cosetd-")
        self.addCleanup(shutil.rmtree, place)
        with self.node("one") as one, self.node("two") as two:
            tries = {
                "named 'one'": ("--node", "one", "--cookie-key", KEY),
                "without --node a database belongs": (),
            }
            late = [subprocess.Popen([COSETD, "--listen", "127.0.0.1:0", "--data-dir", f"{place}/{number}",
                                      "--database", self.url, *words],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                    for number, words in enumerate(tries.values())]
            for process in late:
                self.addCleanup(process.kill)
            for process, sentence in zip(late, tries):
                said = process.communicate(timeout=60)[1]
                self.assertEqual(process.returncode, 1, said)
                self.assertIn(sentence, said)
            for server in (one, two):
                self.assertEqual(server.get("/readyz")[0], 200)
        with Cosetd("--database", self.url):
            got = subprocess.run([COSETD, "--listen", "127.0.0.1:0", "--data-dir", f"{place}/3", "--database", self.url,
                                  "--node", "one", "--cookie-key", KEY],
                                 capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(got.returncode, 1, got.stderr)
            self.assertIn("A cosetd without --node uses this database", got.stderr)

    def test_a_table_has_one_node(self):
        with self.node("one") as one, self.node("two") as two:
            started = start_in_lobby(one.port, {"spec": "al-jabar Z2^2 seats=2 deal=3 copies=4"}, [token(1), token(2)])
            table = started[0]["table"]
            first = self.at_table(one, table, 1)
            first.wait("welcome")
            second = self.at_table(two, table, 2)
            self.assertEqual(second.until("redirect"), {"type": "redirect", "node": "one"})
            self.assertEqual(second.receive(), 1001)
            # It comes back to the same node: the router cannot reach the other.
            second = self.at_table(two, table, 2, "?node=one")
            second.wait("welcome")
            began = time.monotonic()
            self.assertEqual(first.until("redirect"), {"type": "redirect", "node": "two"})
            self.assertLess(time.monotonic() - began, 3 * SLOWER)
            self.assertEqual(first.receive(), 1001)
            first = self.at_table(two, table, 1, "?node=two")
            first.wait("welcome")
            ply = first.wait("snapshot")["ply"]
            for number, seat in enumerate((first, second)):  # one of them is on turn
                seat.send({"type": "move", "id": f"{number + 7:016x}", "base_ply": ply, "move": "draw"})
            for seat in (first, second):
                self.assertEqual(seat.wait("event")["ply"], ply + 1)
            said = two.get("/metrics")[2]
            self.assertIn("\ncoset_claim_takeovers_total 1\n", said)
            self.assertIn("\ncoset_redirects_total 1\n", said)
            self.assertIn("\ncoset_claims_lost_total 1\n", one.get("/metrics")[2])
            # A dead node's tables are free after six seconds.
            two.kill()
            end = time.monotonic() + 12 * SLOWER
            while True:
                late = self.at_table(one, table, 1)
                if late.receive() != {"type": "redirect", "node": "two"}:
                    break
                self.assertLess(time.monotonic(), end)
                time.sleep(0.3)
            self.assertEqual(late.wait("snapshot")["ply"], ply + 1)

    def test_a_table_that_crashed_two_nodes_is_closed_at_both(self):
        with self.node("one") as one, self.node("two") as two:
            bad, good = (table_of_two(one.port)[0] for _ in range(2))
            for node in (one, two):
                node.kill()
                node.environment.update(LD_PRELOAD=os.environ["COSET_CRASH_ON_TABLE_PRELOAD"], COSET_CRASH_ON_TABLE=bad)
            counted, end = 0, time.monotonic() + 40 * SLOWER
            for node in (one, two):  # each once
                node.start()
                self.at_table(node, bad, 1)
                self.assertEqual(node.process.wait(20), -signal.SIGABRT)
                node.start()
                counted += 1
                while self.crashes() < counted:  # which the node writes after it has started
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.05)
            for node in (one, two):
                refused = self.at_table(node, bad, 1, "?node=" + node.flags[3])
                self.assertEqual(refused.until("error")["code"], "table.quarantined")
                self.assertIn(self.at_table(node, good, 1, "?node=" + node.flags[3]).until("welcome")["you"], (1, 2))

    def test_a_node_that_cannot_renew_its_claims_is_not_ready(self):
        with self.node("one") as one:
            self.assertEqual(one.get("/readyz")[0], 200)
            hold = "BEGIN; SELECT FROM node FOR UPDATE; SELECT pg_sleep(20)"
            lock = subprocess.Popen([POSTGRES / "psql", self.url, "-c", hold], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL)
            self.addCleanup(lock.kill)
            # A claim ends six seconds after its last renewal, which is two seconds old at most.
            end = time.monotonic() + (9 if SLOWER == 1 else 16)
            while one.get("/readyz")[0] == 200:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)
            end = time.monotonic() + 3
            while time.monotonic() < end:
                self.assertEqual(one.get("/readyz")[0], 503)
                time.sleep(0.1)
            self.assertIsNone(lock.poll())
            lock.wait(60)
            end = time.monotonic() + 10 * SLOWER
            while one.get("/readyz")[0] != 200:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
