"""Finished games from the real sampler and the real table, checked by a program that shares no code.

COSET_DEALS is the number of games, 1000 unless it is set; the report of a release has 100000."""

import json
import os
import random
import subprocess
import tempfile
import unittest

import _flips

COSET = os.environ["COSET_BIN"]
GAMES = os.environ["COSET_DEAL_GAMES"]
COUNT = int(os.environ.get("COSET_DEALS", "1000"))


def verify(game, *flags):
    return subprocess.run([COSET, "verify", "-", *flags], input=json.dumps(game), capture_output=True, text=True,
                          check=False)


class Deals(unittest.TestCase):

    def test_every_deal_is_what_the_second_opinion_draws(self):
        with tempfile.TemporaryFile("w+") as file:
            subprocess.run([GAMES, str(COUNT), "2"], stdout=file, check=True)
            file.seek(0)
            games = deals = 0
            kinds = set()
            for line in file:
                game = json.loads(line)
                verdict = _flips.verdict(game)
                self.assertIsNone(verdict["wrong"], f"{verdict} {line}")
                games, deals = games + 1, deals + verdict["deals"]
                kinds.add(game["spec"].split(" ")[0])
        self.assertEqual(games, COUNT)
        self.assertEqual(kinds, {"al-jabar", "solitaire", "mad-abel"})
        self.assertGreater(deals, 10 * COUNT)
        print(f"{games} games, {deals} deals")

    def test_no_flipped_byte_goes_unseen(self):
        chance = random.Random(9)
        seen = {}
        for game in _flips.games(GAMES, 5, 3):
            for place in _flips.places(game):
                wrong = _flips.verdict(_flips.flipped(game, place[1], place[2], _flips.flip(game, place, chance)))["wrong"]
                self.assertIsNotNone(wrong, f"{place} {game}")
                seen.setdefault(place[0], []).append(wrong)
        # And it is named for what it is.
        self.assertLessEqual(set(seen["commitment"]), {"commitment", "file"})
        self.assertLessEqual(set(seen["seed"]), {"seed", "file"})
        self.assertLessEqual(set(seen["entropy"]), {"entropy", "file"})
        self.assertLessEqual(set(seen["deal"]), {"deal", "record"})
        self.assertGreater(seen["deal"].count("deal"), len(seen["deal"]) // 3)

    def test_the_id_belongs_to_the_name(self):
        game = _flips.games(GAMES, 1)[0]
        game["table"] = "another-table-here"
        self.assertEqual(_flips.verdict(game)["wrong"], "id")


class Verify(unittest.TestCase):
    """The program gives the verdicts of the second opinion."""

    def test_on_the_vectors(self):
        count = 0
        for what, game, expected in _flips.vectors():
            done = verify(game, "--json")
            count += 1
            if expected["wrong"] == "file":
                self.assertEqual((done.returncode, done.stdout), (2, ""), what)
                continue
            told = json.loads(done.stdout)
            self.assertEqual(done.returncode, 1 if expected["wrong"] else 0, done.stdout)
            self.assertEqual(told["holds"], expected["wrong"] is None)
            self.assertEqual({"wrong": told["wrong"], "deals": told["deals"], "agree": told["agree"],
                              "first": told.get("first")}, expected, what)
        self.assertEqual(count, 72)

    def test_it_says_plainly_what_holds(self):
        game = _flips.games(GAMES, 1)[0]
        done = verify(game)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for word in (game["table"], game["commitment"], game["seed"], *game["entropy"], "The deal holds."):
            self.assertIn(word, done.stdout)

    def test_what_is_wrong_why_and_what_next(self):
        game = _flips.games(GAMES, 1)[0]
        other = "0" * 64
        for change, word in (({"commitment": other}, "The commitment is wrong"), ({"seed": other}, "The seed is wrong"),
                             ({"entropy": ["1" * 32] * 2}, "The entropy is wrong"),
                             ({"table": "oak"}, "The id is wrong")):
            done = verify(dict(game, **change))
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(word, done.stdout)
            self.assertIn("Fetch the file", done.stdout)

    def test_what_is_no_finished_game_is_refused(self):
        game = _flips.games(GAMES, 1)[0]
        for text, word in (("nonsense", "no finished game"), ('{"error":"There is no such table."}', "no such table"),
                           (json.dumps(dict(game, over=False)), "not over"),
                           (json.dumps({"table": "oak", "record": "x"}), "commitment"),
                           (json.dumps(dict(game, seed="12")), "'seed'")):
            done = subprocess.run([COSET, "verify", "-"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
