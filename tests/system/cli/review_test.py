"""coset review: what each move of a record was worth, the moves that cost most, and the chart.

COSET_REVIEW_GAMES is how many games with a planted blunder are reviewed (12).
"""

import json
import os
import random
import subprocess
import tempfile
import unittest

from _terminal import Terminal

COSET = os.environ["COSET_BIN"]
GAMES = int(os.environ.get("COSET_REVIEW_GAMES", "12"))
START = "coset-record 1\nal-jabar Z2^3\nposition hand1=R+Y+B+W hand2=O+G center=O+C\n"
LOST = START + "1: R+Y=O\n"
ALONE = "coset-record 1\nsolitaire Z2^3\nposition hand=R^3+Y^3+B^2 center=G+P+C\n1: draw\n"


def coset(*words, stdin="", check=True, **environment):
    done = subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=600,
                          env=dict(os.environ, LC_ALL="C.UTF-8", **environment))
    if check and done.returncode != 0:
        raise AssertionError(done.stderr)
    return done


def reviewed(record, *words):
    return json.loads(coset("review", "-", "--json", *words, stdin=record).stdout)


def analysed(record, playouts, seed):
    """The answers of `coset analyse` about the same moves."""
    question = {"id": 1, "record": record, "turns": "all", "compare": True, "playouts": playouts, "seed": seed}
    return [json.loads(line) for line in coset("analyse", stdin=json.dumps(question) + "\n").stdout.splitlines()]


