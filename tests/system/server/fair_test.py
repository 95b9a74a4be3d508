"""Fair deals on a real server: commitments survive restarts, and a change never goes unnoticed.

COSET_WHOLE=1 plays 1000 honest games with restarts; by default there are a few."""

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


def checked_by_program(game, kept):
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
        """The game over HTTP, after every player has resigned."""
        for number, player in enumerate(players):
            player.at.send({"type": "resign", "id": f"{number + 1:016x}"})
        for player in players:
            player.at.wait("game_over")
        return json.loads(server.get("/api/tables/" + players[0].table)[2])

    def play(self, players):
        """Some moves of the small game; a seat that finds none passes or draws."""
        by_seat = {player.you: player for player in players}
        for number in range(12):
            told = {}
            for player in players:
                player.at.poll(0.01)
                told = max([told, *player.at.messages("event"), *player.at.messages("snapshot")], key=lambda each: each.get("ply", 0))
            if players[0].at.messages("game_over") or "turn" not in told:
                return
            mover = by_seat[told["turn"]]
            view = (mover.at.messages("event") or mover.at.messages("snapshot"))[-1]["view"]
            may = view.get("may", [])
            move = exchange(view, mover.you) if "exchange" in may else "draw" if "draw" in may else "pass"
            mover.at.send({"type": "move", "id": f"{1000 + number:016x}", "base_ply": told["ply"], "move": move or "draw"})
            mover.at.wait("event", len(mover.at.messages("event")) + 1)

    def test_a_crashing_honest_server_is_never_accused(self):
        chance = random.Random(5)
        numbers = itertools.count()
        accused, games, played, restarts = [], 0, 0, 0
        with Cosetd() as server:
            while games < GAMES:
                tables = []
                for spec, people, bots in (KINDS[(games + i) % len(KINDS)] for i in range(TOGETHER)):
                    first, *others = [Player(server, next(numbers)) for _ in range(people)]
                    first.create(spec, bots)
                    first.ready()
                    for player in others[:-1]:
                        player.join(first.table, first.invitation)
                        player.ready()
                    for player in [first, *others[:-1]]:
                        if chance.random() < 0.7:
                            player.until_acknowledged()
                    tables.append([first, *others])
                server.kill()
                server.start()
                restarts += 1
                for *early, last in tables:
                    here = [player for player in early if not player.acknowledged or chance.random() < 0.7]
                    for player in here:
                        player.rejoin()
                    last.join(early[0].table, early[0].invitation)
                    last.ready()
                    for player in [*here, last]:
                        player.until_started()
                    for player in [*early, last]:
                        player.sit()
                    if early[0].table and last.at.messages("welcome")[0]["spec"].startswith("al-jabar Z2^2"):
                        self.play([*early, last])
                        played += bool(last.at.messages("game_over"))
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
                            wrong.append(checked_by_program(game, player.evidence()))
                        accused += [(player.table, each) for each in wrong if each]
                        player.at.close()
                        player.lobby.close()
                    games += 1
        self.assertEqual(accused, [])
        print(f"{games} games, {played} played to their end, {restarts} restarts, nobody accused")

    def replaced(self, server, promise):
        """The operator replaces the seed of a pending table, and its commitment too if `promise`."""
        seed = os.urandom(32)
        with sqlite3.connect(server.data + "/seeds.db") as seeds:
            seeds.execute("UPDATE seed SET seed = ?", (seed,))
        if promise:
            with sqlite3.connect(server.data + "/events.db") as log:
                game, body = log.execute("SELECT game_id, body FROM pending_table").fetchone()
                kept = dict(json.loads(body), commitment=verify_deal.commitment(game % 2**64, seed).hex())
                log.execute("UPDATE pending_table SET body = ?", (json.dumps(kept, separators=(",", ":")),))

    def test_a_pending_table_with_a_replaced_seed_is_cancelled_and_logged(self):
        with Cosetd() as server:
            player = Player(server, 1)
            player.create(SMALL)
            player.ready()
            player.until_acknowledged()
            server.kill()
            self.replaced(server, promise=False)
            server.start()
            player.enter_lobby()
            player.lobby.send({"type": "join", "table": player.table, "token": player.token, "invitation": player.invitation})
            self.assertEqual(player.lobby.wait("error")["code"], "lobby.not_found")
            self.assertEqual(player.lobby.messages("pending_table"), [])
            line, = [each for each in server.lines() if each["event"] == "commitment_mismatch"]
            self.assertEqual((line["level"], line["table"]), ("error", player.table))

    def test_an_operator_who_replaces_seed_and_commitment_is_caught_by_earlier_players(self):
        with Cosetd() as server:
            first, last = Player(server, 1), Player(server, 2)
            first.create(SMALL)
            first.ready()
            first.until_acknowledged()
            server.kill()
            self.replaced(server, promise=True)
            server.start()
            first.rejoin()
            self.assertEqual(first.breaches, ["another commitment in the lobby"])
            last.join(first.table, first.invitation)
            last.ready()
            for player in (first, last):
                player.until_started()
                player.sit()
            game = self.finished(server, [first, last])
            self.assertEqual((first.check(game), checked_by_program(game, first.evidence())), ("promise", "promise"))
            self.assertEqual((last.check(game), checked_by_program(game, last.evidence())), (None, None))


if __name__ == "__main__":
    unittest.main()
