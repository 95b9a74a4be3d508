"""A player who checks the fairness of a deal: it stores the first commitment it received, its entropy and its place.

It detects what the web client detects (docs/fair-deals.md), and shares no code with it."""

import os
import pathlib
import sys

from _websocket import WebSocket

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tools"))
import verify_deal  # pylint: disable=wrong-import-position

ZEROS = "0" * 32


class Player:
    """One guest, by its cookie; `breaches` is what the server did that it must never do."""

    def __init__(self, server, number):
        self.server, self.source = server, f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.token, self.bytes = os.urandom(16).hex(), os.urandom(16).hex()
        self.cookie = self.lobby = self.at = self.first = self.table = self.invitation = None
        self.place = self.you = self.read = 0
        self.acknowledged = self.placed = False
        self.breaches = []

    def socket(self, path):
        made = WebSocket(self.server.port, path, self.cookie, self.source)
        self.cookie = self.cookie or made.cookie
        return made

    def enter_lobby(self):
        """Connects to the lobby, also after a restart of the server."""
        self.lobby, self.read = self.socket("/ws"), 0

    def create(self, spec, bots=()):
        self.enter_lobby()
        self.lobby.send({"type": "create", "spec": spec, "token": self.token, **({"bots": list(bots)} if bots else {})})
        self.read_pending()

    def join(self, table, invitation):
        self.enter_lobby()
        self.table, self.invitation = table, invitation
        self.lobby.send({"type": "join", "table": table, "token": self.token, "invitation": invitation})
        self.read_pending()

    def rejoin(self):
        self.join(self.table, self.invitation)
        if not self.acknowledged:
            self.ready()

    def ready(self):
        self.lobby.send({"type": "ready", "table": self.table, "entropy": self.bytes})

    def read_pending(self):
        self.lobby.wait("pending_table", self.read + 1)
        self.process()

    def until_acknowledged(self):
        while not self.acknowledged:
            self.read_pending()

    def process(self):
        for told in self.lobby.messages("pending_table")[self.read:]:
            self.read += 1
            self.table, self.invitation = told["table"], told.get("invitation", self.invitation)
            self.first = self.first or told["commitment"]
            self.place, self.acknowledged = told["your_place"], "ready" in told["participants"][told["your_place"] - 1]
            if told["commitment"] != self.first:
                self.breaches.append("another commitment in the lobby")

    def until_started(self):
        self.lobby.wait("started")
        self.process()
        self.placed = True

    def sit(self):
        self.at = self.socket("/ws/t/" + self.table)
        self.at.send({"type": "hello", "proto": 1, "table": self.table, "token": self.token})
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
                if entropy[at - 1:at] == [self.bytes] or (not self.acknowledged and entropy[at - 1:at] == [ZEROS])]
        if not good or (self.placed and self.place not in good):
            self.breaches.append("bytes are not at their place")
        self.place = good[-1] if good else self.place

    def evidence(self):
        return {"commitment": self.first, "place": self.place, "bytes": self.bytes, "seat": self.you}

    def check(self, game):
        """What tools/verify_deal.py finds wrong with the finished game."""
        return verify_deal.check(game, self.evidence())["wrong"]
