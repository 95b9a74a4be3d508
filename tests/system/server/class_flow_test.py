"""A class by the protocol: everybody plays soon, commands reach every screen, and the wall says what the file says.

COSET_WHOLE=1 holds the bounds as they are and folds 10 000 answers and 2 000 trades, with the data on the disk; otherwise
three times the bounds and a tenth of the rows, in memory.
"""

import itertools
import math
import unittest

from _class import SLOWER, WHOLE, Pupils, Room, fold, shown_on, told_in
from _cosetd import Cosetd

ANSWERS, TRIES = (10_000, 2_000) if WHOLE else (1_000, 200)
MOST = {"p95": 500 * SLOWER, "max": 1000 * SLOWER}  # milliseconds, of commands and of tiles
MAX_ROUNDS = 1 if WHOLE else 5
COLOURS, CARDS, TRIANGLE, SCISSORS = (
    "al-jabar Z2^3 seats=2", "mad-abel Z4xZ13 seats=2 deal=7", "mad-abel S3 seats=2 deal=7",
    "mad-abel magma:rock,paper,scissors;rock,paper,rock/paper,paper,scissors/rock,scissors,scissors seats=2")
WRONG_IDEAS = {COLOURS: ("paint", "all_gone", "white_swallows", "clear_counts"), CARDS: ("half_card", "king_is_13"),
               TRIANGLE: ("order_ignored",), SCISSORS: ("brackets_moved",)}


class Flow(unittest.TestCase):

    def run_class(self, server, *flags, room=None, patience=300):
        pupils = Pupils(server, *flags, room=room)
        self.addCleanup(pupils.close)
        report = pupils.report(patience)
        self.assertEqual((report["complaints"], report["unfinished"], report["misjudged"], report["cut"],
                          report["refused"], report["failed"], report["strangers"]), (0,) * 7, report)
        self.assertEqual(report["in"], report["pupils"])
        self.assertEqual((report["answers_told"], report["tries_told"]), (report["answers"], report["tries"]))
        return pupils, report

    def test_thirty_pupils_have_a_committed_move(self):
        """From the class's opening; an odd pupil more has a bot."""
        for count in (30, 7):
            with Cosetd(in_memory=not WHOLE) as server, self.subTest(count):
                _, report = self.run_class(server, "--pupils", count, "--lesson-seconds", 0, "--game-seconds", 1,
                                           "--think-time", 500)
                self.assertEqual((report["movers"], report["not_seated"]), (count, 0))
                self.assertGreater(report["first_moves_ms"], 0)
                self.assertLessEqual(report["first_moves_ms"], 60_000 * SLOWER)

    def test_commands_reach_every_screen(self):
        best, slow = {}, None
        for _ in range(MAX_ROUNDS):  # each figure's best counts: a machine may stand still for seconds, which only adds
            with Cosetd(in_memory=not WHOLE) as server:
                _, report = self.run_class(server, "--pupils", 30, "--rounds", 2, "--lesson-seconds", 2, "--game-seconds", 3,
                                           "--pauses", 2, "--tries", 30, "--think-time", 700)
            self.assertEqual((report["command_ms"]["count"], report["screen_ms"]["count"]), (10, 300))
            for what, part in itertools.product(("screen_ms", "tile_ms"), MOST):
                best[what, part] = min(best.get((what, part), math.inf), report[what][part])
            slow = {key: value for key, value in best.items() if value > MOST[key[1]]}
            if not slow:
                break
        self.assertEqual(slow, {})
        self.assertGreater(report["tile_ms"]["count"], 60)
        self.assertGreater(report["move_ms"]["p50"], 0)
        self.assertGreater(report["walls"], 5)
        self.assertLessEqual(report["walls"], 2 * report["seconds"] + 1)
        if WHOLE:  # as they arrive: coset-load may be late for one and not for the next
            self.assertLessEqual(round(report["walls_per_second"], 1), 2)
            self.assertGreaterEqual(report["three_walls_ms"], 900)

    def test_pupils_leave_and_come_back(self):
        with Cosetd(in_memory=not WHOLE) as server:
            room = Room(server)
            pupils, report = self.run_class(
                server, "--pupils", 12, "--rounds", 2, "--lesson-seconds", 2, "--leave", 5, "--tries", 12, "--think-time",
                100, "--max-duplicates", 3, room=room)
            self.assertEqual(report["left"], 10)
            self.assertEqual(pupils.lines(), told_in(room.rows()))

    def test_the_wall_is_a_fold_of_the_file(self):
        with Cosetd(in_memory=not WHOLE) as server:
            for spec, words in WRONG_IDEAS.items():
                room = Room(server)
                pupils, report = self.run_class(
                    server, "--pupils", 40, "--lesson", "colours.white", "--wrong", 0.6, "--answers", ANSWERS // 4, "--tries",
                    TRIES // 4, "--think-time", 200, "--max-duplicates", 2, "--spec", spec, room=room, patience=600)
                self.assertEqual((report["answers"], report["tries"]), (ANSWERS // 4, TRIES // 4))
                rows = room.rows()
                self.assertEqual(pupils.lines(), told_in(rows))
                folded = fold(rows)
                self.assertEqual(shown_on(room.wall()), folded)
                self.assertEqual((folded["answers"], folded["trades"]), (ANSWERS // 4, TRIES // 4))
                self.assertLessEqual(set(words), {word for word, each in folded["misconceptions"].items() if each["trades"] >= 3})
                self.assertGreater(folded["other"], 0)
                moves = room.rows("/moves.csv")
                self.assertGreaterEqual(len(moves), report["moves"])

    def test_every_misconception_is_counted_under_its_name(self):
        """Each in 200 trades of a game whose group has it."""
        with Cosetd(in_memory=not WHOLE) as server:
            for spec, words in WRONG_IDEAS.items():
                for word in words:
                    with self.subTest(word):
                        room = Room(server)
                        _, report = self.run_class(server, "--pupils", 10, "--lesson-seconds", 0, "--game-seconds", 0.5,
                                                   "--tries", 200, "--misconception", word, "--think-time", 100, "--spec", spec, room=room)
                        self.assertEqual(report["misconceptions"], {word: 200})
                        self.assertEqual(fold(room.rows())["misconceptions"][word]["trades"], 200)


if __name__ == "__main__":
    unittest.main()
