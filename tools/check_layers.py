#!/usr/bin/env python3
"""Fails on an include in src/ that the table of dependencies in ARCHITECTURE.md does not allow.

Usage: tools/check_layers.py [ROOT]     (ROOT: the project's folder; by default the one above)

A row is a module by its folder, and its dependencies are modules by their names: engine/teach is the module teach.
A row such as engine/teach/words is a part: a folder inside a module, with dependencies of its own on its neighbours.
A module that may include teach may include all parts of teach.

Also fails on a relative include, on a folder of src/ that the table does not list, on a portable
module that includes a forbidden header, on a CMakeLists.txt that disagrees with the
table, and on a file of src/ or web/src that is past 450 lines, unless its first line says that it is
generated. Each complaint says where, what, why and what to do. Exits 0 (fine), 1 (complaints) or 2
(the table cannot be read).
"""

import pathlib
import re
import sys

# Why a portable module does without a header, and the headers.
FORBIDDEN = {
    "streams and files come in from outside": "iostream fstream sstream ostream istream iosfwd iomanip ios "
    "streambuf strstream spanstream syncstream filesystem print locale codecvt",
    "threads are outside the portable core": "thread mutex shared_mutex atomic stdatomic.h condition_variable "
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
# The only headers in angle brackets, beside the standard library's, that a portable module may use.
PORTABLE_EXTRAS = {"immintrin.h", "emmintrin.h", "wasm_simd128.h", "nlohmann/json.hpp"}
# What a header for C, named .h, may use besides.
C_HEADERS = {"stddef.h", "stdint.h"}

MAX_LINES = 450
WRITTEN = {".c", ".cpp", ".css", ".h", ".hpp", ".svelte", ".ts"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
MODULE = re.compile(r"coset_module\(\s*(\w+)([^)]*)\)")
SOURCES = {".hpp", ".cpp", ".h", ".inc"}


# Folders of modules. They hold no files of their own.
LAYERS = ("apps/coset", "apps", "engine", "server")


class Module:
    def __init__(self, folder, below, portable):
        self.folder, self.name, self.below, self.portable = folder, without_layer(folder), below, portable


def without_layer(path):
    """A path from src/ as one from its layer: engine/teach/words as teach/words."""
    layer = next((layer for layer in LAYERS if path.startswith(layer + "/")), None)
    return path[len(layer) + 1:] if layer else path


class TableError(Exception):
    pass


def within(name, module):
    """Whether the row `name` is `module` or one of its parts."""
    return name == module or name.startswith(module + "/")


def module_of(path, modules):
    """The row that a path written from src/ belongs to, or None: the longest name that fits."""
    parts = without_layer(path).split("/")[:-1]
    for length in range(len(parts), 0, -1):
        name = "/".join(parts[:length])
        if name in modules and path.startswith(modules[name].folder + "/"):
            return modules[name]
    return None


def may_include(module, other):
    """A module sees all parts of another module; a part sees only the parts of its own module that it names."""
    own = module.name.split("/")[0]
    if other.name.split("/")[0] == own:
        return other.name == module.name or other.name in module.below
    return any(within(other.name, name) for name in module.below)


def read_table(text):
    """The modules by name, lowest first, from the table whose header starts with Module."""
    lines = iter(text.splitlines())
    for line in lines:
        if re.match(r"\|\s*module\s*\|\s*may include\s*\|\s*portable\s*\|", line, re.IGNORECASE):
            break
    else:
        raise TableError("no table '| Module | May include | Portable |'")
    next(lines, None)  # the line of dashes
    modules = {}
    for line in lines:
        if not line.startswith("|"):
            break
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3 or cells[2] not in ("yes", "no"):
            raise TableError(f"cannot read the row: {line}")
        below = [] if cells[1] in ("-", "") else re.findall(r"[\w/]+", cells[1])
        for name in below:
            lower = [module for module in modules.values() if within(module.name, name)]
            if not lower:
                raise TableError(f"'{cells[0]}' may include '{name}', which is not a lower module")
            if cells[2] == "yes" and not all(module.portable for module in lower):
                raise TableError(f"'{cells[0]}' is portable but may include '{name}', which is not")
        modules[without_layer(cells[0])] = Module(cells[0], set(below), cells[2] == "yes")
    if not modules:
        raise TableError("the table has no rows")
    return modules


def check_include(module, modules, quoted, angled):
    """The complaint about one include as (what, why, what to do), or None."""
    if quoted is not None:
        other = module_of(quoted, modules)
        if quoted.startswith((".", "/")) or "/../" in quoted:
            return (f'include of "{quoted}"', "includes are written from src/", "write \"folder/file.hpp\"")
        if "/" not in quoted or other is None:
            return (
                f'include of "{quoted}"',
                "quotes are for our own headers, written from src/",
                "write \"folder/file.hpp\", or <...> for a library",
            )
        if not may_include(module, other):
            allowed = ", ".join(sorted(module.below)) or "no other module"
            return (
                f"{module.name} includes {other.name} (\"{quoted}\")",
                f"{module.name} may include {allowed}",
                "move the code down, or pass what is needed in from above",
            )
        return None
    if module_of(angled, modules) is not None:
        return (f"include of <{angled}>", "our own headers are written in quotes", f'write "{angled}"')
    if module.portable:
        if angled in REASON:
            return (f"portable module {module.name} includes <{angled}>", REASON[angled], "do without it")
        if ("/" in angled or angled.endswith((".h", ".hpp"))) and angled not in PORTABLE_EXTRAS:
            return (
                f"portable module {module.name} includes <{angled}>",
                "the portable core uses the C++ standard library only",
                "use the C++ header, or move the code to a front end",
            )
    return None


def check_build(root, folder, module):
    path = folder / "CMakeLists.txt"
    if not path.exists():
        yield (path.relative_to(root), 1, "no CMakeLists.txt", "every module declares itself",
               f"write coset_module({module.name} ...)")
        return
    found = [m for m in MODULE.finditer(path.read_text()) if m.group(1) == module.name]
    if len(found) != 1:
        yield (path.relative_to(root), 1, f"{len(found)} calls of coset_module({module.name} ...)",
               "every module declares itself once", "write exactly one")
        return
    words = found[0].group(2).split()
    if ("PORTABLE" in words) != module.portable:
        yield (path.relative_to(root), 1, f"PORTABLE disagrees with ARCHITECTURE.md for {module.name}",
               f"the table says {'yes' if module.portable else 'no'}", "make them agree")
    if "DEPENDS" in words:
        for word in words[words.index("DEPENDS") + 1:]:
            if word.isupper():
                break
            if word not in module.below:
                yield (path.relative_to(root), 1, f"{module.name} depends on {word}",
                       "the table in ARCHITECTURE.md has no such dependency", "remove it")


def check_tree(root):
    """Yields (path, line, what, why, what to do) for everything that is wrong under root/src."""
    modules = read_table((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    source = root / "src"
    known = {path for module in modules.values() for path in prefixes(module.folder)}
    for folder in (source, *(source / layer for layer in LAYERS)):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            name = path.relative_to(source).as_posix()
            if not path.is_dir():
                yield (path.relative_to(root), 1, f"a file directly in {folder.relative_to(root)}/", "code is in a module",
                       "move it into a module's folder")
            elif name not in known:
                yield (path.relative_to(root), 1, f"folder {name} is not in the table of ARCHITECTURE.md",
                       "every module says what it may include", "add a row, or move the files")
    for module in modules.values():
        if not (source / module.folder).is_dir():
            yield ((source / module.folder).relative_to(root), 1, f"module {module.name} has no folder",
                   "ARCHITECTURE.md lists it", "remove the row, or add the folder")
    for name in sorted({name.split("/")[0] for name in modules}):
        module = whole(name, modules)
        folder = source / module.folder
        if not folder.is_dir():
            continue
        yield from check_build(root, folder, module)
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield from check_file(root, path, modules)


def prefixes(path):
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]


def whole(name, modules):
    """A module with its parts: what any of them may include."""
    parts = [module for module in modules.values() if within(module.name, name)]
    below = {each.split("/")[0] for part in parts for each in part.below} - {name}
    folder = parts[0].folder.removesuffix(parts[0].name) + name
    return Module(folder, below, all(part.portable for part in parts))


def check_file(root, path, modules):
    module = module_of(path.relative_to(root / "src").as_posix(), modules)
    if module is None:
        yield (path.relative_to(root), 1, "a file in no part of the table of ARCHITECTURE.md",
               "every part says what it may include", "add a row, or move the file")
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and path.suffix == ".h" and match.group(2) in C_HEADERS:
            continue
        complaint = match and check_include(module, modules, *match.groups())
        if complaint:
            yield (path.relative_to(root), number, *complaint)


def check_lengths(root):
    for folder in ("src", "web/src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in WRITTEN or not path.is_file():
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            generated = lines and "generated" in lines[0].lower()
            if len(lines) > MAX_LINES and not generated:
                yield (path.relative_to(root), MAX_LINES + 1, f"a file of {len(lines)} lines",
                       f"none is past {MAX_LINES}", "split it into files of one purpose each")


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    try:
        complaints = list(check_tree(root)) + list(check_lengths(root))
    except (TableError, OSError) as error:
        print(f"ARCHITECTURE.md: {error}", file=sys.stderr)
        return 2
    for path, line, what, why, advice in complaints:
        print(f"{path}:{line}: {what}: {why}. To do: {advice}.")
    print(f"layers: {len(complaints)} complaint(s)" if complaints else "layers: all dependencies point down")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
