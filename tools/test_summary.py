#!/usr/bin/env python3
"""Counts tests by layer for tools/check.

ctest says what became of each of its tests (--output-junit); a test that is a whole program or script
wrote one more JUnit file, by its own name, about its cases.
"""

import collections
import html
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASE = re.compile(r'<testcase name="([^"]*)"[^>]*? status="([^"]*)"')


def labels_of(preset):
    """The label of every test of a preset, by the test's name."""
    command = ["ctest", "--preset", preset, "--show-only=json-v1"]
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout.decode()
    labels = {}
    for test in json.loads(answer[answer.index("{"):])["tests"]:
        for item in test.get("properties", []):
            if item["name"] == "LABELS":
                labels[test["name"]] = item["value"][0]
    return labels


def count_suites(text):
    """Counts [passed, failed, skipped] from the totals of a JUnit file's outermost element."""
    head = re.search(r"<testsuites\b[^>]*>", text)
    totals = {name: int(value) for name, value in re.findall(r'(\w+)="(\d+)"', head.group() if head else "")}
    skipped = totals.get("skipped", len(re.findall(r"<skipped\b", text))) + totals.get("disabled", 0)
    failed = totals.get("failures", 0) + totals.get("errors", 0)
    return [totals.get("tests", 0) - failed - skipped, failed, skipped]


def count(text, labels, results):
    """Counts {label: [passed, failed, skipped]} from ctest's JUnit text and the folder of the cases' files."""
    # Not an XML parser: a test may print bytes that XML does not allow.
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for name, status in CASE.findall(text):
        name = html.unescape(name)
        column = {"run": 0, "fail": 1}.get(status, 2)
        numbers = [int(column == place) for place in range(3)]
        cases = results / f"{name}.xml"
        if cases.exists():
            numbers = count_suites(cases.read_text(errors="replace"))
            if column == 1 and numbers[1] == 0:  # it failed outside its cases
                numbers[1] = 1
        cell = counts[labels.get(name, "other")]
        for place in range(3):
            cell[place] += numbers[place]
    return dict(counts)
