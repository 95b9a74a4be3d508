"""The steps of tools/check: a function each; its first line says what it shows."""

import concurrent.futures
import json
import os
import re
import shlex
import shutil
import sys

import test_summary
from ci import rotation, tidy
from ci.build import build, run_tests, site, web_programs
from ci.run import JOBS, OUT, ROOT, Failed, logged, say, shown, spawn, step

PYTHON = [sys.executable, "-B"]
REPRODUCED = ROOT / "build/reproduced"
# Outside the portable core are the front ends and what drives them.
PORTABLE = ["unit", "rulebook", "conformance", "golden"]
SANITIZED = [*PORTABLE, "property", "oracle"]
# Of these the first tier has what is short; the rest also runs natively, in the step test.
SHORT = ["unit", "rulebook", "golden"]
# Half of the seconds of these under AddressSanitizer: long, run natively too, and about many cases rather than memory.
LONG = ["Migration.*", "CrashRecovery.*", "Vectors.NoHandOfThirteen*", "Documents.*", "Lesson.AnswersCannotBeGuessed",
        "Puzzle.Every*", "DailyPuzzle.*", "Search.EndingsOf*", "Subgroups.*", "ActionSpace.RandomExchangesAreUniform", "Signature.*",
        "Playouts.AllocateNothing", "*Bounds.EveryLevelEnds*"]
# Tests of the server that are larger with COSET_WHOLE.
WHOLE = ["abuse", "backup", "bots", "caddy", "class_cost", "class_crash", "class_flow", "class_limits", "fair", "faults", "slow_line"]


class Tier:
    """Which of the two tiers runs: the first one, of every commit, or the full one."""

    full = False
    due = set()  # members of the rotation that this run has


def fuzz_seconds():
    return os.environ.get("COSET_FUZZ_SECONDS", "15" if Tier.full else "5")


def scale(default):
    return {"COSET_TEST_SCALE": os.environ.get("COSET_TEST_SCALE", default)}


def labels(names):
    return f"^({'|'.join(names)})$"


def targets(names):
    return [f"tests-{name}" for name in names]


def format():
    """clang-format on every C++ file"""
    said = shown(["tools/format", "--check"])
    step().count("files", int(re.search(r"(\d+) files", said).group(1)))


def words():
    """no retired words, registry hosts or paths of one machine"""
    said = shown([*PYTHON, "tools/check_words.py"])
    step().count("files", int(re.search(r"(\d+) files", said).group(1)))


def layers():
    """includes follow the dependencies of ARCHITECTURE.md"""
    shown([*PYTHON, "tools/check_layers.py"])


def dev():
    """build with -O1 -g and run every test"""
    build("dev")
    run_tests("dev")


def quick():
    """a first look, in minutes: the program, the unit tests and the tests of the rules"""
    build("quick", "coset", "coset_shared", *targets(PORTABLE))
    run_tests("quick", labels([*PORTABLE, "layers"]), env=scale("0.2"))


def release():
    """build as shipped, with clang"""
    build("release")


def test():
    """every test suite on the release build"""
    build("release")
    # Each comparison with the oracle is made in both tiers, at fewer positions in the first.
    run_tests("release", labels(["oracle"]), env=scale("1" if Tier.full else "0.4"))
    run_tests("release", leave_out="^(examples|packaging|oracle)$")


def cost():
    """instructions a decision in random games and a move at a server, at most 2 % above bench/*cost.json"""
    build("release")
    shown([*PYTHON, "tools/cost.py", "build/release/bin/coset"])
    shown([*PYTHON, "tools/server_cost.py", "build/release/bin"])


def gcc():
    """build the portable core with the second compiler"""
    build("gcc", "coset_shared")


def gcc_tests():
    """the tests of the portable core, built by the second compiler"""
    build("gcc", "coset_shared", *targets(PORTABLE))
    run_tests("gcc", labels(PORTABLE), env=scale("0.2"))


def wasm():
    """build coset.wasm; what it asks of its host, and its size"""
    build("wasm")
    shown(["node", "tools/wasm.mjs", "build/wasm/bin/coset.wasm"])


