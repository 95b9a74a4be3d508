#!/usr/bin/env python3
"""Fails on a planted mistake that does not fit its file; plants the mistakes in a copy of src/.

Usage: tools/check_mistakes.py [ROOT]
       tools/check_mistakes.py plant FOLDER [FLOOR]

The list is tests/mistakes/<floor>.json. Each mistake has
  id       C and a number that no other has
  file     where it is planted
  mistake  what it is, in a sentence
  before   the right text, which stands there once
  after    the text instead, wrong where the word MISTAKE is true and right where it is false
  also     further changes, if one is not enough: a list of {file, before, after}
  tests    what must notice it, the fastest first: "program Filter.*" or "cli/play_test.py Case"
  why      only if no test can notice it: why it makes no difference
`plant` writes what stands in src/, or in one floor of it, with all mistakes into FOLDER; a program
built from that makes the one whose number is in COSET_MISTAKE. Exits 0 (fine) or 1 (complaints).
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELDS = {"id", "file", "mistake", "before", "after", "also", "tests", "why"}
SWITCH = re.compile(r"\bMISTAKE\b")
HEADER = "tests/mistakes/mistake.hpp"


class Unfit(Exception):
    """The list does not fit the sources; holds every complaint."""


def changes(mistake):
    """Every (file, before, after) of one mistake."""
    own = [{"file": mistake["file"], "before": mistake["before"], "after": mistake["after"]}]
    for change in own + mistake.get("also", []):
        yield change.get("file", mistake["file"]), change["before"], change["after"]


def load(root=ROOT):
    """The mistakes of all floors in the order of their numbers."""
    out, complaints, seen = [], [], set()
    for path in sorted((root / "tests/mistakes").glob("*.json")):
        for mistake in json.loads(path.read_text()):
            name = mistake.get("id", "?")
            where = f"{path.relative_to(root)}: {name}"
            missing = [field for field in ("id", "file", "mistake", "before", "after", "tests") if not mistake.get(field)]
            if missing or set(mistake) - FIELDS:
                complaints.append(f"{where}: needs {', '.join(missing) or 'no'} {', '.join(set(mistake) - FIELDS)}".rstrip())
                continue
            if not re.fullmatch(r"C[1-9][0-9]*", name) or name in seen:
                complaints.append(f"{where}: the id is C and a number that no other mistake has")
            seen.add(name)
            for file, _, after in changes(mistake):
                if pathlib.PurePath(file).parts[:2] != ("src", path.stem):
                    complaints.append(f"{where}: {file} is not of the floor {path.stem}")
                if not SWITCH.search(after):
                    complaints.append(f"{where}: the word MISTAKE does not stand in 'after'")
            for test in mistake["tests"]:
                if not re.fullmatch(r"\S+ [^\s-]\S*", test):
                    complaints.append(f"{where}: a test is a program and a filter without minus, not '{test}'")
            out.append(mistake)
    if complaints:
        raise Unfit(complaints)
    return sorted(out, key=lambda mistake: int(mistake["id"][1:]))


def planted(root, mistakes):
    """The changed text of each file that holds a mistake."""
    places, complaints = {}, []
    for mistake in mistakes:
        for file, before, after in changes(mistake):
            path = root / file
            count = path.read_text().count(before) if path.is_file() else 0
            if count != 1:
                what = "there is no such file" if not path.is_file() else (
                    f"its text stands there {count} times" if count else "its text no longer stands there")
                complaints.append(f"{mistake['id']} does not fit {file}: {what}: {before.splitlines()[0].strip()[:90]}")
                continue
            start = path.read_text().index(before)
            after = SWITCH.sub(f"::coset_mistake({mistake['id'][1:]})", after)
            places.setdefault(file, []).append((start, start + len(before), after, mistake["id"]))
    out = {}
    for file, found in places.items():
        found.sort()
        for one, other in zip(found, found[1:]):
            if other[0] < one[1]:
                complaints.append(f"{one[3]} and {other[3]} change the same text of {file}; choose shorter texts")
        text = (root / file).read_text()
        for start, end, after, _ in reversed(found):
            text = text[:start] + after + text[end:]
        out[file] = f'#include "mistake.hpp"\n#line 1 "{file}"\n' + text
    if complaints:
        raise Unfit(complaints)
    return out


def write_if_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def plant(root, folder, floor=None):
    """A copy of src/ in `folder`, or of one floor in folder/<floor>. Keeps the times of what stays the same."""
    mistakes = [mistake for mistake in load(root) if floor in (None, mistake["file"].split("/")[1])]
    changed = planted(root, mistakes)
    kept = {folder / "mistake.hpp"}
    write_if_new(folder / "mistake.hpp", (root / HEADER).read_text())
    for path in sorted((root / "src" / (floor or "")).rglob("*")):
        if not path.is_file():
            continue
        file = str(path.relative_to(root))
        copy = folder / path.relative_to(root / "src")
        kept.add(copy)
        write_if_new(copy, changed.get(file) or path.read_text())
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()


def main(arguments):
    try:
        if arguments[:1] == ["plant"] and len(arguments) in (2, 3):
            plant(ROOT, pathlib.Path(arguments[1]), *arguments[2:])
            return 0
        root = pathlib.Path(arguments[0]) if arguments else ROOT
        mistakes = load(root)
        files = planted(root, mistakes)
    except Unfit as unfit:
        for complaint in unfit.args[0]:
            print(complaint)
        print(f"mistakes: {len(unfit.args[0])} complaint(s)\n  To do: change the list in tests/mistakes with the code.")
        return 1
    print(f"mistakes: {len(mistakes)} fit {len(files)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
