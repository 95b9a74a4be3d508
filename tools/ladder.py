#!/usr/bin/env python3
"""Measures the bots in the arena and writes the tables of docs/bots.md.

  tools/ladder.py [--scale X] [--coset PATH]

Every line of a table is one `coset arena` with the seed 1, which anyone can run again. Scale 1 takes
some ten minutes on two cores; the times are those of the machine and move with what else it does.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- begin: tools/ladder.py -->\n", "<!-- end: tools/ladder.py -->\n"

GOALS = [
    ("al-jabar", "strong,alphabeta:depth=3", 1000),
    ("al-jabar seats=3", "strong,greedy", 600),
    ("al-jabar seats=4", "strong,greedy", 600),
    ("mad-abel", "strong,greedy", 2000),
    ("mad-abel", "strong,montecarlo:samples=400", 1000),
    ("mad-abel seats=4", "strong,greedy", 600),
    ("solitaire", "strong", 1000),
]
LADDERS = [("al-jabar", 1000), ("al-jabar seats=4", 800), ("mad-abel", 2000), ("solitaire", 1000)]


def arena(coset, spec, bots, games, ladder=False):
    command = [coset, "arena", spec, "--bots", bots, "--games", str(games), "--seed", "1", "--json", "--timings"]
    out = subprocess.run(command + (["--ladder"] if ladder else []), check=True, capture_output=True, text=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def interval(value, percent):
    if percent:
        return f"{100 * value['mean']:.1f} % | {100 * value['low']:.1f} to {100 * value['high']:.1f} %"
    return f"{value['mean']:.2f} | {value['low']:.2f} to {value['high']:.2f}"


def cells(found, place=0):
    bot = found["bots"][place]
    result = interval(bot["share"], True) if "share" in bot else interval(bot["score"], False)
    games = found["games"] if "share" in bot else found["deals"]
    return f"{result} | {games} | {bot['milliseconds']['mean']:.3g}"


def goals(coset, scale):
    yield "| game | bot | against | share or score | 95 % | games | ms a move |"
    yield "|---|---|---|---|---|---|---|"
    for spec, bots, games in GOALS:
        found = arena(coset, spec, bots, max(20, int(games * scale)))[0]
        first, _, rest = bots.partition(",")
        yield f"| {spec} | `{first}` | {'`' + rest + '`' if rest else 'the deal'} | {cells(found)} |"


def ladder(coset, spec, games, scale):
    yield f"\n`coset arena '{spec}' --bots levels --ladder`\n"
    alone = spec.startswith("solitaire")
    yield f"| level | {'mean score' if alone else 'against the one below'} | 95 % | games | ms a move |"
    yield "|---|---|---|---|---|"
    for step, found in enumerate(arena(coset, spec, "levels", max(20, int(games * scale)), ladder=True)):
        if alone and step == 0:
            yield f"| 1 | {cells(found, 1)} |"
        yield f"| {step + 2} | {cells(found)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--coset", default=str(ROOT / "build" / "release" / "bin" / "coset"))
    options = parser.parse_args()
    lines = []
    parts = [goals(options.coset, options.scale)]
    parts += [ladder(options.coset, spec, games, options.scale) for spec, games in LADDERS]
    for part in parts:
        for line in part:
            print(line, flush=True)
            lines.append(line)
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n\n" + END + after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
