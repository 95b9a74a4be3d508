"""What a run of tools/check is held against: counts and budgets of files of the project."""

import json
import os
import re

from ci import rotation
from ci.run import OUT, ROOT

COUNTS = ROOT / "tools/counts.json"
BUDGET = ROOT / "tools/budget.json"
LAST = OUT / "last.json"
SUITES = ["unit", "rulebook", "conformance", "oracle", "golden", "perft", "property", "mutants", "cli", "protocol",
          "examples", "compat", "exhaustiveness", "gap", "layers"]
OTHER_THINGS = {"files", "games", "runs"}  # counted, but not tests
ALLOWED = 1.25  # times a budget


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def fewer(name, counts, kept):
    """Complaints about a step that tested less than was kept, or skipped more."""
    complaints = []
    for suite, (least, most_skipped) in kept.get(name, {}).items():
        passed, failed, skipped = counts.get(suite, (0, 0, 0))
        if passed + failed < least:
            complaints.append(f"check: {name} tested less than before: {suite} {passed + failed}, {least} before")
        if skipped > most_skipped:
            complaints.append(f"check: {name} skipped more than before: {suite} {skipped}, {most_skipped} before")
    for suite, (_, _, skipped) in counts.items():
        if skipped and suite not in kept.get(name, {}):
            complaints.append(f"check: {name} skipped {skipped} of {suite}, which has never been counted")
    if complaints:
        complaints.append("check: if that is meant: tools/check --keep-counts")
    return complaints


def machine():
    """The kind of machine that seconds are compared on."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
    return f"{os.cpu_count()} x {model}"


def remember(steps, turns=()):
    """Stores what the steps of this run counted and which members of the rotation it had, for --keep-counts."""
    last = read(LAST)
    if turns:
        last["turns"] = {**last.get("turns", {}), **dict.fromkeys(sorted(turns), rotation.commits())}
    for step in steps:
        last[step.name] = {"counts": step.counts, "cpu": round(step.cpu), "wall": round(step.wall), "ok": step.ok}
    LAST.write_text(json.dumps(last, indent=1) + "\n")


def keep_counts():
    """Writes what the last run of each step counted into the project's file."""
    last, kept = read(LAST), read(COUNTS)
    rotation.record(last.pop("turns", {}))
    for name, step in last.items():
        if step["counts"]:
            kept[name] = {suite: [passed, skipped] for suite, (passed, failed, skipped) in sorted(step["counts"].items())}
    text = json.dumps(kept, indent=1, sort_keys=True)
    COUNTS.write_text(re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n")
    print(f"check: wrote {COUNTS.relative_to(ROOT)} from the last run of: {', '.join(sorted(last))}")


def tests(steps):
    """The table of tests: a row a suite, a column a step."""
    columns = [step for step in steps if step.counts]
    found = {suite for step in columns for suite in step.counts}
    lines = [f"{'tests':<12}" + "".join(f"{step.name:>12}" for step in columns)] if columns else []
    for suite in [*(name for name in SUITES if name in found), *sorted(found - set(SUITES))]:
        line = f"{suite:<12}"
        for step in columns:
            passed, failed, skipped = step.counts.get(suite, (0, 0, 0))
            text = str(passed + failed) if passed + failed + skipped else "-"
            line += f"{text + (f' ({failed} bad)' if failed else ''):>12}"
        lines.append(line)
    skipped = sum(cell[2] for step in columns for cell in step.counts.values())
    return lines + ([f"skipped: {skipped}"] if skipped else [])


def costs(steps, budget, first, wall, slowness=1.0):
    """The table of seconds beside the budget, complaints that make the first tier fail, and warnings.

    On a machine that is slower (ci/pace.py) the same work takes as much more.
    """
    lines = [f"{'seconds':<12}{'wall':>8}{'CPU':>8}{'budget':>8}"]
    for step in steps:
        allowed = budget.get("steps", {}).get(step.name)
        over = allowed and step.cpu > ALLOWED * slowness * allowed
        lines.append(f"{step.name:<12}{step.wall:>8.0f}{step.cpu:>8.0f}{allowed if allowed else '-':>8}"
                     + (f"  {100 * (step.cpu / allowed - 1):.0f} % over" if over else ""))
    cpu, allowed = sum(step.cpu for step in steps), budget.get("cpu")
    lines.append(f"{'all':<12}{wall:>8.0f}{cpu:>8.0f}" + (f"{allowed:>8}" if first and allowed else ""))
    lines.append(f"a fixed compilation took {slowness:.1f} times as long as on the budget's machine")
    if not first or not allowed or cpu <= ALLOWED * slowness * allowed:
        return lines, [], []
    text = f"{cpu:.0f} CPU seconds, more than 25 % over {slowness:.1f} times the budget of {allowed}"
    if machine() == budget.get("machine"):
        return lines, [f"check: {text}"], []
    return lines, [], [f"warning: {text}, which was measured on another machine: {budget.get('machine')}"]


def last_line(steps):
    """How many passed and failed; a step that failed without a failed test counts as one."""
    passed = sum(cell[0] for step in steps for suite, cell in step.counts.items() if suite not in OTHER_THINGS)
    failed = 0
    for step in steps:
        bad = sum(cell[1] for cell in step.counts.values())
        failed += bad or (0 if step.ok else 1)
    return f"{passed} passed, {failed} failed", failed
