#!/usr/bin/env python3
"""User instructions of cosetd a committed move, by callgrind, against the committed baseline.

  tools/server_cost.py BIN            compare; fails at 2 % above bench/server_cost.json, or above its bound
  tools/server_cost.py BIN --accept   write the baseline anew, after a look at the difference
  tools/server_cost.py BIN --profile FILE   also keep callgrind's file, for callgrind_annotate

BIN is the folder of a release build's programs. Al-Jabar for two at 50 tables over real WebSockets, with
PostgreSQL: one move at a time, so every row is a batch of its own, which is the dearest case. What the
tables cost to make is not in it; what belongs to a move is: the move and a beat in, two events, what is
said to the mover, a beat out, the row and its answer.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "bench" / "server_cost.json"
ALLOWED = 1.02
TABLES, WARM, MOVES = 50, 100, 1200


def measured(programs, profile):
    """Instructions a move."""
    os.environ["COSETD_BIN"] = str(programs / "cosetd")
    sys.path.insert(0, str(ROOT / "tests" / "system" / "server"))
    sys.dont_write_bytecode = True
    import _cosetd  # noqa: E402

    postgres = _cosetd.Postgres()
    cosetd = load = None
    try:
        url = postgres.new_database()
        subprocess.run([programs / "cosetd", "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
        _cosetd.PREFIX = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={profile}"]
        cosetd = _cosetd.Cosetd("--database", url)
        load = subprocess.Popen(
            [programs / "coset-load", "play", "--port", str(cosetd.port), "--tables", str(TABLES), "--think-time", "0",
             "--seconds", "300", "--spec", "al-jabar Z2^3 seats=2", "--moves", str(WARM + MOVES + 1),
             "--resend", "60000", "--pause", str(WARM), "--pause", str(WARM + MOVES)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for state in ("on", "off"):
            if load.stdout.readline().strip() != "paused":
                raise RuntimeError("coset-load did not get so far")
            subprocess.run(["callgrind_control", "-i", state, str(cosetd.process.pid)], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            load.stdin.write("\n")
            load.stdin.flush()
        said = json.loads(load.stdout.readline())
        if load.wait(60) != 0 or said["moves"] < MOVES:
            raise RuntimeError(f"coset-load complains: {said}")
        cosetd.stop()
    finally:
        if load and load.poll() is None:
            load.kill()
        if cosetd:
            cosetd.__exit__()
        postgres.close()
    totals = re.search(r"^totals: (\d+)", pathlib.Path(profile).read_text(errors="replace"), re.M)
    return int(totals.group(1)) / MOVES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="folder with cosetd and coset-load")
    parser.add_argument("--accept", action="store_true", help="write the baseline anew")
    parser.add_argument("--profile", help="keep callgrind's file here")
    options = parser.parse_args()
    baseline = json.loads(BASELINE.read_text())
    most = min(baseline["instructions_a_move"] * ALLOWED, baseline["bound"])
    with tempfile.TemporaryDirectory(prefix="coset-cost-") as folder:
        # A busy machine adds ticks to a count, and takes nothing away: the lowest is what a move costs.
        counts = []
        while len(counts) < 2 or (len(counts) < 5 and min(counts) > most):
            counts.append(round(measured(options.programs.resolve(), options.profile or f"{folder}/callgrind.out")))
        now = min(counts)
    if options.accept:
        baseline["instructions_a_move"] = now
        BASELINE.write_text(json.dumps(baseline, indent=2) + "\n")
    before, bound = baseline["instructions_a_move"], baseline["bound"]
    worse = now > min(before * ALLOWED, bound)
    print(f"  server, a move         {now:9} (of {max(counts)})  baseline {before:9}, at most {bound}{'  WORSE' if worse else ''}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
