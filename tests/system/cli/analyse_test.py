"""coset analyse: lines of JSON in, lines of JSON out, whatever the lines are.

COSET_ANALYSE_POSITIONS is how many positions are asked about (100).
"""

import json
import os
import subprocess
import tempfile
import time
import unittest

from _terminal import Terminal

COSET = os.environ["COSET_BIN"]
POSITIONS = int(os.environ.get("COSET_ANALYSE_POSITIONS", "100"))
GOLDEN = os.path.join(os.environ["COSET_TESTS_DIR"], "rules", "golden")
POSITION = {"spec": "al-jabar Z2^3", "position": "hand1=R+Y+B+W hand2=O^4 center=R+C"}


def analyse(lines, *words):
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    done = subprocess.run([COSET, "analyse", *words], input=text.encode("utf-8", "surrogateescape"),
                          capture_output=True, timeout=1800)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def golden_games():
    """The spec and the positions of each golden game."""
    for name in sorted(os.listdir(GOLDEN)):
        if not name.endswith(".txt"):
            continue
        with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
            lines = file.read().splitlines()
        positions = [line[2:] for line in lines if line.startswith(("# hand", "# center"))]
        yield lines[0], positions


def some_positions(count):
    """Positions of all games in turn; from the beginning again, with another seed, if they run out."""
    games = list(golden_games())
    for number in range(count):
        spec, positions = games[number % len(games)]
        round_ = number // len(games)
        yield {"id": f"q{number}", "spec": spec, "position": positions[round_ * 7 % len(positions)],
               "seed": number}


class Positions(unittest.TestCase):
    def test_every_position_gets_its_answer(self):
        asked = [dict(one, playouts=24, width=8, line=2) for one in some_positions(POSITIONS)]
        answers = analyse(asked, "--threads", "2")
        self.assertEqual([one["id"] for one in answers], [one["id"] for one in asked])
        judged = 0
        for question, answer in zip(asked, answers):
            if "error" in answer:  # a game that is over, or a piece that is to be dealt
                self.assertEqual((answer["field"], answer["code"]), ("turns", "analysis.turn"), answer)
                continue
            judged += 1
            seats = len(answer["moves"][0]["value"])
            self.assertEqual(answer["visits"], sum(move["visits"] for move in answer["moves"]))
            for order, move in enumerate(answer["moves"]):
                self.assertEqual(move["order"], order)
                self.assertEqual(move["line"][0], move["move"])
                self.assertEqual(len(move["error"]), seats)
                if answer["measure"] == "share":
                    self.assertLess(abs(sum(move["value"]) - 1), 0.001, (question, move))
        self.assertGreater(judged, 0.9 * POSITIONS)

    def test_the_same_question_gets_the_same_answer(self):
        asked = list(some_positions(12))
        self.assertEqual(analyse(asked), analyse(asked, "--threads", "3"))

    def test_a_move_that_wins_is_found(self):
        # R and Y make O: who gives both and takes one has one piece left and wins.
        answer, = analyse([{"id": 1, "spec": "al-jabar Z2^3 end_rule=immediate",
                            "position": "hand1=R+Y hand2=O^4+W^3 center=O+B"}])
        best = answer["moves"][0]
        self.assertEqual((best["move"], best["value"], best["line"]), ("R+Y=O", [1, 0], ["R+Y=O"]))

    def test_more_playouts_say_more(self):
        begin = {"spec": "solitaire Z2^3", "position": "hand=R^3+Y^3+B^3+O^2+W center=G+P+C"}
        few, many = analyse([dict(begin, id=n, playouts=n) for n in (100, 5000)])
        self.assertGreater(few["moves"][0]["error"][0], 2 * many["moves"][0]["error"][0])
        self.assertGreater(many["moves"][0]["error"][0], 0)


class AtATerminal(unittest.TestCase):
    def test_it_says_that_it_waits(self):
        with tempfile.TemporaryDirectory() as home, Terminal(80, 24, ["analyse"], home) as terminal:
            self.assertIn("one JSON object per line", " ".join(terminal.wait("Ctrl-D").split()))
            terminal.keys("C-d")
            terminal.wait("exit 0")


