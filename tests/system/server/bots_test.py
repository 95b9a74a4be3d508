"""Bots and hints: clients choose among those that are offered, an abandoned search is cancelled, no message blocks the
event loop, and the bot that plays for a seat whose time is up gains nothing.

Small by default. COSET_WHOLE=1 cancels searches for longer. COSET_SLOW=1 is for a cosetd that is ten times slower, such as
one under a sanitizer: what has to be quick may take ten times as long then.
"""

import os
import random
import re
import sqlite3
import time
import unittest

from _cosetd import Cosetd
from _websocket import WebSocket

SLOW = 10 if os.environ.get("COSET_SLOW") else 1
ROUNDS = 40 if os.environ.get("COSET_WHOLE") else 2
COLOURS = "al-jabar Z2^3 seats=2"
HARD = "al-jabar Z7^2 seats=2"  # the most work that a decision may take
REPORTS = ("AddressSanitizer", "ThreadSanitizer", "LeakSanitizer", "runtime error")
PACE = 0.4  # a bot takes at least so long


def secret():
    return os.urandom(16).hex()


def move_id():
    return os.urandom(8).hex()


class Guest:
    """One person at a table with bots, from an address of their own."""

    addresses = 1

    def __init__(self, cosetd, spec, bots, start=None, **more):
        Guest.addresses += 1
        self.cosetd, self.source = cosetd, f"127.0.{Guest.addresses // 250}.{Guest.addresses % 250 + 2}"
        self.token = secret()
        self.lobby = self.open("/ws")
        make = {"type": "create", "spec": spec, "token": self.token, "bots": bots}
        self.lobby.send(make | ({"start": start} if start else {}) | more)
        self.cookie = next((line.split(":", 1)[1].split(";")[0].strip()
                            for line in self.lobby.head.decode().split("\r\n")
                            if line.lower().startswith("set-cookie:")), "")
        self.made = self.lobby.receive()
        if self.made["type"] == "error":
            return
        self.table = self.made["table"]
        self.lobby.send({"type": "ready", "table": self.table, "entropy": secret()})
        assert self.lobby.until("started")["type"] == "started"
        self.come()

    def open(self, path):
        socket = WebSocket(self.cosetd.port, path, source=self.source)
        socket.socket.settimeout(20 * SLOW)
        return socket

    def come(self):
        self.at = self.open("/ws/t/" + self.table)
        self.at.send({"type": "hello", "proto": 1, "table": self.table, "token": self.token})
        welcome = self.at.until("welcome")
        self.me = welcome["you"]
        seen = self.at.until("snapshot")
        if seen["ply"] == 0:
            seen = self.at.until("event")
        self.ply, self.turn = seen["ply"], seen["turn"]

    def wait_for_turn(self, mine):
        """Passes the turn on, or waits until it comes."""
        while (self.turn == self.me) != mine:
            if self.turn == self.me:
                self.move()
            seen = self.at.until("event")
            self.ply, self.turn = seen["ply"], seen["turn"]

    def move(self):
        self.at.send({"type": "hint", "level": 5})
        told = self.at.until("hint")
        self.at.send({"type": "move", "id": move_id(), "base_ply": self.ply, "move": told["move"]})

    def resign(self):
        self.at.send({"type": "resign", "id": move_id()})

    def close(self):
        self.at.close()
        self.lobby.close()


def strongest(cosetd, spec):
    """The last level that a spec offers, as the refusal of any other name says."""
    return re.search(r"level\d+(?=, all without)", Guest(cosetd, spec, ["none"]).made["message"])[0]


def metric(cosetd, name):
    return next(float(line.split()[1]) for line in cosetd.get("/metrics")[2].splitlines()
                if line.startswith(name + " "))


def thinking_for_hours(cosetd, table):
    """Gives the bot of a table the settings that an older server took. REQUIRES: cosetd has stopped."""
    with sqlite3.connect(os.path.join(cosetd.data, "events.db")) as store:
        for key, setup in store.execute("SELECT id, setup FROM game").fetchall():
            if f'"{table}"' in setup:
                changed = setup.replace('"level1"', '"alphabeta:depth=60"')
                assert changed != setup, setup
                store.execute("UPDATE game SET setup=? WHERE id=?", (changed, key))
    store.close()


