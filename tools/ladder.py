#!/usr/bin/env python3
"""Measures the bots in the arena: which levels a group has, and how strong the strongest are.

  tools/ladder.py levels [--coset PATH] [--kept FILE] [--seconds N] [--least N] [--until HH:MM] [--scale X]
  tools/ladder.py goals  [--coset PATH] [--scale X]

`levels` writes src/engine/bots/level_table.hpp, docs/ladder.md and the table in docs/bots.md. On each group every
way of thinking plays the last one that stayed, 600 games with seats swapped, and stays itself if its 95 %
interval lies above parity. A step that would need more than so many CPU seconds has fewer games, and the
table says how many. Results are kept in a file line by line: who interrupts it goes on where it was.
`goals` measures the strongest against references, for docs/bots.md.

Every line of a table is one `coset arena` with the seed 1, which anyone can run again; the times are those
of the machine and move with what else it does.
"""

import argparse
import datetime
import json
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
STEPS = ROOT / "docs" / "ladder.md"
WAYS = ROOT / "src" / "bots" / "level.cpp"
TABLE = ROOT / "src" / "bots" / "level_table.hpp"

GOALS = [
    ("al-jabar", "strong,alphabeta:depth=3", 1000),
    ("al-jabar seats=3", "strong,greedy", 600),
    ("al-jabar seats=4", "strong,greedy", 600),
    ("mad-abel", "strong,greedy", 2000),
    ("mad-abel", "strong,montecarlo:samples=400", 1000),
    ("mad-abel seats=4", "strong,greedy", 600),
    ("solitaire", "strong", 1000),
]
GAMES = 600
PILOT = 12
# In the order in which they are measured; the tables are sorted.
MEASURED = """
mad-abel Q8 seats=2
mad-abel A4 seats=2
al-jabar Z2^3 seats=2
al-jabar Z3^2 seats=2
al-jabar Z2^2 seats=2
mad-abel S4 seats=2
mad-abel S3 seats=2
al-jabar Z2xZ4 seats=2
mad-abel Z4xZ13 seats=2
al-jabar Z3^2 seats=3
solitaire Z3^2
al-jabar Z2^3 seats=4
solitaire Z2^3
mad-abel A5 seats=2
mad-abel Z13:Z4 seats=2
al-jabar Z2^4 seats=2
al-jabar Z4xZ13 seats=2
al-jabar Z3^5 seats=2
al-jabar Z2^3 seats=3
mad-abel Z2^8 seats=2
mad-abel Z4xZ5 seats=2
mad-abel Z4xZ13 seats=4
al-jabar Z3^2 seats=4
al-jabar Z2^8 seats=2
solitaire Z2^8
al-jabar Z3^3 seats=2
al-jabar Z2^5 seats=2
mad-abel Z4xZ13 seats=3
""".strip().splitlines()
KINDS = ["two_seats", "many_seats", "cards", "alone"]


