#!/usr/bin/env python3
"""A bot for 'coset arena' and 'coset play': it sheds as many pieces as it can, any of the moves that
shed equally many.

    coset arena al-jabar --bots greedy --bot 'exec:examples/bot.py' --games 20
    coset play --bot exec:examples/bot.py

It speaks the line protocol of docs/bot-protocol.md: a line comes in on stdin, an answer goes out on
stdout, and nothing else may be printed there. Make it better by changing choose().
"""

import json
import random
import re
import sys


def pieces(word):
    """How many pieces a word such as 'R+Y' or 'i*j' has."""
    return len(re.split(r"[+*]", word))


def shed(move):
    """By how many pieces a move shrinks the hand."""
    if move in ("draw", "pass"):
        return -1 if move == "draw" else 0
    if "=" in move:  # an exchange: what is given, and what is taken
        given, taken = move.split("=")
        return pieces(given) - pieces(taken)
    return pieces(move.split(" on ")[0])  # cards that are played


def choose(position, rng):
    """One of position['actions']. position['view'] is the table as this seat sees it."""
    moves = position["actions"]
    most = max(shed(move) for move in moves)
    return rng.choice([move for move in moves if shed(move) == most])


def say(line):
    print(line, flush=True)


def main():
    position = None
    games = won = 0
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "hello":
            say("hello example")
        elif verb == "position":
            position = json.loads(rest)
        elif verb == "go":
            words = rest.split()  # such as: seed 17 ms 1000
            told = dict(zip(words[::2], words[1::2]))
            say("bestmove " + choose(position, random.Random(told.get("seed"))))
        elif verb == "game":  # one begins; this bot needs nothing but positions
            games += 1
        elif verb == "over":
            result = json.loads(rest)
            won += any(seat in result["winners"] for seat in result["seats"])
            say(f"info won {won} of {games}")  # a remark, for who watches the lines
        elif verb == "quit":
            return
        # 'stop' asks for a move at once; this bot has always answered by then.


if __name__ == "__main__":
    main()
