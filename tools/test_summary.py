#!/usr/bin/env python3
"""Counts tests by layer for tools/check.

  test_summary.py count PRESET JUNIT LABELS    prints rows: preset, label, passed, failed, skipped
  test_summary.py web LABEL JUNIT              the same row from what the web client's runners wrote
  test_summary.py print RESULTS [--seconds N] [--fuzz-seconds N] [--failed-step STEP]

`count` reads what ctest wrote (--output-junit) and asks ctest for the labels. It fails if a layer
that has files in tests/ and whose label matches LABELS ran no test. `print` shows the rows as a
table; its last line is "N passed, M failed", and it exits 1 if M is not 0.
"""

import argparse
import collections
import html
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["unit", "rulebook", "conformance", "oracle", "golden", "perft", "property", "cli", "gap", "forgotten", "layers"]
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


def count(text, labels):
    """Counts [passed, failed, skipped] by label from ctest's JUnit text."""
    # Not an XML parser: a test may print bytes that XML does not allow.
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for name, status in CASE.findall(text):
        column = {"run": 0, "fail": 1}.get(status, 2)
        counts[labels.get(html.unescape(name), "other")][column] += 1
    return counts


def count_suites(text):
    """Counts [passed, failed, skipped] from the totals of a JUnit file's outermost element."""
    head = re.search(r"<testsuites\b[^>]*>", text)
    totals = {name: int(value) for name, value in re.findall(r'(\w+)="(\d+)"', head.group() if head else "")}
    skipped = totals.get("skipped", len(re.findall(r"<skipped\b", text)))
    failed = totals.get("failures", 0) + totals.get("errors", 0)
    return [totals.get("tests", 0) - failed - skipped, failed, skipped]


def expected(labels_regex):
    """The layers that have something to run and were asked for."""
    for layer in LAYERS:
        folder = ROOT / "tests" / layer
        files = [*folder.glob("*_test.cpp"), *folder.glob("*_test.py")]
        if files and re.search(labels_regex, layer):
            yield layer


def table(rows, seconds, fuzz_seconds, failed_step):
    """The lines of the summary, and how many tests failed."""
    cells = collections.defaultdict(lambda: [0, 0, 0])
    for preset, label, *numbers in rows:
        for column in range(3):
            cells[preset, label][column] += int(numbers[column])
    presets = list(dict.fromkeys(row[0] for row in rows if row[0] != "fuzz"))
    found = {row[1] for row in rows if row[0] != "fuzz"}
    lines = []
    if presets:
        lines.append(f"{'tests':<12}" + "".join(f"{preset:>12}" for preset in presets))
    for label in [*(name for name in LAYERS if name in found), *sorted(found - set(LAYERS))]:
        line = f"{label:<12}"
        for preset in presets:
            passed, failed, skipped = cells[preset, label] if (preset, label) in cells else (0, 0, 0)
            text = str(passed + failed) if passed + failed + skipped else "-"
            line += f"{text + (f' ({failed} bad)' if failed else ''):>12}"
        lines.append(line)
    fuzz = cells["fuzz", "fuzz"]
    if any(fuzz):
        lines.append(f"fuzz: {fuzz[0] + fuzz[1]} targets x {fuzz_seconds} s")
    passed, failed, skipped = (sum(cell[column] for cell in cells.values()) for column in range(3))
    if skipped:
        lines.append(f"skipped: {skipped}")
    lines.append(f"time: {seconds // 60} min {seconds % 60:02} s")
    if failed_step and not failed:
        failed = 1  # the step itself
    lines.append(f"{passed} passed, {failed} failed")
    return lines, failed


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    counter = commands.add_parser("count")
    for name in ("preset", "junit", "labels"):
        counter.add_argument(name)
    web = commands.add_parser("web")
    for name in ("label", "junit"):
        web.add_argument(name)
    printer = commands.add_parser("print")
    printer.add_argument("results")
    printer.add_argument("--seconds", type=int, default=0)
    printer.add_argument("--fuzz-seconds", default="?")
    printer.add_argument("--failed-step", default="")
    given = parser.parse_args(arguments)

    if given.command == "print":
        rows = [line.split("\t") for line in pathlib.Path(given.results).read_text().splitlines()]
        lines, failed = table(rows, given.seconds, given.fuzz_seconds, given.failed_step)
        print("\n".join(lines))
        return 1 if failed else 0

    path = pathlib.Path(given.junit)
    if given.command == "web":
        numbers = count_suites(path.read_text(errors="replace"))
        print("web", given.label, *numbers, sep="\t")
        return 0 if numbers[0] > 0 else 1
    counts = count(path.read_text(errors="replace") if path.exists() else "", labels_of(given.preset))
    for label, numbers in counts.items():
        print(given.preset, label, *numbers, sep="\t")
    absent = [layer for layer in expected(given.labels) if layer not in counts]
    if absent:
        print(f"check: tests/{absent[0]}/ has tests but none ran in {given.preset}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
