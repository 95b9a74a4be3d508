"""A player who holds a server to its promise: keeps the first commitment it was told, its bytes and its place.

It says what is wrong as a page does (docs/fair-deals.md), and shares no code with one."""

import os
import pathlib
import sys

from _websocket import WebSocket

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import verify_deal  # pylint: disable=wrong-import-position

ZEROS = "0" * 32


class Player:
    """One visitor, by its cookie; `breaches` is what the server did that it must not do."""

    def __init__(self, server, number):
        self.server, self.source = server, f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.token, self.bytes = os.urandom(16).hex(), os.urandom(16).hex()
        self.cookie = self.lobby = self.at = self.first = self.table = self.invitation = None
        self.place = self.you = self.read = 0
        self.heard = self.placed = False
        self.breaches = []

    def socket(self, path):
        made = WebSocket(self.server.port, path, self.cookie, self.source)
        self.cookie = self.cookie or made.cookie
        return made

    def come(self):
        """To the lobby, also after the server was started again."""
        self.lobby, self.read = self.socket("/ws"), 0

    def make(self, spec, bots=()):
        self.come()
        self.lobby.say({"type": "make", "spec": spec, "token": self.token, **({"bots": list(bots)} if bots else {})})
        self.gathered()

    def join(self, table, invitation):
        self.come()
        self.table, self.invitation = table, invitation
        self.lobby.say({"type": "join", "table": table, "token": self.token, "invitation": invitation})
        self.gathered()

    def back(self):
        self.join(self.table, self.invitation)
        if not self.heard:
            self.ready()

    def ready(self):
        self.lobby.say({"type": "ready", "table": self.table, "entropy": self.bytes})

    def gathered(self):
        self.lobby.wait("gathering", self.read + 1)
        self.hear()

    def until_heard(self):
        while not self.heard:
            self.gathered()

    def hear(self):
        for told in self.lobby.messages("gathering")[self.read:]:
            self.read += 1
            self.table, self.invitation = told["table"], told.get("invitation", self.invitation)
            self.first = self.first or told["commitment"]
            self.place, self.heard = told["you"], "ready" in told["people"][told["you"] - 1]
            if told["commitment"] != self.first:
                self.breaches.append("another commitment while people gather")

    def begun(self):
        self.lobby.wait("begun")
        self.hear()
        self.placed = True

    def sit(self):
        self.at = self.socket("/ws/t/" + self.table)
        self.at.say({"type": "hello", "proto": 1, "table": self.table, "token": self.token})
        told = self.at.wait("welcome")
        self.at.wait("snapshot")
        self.you = told["you"]
        entropy = told["entropy"]
        bots = sum(seat["player"] == "bot" for seat in told["seats"])
        if told["commitment"] != self.first:
            self.breaches.append("another commitment at the table")
        if len(entropy) != len(told["seats"]) or set(entropy[len(entropy) - bots:]) - {ZEROS}:
            self.breaches.append("bytes of bots")
        good = [at for at in range(1, self.place + 1)
                if entropy[at - 1:at] == [self.bytes] or (not self.heard and entropy[at - 1:at] == [ZEROS])]
        if not good or (self.placed and self.place not in good):
            self.breaches.append("bytes are not at their place")
        self.place = good[-1] if good else self.place

    def kept(self):
        return {"commitment": self.first, "place": self.place, "bytes": self.bytes, "seat": self.you}

    def check(self, game):
        """What the second opinion finds wrong with the finished game."""
        return verify_deal.check(game, self.kept())["wrong"]
