#!/usr/bin/env python3
"""What a committed move costs cosetd, in counts that do not depend on the machine's speed, against the committed bounds:
user instructions by callgrind, and system calls by strace.

  tools/server_cost.py BIN            compare; fails at 2 % above bench/server_cost.json, or above its bounds
  tools/server_cost.py BIN --accept   write the baseline anew, after a look at the difference
  tools/server_cost.py BIN --profile FILE   also keep callgrind's file, for callgrind_annotate

BIN is the folder of a release build's programs. Al-Jabar for two at 50 tables over real WebSockets, with
PostgreSQL: one move at a time, so every row is a batch of its own, which is the dearest case, and none waits for
the interval between two commits, which is switched off. What the tables cost to make is not in it; what belongs to
a move is: the move in, two events out, the row and its answer, and what the program does besides in that time.

System calls are counted without epoll_wait: how often the program waits depends on how much happens at once. One move at
a time it is four times a move, and less under load; strace's table, which --calls FILE keeps, has it.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "bench" / "server_cost.json"
ALLOWED = 1.02
TABLES, WARM, MOVES = 50, 100, 1200


@contextlib.contextmanager
def server(programs, prefix):
    """A cosetd on a PostgreSQL of its own, started by `prefix`."""
    os.environ["COSETD_BIN"] = str(programs / "cosetd")
    sys.path.insert(0, str(ROOT / "tests" / "system" / "server"))
    sys.dont_write_bytecode = True
    import _cosetd  # noqa: E402

    postgres = _cosetd.Postgres()
    cosetd = None
    try:
        url = postgres.new_database()
        subprocess.run([programs / "cosetd", "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
        _cosetd.PREFIX = prefix
        cosetd = _cosetd.Cosetd("--database", url, environment={"COSET_COMMIT_INTERVAL": "0"})
        yield cosetd
        cosetd.stop()
    finally:
        if cosetd:
            cosetd.__exit__()
        postgres.close()


def play(programs, cosetd, start, stop):
    """MOVES moves, after WARM others; `start` and `stop` are called while nobody moves."""
    load = subprocess.Popen(
        [programs / "coset-load", "play", "--port", str(cosetd.port), "--tables", str(TABLES), "--think-time", "0",
         "--seconds", "300", "--spec", "al-jabar Z2^3 seats=2", "--moves", str(WARM + MOVES + 1),
         "--resend", "60000", "--pause", str(WARM), "--pause", str(WARM + MOVES)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for action in (start, stop):
            if load.stdout.readline().strip() != "paused":
                raise RuntimeError("coset-load did not get so far")
            action()
            load.stdin.write("\n")
            load.stdin.flush()
        said = json.loads(load.stdout.readline())
        if load.wait(60) != 0 or said["moves"] < MOVES:
            raise RuntimeError(f"coset-load complains: {said}")
    finally:
        if load.poll() is None:
            load.kill()


def instructions(programs, profile):
    """User instructions a move."""
    prefix = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={profile}"]
    with server(programs, prefix) as cosetd:
        def switch(state):
            subprocess.run(["callgrind_control", "-i", state, str(cosetd.process.pid)], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        play(programs, cosetd, lambda: switch("on"), lambda: switch("off"))
    totals = re.search(r"^totals: (\d+)", pathlib.Path(profile).read_text(errors="replace"), re.M)
    return int(totals.group(1)) / MOVES


def system_calls(programs, summary):
    """System calls a move without waits, of all threads; `summary` is strace's table."""
    with server(programs, []) as cosetd:
        tracer = None

        def attach():
            nonlocal tracer
            tracer = subprocess.Popen(["strace", "-f", "-c", "--summary-columns=calls,name", "-o", summary, "-p",
                                       str(cosetd.process.pid)],
                                      stderr=subprocess.PIPE, text=True)
            if "attached" not in (said := tracer.stderr.readline()):
                raise RuntimeError(f"strace: {said}")

        def detach():
            tracer.send_signal(signal.SIGINT)
            tracer.communicate(timeout=60)

        try:
            play(programs, cosetd, attach, detach)
        finally:
            if tracer and tracer.poll() is None:
                tracer.kill()
                tracer.wait()
    return calls_of(pathlib.Path(summary).read_text()) / MOVES


def calls_of(summary):
    """The number of calls in strace's table of calls and names, without those that wait for events."""
    counts = {name: int(count) for count, name in re.findall(r"^\s*(\d+) (\w+)$", summary, re.M)}
    if "total" not in counts:
        raise RuntimeError(f"strace has no total: {summary}")
    return counts["total"] - counts.get("epoll_wait", 0)


def lowest(count, most):
    """A busy machine adds ticks to a count, and takes nothing away: the lowest is what a move costs."""
    counts = []
    while len(counts) < 2 or (len(counts) < 5 and min(counts) > most):
        counts.append(count())
    return min(counts), max(counts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="folder with cosetd and coset-load")
    parser.add_argument("--accept", action="store_true", help="write the baseline anew")
    parser.add_argument("--profile", help="keep callgrind's file here")
    parser.add_argument("--calls", help="keep strace's table here")
    options = parser.parse_args()
    programs = options.programs.resolve()
    baseline = json.loads(BASELINE.read_text())
    worse = False
    with tempfile.TemporaryDirectory(prefix="coset-cost-") as folder:
        for name, key, digits, count in (
                ("instructions", "instructions_a_move", 0,
                 lambda: instructions(programs, options.profile or f"{folder}/callgrind.out")),
                ("system calls", "system_calls_a_move", 1,
                 lambda: system_calls(programs, options.calls or f"{folder}/strace.out"))):
            bound = baseline["bounds"][key]
            now, highest = lowest(lambda count=count: round(count(), digits or None),
                                  min(baseline[key] * ALLOWED, bound))
            if options.accept:
                baseline[key] = now
            above = now > min(baseline[key] * ALLOWED, bound)
            worse = worse or above
            print(f"  server, {name} a move  {now:9} (of {highest})  baseline {baseline[key]:9}, at most {bound}"
                  f"{'  WORSE' if above else ''}", flush=True)
    if options.accept:
        BASELINE.write_text(json.dumps(baseline, indent=2) + "\n")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