def signature():
    """clang, g++ and WebAssembly play the same games, and the history says so"""
    build("release")
    build("gcc", "coset_shared")
    build("wasm")
    library = ("import ctypes, sys; f = ctypes.CDLL(sys.argv[1]).coset_signature; f.restype = ctypes.c_uint64;"
               "print(f'{f():016x}')")
    found = {
        "clang": spawn(["build/release/bin/coset", "bench", "--signature"])[1].strip(),
        "g++": spawn([*PYTHON, "-c", library, "build/gcc/lib/libcoset.so"])[1].strip(),
        "wasm": spawn(["node", "tools/wasm.mjs", "build/wasm/bin/coset.wasm", "--signature"])[1].strip(),
    }
    now = found["clang"]
    if not re.fullmatch(r"[0-9a-f]{16}", now) or len(set(found.values())) != 1:
        say("check: the signatures differ, or are not 16 hex digits", *(f"  {by:5} {text}" for by, text in found.items()))
        raise Failed
    say(f"signature {now}: clang, g++ and WebAssembly agree")
    stated, why_not = stated_signature()
    if why_not:
        say(f"signature: not compared with the history: {why_not}")
    elif stated != now:
        say(f"check: the last commit that states a signature says {stated}",
            f"check: a commit that changes behaviour ends with the line 'Signature: {now}'")
        raise Failed


def stated_signature():
    """The signature that the history states last, and why there is none if so."""
    code, text = spawn(["git", "log", "-n", "1", "--format=%B", "--grep=^Signature: "])
    if code != 0:
        return None, "this is no git checkout"
    found = re.findall(r"^Signature: ([0-9a-f]{16})$", text, re.M)
    if found:
        return found[-1], None
    if spawn(["git", "rev-parse", "--is-shallow-repository"])[1].strip() == "true":
        return None, "this clone is too shallow to hold a commit that states one"
    return "nothing", None


def web():
    """the web client: types, units, build and budgets; the examples"""
    build("release")
    site()
    folder = ROOT / "web"
    logged("web-protocol", ["node", "tools/protocol.mjs", "--check"], cwd=folder)
    logged("web-engine", ["npx", "tsc", "-p", "tsconfig.engine.json"], cwd=folder)
    logged("web-check", ["npm", "run", "--silent", "check"], cwd=folder)
    junit = OUT / "web-unit.xml"
    junit.unlink(missing_ok=True)
    try:
        logged("web-unit", ["npx", "vitest", "run", "--reporter=dot", "--reporter=junit", f"--outputFile.junit={junit}"],
               {"COSET_BIN": ROOT / "build/release/bin/coset"}, folder)
    finally:
        count_suites("web", junit)
    shown(["node", "tools/budget.mjs"], cwd=folder)
    run_tests("release", "^examples$", env={"COSET_NEED_NODE": 1})


def licences():
    """every file has a licence, and all that is linked or bundled is in THIRD_PARTY.md"""
    build("release")
    site()
    logged("licences-reuse", ["reuse", "lint"])
    said = shown([*PYTHON, "tools/third_party", "--check"])
    step().count("parts", int(re.search(r"(\d+) parts", said).group(1)))


def browser():
    """the web client in Chromium: whole games, access, offline, Lighthouse"""
    build("release")
    site()
    folder = ROOT / "web"
    junit = folder / "test-results/e2e.xml"
    junit.unlink(missing_ok=True)
    try:
        logged("browser", ["npx", "playwright", "test"], {"COSET_JOBS": JOBS, "COSETD_BIN": ROOT / "build/release/bin/cosetd"}, folder)
    finally:
        count_suites("browser", junit)
        log = (OUT / "browser.log").read_text(errors="replace")
        flaky = re.search(r"^\s*(\d+) flaky\n((?:\s{4,}.*\n)*)", log, re.M)
        if flaky:
            say(f"flaky: {flaky.group(1)} needed a second run", *flaky.group(2).splitlines())
    # One run is enough to see that accessibility is 100; node tools/lighthouse.mjs makes three.
    shown(["node", "tools/lighthouse.mjs", "--runs", "1"], cwd=folder)


def make_packages():
    build("release")
    site()
    shown([*PYTHON, "tools/packages"])


def packages():
    """what people download: Debian packages in a bare root, the archive, programs outside the tree"""
    make_packages()
    run_tests("release", "^packaging$", env={"COSET_NEED_PACKAGES": 1})


def container():
    """the image by buildah, run as nobody; the compose file as plain processes (by hand, before a release)"""
    make_packages()
    junit = OUT / "container.xml"
    try:
        logged("container", [*PYTHON, ROOT / "tools/run_unittest.py", junit, "container_test"], cwd=ROOT / "tests/system/container")
    finally:
        count_suites("container", junit)


