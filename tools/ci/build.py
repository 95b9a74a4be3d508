"""Builds and the tests of ctest, each once a run however many steps ask for it."""

import re
import shutil
import threading

import test_summary
from ci.run import JOBS, OUT, ROOT, Failed, logged, say, step

guard = threading.Lock()
locks = {}
done = set()


def once(key):
    """The lock of something that is to be done once."""
    with guard:
        return locks.setdefault(key, threading.Lock())


def build(preset, *targets):
    with once(preset):
        if preset not in done:
            logged(f"{preset}-configure", ["cmake", "--preset", preset])
            done.add(preset)
        key = f"{preset}:{' '.join(targets)}"
        if key in done or f"{preset}:" in done:
            return
        logged(f"{preset}-build", ["cmake", "--build", "--preset", preset, "--parallel", JOBS,
                                   *(["--target", *targets] if targets else [])],
               # Line tables name the checkout, and those for a sanitizer's stacks need not.
               {"CCACHE_NOHASHDIR": 1} if preset == "asan" else None)
        done.add(key)


def run_tests(preset, labels="", leave_out="", names="", env=None, jobs=JOBS):
    """Runs the tests whose label and name match and counts them."""
    junit, results = OUT / f"{step().name}-{preset}.xml", ROOT / "build" / preset / "results"
    shutil.rmtree(results, ignore_errors=True)
    junit.unlink(missing_ok=True)
    try:
        logged(f"{step().name}-{preset}-test",
               ["ctest", "--preset", preset, "--parallel", jobs, "--output-on-failure", "--no-tests=error",
                "--output-junit", junit, *(["--label-regex", labels] if labels else []),
                *(["--label-exclude", leave_out] if leave_out else []),
                *(["--tests-regex", names] if names else [])], env)
    finally:
        text = junit.read_text(errors="replace") if junit.exists() else ""
        found = test_summary.labels_of(preset)
        for suite, numbers in test_summary.count(text, found, results).items():
            step().count(suite, *numbers)
    if names:
        return
    # A suite that has files must have run, whatever was counted before.
    for folder in sorted(path for path in (*(ROOT / "tests").glob("*"), *(ROOT / "tests").glob("*/*")) if path.is_dir()):
        if folder.parent.name == "unit":
            continue
        known = folder.name in found.values()
        wanted = known and re.search(labels or ".", folder.name) and not (leave_out and re.search(leave_out, folder.name))
        if wanted and folder.name not in step().counts:
            say(f"check: {folder.relative_to(ROOT)}/ has tests but none ran in {preset}")
            raise Failed


def web_programs():
    """The web client's own programs; the tree must not change by it."""
    with once("web-install"):
        if "web-install" not in done:
            # Not npm ci: it insists on the optional binaries of other machines, which a mirror may lack.
            logged("web-install", ["npm", "--prefix", "web", "install", "--no-save"])
            done.add("web-install")


def site():
    build("wasm")
    web_programs()
    with once("site"):
        if "site" not in done:
            logged("web-build", ["npm", "run", "--silent", "build"], cwd=ROOT / "web")
            done.add("site")
