"""What a change can touch: from names of files to what is worth running, in minutes, every day."""

import re

import check_layers
from ci.run import ROOT

# Each test suite with the module that its programs link.
LINKS = {"rulebook": "play", "conformance": "play", "oracle": "play", "golden": "play", "perft": "play",
         "property": "teach", "mutants": "table", "cli": "cli", "protocol": "table", "examples": "capi", "compat": "cli",
         "exhaustiveness": "table", "gap": "cli", "fair_deal": "cli"}
# Folders of tests that a step runs by itself.
BY_STEP = {"container": "container", "machines": "machines", "packaging": "packages", "parity": "parity"}
SCRIPTS = {"cli": ["coset"], "gap": ["coset"], "compat": ["coset", "coset_shared"], "protocol": ["protocol_lines"],
           "examples": ["coset", "coset_shared", "host_c"], "exhaustiveness": ["coset"],
           "fair_deal": ["coset", "deal_games"]}


def dependencies(text):
    """{module: the modules that it may include}, from the table of ARCHITECTURE.md; a part counts as its module."""
    found = {}
    for folder, below in re.findall(r"^\| ([a-z_/]+) \| ([a-z_, /-]+) \| (?:yes|no) \|", text, re.M):
        found.setdefault(module_of(folder), set()).update(name.strip().split("/")[0] for name in below.split(","))
    return found


def module_of(path):
    """The module of a path from src/: teach for engine/teach/words."""
    return check_layers.without_layer(path).split("/")[0]


class Plan:
    """Steps to run, and for the build of every day which modules, suites and single files."""

    def __init__(self, below):
        self.below = below
        self.steps, self.modules, self.suites = {"words"}, set(), set()
        self.sources = []  # for clang-tidy
        self.everything = False

    def touched(self, module):
        """A module and those above it, and the suites that link them."""
        self.modules |= {name for name, below in self.below.items() if name == module or module in below}
        self.suites |= {suite for suite, at in LINKS.items() if at in self.modules}
        if self.modules & {"capi"}:
            self.steps.add("wasm")

    def add(self, name):
        parts = name.split("/")
        if re.search(r"\.(c|cpp|hpp|h)$", name):
            self.steps.add("format")
        folder = parts[2] if parts[0] == "tests" and len(parts) > 3 else ""
        if parts[0] == "src" and module_of("/".join(parts[1:])) in self.below:
            self.steps.add("layers")
            self.touched(module_of("/".join(parts[1:])))
            if name.endswith(".cpp") and "wasm" not in parts and (ROOT / name).exists():
                self.sources.append(ROOT / name)
        elif parts[:2] == ["tests", "unit"] and folder in self.below:
            self.modules.add(folder)
        elif parts[:2] == ["tests", "system"] and folder in ("server", "cluster"):
            self.modules.add("cosetd")
        elif parts[:2] == ["tests", "exhaustiveness"]:
            self.suites.add("exhaustiveness")
        elif folder in LINKS:
            self.suites.add(folder)
        elif folder in BY_STEP:
            self.steps.add(BY_STEP[folder])
        elif parts[0] == "packaging" or parts[:2] == ["examples", "outside"] or name == "tools/packages":
            self.steps.add("container" if "container" in parts else "packages")
        elif parts[0] == "fuzz":
            self.steps.add("fuzz")
        elif parts[0] == "web":
            self.steps |= {"web", "browser"}
        elif parts[:2] == ["packaging", "prometheus"] or name == "docs/self-hosting.md":
            self.modules.add("cosetd")
        elif parts[0] in (".reuse", "LICENSES") or name == "THIRD_PARTY.md":
            self.steps.add("licences")
        elif parts[0] == "examples":
            self.suites.add("examples")
        elif parts[0] == "bench":
            self.steps.add("cost")
        elif parts[0] == "tools" or name in ("ARCHITECTURE.md", "CONTRIBUTING.md") or parts[:2] == ["tests", "mutation"]:
            self.steps.add("layers")
            self.suites.add("layers")
        elif parts[:2] == ["docs", "protocol"]:
            self.suites.add("protocol")
            self.steps.add("web")
        elif parts[:2] == ["docs", "rules"]:
            self.steps.add("web")
        elif parts[:2] == ["docs", "man"]:
            self.suites.add("cli")
        elif parts[0] in ("cmake", "src", "tests") or name in ("CMakeLists.txt", "CMakePresets.json"):
            self.everything = True

    def targets(self):
        """What the build of every day must make for these modules and suites."""
        found = {f"{module}_test" for module in self.modules if any((ROOT / "tests/unit" / module).rglob("*_test.cpp"))}
        for suite in self.suites:
            found |= set(SCRIPTS.get(suite, []))
            if any((ROOT / "tests/rules" / suite).glob("*.cpp")):
                found.add(f"{suite}_test")
        return sorted(found)

    def tests(self):
        """The names of ctest's tests to run, as a regular expression."""
        names = [rf"{name}\." for name in (*sorted(self.modules), *sorted(self.suites))]
        return f"^({'|'.join(dict.fromkeys(names))})" if names else ""


def plan(names, architecture):
    found = Plan(dependencies(architecture))
    for name in names:
        found.add(name)
    return found
