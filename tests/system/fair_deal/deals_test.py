"""Finished games from the real sampler and the real table, checked by a program that shares no code.

COSET_DEALS is the number of games, 1000 unless it is set; the report of a release has 100000."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import _cheats
import _flips

COSET = os.environ["COSET_BIN"]
GAMES = os.environ["COSET_DEAL_GAMES"]
SECOND = str(_flips.HERE.parents[2] / "tools" / "verify_deal.py")
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


class CheatingServer(unittest.TestCase):
    """Whatever a server does with a deal, both programs find it with what a client kept."""

    def test_each_way_is_caught_by_both_checkers(self):
        caught = 0
        for way in _cheats.vectors():
            flags = _cheats.flags_of(way["kept"])
            program = verify(way["file"], "--json", *flags)
            told = json.loads(program.stdout)
            self.assertEqual(told["wrong"], way["wrong"], f"{way['what']}: {told['text']}")
            self.assertEqual(program.returncode, 1 if way["wrong"] else 0)
            _, kept = _flips.verify_deal.parse_evidence([*flags, "-"])
            self.assertEqual(_flips.verify_deal.check(way["file"], kept)["wrong"], way["wrong"], way["what"])
            caught += way["wrong"] is not None
        self.assertGreaterEqual(caught, 15)
        print(f"{caught} ways caught by both")

    def test_the_second_opinion_is_a_program_too(self):
        for way in _cheats.vectors()[:2]:
            done = subprocess.run([sys.executable, "-B", SECOND, "check", *_cheats.flags_of(way["kept"]), "-"],
                                  input=json.dumps(way["file"]), capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1 if way["wrong"] else 0, done.stderr)
            self.assertIn(f"wrong: {way['wrong']};" if way["wrong"] else "0 wrong", done.stdout)

    def test_what_was_kept_is_read_or_refused(self):
        game = _cheats.vectors()[0]["file"]
        for flags in (["--commitment", "12"], ["--bytes", "12"], ["--bytes", "1=12"], ["--seat", "1"], ["--bytes", "0=" + "a" * 32]):
            self.assertNotIn(verify(game, *flags).returncode, (0, 1), flags)

    def test_without_what_was_kept_it_does_not_say_more_than_it_knows(self):
        self.assertIn("The file is consistent", " ".join(verify(_cheats.vectors()[0]["file"]).stdout.split()))


class Shortened(unittest.TestCase):
    """A record that does not end where the game ended is refused."""

    def test_every_cut_at_a_line_is_found_by_the_program_and_most_by_the_second_opinion(self):
        cuts = seen = 0
        for game in _flips.games(GAMES, 12, 4):
            lines = game["record"].split("\n")
            for end in range(3, len(lines) - 1, max(1, len(lines) // 4)):
                cut = dict(game, record="\n".join(lines[:end]) + "\n")
                self.assertEqual(json.loads(verify(cut, "--json").stdout)["wrong"], "record", lines[:end][-1])
                cuts, seen = cuts + 1, seen + (_flips.verdict(cut)["wrong"] == "record")
        self.assertGreater(seen, 0.85 * cuts)


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
        for word in (game["table"], game["commitment"], game["seed"], *game["entropy"], "The deal is valid."):
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
        for text, word in (("nonsense", "Not a finished game"), ('{"error":{"code":"table.not_found","message":"There is no such table."}}', "no such table"),
                           (json.dumps(dict(game, finished=False)), "not over"),
                           (json.dumps({"table": "oak", "record": "x"}), "commitment"),
                           (json.dumps(dict(game, seed="12")), "'seed'")):
            done = subprocess.run([COSET, "verify", "-"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