def machines():
    """docs/cluster.md from bare machines, as written: the runbook, and Patroni once each (manually, before a release)"""
    build("release", "cosetd", "coset-load")
    for module in ("runbook_test", "patroni_test"):
        junit = OUT / f"{module}.xml"
        try:
            logged(module, [*PYTHON, ROOT / "tools/run_unittest.py", junit, module], cwd=ROOT / "tests/system/machines")
        finally:
            count_suites(module, junit)


def whole():
    """what takes minutes: README.md and docs/ from a clone, piuparts, a copy under load, every attack and fault in full size"""
    make_packages()
    run_tests("release", names=rf"^((packaging\.(readme|docs|debian)|server\.({'|'.join(WHOLE)}))_test|cluster\.class_node_dies|classroom\.\d+)$",
              env={"COSET_NEED_PACKAGES": 1, "COSET_WHOLE": 1}, jobs=1)


def reproduce():
    """all that people download, built twice: the same bytes, in build/reproduced (by hand, before a release)"""
    shutil.rmtree(REPRODUCED, ignore_errors=True)
    shown(["tools/reproduce", REPRODUCED])
    step().count("artefacts", sum(1 for _ in REPRODUCED.iterdir()))


def count_suites(suite, junit):
    step().count(suite, *test_summary.count_suites(junit.read_text(errors="replace") if junit.exists() else ""))


def parity():
    """the same games natively and in WebAssembly, byte by byte"""
    build("release")
    build("wasm")
    said = shown(["node", "tests/portability/parity/compare.mjs", "build/release/bin/parity_games", "build/wasm/bin/coset_parity.wasm"])
    found = re.search(r"(\d+) games", said)
    step().count("games", int(found.group(1)) if found else 0)


def asan():
    """tests under AddressSanitizer and UndefinedBehaviorSanitizer"""
    sanitized = build_sanitized()
    symbolizer = os.environ.get("ASAN_SYMBOLIZER_PATH") or shutil.which("llvm-symbolizer-19") or ""
    # Which bot is stronger is a matter of many games, not of memory: those are played natively.
    left_out = ["*Stronger*", "*ScoreBetter*", *([] if Tier.full else LONG)]
    env = {"GTEST_FILTER": "-" + ":".join(left_out), "UBSAN_OPTIONS": "print_stacktrace=1",
           "ASAN_SYMBOLIZER_PATH": symbolizer}
    run_tests("asan", labels([name for name in sanitized if name != "oracle"]),
              env={**scale("0.1" if Tier.full else "0.05"), **env})
    if "oracle" in sanitized:
        run_tests("asan", labels(["oracle"]), env={**scale("0.02"), **env})


def build_sanitized():
    """The fuzz targets and the test suites of this tier; their names."""
    sanitized = SANITIZED if Tier.full else SHORT
    build("asan", "fuzzers", *targets(sanitized))
    return sanitized


def fuzz():
    """each fuzz target for a while (COSET_FUZZ_SECONDS)"""
    build_sanitized()
    shutil.rmtree(ROOT / "build/asan/artifacts", ignore_errors=True)
    names = sorted(path.name.removesuffix("_fuzz.cpp") for path in (ROOT / "fuzz").glob("*_fuzz.cpp"))
    here = step()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        good = list(pool.map(lambda name: fuzz_one(name, here), names))
    here.count("targets", sum(good), len(good) - sum(good))
    if not all(good):
        raise Failed


def fuzz_one(name, here):
    """One target, on a copy of its corpus so that the tree stays clean."""
    seconds = fuzz_seconds()
    work, artifacts, log = ROOT / "build/asan/work" / name, ROOT / "build/asan/artifacts", OUT / f"fuzz-{name}.log"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    artifacts.mkdir(exist_ok=True)
    corpus, words = ROOT / "fuzz/corpus" / name, ROOT / f"fuzz/{name}.dict"
    if corpus.is_dir():
        shutil.copytree(corpus, work, dirs_exist_ok=True)
    code, _ = spawn([f"build/asan/bin/{name}_fuzz", f"-max_total_time={seconds}", "-timeout=20", "-print_final_stats=1",
                     f"-artifact_prefix={artifacts}/{name}-", *([f"-dict={words}"] if words.is_file() else []), work],
                    log, owner=here)
    text = log.read_text(errors="replace")
    if code == 0:
        units = re.search(r"^stat::number_of_executed_units: *(\d+)", text, re.M)
        here.say(f"  {name}_fuzz: {units.group(1) if units else '?'} inputs in {seconds} s")
        shutil.rmtree(work)
        return True
    here.say(*text.splitlines()[-40:], f"check: {name}_fuzz failed; artefacts:",
             *(f"  {path.relative_to(ROOT)}" for path in artifacts.glob(f"{name}-*")),
             f"check: to see it again: build/asan/bin/{name}_fuzz ARTEFACT")
    return False


