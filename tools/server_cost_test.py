"""What a move costs: how counts are read, and which of several counts."""

import unittest

import server_cost

TABLE = """    calls syscall
--------- ----------------
       14 sendmsg
        3 recvmsg
       40 epoll_wait
--------- ----------------
       57 total
"""


class Counts(unittest.TestCase):

    def test_waits_are_not_counted(self):
        self.assertEqual(server_cost.calls_of(TABLE), 17)
        self.assertEqual(server_cost.calls_of("       14 sendmsg\n       14 total\n"), 14)

    def test_a_table_without_a_total_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "no total"):
            server_cost.calls_of("strace: attach: Operation not permitted\n")

    def test_the_lowest_of_two_counts(self):
        counts = iter([7, 5])
        self.assertEqual(server_cost.lowest(lambda: next(counts), 10), (5, 7))

    def test_up_to_five_counts_while_all_are_above(self):
        counts = iter([14, 13, 12, 9, 8])
        self.assertEqual(server_cost.lowest(lambda: next(counts), 10), (9, 14))
        counts = iter([14, 13, 12, 15, 11, 1])
        self.assertEqual(server_cost.lowest(lambda: next(counts), 10), (11, 15))


if __name__ == "__main__":
    unittest.main()
