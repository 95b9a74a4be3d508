"""clang-tidy on the sources, in the batches that the build also knows (cmake/batches.py)."""

import concurrent.futures
import json
import pathlib
import re
import zlib

from ci.run import JOBS, OUT, ROOT, Failed, logged, say, spawn, spawn_quietly, step

RECENT = 30  # commits
SCRIPTED = "Scripted-Rename:"  # a trailer: the commit changed names by a script and nothing else

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
        if "_mutated.dir/" in command["command"]:
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


def quarter_of(file):
    """The turn of a batch: by its library and number, which stay when its files change."""
    name = "/".join(file.parts[-4:]) if file.parent.name == "Unity" else file.name
    return zlib.crc32(name.encode()) % 4


def recently_changed():
    """Sources whose text changed in the last commits or is not committed, pure moves and scripted renames
    excepted; None if the history is too short to say."""
    code, text = spawn_quietly(["git", "log", f"-{RECENT + 1}", "--format=commit %H%n%(trailers)", "--name-status", "-M100%"])
    blocks = re.split(r"^commit (?=[0-9a-f]{40}$)", text, flags=re.M)[1:]
    if code != 0 or len(blocks) <= RECENT:
        return None
    names = set()
    for block in blocks[:RECENT]:
        if SCRIPTED not in block:
            names |= set(re.findall(r"^[AM]\t(.+)$", block, re.M))
    names |= {line[3:] for line in spawn_quietly(["git", "status", "--porcelain"])[1].splitlines()}
    return {ROOT / name for name in names}


def with_headers(changed, known):
    """The changed sources, and for each changed header a source that includes it: its own, or the first."""
    found = changed & known
    for header in sorted(path for path in changed if path.suffix in (".hpp", ".h")):
        own = header.with_suffix(".cpp")
        line = f'#include "{header.relative_to(ROOT / "src")}"' if header.is_relative_to(ROOT / "src") else None
        readers = [own] if own in known else (path for path in sorted(known) if line and line in path.read_text())
        found |= set(list(readers)[:1])
    return found


def narrowed(commands, found, changed, quarters, folder):
    """Of all batches those whose turn it is, and of the others new ones of their changed sources alone."""
    by_file = {pathlib.Path(command["file"]): command for command in commands}
    chosen, extra = {}, []
    for file, held in found.items():
        recent = held & changed
        if f"tidy{quarter_of(file)}" in quarters:
            chosen[file] = held
        elif recent == held:
            chosen[file] = held
        elif recent:
            part = folder / f"changed_{len(extra)}.cxx"
            part.write_text("".join(f'#include "{path}"\n' for path in sorted(recent)))
            command = by_file[file]
            extra.append({**command, "file": str(part), "command": command["command"].replace(str(file), str(part))})
            chosen[part] = recent
    (folder / "compile_commands.json").write_text(json.dumps([*commands, *extra]))
    return chosen


def run(preset="tidy", only=None, quarters=None):
    """All sources; or some of them, each by itself; or those that changed lately and the batches of some quarters."""
    logged(f"{preset}-configure", ["cmake", "--preset", preset])
    folder = ROOT / "build" / preset
    wanted = sources() if only is None else set(only)
    commands = json.loads((folder / "compile_commands.json").read_text())
    found = units(commands, wanted)
    here = step()
    unseen = wanted - {path for held in found.values() for path in held}
    if unseen or not found:
        say("check: clang-tidy would not see", *(f"  {path}" for path in sorted(unseen)))
        raise Failed
    changed = recently_changed() if quarters is not None else None
    if changed is not None:
        folder = ROOT / "build/tidy-recent"
        folder.mkdir(parents=True, exist_ok=True)
        found = narrowed(commands, found, with_headers(changed, wanted), quarters, folder)
    seen = {path for held in found.values() for path in held} & wanted
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
    here.count("files", len(wanted) if only is None else len(seen))
    say(f"tidy: {len(seen)} of {len(wanted)} files in {len(found)} batches, {len(complaints)} line(s) of complaints")
    if complaints:
        say(*complaints[:150])
        raise Failed
