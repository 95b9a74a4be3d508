"""What a change can touch: from names of files to what is worth running, in minutes, every day."""

import re

from checking.run import ROOT

# Each layer of tests with the floor that its programs link.
LINKS = {"rulebook": "play", "conformance": "play", "oracle": "play", "golden": "play", "perft": "play",
         "property": "teach", "mutants": "hub", "cli": "cli", "protocol": "hub", "examples": "capi", "compat": "cli",
         "forgotten": "hub", "gap": "cli", "deals": "cli"}
# Folders of tests that a step runs by itself.
BY_STEP = {"container": "container", "packaging": "packages", "parity": "parity"}
SCRIPTS = {"cli": ["coset"], "gap": ["coset"], "compat": ["coset", "coset_shared"], "protocol": ["protocol_lines"],
           "examples": ["coset", "coset_shared", "host_c"], "forgotten": ["coset"],
           "deals": ["coset", "deal_games"]}


def arrows(text):
    """{floor: the floors that it may include}, from the table of ARCHITECTURE.md; a room counts as its floor."""
    found = {}
    for room, below in re.findall(r"^\| ([a-z/]+) \| ([a-z, /-]+) \| (?:yes|no) \|", text, re.M):
        found.setdefault(room.split("/")[0], set()).update(name.strip().split("/")[0] for name in below.split(","))
    return found


class Plan:
    """Steps to run, and for the build of every day which floors, layers and single files."""

    def __init__(self, floors):
        self.below = floors
        self.steps, self.floors, self.layers = {"words"}, set(), set()
        self.sources = []  # for clang-tidy
        self.everything = False

    def touched(self, floor):
        """A floor and those above it, and the layers that stand on them."""
        self.floors |= {name for name, below in self.below.items() if name == floor or floor in below}
        self.layers |= {layer for layer, at in LINKS.items() if at in self.floors}
        if self.floors & {"capi"}:
            self.steps.add("wasm")

    def add(self, name):
        parts = name.split("/")
        if re.search(r"\.(c|cpp|hpp|h)$", name):
            self.steps.add("format")
        if parts[0] == "src" and parts[1] in self.below:
            self.steps.add("layers")
            self.touched(parts[1])
            if name.endswith(".cpp") and "wasm" not in parts and (ROOT / name).exists():
                self.sources.append(ROOT / name)
        elif parts[0] == "tests" and parts[1] in self.below and parts[1] not in LINKS:
            self.floors.add(parts[1])
        elif parts[0] == "tests" and parts[1] == "cli":
            self.floors.add("cli")
            self.layers.add("cli")
        elif parts[0] == "tests" and parts[1] in LINKS:
            self.layers.add(parts[1])
        elif parts[0] == "tests" and parts[1] in BY_STEP:
            self.steps.add(BY_STEP[parts[1]])
        elif parts[0] == "packaging" or parts[:2] == ["examples", "outside"] or name == "tools/packages":
            self.steps.add("container" if "container" in parts else "packages")
        elif parts[0] == "fuzz":
            self.steps.add("fuzz")
        elif parts[0] == "web":
            self.steps |= {"web", "browser"}
        elif parts[:2] == ["packaging", "prometheus"] or name == "docs/self-hosting.md":
            self.floors.add("server")
        elif parts[0] in (".reuse", "LICENSES") or name == "THIRD_PARTY.md":
            self.steps.add("licences")
        elif parts[0] == "examples":
            self.layers.add("examples")
        elif parts[0] == "bench":
            self.steps.add("cost")
        elif parts[0] == "tools" or name in ("ARCHITECTURE.md", "CONTRIBUTING.md") or parts[:2] == ["tests", "mistakes"]:
            self.steps.add("layers")
            self.layers.add("layers")
        elif parts[:2] == ["docs", "protocol"]:
            self.layers.add("protocol")
            self.steps.add("web")
        elif parts[:2] == ["docs", "rules"]:
            self.steps.add("web")
        elif parts[:2] == ["docs", "man"]:
            self.layers.add("cli")
        elif parts[0] in ("cmake", "src", "tests") or name in ("CMakeLists.txt", "CMakePresets.json"):
            self.everything = True

    def targets(self):
        """What the build of every day must make for these floors and layers."""
        found = {f"{floor}_test" for floor in self.floors if any((ROOT / "tests" / floor).rglob("*_test.cpp"))}
        for layer in self.layers:
            found |= set(SCRIPTS.get(layer, []))
            if any((ROOT / "tests" / layer).glob("*.cpp")) and layer not in ("cli", "protocol"):
                found.add(f"{layer}_test")
        return sorted(found)

    def tests(self):
        """The names of ctest's tests to run, as a regular expression."""
        floors = [rf"{floor}\." for floor in sorted(self.floors)]
        layers = [rf"{layer}\." for layer in sorted(self.layers)]
        return f"^({'|'.join(dict.fromkeys(floors + layers))})" if floors or layers else ""


def plan(names, architecture):
    found = Plan(arrows(architecture))
    for name in names:
        found.add(name)
    return found