def tsan():
    """the commands that have threads, under ThreadSanitizer"""
    build("tsan", "coset")
    coset = "build/tsan/bin/coset"
    questions = "".join(json.dumps({"id": number, "spec": "al-jabar Z2^3",
                                    "position": "hand1=R+Y+B+W hand2=O^4 center=R+C"}) + "\n" for number in range(8))
    (OUT / "questions.jsonl").write_text(questions)
    runs = [
        [coset, "simulate", "al-jabar", "--games", "200", "--threads", "2", "--json"],
        [coset, "simulate", "mad-abel", "--games", "40", "--policy", "greedy", "--threads", "2", "--json"],
        [coset, "arena", "al-jabar", "--bots", "greedy,random", "--games", "16", "--threads", "2", "--json"],
        [coset, "arena", "solitaire", "--bots", "greedy,random", "--games", "8", "--threads", "2", "--json"],
        ["sh", "-c", f"{coset} analyse --threads 2 <{OUT.relative_to(ROOT)}/questions.jsonl"],
    ]
    for number, command in enumerate(runs):
        logged(f"tsan-{number}", command, {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"})
    step().count("runs", len(runs))


def alone():
    """the sources, which release compiles in batches, each by itself: a missing include is noticed"""
    logged("dev-configure", ["cmake", "--preset", "dev"])
    here = step()
    commands = [entry for entry in json.loads((ROOT / "build/dev/compile_commands.json").read_text())
                if entry["file"].startswith(f"{ROOT}/src/")]

    def one(entry):
        words = shlex.split(re.sub(r" -o \S+", " -fsyntax-only", entry["command"]))
        return spawn(words[1 if words[0].endswith("ccache") else 0:], cwd=entry["directory"], owner=here)

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        answers = list(pool.map(one, commands))
    bad = [output for code, output in answers if code != 0]
    here.count("sources", len(answers) - len(bad), len(bad))
    if bad or not answers:
        say(*bad)
        raise Failed


def sanitized_server():
    """cosetd under AddressSanitizer and under ThreadSanitizer: hostile inputs, and bots cancelled at random"""
    symbolizer = os.environ.get("ASAN_SYMBOLIZER_PATH") or shutil.which("llvm-symbolizer-19") or ""
    env = {"COSET_SLOW": 1, "COSET_NEED_SANITIZER": 1, "ASAN_SYMBOLIZER_PATH": symbolizer,
           "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "TSAN_OPTIONS": "halt_on_error=1:exitcode=66"}
    for preset in ("asan-server", "tsan-server"):
        build(preset, "cosetd", "coset-load", "tests-server")
        run_tests(preset, names=r"^server\.(hostile|bots)_test$", env=env, jobs=1)


def tidy_():
    """clang-tidy on src/: what changed lately and a quarter of the rest, or all of it (--full)"""
    tidy.run(quarters=None if Tier.full else Tier.due)


# In this order: what the others need first, then what is likely to fail, then what may be left out when time is short.
STEPS = {"format": format, "words": words, "layers": layers, "release": release, "test": test, "wasm": wasm, "gcc": gcc,
         "signature": signature, "parity": parity, "cost": cost, "web": web, "licences": licences, "browser": browser,
         "asan": asan, "fuzz": fuzz, "packages": packages, "gcc-tests": gcc_tests, "tsan": tsan, "tidy": tidy_}
OTHERS = {"quick": quick, "dev": dev, "alone": alone, "sanitized-server": sanitized_server, "container": container,
          "machines": machines, "whole": whole, "reproduce": reproduce}
QUICK = ["format", "words", "layers", "quick"]
FULL = [*STEPS, "alone", "sanitized-server", "container", "machines", "whole", "reproduce"]
ROTATING = ["packages", "gcc-tests", "tsan", "tidy"]


def is_late(name, minutes, budget, left_out=()):
    """Whether there is no time left for a step of the first tier that would begin after so many minutes."""
    if name == "fuzz":  # it has what asan builds, and is short
        return "asan" in left_out
    latest = {**dict.fromkeys(ROTATING, budget["wall_minutes"]), "asan": budget["asan_minutes"]}
    return minutes > latest.get(name, minutes)


def in_turn(name):
    """Whether a step of the first tier is due; clang-tidy always is, with the quarters that are."""
    return name not in rotation.GROUPS["steps"] or name in Tier.due
