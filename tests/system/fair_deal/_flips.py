"""Finished games with one byte of them flipped, and the vectors made of some.

  _flips.py DEAL_GAMES   writes games.jsonl anew: whole games, then flips of them, with the verdicts of
                         tools/verify_deal.py, which the program and the page must give too
"""

import copy
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tools"))
import verify_deal  # pylint: disable=wrong-import-position

VECTORS = HERE / "games.jsonl"


def games(program, count, seed=1):
    made = subprocess.run([program, str(count), str(seed)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in made.stdout.splitlines()]


def verdict(game):
    """What is wrong, and with how many deals; what is no such file has the verdict `file`."""
    try:
        found = verify_deal.check(game)
    except (ValueError, KeyError):
        return {"wrong": "file", "deals": 0, "agree": 0, "first": None}
    return {name: found[name] for name in ("wrong", "deals", "agree", "first")}


def places(game):
    """Every byte that a flip must not go unseen in: (what, field, place), the field a list of keys."""
    out = [("commitment", ["commitment"], at) for at in range(64)]
    out += [("seed", ["seed"], at) for at in range(64)]
    for i in range(len(game["entropy"])):
        out += [("entropy", ["entropy", i], at) for at in range(32)]
    at = 0
    for line in game["record"].split("\n"):
        if ": deal " in line:
            out += [("deal", ["record"], at + i) for i in range(len(line))]
        at += len(line) + 1
    return out


def flipped(game, field, at, to):
    out = copy.deepcopy(game)
    holder = out
    for key in field[:-1]:
        holder = holder[key]
    text = holder[field[-1]]
    holder[field[-1]] = text[:at] + to + text[at + 1:]
    return out


def text_at(game, field):
    for key in field:
        game = game[key]
    return game


def flip(game, place, chance):
    """Another byte at that place: one bit turned over, or in hex another digit."""
    what, field, at = place
    old = text_at(game, field)[at]
    if what == "deal" or chance.random() < 0.1:
        return chr(ord(old) ^ (1 << chance.randrange(7)))
    return chance.choice([digit for digit in "0123456789abcdef" if digit != old])


def write_vectors(program):
    chance = random.Random(5)
    whole = games(program, 12)
    with open(VECTORS, "w", encoding="ascii") as file:
        for game in whole:
            file.write(json.dumps({"file": game, "verdict": verdict(game)}) + "\n")
        for number, game in enumerate(whole):
            for what in ("commitment", "seed", "entropy", "deal", "deal"):
                place = chance.choice([each for each in places(game) if each[0] == what])
                to = flip(game, place, chance)
                changed = flipped(game, place[1], place[2], to)
                file.write(json.dumps({"of": number, "what": what, "field": place[1], "at": place[2], "to": to,
                                       "verdict": verdict(changed)}) + "\n")


def vectors():
    """(what was flipped or "", the game, the verdict) of each."""
    whole = []
    for line in VECTORS.read_text(encoding="ascii").splitlines():
        each = json.loads(line)
        if "file" in each:
            whole.append(each["file"])
            yield "", each["file"], each["verdict"]
        else:
            yield each["what"], flipped(whole[each["of"]], each["field"], each["at"], each["to"]), each["verdict"]


if __name__ == "__main__":
    write_vectors(sys.argv[1])
