#!/usr/bin/env python3
"""Fails on a mutant that does not fit its file; writes the mutants into a copy of src/.

Usage: tools/check_mutants.py [ROOT]
       tools/check_mutants.py plant FOLDER [MODULE]

The list is tests/mutation/<module>.json. Each mutant has
  id        C and a unique number
  file      the file that it changes
  mutation  what is wrong, in a sentence
  before    the right text, which occurs once in the file
  after     the text instead, wrong where the word MUTANT is true and right where it is false
  also      further changes, if one is not enough: a list of {file, before, after}
  tests     the tests that must fail, the fastest first: "program Filter.*" or "system/cli/play_test.py Case"
  why       only if no test can fail: why the mutant is equivalent
`plant` writes src/, or one module of it, with all mutants into FOLDER; a program built from that activates the
mutant whose number is in COSET_MUTANT. Exits 0 (fine) or 1 (complaints).
tests/mutation/web.json has the mutants of the web client: W and a number, no MUTANT in `after`, no `also`, and files of
web/ as tests. web/tools/plant.mjs plants them.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELDS = {"id", "file", "mutation", "before", "after", "also", "tests", "why"}
SWITCH = re.compile(r"\bMUTANT\b")
HEADER = "tests/mutation/mutant.hpp"
WEB = "tests/mutation/web.json"


class Unfit(Exception):
    """The list does not fit the sources; holds every complaint."""


def changes(mutant):
    """Every (file, before, after) of one mutant."""
    own = [{"file": mutant["file"], "before": mutant["before"], "after": mutant["after"]}]
    for change in own + mutant.get("also", []):
        yield change.get("file", mutant["file"]), change["before"], change["after"]


def load(root=ROOT):
    """The mutants of all modules in the order of their numbers."""
    out, complaints, seen = [], [], set()
    for path in sorted((root / "tests/mutation").glob("*.json")):
        if path == root / WEB:
            continue
        for mutant in json.loads(path.read_text()):
            name = mutant.get("id", "?")
            where = f"{path.relative_to(root)}: {name}"
            missing = [field for field in ("id", "file", "mutation", "before", "after", "tests") if not mutant.get(field)]
            if missing or set(mutant) - FIELDS:
                complaints.append(f"{where}: needs {', '.join(missing) or 'no'} {', '.join(set(mutant) - FIELDS)}".rstrip())
                continue
            if not re.fullmatch(r"C[1-9][0-9]*", name) or name in seen:
                complaints.append(f"{where}: the id is C and a number that no other mutant has")
            seen.add(name)
            for file, _, after in changes(mutant):
                if pathlib.PurePath(file).parts[0] != "src" or path.stem not in pathlib.PurePath(file).parent.parts:
                    complaints.append(f"{where}: {file} is not in the module {path.stem}")
                if not SWITCH.search(after):
                    complaints.append(f"{where}: 'after' does not contain the word MUTANT")
            for test in mutant["tests"]:
                if not re.fullmatch(r"\S+ [^\s-]\S*", test):
                    complaints.append(f"{where}: a test is a program and a filter without minus, not '{test}'")
            out.append(mutant)
    if complaints:
        raise Unfit(complaints)
    return sorted(out, key=lambda mutant: int(mutant["id"][1:]))


def planted(root, mutants):
    """The changed text of each file that holds a mutant."""
    places, complaints = {}, []
    for mutant in mutants:
        for file, before, after in changes(mutant):
            path = root / file
            count = path.read_text().count(before) if path.is_file() else 0
            if count != 1:
                what = "there is no such file" if not path.is_file() else (
                    f"its text occurs {count} times" if count else "its text is no longer in the file")
                complaints.append(f"{mutant['id']} does not fit {file}: {what}: {before.splitlines()[0].strip()[:90]}")
                continue
            start = path.read_text().index(before)
            after = SWITCH.sub(f"::coset_mutant({mutant['id'][1:]})", after)
            places.setdefault(file, []).append((start, start + len(before), after, mutant["id"]))
    out = {}
    for file, found in places.items():
        found.sort()
        for one, other in zip(found, found[1:]):
            if other[0] < one[1]:
                complaints.append(f"{one[3]} and {other[3]} change the same text of {file}; choose shorter texts")
        text = (root / file).read_text()
        for start, end, after, _ in reversed(found):
            text = text[:start] + after + text[end:]
        out[file] = f'#include "mutant.hpp"\n#line 1 "{file}"\n' + text
    if complaints:
        raise Unfit(complaints)
    return out


def load_web(root=ROOT):
    """The mutants of the web client; each fits its file."""
    if not (root / WEB).is_file():
        return []
    out, complaints, seen = json.loads((root / WEB).read_text()), [], set()
    for mutant in out:
        name = mutant.get("id", "?")
        missing = [field for field in ("id", "file", "mutation", "before", "tests") if not mutant.get(field)]
        more = set(mutant) - (FIELDS - {"also"})
        if missing or more or "after" not in mutant:
            complaints.append(f"{WEB}: {name}: needs {', '.join(missing) or 'no'} {', '.join(sorted(more))}".rstrip())
            continue
        if not re.fullmatch(r"W[1-9][0-9]*", name) or name in seen:
            complaints.append(f"{WEB}: {name}: the id is W and a number that no other mutant has")
        seen.add(name)
        path = root / mutant["file"]
        count = path.read_text().count(mutant["before"]) if path.is_file() else 0
        if not mutant["file"].startswith("web/") or count != 1:
            complaints.append(f"{name} does not fit {mutant['file']}: its text occurs {count} times: "
                              f"{mutant['before'].strip().splitlines()[0][:90]}")
        for test in mutant["tests"]:
            if not (root / "web" / test).is_file():
                complaints.append(f"{WEB}: {name}: there is no test web/{test}")
    if complaints:
        raise Unfit(complaints)
    return out


def write_if_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def plant(root, folder, module=None):
    """A copy of src/ in `folder`, or of one module in folder/<module>. Unchanged files keep their modification times."""
    mutants = [mutant for mutant in load(root) if module in (None, mutant["file"].split("/")[1])]
    changed = planted(root, mutants)
    kept = {folder / "mutant.hpp"}
    write_if_new(folder / "mutant.hpp", (root / HEADER).read_text())
    for path in sorted((root / "src" / (module or "")).rglob("*")):
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
        mutants = load(root)
        files = planted(root, mutants)
        web = load_web(root)
    except Unfit as unfit:
        for complaint in unfit.args[0]:
            print(complaint)
        print(f"mutants: {len(unfit.args[0])} complaint(s)\n  To do: change the list in tests/mutation with the code.")
        return 1
    print(f"mutants: {len(mutants)} fit {len(files)} files, {len(web)} fit {len({one['file'] for one in web})} of the web client")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
