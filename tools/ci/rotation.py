"""What the first tier of tools/check runs in turn: chosen by the number of commits, and never unseen for long.

A group takes turns: of its n members one is due at each commit. tools/rotation.json holds the number of
commits at which each member was last run, written by tools/check --keep-counts; a member that has not been
run for LONGEST commits, or only in another history, is due as well. tools/check --full runs all of them.
"""

import json

from ci.run import ROOT, spawn_quietly

RECORD = ROOT / "tools/rotation.json"
LONGEST = 40
QUARTERS = [f"tidy{number}" for number in range(4)]
GROUPS = {"steps": ["gcc-tests", "packages", "tsan"], "clang-tidy": QUARTERS}


def commits():
    """The number of commits up to here; 0 where there is no history."""
    code, text = spawn_quietly(["git", "rev-list", "--count", "HEAD"])
    return int(text) if code == 0 else 0


def recorded():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def due(number, last, groups=None):
    """The members that are to be run at this number of commits."""
    found = set()
    for members in (groups or GROUPS).values():
        found.add(members[number % len(members)])
        found |= {name for name in members if name not in last or not 0 <= number - last[name] < LONGEST}
    return found


def record(turns):
    """Writes at which number of commits members were run: {name: number}."""
    RECORD.write_text(json.dumps({**recorded(), **turns}, indent=1, sort_keys=True) + "\n")