def arena(coset, spec, bots, games):
    command = [coset, "arena", spec, "--bots", bots, "--games", str(games), "--seed", "1", "--threads", "2", "--json",
               "--timings"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def written(value, percent):
    if percent:
        return f"{100 * value['mean']:.1f} % | {100 * value['low']:.1f} to {100 * value['high']:.1f} %"
    return f"{value['mean']:.2f} | {value['low']:.2f} to {value['high']:.2f}"


def put(path, name, lines):
    """Between the marks of that name."""
    begin, end = (f"<!-- {word}: tools/ladder.py {name} -->\n" for word in ("begin", "end"))
    before, rest = path.read_text().split(begin)
    path.write_text(before + begin + "\n" + "\n".join(lines) + "\n\n" + end + rest.split(end)[1])


def goals(options):
    lines = ["| game | bot | against | share or score | 95 % | games | ms a move |", "|---|---|---|---|---|---|---|"]
    for spec, bots, games in GOALS:
        found = arena(options.coset, spec, bots, max(20, int(games * options.scale)))
        bot, alone = found["bots"][0], "score" in found["bots"][0]
        first, _, rest = bots.partition(",")
        result = written(bot["score"], False) if alone else written(bot["share"], True)
        lines.append(f"| {spec} | `{first}` | {'`' + rest + '`' if rest else 'the deal'} | {result} | "
                     f"{found['deals'] if alone else found['games']} | {bot['milliseconds']['mean']:.3g} |")
        print(lines[-1], flush=True)
    put(PAGE, "goals", lines)


class Results:
    """What was measured, a line of JSON each, so that an interrupted run loses nothing."""

    def __init__(self, path, coset):
        self.path = pathlib.Path(path)
        self.coset = coset
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.found = {(one["spec"], one["bots"]): one for one in map(json.loads, lines)}

    def step(self, spec, bots, options):
        kept = self.found.get((spec, bots))
        if kept and (kept["result"]["games"] >= options.least):
            return kept
        if options.until and f"{datetime.datetime.now():%H:%M}" >= options.until:
            return kept
        begin = processor_seconds()
        arena(self.coset, spec, bots, PILOT)
        whole = (processor_seconds() - begin) / PILOT * GAMES
        games = int(GAMES * min(1, options.seconds / max(whole, 0.001)) * options.scale)
        games = max(2 * PILOT, games // PILOT * PILOT)
        out = {"spec": spec, "bots": bots, "result": arena(self.coset, spec, bots, games)}
        out["seconds"] = round(processor_seconds() - begin, 1)
        with self.path.open("a") as file:
            file.write(json.dumps(out) + "\n")
        self.found[spec, bots] = out
        return out


def ways_of(kind):
    """The bots of its ways of thinking, the weakest first, as the source has them."""
    listed = re.search(rf"\b{kind} = \{{\{{(.*?)\n\}}\}};", WAYS.read_text(), re.S)[1]
    return re.findall(r'"([a-z]+(?::[a-z0-9=,]+)?)"\}', listed)


def facts_of(coset, spec):
    game, group, *rest = spec.split()
    seats = int(rest[0].partition("=")[2]) if rest else 1
    said = subprocess.run([coset, "group", group, "--json"], check=True, capture_output=True, text=True)
    facts = json.loads(said.stdout)
    kind = {"mad-abel": 2, "solitaire": 3}.get(game, 0 if seats == 2 else 1)
    cyclic = facts["abelian"] and facts["exponent"] == facts["order"] and facts["order"] <= 64
    return {"spec": spec, "kind": kind, "searched": cyclic if kind == 2 else group == "Z2^3", "seats": seats,
            "order": facts["order"], "group": group}


def stays(found):
    """Above parity against the last one that stayed; alone, fewer points on the same deals."""
    first, last = found["bots"]
    return first["share"]["low"] > first["parity"] if "share" in first else last["difference"]["low"] > 0


def climb(results, facts, options):
    """The steps of one group: way by way, [way, against, what the arena said, whether it stays]."""
    ways, kept, steps = ways_of(KINDS[facts["kind"]]), [1], []
    for way in range(2, len(ways) + 1):
        measured = results.step(facts["spec"], f"{ways[way - 1]},{ways[kept[-1] - 1]}", options)
        if measured is None:
            return None
        steps.append((way, kept[-1], measured["result"], stays(measured["result"])))
        print(f"{facts['spec']}: {row_of(facts, steps[-1])} {measured['seconds']} s", flush=True)
        if steps[-1][3]:
            kept.append(way)
    return {**facts, "kept": kept, "steps": steps, "ways": ways}


def row_of(facts, step):
    way, against, found, stayed = step
    first, last = found["bots"]
    if "share" in first:
        result = written(first["share"], True)
        seats = " ".join(f"{100 * share:.0f}" for share in first.get("by_seat", [])) or "-"
    else:
        result = written(last["difference"], False)
        seats = "-"
    games = found["games"] if "share" in first else found["deals"]
    return f"| {way} | {against} | {result} | {seats} | {games} | {first['milliseconds']['mean']:.3g} | {'yes' if stayed else 'no'} |"


def numbers(kept):
    return " ".join(map(str, kept))


def table_of(rows):
    cells = [(f"    {{{row['kind']}, {str(row['searched']).lower()}, {row['seats']}, {row['order']}, "
              f"0x{sum(1 << way - 1 for way in row['kept']):02x}, \"{row['group']}\"}},", numbers(row["kept"]))
             for row in rows]
    width = max(len(cell) for cell, _ in cells)
    before, rest = TABLE.read_text().split("measured_levels[] = {\n")
    return before + "measured_levels[] = {\n" + "".join(
        f"{cell:{width}}  // {kept}\n" for cell, kept in cells) + "};" + rest.split("};", 1)[1]


def games_of(row):
    found = [step[2]["games"] if row["seats"] > 1 else step[2]["deals"] for step in row["steps"]]
    return str(found[0]) if min(found) == max(found) else f"{min(found)} to {max(found)}"


def levels(options):
    results = Results(options.kept, options.coset)
    rows = [climb(results, facts_of(options.coset, spec), options) for spec in MEASURED]
    print(f"{sum(one['seconds'] for one in results.found.values()):.0f} CPU seconds in all")
    missing = [spec for spec, row in zip(MEASURED, rows) if row is None]
    if missing:
        print("not measured: " + ", ".join(missing))
    rows = sorted((row for row in rows if row), key=lambda row: (row["kind"], not row["searched"], row["seats"], row["order"]))
    TABLE.write_text(table_of(rows))
    summary = ["| game | by | levels | ways that stay | games a step |", "|---|---|---|---|---|"]
    steps = []
    for row in rows:
        summary.append(f"| {row['spec']} | {'search' if row['searched'] else 'look-ahead'} | {len(row['kept'])} | "
                       f"{numbers(row['kept'])} | {games_of(row)} |")
        steps += [f"## {row['spec']}", "",
                  f"| way | against | {'share' if row['seats'] > 1 else 'fewer points'} | 95 % | from each seat, % | games | "
                  "ms a move | stays |", "|---|---|---|---|---|---|---|---|",
                  *(row_of(row, step) for step in row["steps"]), ""]
    put(PAGE, "levels", summary)
    put(STEPS, "levels", steps[:-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["levels", "goals"])
    parser.add_argument("--scale", type=float, default=1, help="fewer games, to try it")
    parser.add_argument("--seconds", type=float, default=120, help="CPU seconds that a step may take, about")
    parser.add_argument("--least", type=int, default=0, help="measure again what was kept with fewer games than this")
    parser.add_argument("--until", help="after this time, as in 20:00, no step begins")
    parser.add_argument("--kept", default=str(ROOT / "build" / "ladder.jsonl"), help="where results are kept")
    parser.add_argument("--coset", default=str(ROOT / "build" / "release" / "bin" / "coset"))
    options = parser.parse_args()
    {"levels": levels, "goals": goals}[options.what](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