class Questions(unittest.TestCase):
    def test_games_and_the_published_position_by_name(self):
        by_name, in_full = analyse([
            {"id": 1, "spec": "al-jabar", "position": "canon", "playouts": 50},
            {"id": 1, "spec": "al-jabar Z2^3", "playouts": 50,
             "position": "hand1=R^2+Y^2+B^2+O^2+G^2+P^2+W hand2=R^2+Y^2+B^2+O^2+G^2+P^2+W center=R+C"}])
        self.assertEqual(by_name, in_full)
        named, = analyse([dict(POSITION, id=1, spec="al-jabar", playouts=5)])
        self.assertIn("moves", named)
        self.assertEqual(self.refused({"id": 1, "spec": "solitaire", "position": "canon"})["field"], "position")

    def test_a_seed_may_be_text(self):
        as_text, as_number = analyse([dict(POSITION, id=1, playouts=50, seed=seed) for seed in ("7", 7)])
        self.assertEqual(as_text, as_number)
        analyse([dict(POSITION, id=1, playouts=5, seed="18446744073709551615")])
        for seed in ("", "-1", "7x", "18446744073709551616", -1):
            self.assertEqual(self.refused(dict(POSITION, id=1, seed=seed))["field"], "seed")

    def test_records_and_turns(self):
        spec, _ = next(golden_games())
        with open(os.path.join(GOLDEN, "al_jabar_2.txt"), encoding="utf-8") as file:
            moves = [line.split(": ")[1] for line in file.read().splitlines()
                     if line[:3] in ("0: ", "1: ", "2: ")]
        begin = {"id": "m", "spec": spec, "moves": moves, "playouts": 2, "width": 2}
        answers = analyse([dict(begin, turns="all")])
        turns = [one["turn"] for one in answers]
        decisions = [i for i, move in enumerate(moves) if not move.startswith("deal")]
        self.assertEqual(turns, decisions)
        two = analyse([dict(begin, turns=[decisions[3], decisions[0]])])
        self.assertEqual([one["turn"] for one in two], [decisions[3], decisions[0]])
        self.assertEqual(two[0], answers[3])

    def test_time_is_kept(self):
        begin = time.monotonic()
        answer, = analyse([dict(POSITION, id=1, playouts=1000000, ms=100)])
        self.assertLess(time.monotonic() - begin, 5)
        self.assertLess(answer["visits"], 1000000)

    def test_answers_come_at_once(self):
        for threads in ("1", "4"):
            with subprocess.Popen([COSET, "analyse", "--threads", threads], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True) as program:
                for number in range(3):
                    program.stdin.write(json.dumps(dict(POSITION, id=number, playouts=10)) + "\n")
                    program.stdin.flush()
                    self.assertEqual(json.loads(program.stdout.readline())["id"], number)
                program.stdin.close()
                self.assertEqual(program.wait(10), 0)

    def refused(self, question):
        answers = analyse([question, dict(POSITION, id="after", playouts=5)])
        self.assertEqual(len(answers), 2)
        self.assertIn("moves", answers[1])
        self.assertIn("error", answers[0], answers[0])
        return answers[0]

    def test_mistakes_name_their_field(self):
        for change, field in (({"spec": "chess"}, "spec"), ({"spec": 3}, "spec"), ({"position": "hand1=Q"}, "position"),
                              ({"playouts": 0}, "playouts"), ({"playouts": "many"}, "playouts"),
                              ({"playouts": -5}, "playouts"), ({"playouts": 1.5}, "playouts"), ({"ms": 0}, "ms"),
                              ({"width": 0}, "width"), ({"turns": [99]}, "turns"), ({"turns": "some"}, "turns"),
                              ({"turns": [-1]}, "turns"), ({"bot": "deepblue"}, "bot"), ({"moves": ["R=Y"]}, "moves[0]"),
                              ({"moves": "R=Y"}, "moves"), ({"postion": ""}, "postion"), ({"record": "x"}, "record"),
                              ({"id": [1]}, "id"), ({"id": None}, "id")):
            answer = self.refused(dict(dict(POSITION, id="bad"), **change))
            self.assertEqual(answer["field"], field, answer)
            self.assertEqual(answer["id"], None if "id" in change else "bad")
            self.assertTrue(answer["error"].endswith("."), answer)
        self.assertEqual(self.refused({"id": "bad"})["field"], "spec")
        self.assertEqual(self.refused(dict(POSITION))["field"], "id")
        self.assertEqual(self.refused({"id": 1, "record": "nonsense"})["field"], "record")
        self.assertEqual(self.refused({"id": 1, "spec": "al-jabar"})["field"], "turns")

    def test_lines_that_are_no_questions(self):
        lines = ["{", "[]", "null", "42", '"text"', '{"id":', "{}" * 3, "[" * 5000, '{"id":"\udcff"}', "\0",
                 '{"id":1,"spec":"' + "x" * (1 << 20) + '"}']
        answers = analyse(lines + [dict(POSITION, id="after", playouts=5)])
        self.assertEqual(len(answers), len(lines) + 1)
        self.assertTrue(all("error" in answer for answer in answers[:-1]))
        self.assertEqual(answers[-1]["id"], "after")

    def test_empty_lines_are_nothing(self):
        self.assertEqual(analyse(["", "  ", "\r"]), [])


if __name__ == "__main__":
    unittest.main()
