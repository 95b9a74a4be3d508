"""The shared library of this build, as values: matches and a host of one table."""

import ctypes
import hashlib
import json
import os
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Text(ctypes.Structure):
    _fields_ = [("status", c_int32), ("data", c_void_p), ("size", c_size_t)]


ANSWER = POINTER(Text)
TEXT = (c_char_p, c_size_t)
PROBLEM = POINTER(ANSWER)
Digest = ctypes.CFUNCTYPE(None, POINTER(ctypes.c_uint8), c_size_t, POINTER(ctypes.c_uint8))
PROMISES = {
    "match_open": (c_void_p, *TEXT, *TEXT, PROBLEM), "match_replay": (c_void_p, *TEXT, PROBLEM),
    "match_free": (None, c_void_p), "match_state": (ANSWER, c_void_p), "match_record": (ANSWER, c_void_p, c_int32),
    "match_actions": (ANSWER, c_void_p, c_uint32), "match_play": (ANSWER, c_void_p, c_int32, *TEXT),
    "seeded_index": (c_uint32, c_uint64, c_uint32, c_uint32),
    "table_open": (c_void_p, *TEXT, *TEXT, Digest, c_int64, PROBLEM), "table_free": (None, c_void_p),
    "table_handle": (ANSWER, c_void_p, c_uint32, *TEXT, c_int64), "table_requests": (ANSWER, c_void_p),
    "table_committed": (ANSWER, c_void_p, c_uint32, c_int64),
    "table_bot_chose": (ANSWER, c_void_p, c_int32, c_uint32, *TEXT, c_int64),
    "table_urn": (c_uint32, c_void_p), "table_draw": (c_uint32, c_void_p),
    "table_dealt": (c_int32, c_void_p, c_uint32), "free": (None, ANSWER),
}
library = ctypes.CDLL(os.environ["COSET_LIBRARY"])
for name, (result, *arguments) in PROMISES.items():
    getattr(library, "coset_" + name).restype = result
    getattr(library, "coset_" + name).argtypes = arguments


def call(name, *arguments):
    """Texts are passed as a pointer and a length. An answer is a str; an exception if it was refused."""
    flat = []
    for value in arguments:
        flat += [value.encode(), len(value.encode())] if isinstance(value, str) else [value]
    answer = getattr(library, "coset_" + name)(*flat)
    return taken(answer) if PROMISES[name][0] is ANSWER else answer


def taken(answer):
    text, status = ctypes.string_at(answer.contents.data, answer.contents.size).decode(), answer.contents.status
    library.coset_free(answer)
    if status != 0:
        raise ValueError(text)
    return text


def opened(name, *arguments):
    problem = ANSWER()
    return call(name, *arguments, byref(problem)) or taken(problem)


@Digest
def digest(data, size, out):
    ctypes.memmove(out, hashlib.blake2b(ctypes.string_at(data, size), digest_size=16).digest(), 16)


class Match:
    def __init__(self, spec="", position="", record=""):
        self.handle = opened("match_replay", record) if record else opened("match_open", spec, position)

    def __del__(self):
        if hasattr(self, "handle"):
            library.coset_match_free(self.handle)

    def state(self):
        return json.loads(call("match_state", self.handle))

    def record(self):
        return call("match_record", self.handle, -1)

    def actions(self):
        return json.loads(call("match_actions", self.handle, 100000))["actions"]

    def play(self, line):
        """A line of a record."""
        seat, move = line.split(": ")
        call("match_play", self.handle, int(seat), move)


def time_of(row):
    return int(row["body"].split(" at=")[1].split()[0])


class Table:
    """A host that keeps the log in a list; deals come from a seed."""

    def __init__(self, setup, log, seed, now):
        self.handle = opened("table_open", json.dumps(setup), json.dumps(log), digest, now)
        self.log, self.seed, self.over = list(log), seed, None
        for seat, player in enumerate(setup["seats"], 1):
            if "token" in player:
                self.say(seat, {"type": "hello", "proto": 1, "table": setup["table"], "token": player["token"]}, now)
        self.settle(now)

    def __del__(self):
        if hasattr(self, "handle"):
            library.coset_table_free(self.handle)

    def wants(self):
        return json.loads(call("table_requests", self.handle))

    def say(self, seat, message, now):
        for sent in json.loads(call("table_handle", self.handle, seat, json.dumps(message), now)):
            self.hear(sent["message"])

    def hear(self, message):
        if message["type"] == "error":
            raise ValueError(message["message"])
        if message["type"] == "game_over":
            self.over = message

    def settle(self, now):
        while True:
            while size := call("table_urn", self.handle):
                place = call("seeded_index", self.seed, call("table_draw", self.handle), size)
                call("table_dealt", self.handle, place)
            row = self.wants().get("proposed")
            if row is None:
                return
            self.log.append(row)
            for sent in json.loads(call("table_committed", self.handle, row["ply"], now)):
                self.hear(sent["message"])

    def play_again(self, row):
        """Does what led to a row of a log, at its time."""
        now, wants = time_of(row), self.wants()
        move = row["body"].splitlines()[1].split(": ")[1]
        if "bot" in wants:
            call("table_bot_chose", self.handle, wants["bot"]["seat"], wants["bot"]["ply"], move, now)
        else:
            self.say(wants["turn"], {"type": "move", "id": row["id"], "base_ply": wants["head"], "move": move}, now)
        self.settle(now)
