"""A name that somebody minds, from the page's request to the operator's commands, on both databases."""

import json
import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd, Postgres
from mine_test import Guest, play

# 24 characters, 47 bytes each: what the door takes, every game and every command takes.
LONG, KIND = "Александр Константинович", "Екатерина Константиновна"


def admin(*words):
    done = subprocess.run([COSETD, "admin", *words], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


class Care(unittest.TestCase):

    def care(self, cosetd, *place):
        one, other = Guest(cosetd, "Rude Word"), Guest(cosetd, LONG)
        table, at = play(one, other)
        at[0].say({"type": "resign", "id": "00000000000000aa"})
        at[1].wait("over")
        seat = json.loads(cosetd.get("/api/tables/" + table)[2])["names"].index("Rude Word") + 1
        self.assertEqual(admin("names", *place), (0, "No name was reported.\n", ""))
        self.assertEqual(other.call(f"/api/tables/{table}/reports/{seat}", "POST", Origin="https://evil.example")[0], 403)
        for _ in range(2):
            status, _, said = other.call(f"/api/tables/{table}/reports/{seat}", "POST")
            self.assertEqual((status, said), (200, {"reported": True}))
        status, listed, _ = admin("names", *place)
        self.assertEqual(status, 0)
        self.assertRegex(listed, rf"^\d{{4}}-\d\d-\d\d \d\d:\d\d UTC  {table}  seat {seat}  1 person  Rude Word\n$")
        # While the server plays on, and whoever is at the table is told.
        self.assertEqual(admin("rename", "no-such-table", "1", *place)[0], 1)
        self.assertEqual(admin("rename", table, "7", *place)[0], 1)
        self.assertEqual(admin("rename", table, str(seat), "Level 8", *place),
                         (1, "", "cosetd: This is what a bot is called. Choose another name.\n"))
        status, said, _ = admin("rename", table, str(seat), KIND, *place)
        self.assertEqual((status, said), (0, f"Seat {seat} of {table} is called {KIND} there.\n"))
        end = time.monotonic() + 20
        while KIND not in cosetd.get("/api/tables/" + table)[2]:
            self.assertLess(time.monotonic(), end, "the name has not changed")
            time.sleep(0.2)
        self.assertEqual(admin("names", *place)[1], "No name was reported.\n")
        # The deal still holds: a name is no part of the chain.
        self.assertIn("seed", json.loads(cosetd.get("/api/tables/" + table)[2]))
        status, said, _ = admin("close", table, *place)
        self.assertEqual((status, said), (0, f"{table} is closed: whoever is there hears of it within ten seconds.\n"))
        end = time.monotonic() + 20
        while cosetd.get("/api/tables/" + table)[0] != 503:
            self.assertLess(time.monotonic(), end, "the table is still open")
            time.sleep(0.2)
        for each in at:
            each.close()

    def test_in_sqlite(self):
        with Cosetd() as cosetd:
            self.care(cosetd, "--data", cosetd.data)
            self.assertEqual(admin("names", "--data", "/nowhere")[0], 1)

    def test_in_postgresql(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, capture_output=True)
        with Cosetd("--database", url) as cosetd:
            while cosetd.get("/readyz")[0] != 200:
                time.sleep(0.05)
            self.care(cosetd, "--database", url)


class Switches(unittest.TestCase):

    def test_the_site_tells_what_is_off(self):
        with Cosetd() as cosetd:
            site = json.loads(cosetd.get("/api/site")[2])
            self.assertEqual((site["quick"], site["watching"]), (True, True))
        with Cosetd("--no-quick-match", "--no-watching") as cosetd:
            site = json.loads(cosetd.get("/api/site")[2])
            self.assertEqual((site["quick"], site["watching"]), (False, False))


class Links(unittest.TestCase):

    def test_a_link_outlives_a_stop_and_a_kill(self):
        with Cosetd() as cosetd:
            host = Guest(cosetd, "Emmy")
            lobby = host.socket("/ws")
            own = "11" * 16
            lobby.say({"type": "make", "spec": "al-jabar", "token": own})
            told = lobby.wait("gathering")
            lobby.say({"type": "ready", "table": told["table"], "entropy": "22" * 16})
            lobby.wait("gathering", 2)
            lobby.close()
            for end in (cosetd.stop, cosetd.kill):
                end()
                cosetd.start()
                guest = Guest(cosetd, "Sophie")
                at = guest.socket("/ws")
                at.say({"type": "look", "table": told["table"], "invitation": told["invitation"]})
                seen = at.wait("gathering")
                self.assertEqual(seen["people"], [{"name": "Emmy", "ready": True, "away": True}])
                self.assertEqual((seen["game"], seen["commitment"]), (told["game"], told["commitment"]))
                at.close()
            at = guest.socket("/ws")
            at.say({"type": "join", "table": told["table"], "invitation": told["invitation"], "token": "33" * 16})
            at.wait("gathering")
            at.say({"type": "ready", "table": told["table"], "entropy": "44" * 16})
            at.wait("begun")
            at.close()
            seat = host.socket("/ws/t/" + told["table"])
            seat.say({"type": "hello", "proto": 1, "table": told["table"], "token": own})
            welcome = seat.wait("welcome")
            self.assertIn("22" * 16, welcome["entropy"])
            self.assertNotEqual(welcome["you"], 0)
            seat.close()


if __name__ == "__main__":
    unittest.main()
