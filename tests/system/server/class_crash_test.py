"""A class while its server is killed: what was told is in the file once, and everybody is in the same place again.

A kill every few seconds for some seconds, with SQLite's file in memory, which a kill does not touch; COSET_WHOLE=1: every
10 seconds for 3 minutes, on the disk.
"""

import re
import time
import unittest

from _class import SLOWER, WHOLE, Pupils, Room, fold, migrated, shown_on, told_in
from _cosetd import Cosetd, Postgres

SECONDS, EVERY = (180, 10) if WHOLE else (9, 3)
ROUNDS = 6 if WHOLE else 2
BACK = 5000  # milliseconds


def sockets_of(cosetd):
    return int(re.search(r"^coset_websocket_connections\S* (\d+)", cosetd.get("/metrics")[2], re.MULTILINE).group(1))


class Crashes(unittest.TestCase):

    def play_through(self, cosetd, *where):
        room = Room(cosetd)
        length = (SECONDS + EVERY) / ROUNDS / 2  # they still play when the last kill comes late
        # So many of each lesson, however long they take beside the kills.
        answers = () if WHOLE else ("--answers", 160)
        pupils = Pupils(cosetd, "--pupils", 20, "--rounds", ROUNDS, "--lesson-seconds", length, "--game-seconds", length, *answers,
                        "--tries", 400 if WHOLE else 60, "--think-time", 300, "--max-duplicates", 3, "--resend", 1000,
                        "--spec", "al-jabar Z2^3 seats=2", room=room)
        self.addCleanup(pupils.close)
        kills = SECONDS // EVERY - 1
        began = time.monotonic()
        for kill in range(1, kills + 1):
            time.sleep(max(0, began + kill * EVERY - time.monotonic()))
            end = time.monotonic() + 60
            while sockets_of(cosetd) <= 20 and time.monotonic() < end:  # the teacher and all pupils
                self.assertIsNone(pupils.process.poll())
                time.sleep(0.1)
            self.assertIsNone(pupils.process.poll())
            cosetd.kill()
            cosetd.start()
        report = pupils.report(SECONDS + 120)
        rows = room.rows()
        wall = room.wall()
        self.assertEqual(cosetd.stop(), 0)
        self.assertGreaterEqual(report["cut"], 18 * kills)  # one or two may be in their handshake
        self.assertEqual((report["complaints"], report["unfinished"], report["misjudged"]), (0, 0, 0), report)
        self.assertEqual((report["in"], wall["pupils"]), (20, 20))
        self.assertEqual((report["answers_told"], report["tries_told"]), (report["answers"], report["tries"]))
        self.assertGreater(report["answers"], 40)
        self.assertGreater(report["tries"], 50)
        self.assertEqual(report["movers"], 20)
        told = pupils.lines()
        self.assertEqual(told - told_in(rows), {}, "lost")
        self.assertEqual(told_in(rows) - told, {}, "doubled")
        self.assertEqual(shown_on(wall), fold(rows))
        self.assertLessEqual(report["away_ms"]["max"], BACK * SLOWER)
        verified = pupils.verify(*where)
        self.assertTrue(verified["good"], verified)
        self.assertGreater(verified["observations"], 20)

    def test_sqlite(self):
        with Cosetd(in_memory=not WHOLE) as cosetd:
            self.play_through(cosetd, "--data-dir", cosetd.data)

    def test_postgresql(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = migrated(postgres)
        with Cosetd("--database", url) as cosetd:
            self.play_through(cosetd, "--database", url)


if __name__ == "__main__":
    unittest.main()
