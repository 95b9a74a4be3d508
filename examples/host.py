#!/usr/bin/env python3
"""Hosts a table with two bots and a spectator through the shared library, and prints the record.

    COSET_LIBRARY=build/release/lib/libcoset.so python3 examples/host.py mad-abel 7

The host's part: chance, a log, a digest, and somewhere for bots to think.
"""

import ctypes
import hashlib
import json
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Text(ctypes.Structure):
    _fields_ = [("status", c_int32), ("data", c_void_p), ("size", c_size_t)]


coset = ctypes.CDLL(os.environ.get("COSET_LIBRARY", "libcoset.so"))
Digest = ctypes.CFUNCTYPE(None, POINTER(ctypes.c_uint8), c_size_t, POINTER(ctypes.c_uint8))
TEXT = (c_char_p, c_size_t)
PROMISES = {  # what is returned, and what is passed; the rest returns nothing for one handle
    "coset_rng_open": (c_void_p, c_uint64), "coset_rng_below": (c_uint32, c_void_p, c_uint32),
    "coset_match_open": (c_void_p, *TEXT, *TEXT, POINTER(POINTER(Text))),
    "coset_search_begin": (c_void_p, c_void_p, *TEXT, c_uint64, POINTER(POINTER(Text))),
    "coset_search_step": (c_int32, c_void_p, c_uint32), "coset_search_result": (POINTER(Text), c_void_p),
    "coset_table_open": (c_void_p, *TEXT, *TEXT, Digest, c_int64, POINTER(POINTER(Text))),
    "coset_table_handle": (POINTER(Text), c_void_p, c_uint32, *TEXT, c_int64),
    "coset_table_requests": (POINTER(Text), c_void_p), "coset_table_dealt": (c_int32, c_void_p, c_uint32),
    "coset_table_committed": (POINTER(Text), c_void_p, c_uint32, c_int64),
    "coset_table_bot_chose": (POINTER(Text), c_void_p, c_int32, c_uint32, *TEXT, c_int64),
    "coset_match_free": (None, c_void_p), "coset_search_free": (None, c_void_p),
    "coset_table_free": (None, c_void_p), "coset_rng_free": (None, c_void_p), "coset_free": (None, POINTER(Text)),
}
for name, (result, *arguments) in PROMISES.items():
    getattr(coset, name).restype, getattr(coset, name).argtypes = result, arguments


def text(value):
    """A text as a pointer and a length."""
    data = value.encode()
    return data, len(data)


def told(answer):
    """The JSON of an answer, which is given back; an exception if it was refused."""
    value = json.loads(ctypes.string_at(answer.contents.data, answer.contents.size))
    status = answer.contents.status
    coset.coset_free(answer)
    if status != 0:
        raise ValueError(value["text"])
    return value


def opened(function, *arguments):
    problem = POINTER(Text)()
    return function(*arguments, byref(problem)) or told(problem)


@Digest
def digest(data, size, out):
    ctypes.memmove(out, hashlib.blake2b(ctypes.string_at(data, size), digest_size=16).digest(), 16)


def choose(task, seed):
    """What the bot of a task does. Another process may do this: a task is text."""
    match = opened(coset.coset_match_open, *text(task["spec"]), *text(task["position"]))
    search = opened(coset.coset_search_begin, match, *text(task["bot"]), seed)
    for _ in range(20):
        if not coset.coset_search_step(search, 100):
            break
    move = told(coset.coset_search_result(search))["move"]
    coset.coset_search_free(search)
    coset.coset_match_free(match)
    return move


def main(game="al-jabar", seed="1"):
    setup = {"table": "oak", "spec": game, "seats": [{"bot": "greedy"}, {"bot": "lookahead"}]}
    table = opened(coset.coset_table_open, *text(json.dumps(setup)), None, 0, digest, 0)
    hello = {"type": "hello", "proto": 1, "table": "oak"}
    told(coset.coset_table_handle(table, 1, *text(json.dumps(hello)), 0))
    rng = coset.coset_rng_open(int(seed))
    log, over = [], None
    while over is None:
        match told(coset.coset_table_requests(table)):
            case {"urn": {"size": size}}:
                coset.coset_table_dealt(table, coset.coset_rng_below(rng, size))
            case {"proposed": row}:
                log.append(row)  # first the log, then the table
                sends = told(coset.coset_table_committed(table, row["ply"], 0))
                over = next((send["message"] for send in sends if send["message"]["type"] == "game_over"), None)
            case {"bot": task}:
                move = choose(task, int(seed) + task["ply"])
                told(coset.coset_table_bot_chose(table, task["seat"], task["ply"], *text(move), 0))
            case other:  # a hint, a rematch, a time to wake: nobody is here who could ask for these
                raise ValueError(f"the table wants {other}")
    print(f"{over['record']}# chain {over['chain']}")
    coset.coset_rng_free(rng)
    coset.coset_table_free(table)


main(*sys.argv[1:])
