#!/usr/bin/env python3
"""Fails on an include in src/ that the table of arrows in ARCHITECTURE.md does not allow.

Usage: tools/check_layers.py [ROOT]     (ROOT: the project's folder; by default the one above)

A row such as teach/words is a sub-floor: a folder inside a floor, with arrows of its own to its
neighbours. A floor of another name that may include teach may include all of teach.

Also fails on a relative include, on a folder of src/ that the table does not list, on a portable
floor that includes a header it must do without, on a CMakeLists.txt that disagrees with the
table, and on a file of src/ or web/src that is past 450 lines, unless its first line says that it is
generated. Each complaint says where, what, why and what to do. Exits 0 (fine), 1 (complaints) or 2
(the table cannot be read).
"""

import pathlib
import re
import sys

# Why a portable floor does without a header, and the headers.
FORBIDDEN = {
    "streams and files come in from outside": "iostream fstream sstream ostream istream iosfwd iomanip ios "
    "streambuf strstream spanstream syncstream filesystem print locale codecvt",
    "threads live outside the portable half": "thread mutex shared_mutex atomic stdatomic.h condition_variable "
    "future semaphore latch barrier stop_token execution",
    "time comes in from outside": "chrono ctime time.h",
    "its sequences differ between standard libraries; use base/rng.hpp": "random",
    "there are no exceptions here; use Result or CHECK": "stdexcept exception system_error",
    "there is no RTTI here": "typeinfo typeindex any",
    "its order differs between standard libraries; use a sorted container": "unordered_map unordered_set",
    "it is large and throws; use base/reader.hpp": "regex",
    "it costs 110 kB in WebAssembly": "format",
    "signals and jumps are the host's": "csignal csetjmp signal.h setjmp.h",
}
REASON = {header: why for why, headers in FORBIDDEN.items() for header in headers.split()}
# The only headers in angle brackets, beside the standard library's, that a portable floor may use.
PORTABLE_EXTRAS = {"immintrin.h", "emmintrin.h", "wasm_simd128.h", "nlohmann/json.hpp"}
# What a header for C, named .h, may use besides.
C_HEADERS = {"stddef.h", "stdint.h"}

