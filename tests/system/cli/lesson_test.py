"""coset lesson, as a person at a terminal, a screen reader and a script use it."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

COSET = os.environ["COSET_BIN"]
TYPES = {"sum", "missing", "equal", "build", "steps", "predict", "spot", "table", "close", "order", "play"}
MISCONCEPTIONS = {"paint", "all_gone", "white_swallows", "clear_counts", "half_card", "king_is_13", "order_ignored",
                  "brackets_moved"}


class LessonCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = pathlib.Path(folder.name)
        self.file = self.data / "coset" / "lessons.json"

    def coset(self, *words, stdin=""):
        return subprocess.run([COSET, "lesson", *words], input=stdin, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "XDG_DATA_HOME": str(self.data)})

    def items(self, *words):
        done = self.coset(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    @staticmethod
    def wrong(item):
        return next(c["text"] for c in item["choices"] if not c["right"])


class Items(LessonCase):
    def test_a_track_is_eight_items(self):
        items = self.items("colours", "--seed", "7", "--no-input")
        self.assertEqual(len(items), 8)
        for item in items:
            self.assertEqual(item["schema"], 1)
            self.assertIn(item["type"], TYPES)
            self.assertTrue(item["lesson"].startswith("colours."))
            self.assertTrue(item["prompt"]["text"])
            self.assertTrue(item["why"])
            if item["choices"]:
                self.assertEqual(sum(c["right"] for c in item["choices"]), 1)
                self.assertEqual([c["number"] for c in item["choices"]], list(range(1, len(item["choices"]) + 1)))
                self.assertEqual([c["text"] for c in item["choices"] if c["right"]], [item["answer"]])
            for choice in item["choices"]:
                self.assertIn(choice["misconception"], MISCONCEPTIONS | {None})
                self.assertTrue(choice["feedback"]["text"])
        self.assertIn("paint", {c["misconception"] for item in items for c in item["choices"]})

    def test_the_same_seed_gives_the_same_items(self):
        first, second, other = (self.items("beyond", "--seed", seed) for seed in ("5", "5", "6"))
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)

    def test_a_seed_from_the_clock_can_be_repeated(self):
        done = self.coset("groups.order", "--json")
        seed = done.stderr.split("--seed ")[1].split()[0]
        self.assertEqual(self.coset("groups.order", "--json", "--seed", seed).stdout, done.stdout)

    def test_no_input_prints_answers_in_plain_ascii(self):
        done = self.coset("table.record", "--seed", "1", "--no-input", "--ascii")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.isascii())
        self.assertEqual(done.stdout.count("\nItem ") + 1, 8)
        self.assertEqual(done.stdout.count("The answer: "), 8)
        self.assertFalse(self.file.exists())

    def test_every_lesson_of_the_list_works(self):
        lessons = self.items()
        self.assertEqual(len(lessons), 44)
        self.assertEqual(len({each["track"] for each in lessons}), 6)
        types = set()
        for each in lessons:
            items = self.items(each["lesson"], "--seed", "2")
            self.assertEqual([item["item"] for item in items], list(range(1, 9)), each["lesson"])
            types |= {item["type"] for item in items}
        self.assertEqual(types, TYPES)

    def test_the_list_for_people_has_a_line_a_lesson(self):
        lines = self.coset().stdout.splitlines()
        self.assertEqual(len([line for line in lines if line.startswith("  ")]), 44)
        self.assertTrue(any("colours.not-paint" in line and "Not paint" in line for line in lines))

    def test_an_unknown_lesson_says_what_to_do(self):
        done = self.coset("colors")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertIn("There is no lesson 'colors'", done.stderr)
        self.assertIn("'coset lesson' lists", done.stderr)


    def test_the_table_of_an_addition_is_headed_by_its_sign(self):
        for seed in range(1, 6):
            for lesson in ("groups.closure", "beyond.permutations", "beyond.broken"):
                done = self.coset(lesson, "--seed", str(seed), "--no-input")
                signs = {line[0] for line in done.stdout.splitlines() if " |" in line and line[0] in "+*"}
                kinds = [item["group"] for item in self.items(lesson, "--seed", str(seed)) if "table" in item]
                self.assertEqual(signs, {"+" if kind[0] == "Z" else "*" for kind in kinds}, (lesson, seed))


class Talk(LessonCase):
    def test_all_right_passes(self):
        answers = [item["answer"] for item in self.items("colours.not-paint", "--seed", "3")]
        done = self.coset("colours.not-paint", "--seed", "3", stdin="\n".join(answers) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("Right. "), 8)
        self.assertIn("8 of 8 right at the first try without a hint: passed.", done.stdout)
        kept = json.loads(self.file.read_text())
        self.assertEqual(kept["lessons"]["colours.not-paint"], {"best": 8, "times": 1, "passed": True})
        self.assertEqual(kept["items"], [])
        self.assertIn("(8 of 8, passed)", self.coset().stdout)

    def test_a_wrong_item_is_explained_and_comes_back_two_items_later(self):
        items = self.items("colours.not-paint", "--seed", "3")
        paint = next(c for c in items[0]["choices"] if c["misconception"] == "paint")
        right = [item["answer"] for item in items]
        answers = [str(paint["number"]), right[1], right[2], right[0], *right[3:]]
        done = self.coset("colours.not-paint", "--seed", "3", stdin="\n".join(answers) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Not quite. Paint would give", done.stdout)
        self.assertIn("The answer: " + right[0], done.stdout)
        self.assertIn("Replace by primaries", done.stdout)
        order = [line for line in done.stdout.splitlines() if line.startswith("Item ")]
        self.assertEqual(order[:5], ["Item 1 of 8", "Item 2 of 8", "Item 3 of 8", "Item 1 of 8, again", "Item 4 of 8"])
        self.assertIn("7 of 8 right at the first try without a hint: passed.", done.stdout)

    def test_three_wrong_do_not_pass(self):
        items = self.items("groups.order", "--seed", "1")
        wrong = [self.wrong(item) for item in items[:3]]
        right = [item["answer"] for item in items]
        answers = [*wrong, *right[:3], *right[3:]]  # 1 2 3 wrong, then 1, 2, 3 come back in turn
        done = self.coset("groups.order", "--seed", "1", stdin="\n".join(answers) + "\n")
        self.assertIn("5 of 8 right at the first try without a hint: 6 would pass.", done.stdout)

    def test_hints_repeats_and_answers_that_cannot_be_read(self):
        item = self.items("mad-abel.two", "--seed", "1")[0]
        done = self.coset("mad-abel.two", "--seed", "1", stdin=f"?\n\nno idea\n{item['answer']}\n")
        self.assertIn("Hint: " + item["hint"]["text"], done.stdout)
        self.assertEqual(done.stdout.count(item["prompt"]["text"]), 2)
        self.assertIn("Type a number from 1 to 4", done.stdout)
        self.assertIn("Right. ", done.stdout)
        self.assertIn("Stopped with 1 of 8 answered right.", done.stdout)
        self.assertEqual(done.returncode, 0)

    def test_asking_twice_shows_the_answer(self):
        item = self.items("mad-abel.two", "--seed", "1")[0]
        done = self.coset("mad-abel.two", "--seed", "1", stdin="?\n?\n")
        self.assertIn("The answer: " + item["answer"], done.stdout)
        self.assertEqual(len(json.loads(self.file.read_text())["items"]), 1)

    def test_the_end_of_input_is_no_failure(self):
        done = self.coset("colours.white", "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Stopped with 0 of 8", done.stdout)


    def test_the_alphabet_comes_first_and_then_the_primaries(self):
        items = self.items("colours", "--seed", "7")
        self.assertEqual([item["lesson"] for item in items[:2]], ["colours.primaries"] * 2)
        self.assertEqual([item["lesson"] for item in items[2:]].count("colours.primaries"), 0)
        done = self.coset("colours", "--seed", "7", stdin="?\n")
        self.assertEqual(done.stdout.count("R red, Y yellow, B blue"), 1)
        self.assertLess(done.stdout.index("R+R makes C"), done.stdout.index("Item 1"))
        self.assertIn("Hint: Lay ", done.stdout)

    def test_the_letter_of_a_piece_is_that_piece(self):
        for seed in range(20):
            for item in self.items("colours.primaries", "--seed", str(seed))[:1]:
                for choice in item["choices"]:
                    done = self.coset("colours.primaries", "--seed", str(seed), stdin=choice["text"].lower() + "\n")
                    self.assertIn("Right." if choice["right"] else "Not quite.", done.stdout)

    def test_nothing_waits_that_was_not_written(self):
        item = self.items("colours.white", "--seed", "4")[0]
        self.data.joinpath("coset").write_text("a file where the folder should be")
        done = self.coset("colours.white", "--seed", "4", stdin=self.wrong(item) + "\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("cannot be written", done.stderr)
        self.assertNotIn("to come back", done.stdout)


class Due(LessonCase):
    def test_what_went_wrong_comes_back(self):
        self.assertIn("Nothing is due", self.coset("--due").stdout)
        item = self.items("colours.white", "--seed", "4")[0]
        self.coset("colours.white", "--seed", "4", stdin=self.wrong(item) + "\n")
        self.assertEqual(self.items("--due"), [])  # not before tomorrow
        kept = json.loads(self.file.read_text())
        kept["items"][0]["due"] = "2026-01-01"  # as if days had passed
        self.file.write_text(json.dumps(kept))
        self.assertEqual(self.items("--due"), [item])
        self.assertEqual(self.items("table", "--due"), [])
        done = self.coset("--due", stdin=item["answer"] + "\n")
        self.assertIn("Done for today: 1 of 1", done.stdout)
        self.assertEqual(self.items("--due"), [])
        kept = json.loads(self.file.read_text())["items"]
        self.assertEqual((kept[0]["box"], kept[0]["lesson"], kept[0]["seed"], kept[0]["item"]),
                         (1, "colours.white", 4, 0))

    def test_a_damaged_file_is_kept_and_said(self):
        self.file.parent.mkdir(parents=True)
        self.file.write_text("{ not json")
        done = self.coset()
        self.assertEqual(done.returncode, 0)
        self.assertIn("lessons.json.bad", done.stderr)
        self.assertEqual(self.file.with_suffix(".json.bad").read_text(), "{ not json")

    def test_items_of_lessons_that_are_gone_are_left_out(self):
        self.file.parent.mkdir(parents=True)
        gone = {"lesson": "gone.gone", "seed": 1, "item": 0, "box": 0, "due": 0}
        far = {"lesson": "colours.white", "seed": 1, "item": 99, "box": 0, "due": 0}
        self.file.write_text(json.dumps({"schema": 1, "lessons": {}, "items": [gone, far]}))
        self.assertEqual(self.items("--due"), [])


if __name__ == "__main__":
    unittest.main()
