"""A reported name, from the player's report to the operator's commands, on both databases."""

import json
import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd, Postgres
from guest_data_test import Guest, play

# 24 characters, 47 bytes each: what the door takes, every game and every command takes.
LONG, KIND = "Александр Константинович", "Екатерина Константиновна"


def admin(*words):
    done = subprocess.run([COSETD, "admin", *words], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


class Moderation(unittest.TestCase):

    def moderate(self, cosetd, *place):
        one, other = Guest(cosetd, "Rude Word"), Guest(cosetd, LONG)
        table, at = play(one, other)
        at[0].send({"type": "resign", "id": "00000000000000aa"})
        at[1].wait("game_over")
        seat = json.loads(cosetd.get("/api/tables/" + table)[2])["names"].index("Rude Word") + 1
        self.assertEqual(admin("reports", *place), (0, "No reports.\n", ""))
        self.assertEqual(other.call(f"/api/tables/{table}/seats/{seat}/reports", "POST", Origin="https://evil.example")[0], 403)
        for _ in range(2):
            status, _, said = other.call(f"/api/tables/{table}/seats/{seat}/reports", "POST")
            self.assertEqual((status, said), (204, ""))
        status, listed, _ = admin("reports", *place)
        self.assertEqual(status, 0)
        self.assertRegex(listed, rf"^\d{{4}}-\d\d-\d\d \d\d:\d\d UTC  {table}  seat {seat}  1 reporter  Rude Word\n$")
        # While the server runs; connected clients are notified.
        self.assertEqual(admin("rename-player", "no-such-table", "1", *place)[0], 1)
        self.assertEqual(admin("rename-player", table, "7", *place)[0], 1)
        self.assertEqual(admin("rename-player", table, str(seat), "Level 8", *place),
                         (1, "", "cosetd: This is what a bot is called. Choose another name.\n"))
        status, said, _ = admin("rename-player", table, str(seat), KIND, *place)
        self.assertEqual((status, said), (0, f"Seat {seat} of {table} is renamed to {KIND}.\n"))
        end = time.monotonic() + 20
        while KIND not in cosetd.get("/api/tables/" + table)[2]:
            self.assertLess(time.monotonic(), end, "the name has not changed")
            time.sleep(0.2)
        self.assertEqual(admin("reports", *place)[1], "No reports.\n")
        # The deal still holds: a name is no part of the chain.
        self.assertIn("seed", json.loads(cosetd.get("/api/tables/" + table)[2]))
        status, said, _ = admin("close-table", table, *place)
        self.assertEqual((status, said), (0, f"{table} is closed; connected clients are notified within ten seconds.\n"))
        end = time.monotonic() + 20
        while cosetd.get("/api/tables/" + table)[0] != 503:
            self.assertLess(time.monotonic(), end, "the table is still open")
            time.sleep(0.2)
        for each in at:
            each.close()

    def test_in_sqlite(self):
        with Cosetd() as cosetd:
            self.moderate(cosetd, "--data-dir", cosetd.data)
            self.assertEqual(admin("reports", "--data-dir", "/nowhere")[0], 1)

    def test_in_postgresql(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, capture_output=True)
        with Cosetd("--database", url) as cosetd:
            while cosetd.get("/readyz")[0] != 200:
                time.sleep(0.05)
            self.moderate(cosetd, "--database", url)


class Switches(unittest.TestCase):

    def test_the_server_reports_what_is_disabled(self):
        with Cosetd() as cosetd:
            server = json.loads(cosetd.get("/api/server")[2])
            self.assertEqual((server["quick_match"], server["spectators"]), (True, True))
        with Cosetd("--no-quick-match", "--no-spectators") as cosetd:
            server = json.loads(cosetd.get("/api/server")[2])
            self.assertEqual((server["quick_match"], server["spectators"]), (False, False))


class Links(unittest.TestCase):

    def test_an_invitation_survives_a_stop_and_a_kill(self):
        with Cosetd() as cosetd:
            host = Guest(cosetd, "Emmy")
            lobby = host.socket("/ws")
            own = "11" * 16
            lobby.send({"type": "create", "spec": "al-jabar", "token": own})
            told = lobby.wait("pending_table")
            lobby.send({"type": "ready", "table": told["table"], "entropy": "22" * 16})
            lobby.wait("pending_table", 2)
            lobby.close()
            for end in (cosetd.stop, cosetd.kill):
                end()
                cosetd.start()
                guest = Guest(cosetd, "Sophie")
                at = guest.socket("/ws")
                at.send({"type": "watch", "table": told["table"], "invitation": told["invitation"]})
                seen = at.wait("pending_table")
                self.assertEqual(seen["participants"], [{"name": "Emmy", "ready": True, "away": True}])
                self.assertEqual((seen["game"], seen["commitment"]), (told["game"], told["commitment"]))
                at.close()
            at = guest.socket("/ws")
            at.send({"type": "join", "table": told["table"], "invitation": told["invitation"], "token": "33" * 16})
            at.wait("pending_table")
            at.send({"type": "ready", "table": told["table"], "entropy": "44" * 16})
            at.wait("started")
            at.close()
            seat = host.socket("/ws/t/" + told["table"])
            seat.send({"type": "hello", "proto": 1, "table": told["table"], "token": own})
            welcome = seat.wait("welcome")
            self.assertIn("22" * 16, welcome["entropy"])
            self.assertNotEqual(welcome["you"], 0)
            seat.close()


if __name__ == "__main__":
    unittest.main()
