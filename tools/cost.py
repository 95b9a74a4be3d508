#!/usr/bin/env python3
"""Instructions a decision in random games, against the committed baseline.

  tools/cost.py BINARY            compare; fails if a figure is more than 2 % above its baseline
  tools/cost.py BINARY --accept   write the baseline anew, after a look at the difference

The figures are valgrind's, of one build (the release preset); they repeat to 0.01 %.
"""
import argparse
import json
import pathlib
import subprocess
import sys

BASELINE = pathlib.Path(__file__).resolve().parent.parent / "bench" / "cost.json"
ALLOWED = 1.02


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="the release build of coset")
    parser.add_argument("--accept", action="store_true", help="write the baseline anew")
    options = parser.parse_args()
    run = subprocess.run([options.binary, "bench", "--cost", "--json"], stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        return run.returncode
    found = json.loads(run.stdout)
    figures = {c["workload"]: round(c["instructions_per_decision"], 1) for c in found["costs"]}
    paths = {c["workload"]: c["path"] for c in found["costs"]}
    if options.accept:
        BASELINE.write_text(json.dumps({"build": found["build"], "paths": paths, "costs": figures}, indent=2) + "\n")
        print(f"cost: wrote {BASELINE.name}")
        return 0
    baseline = json.loads(BASELINE.read_text())
    if baseline["build"] != found["build"]:
        print(f"note: the baseline is of {baseline['build']}, this is {found['build']}")
    failed = set(baseline["costs"]) != set(figures)
    if failed:
        print("cost: the workloads are not those of the baseline; run with --accept")
    compared = 0
    for name, now in figures.items():
        before = baseline["costs"].get(name)
        if before is None:
            continue
        if paths[name] != baseline["paths"][name]:  # another processor: its own figures still count
            print(f"  {name:22} {now:9.1f}  not compared: '{paths[name]}', the baseline is '{baseline['paths'][name]}'")
            continue
        compared += 1
        worse = now > before * ALLOWED
        failed |= worse
        print(f"  {name:22} {now:9.1f}  baseline {before:9.1f}{'  WORSE' if worse else ''}")
    if compared == 0:
        print("cost: nothing could be compared; run with --accept on this kind of processor")
        failed = True
    generic = figures.get("al-jabar-2-generic", 0) / figures.get("al-jabar-2", 1)
    print(f"  Z2^3 through the generic path costs {generic:.2f} times the special one")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