class Bots(unittest.TestCase):

    def ends(self, cosetd, within=5):
        """By SIGTERM, in time, as it should; on a machine with more to do than it has processors, later."""
        busy = max(1, os.getloadavg()[0] / os.cpu_count())
        began = time.monotonic()
        self.assertEqual(cosetd.stop(60 * SLOW), 0, cosetd.text())
        self.assertLess(time.monotonic() - began, within * SLOW * busy)
        self.clean(cosetd)

    def clean(self, cosetd):
        for word in REPORTS:
            self.assertNotIn(word, cosetd.text())

    def test_absurd_settings_are_refused(self):
        with Cosetd() as cosetd:
            for bots in (["alphabeta:depth=60"], ["strong:nodes=999999999"], ["montecarlo:samples=999999999"], ["strong"],
                         ["lookahead"], ["level1:width=1"], ["level9"], ["exec:sh"], [""], ["greedy:" + "x" * 2000]):
                refused = Guest(cosetd, COLOURS, bots).made
                self.assertEqual((refused["type"], refused.get("about"), refused.get("code")), ("error", "create", "bot.offered"))
                self.assertRegex(refused["message"], r"^The bot .* level1 .*\.$")
            self.assertEqual(Guest(cosetd, "mad-abel seats=2", ["level8"]).made["code"], "bot.offered")
            lobby = WebSocket(cosetd.port, "/ws")
            lobby.send({"type": "create", "spec": "al-jabar seats=3", "token": secret()})
            table = lobby.until("pending_table")["table"]
            for bot in ("alphabeta:depth=60", "lookahead"):
                lobby.send({"type": "fill_with_bots", "table": table, "bot": bot})
                self.assertEqual(lobby.until("error")["code"], "bot.offered")
            lobby.send({"type": "fill_with_bots", "table": table, "bot": "level2"})
            self.assertEqual(len(lobby.until("pending_table")["participants"]), 3)
            for name in ("random", "greedy", "level1"):
                Guest(cosetd, COLOURS, [name]).wait_for_turn(mine=True)
            self.ends(cosetd)

    def test_time_that_runs_out_is_no_gain_and_the_second_time_loses(self):
        with Cosetd() as cosetd:
            guest = Guest(cosetd, COLOURS, ["level1"], clock={"kind": "turn", "start": 2000 * SLOW, "add": 0})
            guest.wait_for_turn(mine=True)
            hands = []
            for kind in ("bot_takeover", "forfeit"):
                guest.at.send({"type": "hint", "level": 1})
                guest.at.until("hint")
                guest.at.send({"type": "heartbeat", "head": guest.ply})
                event = guest.at.until("event")
                self.assertEqual((event["kind"], event["seat"], event["cause"], event["hint"]), (kind, guest.me, "time", 1))
                if kind == "forfeit":
                    break
                hands.append(sum(event["view"]["hands"][guest.me - 1].values()))
                while event["turn"] == guest.me:  # the bot's turn for the seat
                    event = guest.at.until("event")
                hands.append(sum(event["view"]["hands"][guest.me - 1].values()))
                guest.at.send({"type": "reclaim", "id": move_id()})
                guest.turn = None
                while guest.turn != guest.me:
                    event = guest.at.until("event")
                    guest.ply, guest.turn = event["ply"], event["turn"]
            self.assertGreaterEqual(hands[1], hands[0])
            over = guest.at.until("game_over")
            self.assertEqual((over["ending"], over["winners"]), ("forfeit", [3 - guest.me]))
            self.assertEqual(len(re.findall(rf"^# seat {guest.me} took a hint of level 1 for line \d+$", over["record"], re.M)), 2)
            self.ends(cosetd)

    def test_one_long_search_delays_no_other(self):
        with Cosetd() as cosetd:
            slow = Guest(cosetd, COLOURS, ["level1"])
            slow.wait_for_turn(mine=True)
            self.ends(cosetd)
            thinking_for_hours(cosetd, slow.table)
            cosetd.start(20 * SLOW)
            slow.come()
            slow.move()
            slow.at.until("event")
            time.sleep(PACE)
            for _ in range(2):
                began = time.monotonic()
                other = Guest(cosetd, COLOURS, ["level1"])
                other.wait_for_turn(mine=False)
                other.wait_for_turn(mine=True)
                self.assertLess(time.monotonic() - began, 10 * SLOW)
                self.assertEqual(cosetd.get("/readyz")[0], 200)
            slow.turn = None
            slow.wait_for_turn(mine=True)  # and this one ends, too
            self.ends(cosetd)

    def test_it_stops_though_many_searches_are_running(self):
        with Cosetd() as cosetd:
            level = strongest(cosetd, HARD)
            guests = [Guest(cosetd, HARD, [level]) for _ in range(4 if SLOW == 1 else 2)]
            for guest in guests:
                if guest.turn == guest.me:
                    guest.at.send({"type": "hint", "level": 1})
            time.sleep(PACE)
            self.assertGreaterEqual(metric(cosetd, "coset_bot_searches_total"), 1)
            self.ends(cosetd)  # they all stay connected

    def test_searches_are_cancelled_at_any_time(self):
        chance = random.Random(7)
        cancelled = 0
        with Cosetd() as cosetd:
            for round_ in range(ROUNDS):
                specs = [chance.choice((COLOURS, HARD, HARD, HARD, "mad-abel Z4xZ13 seats=2")) for _ in range(6)]
                guests = [Guest(cosetd, spec, [strongest(cosetd, spec)]) for spec in specs]
                for guest in guests:
                    if guest.turn == guest.me:
                        guest.at.send({"type": "hint", "level": chance.randint(1, 5)})
                end = time.monotonic() + 2 * SLOW
                while metric(cosetd, "coset_bot_searches_total") < len(guests) and time.monotonic() < end:
                    pass
                for guest in guests:
                    what = chance.choice(("resign", "close", "forget", "move", "stay"))
                    if what == "resign":
                        guest.resign()
                    elif what == "close":
                        guest.close()
                    elif what == "forget":
                        cosetd.get("/api/me", method="DELETE", headers={"Cookie": guest.cookie})
                    elif what == "move":
                        guest.at.send({"type": "move", "id": move_id(), "base_ply": guest.ply, "move": "draw"})
                    time.sleep(chance.uniform(0, 0.01))
                self.assertEqual(cosetd.get("/readyz")[0], 200)
                cancelled += metric(cosetd, "coset_bot_searches_cancelled_total")
                self.ends(cosetd)
                if round_ + 1 < ROUNDS:
                    cosetd.start(20 * SLOW)
        print(f"\n{ROUNDS} rounds, {cancelled:.0f} searches cancelled before the stop of each")