def played(bots, seed, spec="al-jabar"):
    """The record of a game between bots."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.jsonl")
        coset("arena", spec, "--bots", bots, "--games", "2", "--seed", str(seed), "--records", path)
        with open(path, encoding="utf-8") as lines:
            return json.loads(lines.readline())["record"]


class Text(unittest.TestCase):
    def test_a_chart_and_the_moves_that_cost_and_gained_most(self):
        text = coset("review", "-", stdin=LOST).stdout
        self.assertIn("The chance of seat 1 to win, after each move", text)
        self.assertRegex(text, r"(?m)^ 100% │")
        self.assertRegex(text, r"(?m)^   0% │")
        self.assertRegex(text, r"(?m)^  1  seat 1  R\+Y=O: 50 % ± \d+ %, blunder$")
        self.assertIn("Better: R+Y+B+W=C. It drops 3", text)
        self.assertIn("Played: It drops 1", text)
        self.assertIn("What was best", text)

    def test_only_ascii_where_there_is_nothing_else(self):
        for words, environment in ((["--ascii"], {}), ([], {"LC_ALL": "C"})):
            done = subprocess.run([COSET, "review", "-", *words], input=LOST, capture_output=True, text=True,
                                  env=dict(os.environ, **{"LC_ALL": "C.UTF-8", **environment}))
            self.assertTrue(done.stdout.isascii(), done.stdout)
            self.assertIn("50 % +- ", done.stdout)

    def test_alone_it_is_the_score(self):
        text = coset("review", "-", stdin=ALONE).stdout
        self.assertIn("The final score to expect", text)
        self.assertIn(" points", text)

    def test_a_seat_that_there_is(self):
        self.assertIn("seat 2 to win", coset("review", "-", "--seat", "2", stdin=LOST).stdout)
        refused = coset("review", "-", "--seat", "3", stdin=LOST, check=False)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))

    def test_what_cannot_be_reviewed(self):
        self.assertEqual(coset("review", "-", stdin=START, check=False).returncode, 4)
        self.assertEqual(coset("review", "-", stdin="nonsense", check=False).returncode, 2)
        illegal = coset("review", "-", stdin=LOST.replace("=O", "=W"), check=False)
        self.assertEqual(illegal.returncode, 3)
        self.assertIn("stdin:4", illegal.stderr)

    def test_too_few_playouts_call_nothing_a_mistake(self):
        text = coset("review", "-", "--playouts", "8", stdin=LOST).stdout
        self.assertIn("too uncertain to call any move a mistake", text)
        self.assertNotIn("What cost most", text)
        self.assertIn("│", text)


    def test_behind_hidden_hands_there_is_the_chart_alone(self):
        record = played("greedy,random", 2, "mad-abel")
        text = coset("review", "-", "--playouts", "60", stdin=record).stdout
        self.assertIn("too uncertain to call any move a mistake: the hands of others", text)
        self.assertNotIn("What cost most", text)
        self.assertIn("│", text)
        review = reviewed(record, "--playouts", "60")
        self.assertEqual((review["noisy"], review["dearest"], review["best"]), (True, [], []))
        self.assertFalse(any(move["mistake"] for move in review["moves"]))


class Progress(unittest.TestCase):
    def test_it_is_shown_and_cleared_at_a_terminal(self):
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "game.record")
            with open(path, "w", encoding="utf-8") as out:
                out.write(played("greedy,random", 3))
            with Terminal(80, 50, ["review", path, "--playouts", "60000"], home) as terminal:
                self.assertRegex(terminal.wait(" moves"), r"\d+ of \d+ moves")
                terminal.keys("C-c")
                terminal.wait("exit 130")


class Values(unittest.TestCase):
    def test_the_same_seed_gives_the_same_review(self):
        record = played("greedy,random", 1)
        once = reviewed(record, "--playouts", "60", "--seed", "5")
        self.assertEqual(once, reviewed(record, "--playouts", "60", "--seed", "5"))
        self.assertNotEqual(once["moves"], reviewed(record, "--playouts", "60", "--seed", "6")["moves"])

    def test_they_are_those_of_analyse(self):
        for spec in ("al-jabar", "solitaire", "mad-abel"):
            bots = "greedy" if spec == "solitaire" else "greedy,random"
            record = played(bots, 2, spec)
            review = reviewed(record, "--playouts", "60")
            answers = analysed(record, 60, 1)
            self.assertEqual([move["turn"] for move in review["moves"]], [one["turn"] for one in answers])
            for move, answer in zip(review["moves"], answers):
                same, = (one for one in answer["moves"] if one["move"] == move["move"])
                self.assertEqual((same["value"], same["error"], same["order"] + 1),
                                 (move["value"], move["error"], move["rank"]))

    def test_a_mistake_is_beyond_its_error(self):
        moves = [move for seed in range(4) for move in reviewed(played("greedy,random", seed), "--playouts", "100")["moves"]]
        for move in moves:
            if move["mistake"]:
                self.assertGreater(-move["edge"], 2 * move["edge_error"], move)
                self.assertNotEqual(move["grade"], "fine")
            else:
                self.assertEqual(move["grade"], "fine")
        self.assertTrue(any(move["mistake"] for move in moves))


class Blunders(unittest.TestCase):
    def test_a_planted_blunder_is_among_the_three_dearest_moves_of_its_seat(self):
        """A random legal move in the place of the one that a strong bot made."""
        found = planted = 0
        for seed in range(GAMES):
            chance = random.Random(seed)
            lines = played("level7,level6", seed).splitlines()
            moves = [i for i, line in enumerate(lines) if line[:3] in ("1: ", "2: ") and "deal" not in line]
            at = chance.choice(moves[:-2])
            seat = lines[at][0]
            question = {"id": 1, "record": "\n".join(lines[:at]) + "\n", "playouts": 1, "width": 1000}
            answer = json.loads(coset("analyse", stdin=json.dumps(question) + "\n").stdout)
            others = [move["move"] for move in answer["moves"] if move["move"] != lines[at].split(": ")[1]]
            if not others:
                continue
            record = "\n".join(lines[:at] + [f"{seat}: {chance.choice(others)}"]) + "\n"
            record = self.played_on(record)
            review = reviewed(record, "--seat", seat)
            planted += 1
            turn = sum(1 for line in lines[:at] if line[1:3] == ": ")
            found += any(review["moves"][place]["turn"] == turn for place in review["dearest"])
        self.assertGreater(planted, 0.7 * GAMES)
        least = 0.8 if planted >= 100 else 0.7  # of a few more may be missed
        self.assertGreaterEqual(found, least * planted, f"{found} of {planted}")

    def played_on(self, record):
        """The game from there on, both by a bot."""
        for _ in range(400):
            state = json.loads(coset("replay", "-", "--json", stdin=record).stdout)
            if state["over"]:
                return record
            if state["to_move"]:
                hint = json.loads(coset("hint", state["spec"], "--position", state["position"], "--level", "5", "--json").stdout)
                record += f"{state['to_move']}: {hint['move']}\n"
            else:
                record += f"{state['to_deal']}: deal {self.any_piece(state['position'])}\n"
        raise AssertionError("the game does not end")

    @staticmethod
    def any_piece(position):
        bag, = (part for part in position.split() if part.startswith("bag="))
        return bag[4]


if __name__ == "__main__":
    unittest.main()
