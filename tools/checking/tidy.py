"""clang-tidy on the sources, in the batches that the build also knows (cmake/batches.py)."""

import concurrent.futures
import json
import pathlib
import re

from checking.run import JOBS, OUT, ROOT, Failed, logged, say, spawn, step

INCLUDED = re.compile(r'^#include "([^"]+)"', re.M)
USING = re.compile(r"^using (?!namespace|enum)[\w:]+::(\w+);", re.M)
SOURCE = re.compile(r'^#include [<"](.*\.c(?:pp)?)[>"]', re.M)
OLD_HEADER = re.compile(r"^#include <((?:assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|"
                        r"stdarg|stdbool|stddef|stdint|stdio|stdlib|string|tgmath|time|uchar|wchar|wctype)\.h)>", re.M)


def sources():
    """What is to be seen: every source of src/ but the host that only WebAssembly has."""
    found = {path for folder in ("src", "bench") for path in (ROOT / folder).rglob("*.cpp")}
    return {path for path in found if "wasm" not in path.relative_to(ROOT).parts}


def units(commands, wanted):
    """{file of the compiler: sources in it}, of the libraries and programs that hold wanted sources."""
    found = {}
    for command in commands:
        file = pathlib.Path(command["file"])
        if "_mistaken.dir/" in command["command"]:
            continue
        held = {file}
        if file.parent.name == "Unity":
            held = {pathlib.Path(name) for name in INCLUDED.findall(file.read_text())}
        if held & wanted:
            found[file] = held
    return found


def words_alone(path, text):
    """What clang-tidy looks for in the file that it was given, but not in one that is included."""
    for name in USING.findall(text):
        if len(re.findall(rf"\b{name}\b", re.sub(r"//.*", "", text))) < 2:
            yield f"{path.relative_to(ROOT)}: 'using ...::{name}' is not used [misc-unused-using-decls]"
    for name in SOURCE.findall(text):
        yield f"{path.relative_to(ROOT)}: {name} is no header [bugprone-suspicious-include]"
    for name in OLD_HEADER.findall(text):
        yield f"{path.relative_to(ROOT)}: <{name}> has a name without .h [modernize-deprecated-headers]"


def run(preset="tidy", only=None):
    """All sources, or some of them, each by itself."""
    logged(f"{preset}-configure", ["cmake", "--preset", preset])
    folder = ROOT / "build" / preset
    wanted = sources() if only is None else set(only)
    found = units(json.loads((folder / "compile_commands.json").read_text()), wanted)
    here = step()
    unseen = wanted - {path for held in found.values() for path in held}
    if unseen or not found:
        say("check: clang-tidy would not see", *(f"  {path}" for path in sorted(unseen)))
        raise Failed
    place = re.sub(r"([^\w/-])", r"\\\1", str(ROOT))
    # A batch includes sources; of the files themselves, words_alone says whether they do.
    options = ["-checks=-bugprone-suspicious-include", f"-header-filter=^{place}/src/.*\\.(hpp|cpp)$", "-quiet", "-p", folder]

    def one(file):
        code, output = spawn(["clang-tidy-19", *options, file], owner=here)
        return code, [line for line in output.splitlines() if not re.match(r"\d+ warnings? ", line)]

    complaints = [line for path in sorted(wanted) for line in words_alone(path, path.read_text())]
    longest_first = sorted(found, key=lambda file: -sum(path.stat().st_size for path in found[file] if path.exists()))
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for code, lines in pool.map(one, longest_first):
            if code != 0:
                complaints += lines
    (OUT / "tidy.log").write_text("\n".join(complaints) + "\n")
    here.count("files", len(wanted))
    say(f"tidy: {len(wanted)} files in {len(found)} batches, {len(complaints)} line(s) of complaints")
    if complaints:
        say(*complaints[:150])
        raise Failed