class Previews(unittest.TestCase):

    def test_no_preview_blocks_the_event_loop(self):
        """Whether nine cards of a magma of twenty elements can be played, where none can: 600 000 words."""
        names = [chr(97 + i) for i in range(20)]
        rows = "/".join(",".join(names[19 if j in (i,) or i == 19 else i] for j in range(20)) for i in range(20))
        spec = f"mad-abel magma:{','.join(names)};{rows} seats=2 deal=9 inability=checked max_cards=8"
        start = f"hand1={'+'.join(names[:9])} hand2={'+'.join(names[9:18])} second={names[19]} top={names[18]}"
        with Cosetd() as cosetd:
            guest = Guest(cosetd, spec, ["random"], start)
            guest.wait_for_turn(mine=True)
            previews = 8  # which the budget of a guest allows
            before = self.busy(cosetd)
            for _ in range(previews):
                guest.at.send({"type": "preview", "seq": 1, "move": "draw"})
            for _ in range(previews):
                self.assertEqual(guest.at.until("verdict")["seq"], 1)
            each = (self.busy(cosetd) - before) / previews
            print(f"\nan expensive preview: {1000 * each:.1f} ms of the one thread")
            self.assertLess(each, 0.009 * SLOW)

    @staticmethod
    def busy(cosetd):
        """Seconds of processor time of the thread that owns the sockets."""
        pid = cosetd.process.pid
        with open(f"/proc/{pid}/task/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    unittest.main()