MOST_LINES = 450
WRITTEN = {".c", ".cpp", ".css", ".h", ".hpp", ".svelte", ".ts"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
MODULE = re.compile(r"coset_module\(\s*(\w+)([^)]*)\)")
SOURCES = {".hpp", ".cpp", ".h", ".inc"}


class Floor:
    def __init__(self, name, below, portable):
        self.name, self.below, self.portable = name, below, portable


class TableError(Exception):
    pass


def within(name, floor):
    """Whether the row `name` is `floor` or one of its sub-floors."""
    return name == floor or name.startswith(floor + "/")


def floor_of(path, floors):
    """The row that a path written from src/ belongs to, or None: the longest name that fits."""
    parts = path.split("/")[:-1]
    for length in range(len(parts), 0, -1):
        name = "/".join(parts[:length])
        if name in floors:
            return floors[name]
    return None


def may_include(floor, other):
    """Beside its own, a floor sees whole floors; inside its own house, only the rooms it names."""
    house = floor.name.split("/")[0]
    if other.name.split("/")[0] == house:
        return other.name == floor.name or other.name in floor.below
    return any(within(other.name, name) for name in floor.below)


def read_table(text):
    """The floors by name, lowest first, from the table whose header starts with Floor."""
    lines = iter(text.splitlines())
    for line in lines:
        if re.match(r"\|\s*floor\s*\|\s*may include\s*\|\s*portable\s*\|", line, re.IGNORECASE):
            break
    else:
        raise TableError("no table '| Floor | May include | Portable |'")
    next(lines, None)  # the line of dashes
    floors = {}
    for line in lines:
        if not line.startswith("|"):
            break
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3 or cells[2] not in ("yes", "no"):
            raise TableError(f"cannot read the row: {line}")
        below = [] if cells[1] in ("-", "") else re.findall(r"[\w/]+", cells[1])
        for name in below:
            lower = [floor for floor in floors.values() if within(floor.name, name)]
            if not lower:
                raise TableError(f"'{cells[0]}' may include '{name}', which is not a lower floor")
            if cells[2] == "yes" and not all(floor.portable for floor in lower):
                raise TableError(f"'{cells[0]}' is portable but may include '{name}', which is not")
        floors[cells[0]] = Floor(cells[0], set(below), cells[2] == "yes")
    if not floors:
        raise TableError("the table has no rows")
    return floors


def check_include(floor, floors, quoted, angled):
    """The complaint about one include as (what, why, what to do), or None."""
    if quoted is not None:
        other = floor_of(quoted, floors)
        if quoted.startswith((".", "/")) or "/../" in quoted:
            return (f'include of "{quoted}"', "includes are written from src/", "write \"floor/file.hpp\"")
        if "/" not in quoted or other is None:
            return (
                f'include of "{quoted}"',
                "quotes are for our own headers, written from src/",
                "write \"floor/file.hpp\", or <...> for a library",
            )
        if not may_include(floor, other):
            allowed = ", ".join(sorted(floor.below)) or "no other floor"
            return (
                f"{floor.name} includes {other.name} (\"{quoted}\")",
                f"{floor.name} may include {allowed}",
                "move the code down, or pass what is needed in from above",
            )
        return None
    if floor_of(angled, floors) is not None:
        return (f"include of <{angled}>", "our own headers are written in quotes", f'write "{angled}"')
    if floor.portable:
        if angled in REASON:
            return (f"portable floor {floor.name} includes <{angled}>", REASON[angled], "do without it")
        if ("/" in angled or angled.endswith((".h", ".hpp"))) and angled not in PORTABLE_EXTRAS:
            return (
                f"portable floor {floor.name} includes <{angled}>",
                "the portable half uses the C++ standard library only",
                "use the C++ header, or move the code to a face",
            )
    return None


def check_build(root, folder, floor):
    path = folder / "CMakeLists.txt"
    if not path.exists():
        yield (path.relative_to(root), 1, "no CMakeLists.txt", "every floor declares itself",
               f"write coset_module({floor.name} ...)")
        return
    found = [m for m in MODULE.finditer(path.read_text()) if m.group(1) == floor.name]
    if len(found) != 1:
        yield (path.relative_to(root), 1, f"{len(found)} calls of coset_module({floor.name} ...)",
               "every floor declares itself once", "write exactly one")
        return
    words = found[0].group(2).split()
    if ("PORTABLE" in words) != floor.portable:
        yield (path.relative_to(root), 1, f"PORTABLE disagrees with ARCHITECTURE.md for {floor.name}",
               f"the table says {'yes' if floor.portable else 'no'}", "make them agree")
    if "DEPENDS" in words:
        for word in words[words.index("DEPENDS") + 1:]:
            if word.isupper():
                break
            if word not in floor.below:
                yield (path.relative_to(root), 1, f"{floor.name} depends on {word}",
                       "the table in ARCHITECTURE.md has no such arrow", "remove it")


def check_tree(root):
    """Yields (path, line, what, why, what to do) for everything that is wrong under root/src."""
    floors = read_table((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    source = root / "src"
    houses = {name.split("/")[0] for name in floors}
    for path in sorted(source.iterdir()):
        if not path.is_dir():
            yield (path.relative_to(root), 1, "a file directly in src/", "code lives on a floor",
                   "move it into a floor's folder")
        elif path.name not in houses:
            yield (path.relative_to(root), 1, f"folder {path.name} is not in the table of ARCHITECTURE.md",
                   "every floor says what it may include", "add a row, or move the files")
    for floor in floors.values():
        if not (source / floor.name).is_dir():
            yield ((source / floor.name).relative_to(root), 1, f"floor {floor.name} has no folder",
                   "ARCHITECTURE.md lists it", "remove the row, or add the folder")
    for house in sorted(houses):
        folder = source / house
        if not folder.is_dir():
            continue
        yield from check_build(root, folder, whole(house, floors))
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield from check_file(root, path, floors)


def whole(house, floors):
    """A house as one floor: what any of its rooms may include."""
    rooms = [floor for floor in floors.values() if within(floor.name, house)]
    below = {name.split("/")[0] for room in rooms for name in room.below} - {house}
    return Floor(house, below, all(room.portable for room in rooms))


def check_file(root, path, floors):
    floor = floor_of(path.relative_to(root / "src").as_posix(), floors)
    if floor is None:
        yield (path.relative_to(root), 1, "a file in no room of the table of ARCHITECTURE.md",
               "every room says what it may include", "add a row, or move the file")
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and path.suffix == ".h" and match.group(2) in C_HEADERS:
            continue
        complaint = match and check_include(floor, floors, *match.groups())
        if complaint:
            yield (path.relative_to(root), number, *complaint)


def check_lengths(root):
    for folder in ("src", "web/src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in WRITTEN or not path.is_file():
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            generated = lines and "generated" in lines[0].lower()
            if len(lines) > MOST_LINES and not generated:
                yield (path.relative_to(root), MOST_LINES + 1, f"a file of {len(lines)} lines",
                       f"none is past {MOST_LINES}", "tell its parts apart, each in a file of its own")


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    try:
        complaints = list(check_tree(root)) + list(check_lengths(root))
    except (TableError, OSError) as error:
        print(f"ARCHITECTURE.md: {error}", file=sys.stderr)
        return 2
    for path, line, what, why, advice in complaints:
        print(f"{path}:{line}: {what}: {why}. To do: {advice}.")
    print(f"layers: {len(complaints)} complaint(s)" if complaints else "layers: all arrows point down")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
