"""A pupil who shares no code with the engine does the exercises of all 44 lessons: answers them from what is shown, judges each
choice, and checks every sentence that explains one. COSET_WHOLE=1: 5 000 exercises and more."""

import collections
import json
import os
import subprocess
import unittest

import _solver_table_claims  # noqa: F401  the patterns of tables
from _solver_answers import Question
from _solver_claims import Said, begin, mistakes
from _solver_groups import group_called
from _solver_keys import lacks

COSET = os.environ["COSET_BIN"]
WHOLE = os.environ.get("COSET_WHOLE") == "1"
SEEDS = range(1, 16) if WHOLE else range(1, 3)


def items_of(lesson, seed):
    done = subprocess.run([COSET, "lesson", lesson, "--seed", str(seed), "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def told_of_two(item):
    """Where two cards on top are what matters, they are named with their sum."""
    if item["lesson"] != "mad-abel.order":
        return []
    return [] if any(m["id"] in ("fact.top", "sum") for m in item["why"]) else ["the sum of the two cards on top"]


def report(item):
    """(wrong, untrue, lacking) of an exercise."""
    group = group_called(item["group"], item.get("table"))
    question = Question(item, group)
    wrong = [c["text"] for c in item["choices"] if question.right(c["text"]) != c["right"]]
    if sum(c["right"] for c in item["choices"]) != (1 if item["choices"] else 0):
        wrong.append("not one right choice")
    if not item["choices"] and not question.typed(item["answer"]):
        wrong.append(item["answer"])
    untrue = []
    said = Said(question)
    why = [message["text"] for message in item["why"]]
    for at, text in enumerate(why):
        if said.pieces is None and item["why"][at]["id"].startswith("step."):
            begin(said, why[at:])
        untrue += mistakes(said, text)
    untrue += mistakes(Said(question), item["hint"]["text"])
    for choice in item["choices"]:
        untrue += mistakes(Said(question, choice["text"]), choice["feedback"]["text"])
    return wrong, sorted(set(untrue)), lacks(item, group) + told_of_two(item)


class Solver(unittest.TestCase):
    def test_every_exercise_is_right_its_explanation_true_and_nothing_lacking(self):
        lessons = [json.loads(line)["lesson"] for line in subprocess.run(
            [COSET, "lesson", "--json"], capture_output=True, text=True, check=True).stdout.splitlines()]
        self.assertEqual(len(lessons), 44)
        counts, found = collections.Counter(), collections.defaultdict(list)
        for lesson in lessons:
            for seed in SEEDS:
                for item in items_of(lesson, seed):
                    counts["exercises"] += 1
                    counts["choices"] += len(item["choices"])
                    counts["sentences"] += len(item["why"]) + 1 + len(item["choices"])
                    for what, each in zip(("wrong", "untrue", "lacking"), report(item)):
                        for said in each:
                            found[what].append(f"{lesson} {seed} {item['item']}: {item['prompt']['text']} {said}")
        print(dict(counts), {what: len(each) for what, each in found.items()})
        self.assertEqual(counts["exercises"], 44 * 8 * len(SEEDS))
        self.assertGreaterEqual(counts["exercises"], 5000 if WHOLE else 700)
        for what in ("wrong", "untrue", "lacking"):
            with self.subTest(what):
                self.assertEqual(found[what][:20], [], f"{len(found[what])} {what}")


if __name__ == "__main__":
    unittest.main()
