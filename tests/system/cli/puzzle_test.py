"""coset puzzle as a person or a script calls it."""

import json
import os
import signal
import subprocess
import time
import unittest

COSET = os.environ["COSET_BIN"]


def coset(*words, stdin=""):
    return subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=300)


def puzzles(*words):
    done = coset("puzzle", *words, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Print(unittest.TestCase):
    def test_a_hundred_best_exchanges_quickly(self):
        begin = time.monotonic()
        rows = puzzles("--kind", "best-exchange", "--count", "100", "--seed", "1")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(len(rows), 100)
        self.assertEqual(len({row["position"] for row in rows}), 100)
        for row in rows:
            self.assertEqual((row["schema"], row["kind"]), (1, "best-exchange"))
            self.assertIn(row["difficulty"], range(1, 6))
            self.assertGreater(row["checked"], 0)

    def test_a_mistake_is_told_before_any_seed(self):
        for words in (["--kind", "nope"], ["--spec", "chess"], ["--kind", "repair", "--group", "S4"],
                      ["--group", "nonsense"]):
            done = coset("puzzle", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr.startswith("coset: "), done.stderr)
            self.assertNotIn("seed", done.stderr, words)

    def test_every_kind_is_listed_and_can_be_made(self):
        rows = [json.loads(line) for line in coset("puzzle", "--list", "--json").stdout.splitlines()]
        self.assertEqual(len(rows), 11)
        text = coset("puzzle", "--list").stdout
        for row in rows:
            self.assertIn(row["kind"], text)
            (made,) = puzzles("--kind", row["kind"], *([] if row["kind"] == "daily" else ["--seed", "4"]))
            self.assertTrue(made["goal"] and made["solution"] and made["why"] and made["hints"])

    def test_same_seed_same_puzzles(self):
        words = ["puzzle", "--seed", "7", "--count", "6", "--json"]
        one = coset(*words)
        self.assertEqual(one.stdout, coset(*words).stdout)
        self.assertEqual(one.stderr, "")
        self.assertNotEqual(one.stdout, coset("puzzle", "--seed", "8", "--count", "6", "--json").stdout)

    def test_a_row_names_the_seed_that_makes_it_alone(self):
        for row in puzzles("--seed", "7", "--count", "4"):
            self.assertEqual(puzzles("--seed", str(row["seed"])), [row])

    def test_the_seed_of_the_clock_is_told(self):
        done = coset("puzzle", "--kind", "repair", "--json")
        seed = done.stderr.split("--seed ")[1].split()[0]
        self.assertEqual(coset("puzzle", "--kind", "repair", "--seed", seed, "--json").stdout, done.stdout)

    def test_the_day_decides_the_daily_puzzle(self):
        (row,) = puzzles("--daily", "--date", "2026-02-28")
        self.assertEqual(row["seed"], "10169127212926318526")
        self.assertEqual(puzzles("--kind", "daily", "--date", "2026-02-28"), [row])
        days = [puzzles("--date", f"2026-03-{day:02}")[0] for day in range(1, 21)]
        self.assertGreater(len({day["kind"] for day in days}), 4)
        self.assertEqual(len({day["position"] for day in days}), 20)

    def test_no_input_shows_the_solution(self):
        done = coset("puzzle", "--kind", "make-most", "--seed", "3", "--no-input")
        self.assertEqual(done.returncode, 0)
        (row,) = puzzles("--kind", "make-most", "--seed", "3")
        self.assertIn("Solution: " + row["solution"], done.stdout)
        self.assertIn("Your hand", done.stdout)

    def test_a_solution_is_legal_in_its_position(self):
        (row,) = puzzles("--kind", "best-exchange", "--seed", "3")
        record = f"coset-record 1\n{row['spec']}\nposition {row['position']}\n{row['seat']}: {row['solution']}\n"
        self.assertEqual(coset("replay", "-", stdin=record).returncode, 0)

    def test_other_groups(self):
        (row,) = puzzles("--kind", "best-exchange", "--group", "Z3^2", "--seed", "1")
        self.assertTrue(row["spec"].startswith("al-jabar Z3^2"))
        (row,) = puzzles("--kind", "empty-hand", "--group", "S4", "--seed", "1")
        self.assertTrue(row["spec"].startswith("mad-abel S4"))
        for row in puzzles("--spec", "al-jabar-3", "--seed", "1", "--count", "5"):
            self.assertIn("seats=3", row["spec"])
        for row in puzzles("--group", "Q8", "--seed", "2", "--count", "2"):
            self.assertTrue(row["spec"].startswith("mad-abel Q8"))

    def test_the_mix_is_on_colours_and_ordinary_cards(self):
        for row in puzzles("--seed", "1", "--count", "60"):
            self.assertIn(row["spec"].split()[1], ("Z2^3", "Z4xZ13"))
        for row in puzzles("--kind", "empty-hand", "--seed", "1", "--count", "20"):
            self.assertTrue(row["about"])

    def test_hints_are_small(self):
        for row in puzzles("--kind", "possible", "--seed", "1", "--count", "30"):
            for hint in row["hints"]:
                self.assertLess(len(hint), 120)

    def test_the_own_answer_is_explained(self):
        for kind in ("reach-one", "no-answer", "empty-hand"):
            several = [row for row in puzzles("--kind", kind, "--seed", "1", "--count", "30") if row["equivalents"]]
            self.assertTrue(several, kind)
            for row in several[:3]:
                other = row["equivalents"][-1]
                done = coset("puzzle", "--kind", kind, "--seed", str(row["seed"]), "--count", "1", stdin=other + "\n")
                self.assertIn("\u2713 Right!", done.stdout)
                if kind == "reach-one":
                    self.assertIn("1. " + other.split(";")[0] + ":", done.stdout)

    def test_mistakes(self):
        for words, said in ((["--kind", "riddle"], "--list"),
                            (["--date", "2026-02-30"], "Invalid date '2026-02-30'"),
                            (["--daily", "--seed", "1"], "omit --seed"),
                            (["--kind", "empty-hand", "--group", "Z4xZ13"], "order matters"),
                            (["--kind", "best-exchange", "--spec", "mad-abel"], "made for al-jabar"),
                            (["--kind", "best-exchange", "--group", "S3"], "not abelian"),
                            (["--spec", "solitaire Z3^2"], "No kind"),
                            (["--count", "0"], "--count")):
            done = coset("puzzle", *words, "--json")
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(said, done.stderr)


class Talk(unittest.TestCase):
    def talk(self, *lines, kind="best-exchange", count="1"):
        done = coset("puzzle", "--kind", kind, "--seed", "3", "--count", count, stdin="".join(x + "\n" for x in lines))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def solution(self, kind="best-exchange"):
        return puzzles("--kind", kind, "--seed", "3")[0]["solution"]

    def test_right_at_once(self):
        out = self.talk(self.solution())
        self.assertIn("\u2713 Right!", out)
        self.assertIn("The next best", out)
        self.assertIn("1 of 1 solved", out)

    def test_wrong_then_the_solution(self):
        out = self.talk("solution", "what", "solution", "R=R+R+R", "solution")
        self.assertEqual(out.count("Try once first"), 2)
        self.assertIn("'what' is not one of the pieces", out)
        self.assertIn("Solution: " + self.solution(), out)
        self.assertIn("0 of 1 solved", out)

    def test_hints_come_one_by_one(self):
        first = self.talk("?")
        both = self.talk("?", "?", "?", "?")
        self.assertNotIn("Take", first)
        self.assertIn("Take", both)
        self.assertIn("There are no more hints.", both)
        self.assertNotIn(self.solution(), both)

    def test_the_end_of_input_is_a_polite_goodbye(self):
        out = self.talk()
        self.assertTrue(out.endswith("0 of 1 solved. See you!\n"))

    def test_as_many_as_one_likes(self):
        done = coset("puzzle", "--seed", "3", stdin="skip\nskip\nskip\nquit\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("0 of 4 solved", done.stdout)

    def test_yes_and_no(self):
        answer = self.solution("possible")
        self.assertIn("\u2713 Right!", self.talk(answer, kind="possible"))
        out = self.talk("yes" if answer == "no" else "no", answer, kind="possible")
        self.assertIn("\u2717", out)
        self.assertIn("Solution: " + answer, out)  # there is no second try
        self.assertNotIn("\u2713 Right!", out)
        self.assertIn("0 of 1 solved", out)

    def test_lines_are_no_longer_than_a_page(self):
        for kind in ("reach-one", "possible", "no-answer", "empty-hand", "best-exchange"):
            done = coset("puzzle", "--kind", kind, "--seed", "3", "--count", "10", "--no-input")
            self.assertLessEqual(max(len(line) for line in done.stdout.splitlines()), 78, kind)

    def test_an_interrupt_leaves_a_clean_line(self):
        for words in (["puzzle", "--seed", "3"], ["lesson", "colours", "--seed", "3"]):
            with subprocess.Popen([COSET, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
                while (said := run.stdout.read(1)) != ">":
                    self.assertTrue(said)
                run.send_signal(signal.SIGINT)
                rest, _ = run.communicate(timeout=60)
                self.assertEqual((run.returncode, rest.lstrip(" ")), (130, "\n"))


if __name__ == "__main__":
    unittest.main()
