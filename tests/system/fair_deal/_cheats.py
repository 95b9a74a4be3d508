"""What a cheating server tells and shows: one honest game, and the ways to cheat with it.

  _cheats.py   writes cheats.jsonl anew, one way a line: what the second player of three receives while the table
               is pending (`pending`), with the `welcome` and in the finished `file`; what its client `kept`;
               where a page must notice (`at`), and what all checkers must find `wrong` with the file; what a
               page must find that was `shown` another record during the game (`seen`)

A server that cheats deals well: all files but those whose deals were altered are drawn again by their key.
"""

import copy
import json
import pathlib
import random

import _flips
from _flips import verify_deal

VECTORS = pathlib.Path(__file__).resolve().parent / "cheats.jsonl"
CHANCE = random.Random(31)
TABLE, BOT = "oak-lake-fox", "random"
SEED, OTHER_SEED = CHANCE.randbytes(32), CHANCE.randbytes(32)
BYTES = [CHANCE.randbytes(16), CHANCE.randbytes(16), bytes(16)]  # two people and a bot
PLACE = 2  # of the player whose client is watched
CHAIN = CHANCE.randbytes(16).hex()


def finished_games():
    return [game for what, game, _ in _flips.vectors() if not what]


def dealt(spec, key):
    """The record of a game that is dealt by a key, as a server writes it."""
    books, lines = verify_deal.opened(spec), []
    while books.queue:
        piece = verify_deal.drawn(books, key, len(lines))
        seat = books.queue[0]
        lines.append(f"{seat}: deal {books.group.names[piece]}")
        books.deal(seat, piece)
        books.queue.pop(0)
    return "coset-record 1\n" + spec + "\n" + "".join(line + "\n" for line in lines)


def played(seed=SEED, entropy=None, game=None, people=2):
    """The file of a game of three seats in which everybody resigns, and the seats in the order of joining."""
    spec = next(each["spec"] for each in finished_games() if each["spec"].startswith("mad-abel Z4xZ5 seats=3"))
    number = verify_deal.id_of(TABLE) if game is None else game
    entropy = entropy or BYTES
    key = verify_deal.key_of(number, seed, entropy)
    lot = [seat + 1 for seat in verify_deal.seats(key, 3)]
    gone = "".join(f"# seat {seat} forfeited\n" for seat in sorted(lot[:people]))
    return {"table": TABLE, "spec": spec, "names": ["Emmy", "Sophie", BOT], "ply": 3, "finished": True,
            "game": f"{number:016x}", "commitment": verify_deal.commitment(number, seed).hex(),
            "entropy": [each.hex() for each in entropy], "bots": sorted(lot[people:]), "ending": "forfeit",
            "record": dealt(spec, key) + gone, "seed": seed.hex(), "chain": CHAIN}, lot


def pending_table(file, ready=False):
    participants = [{"name": "Emmy", "ready": True}, dict({"name": "Sophie"}, **({"ready": True} if ready else {})),
                    {"name": BOT, "bot": BOT, "ready": True}]
    return {"type": "pending_table", "table": TABLE, "game": file["game"], "commitment": file["commitment"],
            "spec": file["spec"], "clock": {"kind": "none", "start": 0, "add": 0}, "seats": 3, "participants": participants,
            "your_place": PLACE, "watchers": 0}


def welcome(file, you):
    seats = [{"seat": seat, "name": "", "player": "bot" if seat in file["bots"] else "human"} for seat in (1, 2, 3)]
    return {"commitment": file["commitment"], "entropy": file["entropy"], "seats": seats, "you": you}


def swapped(record, seat=None):
    """Two pieces that were dealt change places; one of them is the seat's."""
    lines = record.split("\n")
    deals = [i for i, line in enumerate(lines) if ": deal " in line]
    one = next(i for i in deals if seat is None or lines[i].startswith(f"{seat}: "))
    other = next(i for i in deals if lines[i].split("deal ")[1] != lines[one].split("deal ")[1]
                 and (seat is None or not lines[i].startswith(f"{seat}: ")))
    pieces = [lines[i].split("deal ")[1] for i in (one, other)]
    for i, piece in zip((one, other), reversed(pieces)):
        lines[i] = lines[i].split("deal ")[0] + "deal " + piece
    return "\n".join(lines)


