"""The promise of a fair deal at a real server: kept through restarts, and never changed in silence.

COSET_WHOLE=1 plays 1000 honest games with restarts; without it there are a few."""

import itertools
import json
import os
import random
import sqlite3
import subprocess
import tempfile
import unittest

from _cosetd import Cosetd
from _fair_client import Player, verify_deal

COSET = os.environ["COSET_BIN"]
WHOLE = os.environ.get("COSET_WHOLE") == "1"
GAMES = 1000 if WHOLE else 9
TOGETHER = 10 if WHOLE else 3  # tables that a restart meets
SMALL = "al-jabar Z2^2 seats=2 deal=3 copies=4"
KINDS = [(SMALL, 2, []), ("mad-abel Z4xZ5 seats=3 deal=3", 2, ["random"]), ("al-jabar seats=3", 3, [])]
GROUP = verify_deal.Group("Z2^2")


def told_by_program(game, kept):
    """What `coset verify` finds wrong."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(game, file)
        file.flush()
        done = subprocess.run(
            [COSET, "verify", file.name, "--json", "--commitment", kept["commitment"], "--bytes",
             f"{kept['place']}={kept['bytes']}", "--seat", str(kept["seat"])], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["wrong"]


def exchange(view, seat):
    """Some move of the small game, one that makes the hand smaller if there is one."""
    hand = [name for name, count in view["hands"][seat - 1].items() for _ in range(count)]
    center = [name for name, count in view["center"].items() for _ in range(count)]
    for give, take in ((2, 1), (1, 2), (2, 2), (1, 1)):
        for mine, theirs in itertools.product(itertools.combinations(hand, give), itertools.combinations(center, take)):
            same = GROUP.sum(GROUP.index[each] for each in mine) == GROUP.sum(GROUP.index[each] for each in theirs)
            if same and sorted(mine) != sorted(theirs):
                return "+".join(mine) + "=" + "+".join(theirs)
    return None


class Fair(unittest.TestCase):

    def finished(self, server, players):
        """The game as the server shows it, after everybody has resigned who can."""
        for number, player in enumerate(players):
            player.at.say({"type": "resign", "id": f"{number + 1:016x}"})
        for player in players:
            player.at.wait("over")
        return json.loads(server.get("/api/tables/" + players[0].table)[2])

    def play(self, players):
        """Some moves of the small game; a seat that finds none passes or draws."""
        by_seat = {player.you: player for player in players}
        for number in range(12):
            told = {}
            for player in players:
                player.at.hear(0.01)
                told = max([told, *player.at.messages("event"), *player.at.messages("snapshot")], key=lambda each: each.get("ply", 0))
            if players[0].at.messages("over") or "turn" not in told:
                return
            mover = by_seat[told["turn"]]
            view = (mover.at.messages("event") or mover.at.messages("snapshot"))[-1]["view"]
            may = view.get("may", [])
            move = exchange(view, mover.you) if "exchange" in may else "draw" if "draw" in may else "pass"
            mover.at.say({"type": "move", "id": f"{1000 + number:016x}", "on_ply": told["ply"], "move": move or "draw"})
            mover.at.wait("event", len(mover.at.messages("event")) + 1)

    def test_an_honest_server_that_is_killed_is_never_accused(self):
        chance = random.Random(5)
        numbers = itertools.count()
        accused, games, played, restarts = [], 0, 0, 0
        with Cosetd() as server:
            while games < GAMES:
                tables = []
                for spec, people, bots in (KINDS[(games + i) % len(KINDS)] for i in range(TOGETHER)):
                    first, *others = [Player(server, next(numbers)) for _ in range(people)]
                    first.make(spec, bots)
                    first.ready()
                    for player in others[:-1]:
                        player.join(first.table, first.invitation)
                        player.ready()
                    for player in [first, *others[:-1]]:
                        if chance.random() < 0.7:
                            player.until_heard()
                    tables.append([first, *others])
                server.kill()
                server.start()
                restarts += 1
                for *early, last in tables:
                    here = [player for player in early if not player.heard or chance.random() < 0.7]
                    for player in here:
                        player.back()
                    last.join(early[0].table, early[0].invitation)
                    last.ready()
                    for player in [*here, last]:
                        player.begun()
                    for player in [*early, last]:
                        player.sit()
                    if early[0].table and last.at.messages("welcome")[0]["spec"].startswith("al-jabar Z2^2"):
                        self.play([*early, last])
                        played += bool(last.at.messages("over"))
                if chance.random() < 0.5:
                    server.kill()
                    server.start()
                    restarts += 1
                    for player in itertools.chain(*tables):
                        player.sit()
                for players in tables:
                    game = self.finished(server, players)
                    for player in players:
                        wrong = [*player.breaches, player.check(game)]
                        if WHOLE or player is players[games % len(players)]:
                            wrong.append(told_by_program(game, player.kept()))
                        accused += [(player.table, each) for each in wrong if each]
                        player.at.close()
                        player.lobby.close()
                    games += 1
        self.assertEqual(accused, [])
        print(f"{games} games, {played} played to their end, {restarts} restarts, nobody accused")

    def replaced(self, server, promise):
        """The operator gives a gathering another seed, and another commitment if it is to be the new seed's."""
        seed = os.urandom(32)
        with sqlite3.connect(server.data + "/seeds.db") as seeds:
            seeds.execute("UPDATE seed SET seed = ?", (seed,))
        if promise:
            with sqlite3.connect(server.data + "/events.db") as log:
                game, body = log.execute("SELECT game_id, body FROM gathering").fetchone()
                kept = dict(json.loads(body), commitment=verify_deal.commitment(game % 2**64, seed).hex())
                log.execute("UPDATE gathering SET body = ?", (json.dumps(kept, separators=(",", ":")),))

    def test_a_gathering_whose_seed_was_replaced_is_dropped_and_logged(self):
        with Cosetd() as server:
            player = Player(server, 1)
            player.make(SMALL)
            player.ready()
            player.until_heard()
            server.kill()
            self.replaced(server, promise=False)
            server.start()
            player.come()
            player.lobby.say({"type": "join", "table": player.table, "token": player.token, "invitation": player.invitation})
            self.assertEqual(player.lobby.wait("no")["about"], "join")
            self.assertEqual(player.lobby.messages("gathering"), [])
            line, = [each for each in server.lines() if each["event"] == "promise_broken"]
            self.assertEqual((line["level"], line["table"]), ("error", player.table))

    def test_an_operator_who_replaces_seed_and_commitment_is_caught_by_who_was_told_before(self):
        with Cosetd() as server:
            first, last = Player(server, 1), Player(server, 2)
            first.make(SMALL)
            first.ready()
            first.until_heard()
            server.kill()
            self.replaced(server, promise=True)
            server.start()
            first.back()
            self.assertEqual(first.breaches, ["another commitment while people gather"])
            last.join(first.table, first.invitation)
            last.ready()
            for player in (first, last):
                player.begun()
                player.sit()
            game = self.finished(server, [first, last])
            self.assertEqual((first.check(game), told_by_program(game, first.kept())), ("promise", "promise"))
            self.assertEqual((last.check(game), told_by_program(game, last.kept())), (None, None))


if __name__ == "__main__":
    unittest.main()