def ways():
    honest, lot = played()
    kept = {"commitment": honest["commitment"], "place": PLACE, "bytes": BYTES[PLACE - 1].hex(), "seat": lot[PLACE - 1],
            "chain": CHAIN}
    reseeded, other_lot = played(seed=OTHER_SEED)

    def way(what, at, wrong, file, pending=None, seats=lot, **more):
        told = pending or [honest, honest]
        frames = [pending_table(each, ready=i > 0) for i, each in enumerate(told)]
        given = more.pop("seat", seats[PLACE - 1])
        return {"what": what, "pending": frames, "welcome": welcome(more.pop("begun", file), given), "file": file,
                "kept": dict(kept, seat=given, **more), "at": at, "wrong": wrong}

    yield way("nothing: the server is honest", None, None, honest)
    yield dict(way("the seed is replaced before the player's bytes are sent", "pending_table", "promise", reseeded,
                   [honest, reseeded], other_lot), before_ready=True)
    yield way("the seed is replaced after the player's bytes were seen", "pending_table", "promise", reseeded,
              [honest, honest, reseeded], other_lot)
    yield dict(way("the commitment is another when the server is started again", "pending_table", "promise", reseeded,
                   [honest, honest, reseeded], other_lot), restarted=True)
    yield way("the game begins with another seed than was promised", "welcome", "promise", reseeded, seats=other_lot)
    yield way("another seed is shown at the end", "file", "commitment", dict(reseeded, commitment=honest["commitment"]),
              seats=other_lot)
    forged, seats = played(entropy=[BYTES[1], BYTES[0], BYTES[2]])
    yield way("the bytes of two players are exchanged", "welcome", "mine", forged, seats=seats)
    forged, seats = played(entropy=[*BYTES[:2], CHANCE.randbytes(16)])
    yield way("the server gives bytes of its own for a bot", "welcome", "bots", forged, seats=seats)
    forged, seats = played(entropy=[*BYTES, CHANCE.randbytes(16)])
    yield way("the server adds bytes that are nobody's", "welcome", "bots", forged, seats=seats)
    forged, seats = played(entropy=[BYTES[0], bytes(16), BYTES[2]])
    yield way("the player's bytes are replaced by zeros", "welcome", "mine", forged, seats=seats)
    yield way("two pieces of the deal change places", "file", "deal", dict(honest, record=swapped(honest["record"])))
    yield way("the player is given another seat than the lot's", "file", "lot", honest, seat=lot[0])
    forged, seats = played(game=verify_deal.id_of(TABLE) ^ 1)
    forged["commitment"] = honest["commitment"]
    yield way("the game has another id", "file", "id", forged, seats=seats)
    yield way("the game that is shown is not the one that was played: its chain is another", "file", "chain",
              dict(honest, chain=CHANCE.randbytes(16).hex()))
    yield way("the record is shortened: nobody has resigned", "file", "record",
              dict(honest, record=honest["record"].split("# seat")[0]))
    whole = next(game for game in finished_games() if game["ending"] == "emptied" and game["entropy"][0].strip("0"))
    lines = whole["record"].split("\n")
    cut = dict(copy.deepcopy(whole), record="\n".join(lines[:3 * len(lines) // 4]) + "\n")
    for what, wrong, file in (("nothing: a whole game", None, whole), ("the record is shortened by a quarter", "record", cut)):
        yield {"what": what, "file": file, "at": wrong and "file", "wrong": wrong,
               "kept": {"commitment": whole["commitment"], "place": 1, "bytes": whole["entropy"][0]}}
    # The file is flawless: only who saw other pieces during the game can tell.
    forged = way("other pieces are played with than the record shows", "file", None, honest)
    yield dict(forged, at=None, seen="seen", shown=swapped(honest["record"].split("# seat")[0], lot[PLACE - 1]))


def vectors():
    return [json.loads(line) for line in VECTORS.read_text(encoding="ascii").splitlines()]


def flags_of(kept):
    """The same for the programs."""
    out = ["--commitment", kept["commitment"], "--bytes", f"{kept['place']}={kept['bytes']}"]
    for name in ("seat", "chain"):
        out += [f"--{name}", str(kept[name])] if name in kept else []
    return out


if __name__ == "__main__":
    VECTORS.write_text("".join(json.dumps(each) + "\n" for each in ways()), encoding="ascii")
