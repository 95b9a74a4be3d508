"""What a class leaves behind: no name that it does not need, and nothing once it is forgotten."""

import contextlib
import glob
import json
import os
import pathlib
import sqlite3
import subprocess
import time
import unittest

from _class import SPEC, Pupils, Room, migrated
from _cosetd import POSTGRES, Cosetd, Postgres
from _websocket import token

FIRST_SWEEP = 60  # seconds after the start
DAY = 24 * 3_600_000


def stored(folder):
    """Every byte of the files of a folder, by name."""
    out = {}
    for path in glob.glob(os.path.join(folder, "**"), recursive=True):
        with contextlib.suppress(FileNotFoundError, IsADirectoryError):  # a running server renames its files
            out[path] = pathlib.Path(path).read_bytes()
    return out


def hits(text, *places):
    return sum(place.count(text.encode() if isinstance(text, str) else text) for place in places)


def found_in(folder, texts):
    """Those of the texts that are in a file of the folder."""
    content = stored(folder).values()
    return [text for text in texts if hits(text, *content)]


def play(server, room, seed=1):
    """A class with answers, trades and a table; the aliases, which depend on the seed, and the tables' names."""
    pupils = Pupils(server, "--seed", seed, "--pupils", 6, "--lesson-seconds", 1, "--game-seconds", 1, "--tries", 12, "--think-time", 100,
                    room=room)
    report = pupils.report()
    told = pupils.lines()
    pupils.close()
    if report["complaints"] or not told:
        raise AssertionError(report)
    return {line[1] for line in told}, {line[2] for line in told if line[0] == "trade"}


class Canaries(unittest.TestCase):

    def test_names_and_secrets_are_stored_nowhere(self):
        """A name that the class does not allow, and what only its owner may know."""
        with Cosetd() as server:
            room = Room(server)
            canaries = ["Zebulon Quagmire", "Petronella-Xanthippe"]
            pupil = room.member()
            for name in canaries:
                self.assertEqual(pupil.join(name)["type"], "error")
                self.assertEqual(pupil.ask("rename", alias=name)["type"], "error")
                server.get(f"/api/classes/{room.code}?name={name.split()[0]}")
            pupil.join()
            play(server, room)
            room.call("/answers.csv")
            self.assertEqual(server.stop(), 0)
            places = [*stored(server.data).values(), server.text().encode()]
            self.assertGreater(hits(pupil.alias, *places), 0)  # the search finds what there is
            for secret in (room.teacher_secret, room.projector_secret, pupil.secret):
                for form in (secret, bytes.fromhex(secret)):
                    self.assertEqual(hits(form, *places), 0)
            for name in canaries:
                for part in name.replace("-", " ").split():
                    self.assertEqual(hits(part, *places), 0, part)
            self.assertEqual(hits(pupil.alias, server.text().encode()), 0)


class Forgetting(unittest.TestCase):

    def test_sqlite_keeps_no_byte(self):
        with Cosetd() as server:
            kept, room = Room(server), Room(server)
            others, _ = play(server, kept)
            aliases, tables = play(server, room, seed=2)
            self.assertTrue(tables and aliases - others)
            before = list(stored(server.data).values())
            for text in (*aliases, *tables, room.code):
                self.assertGreater(hits(text, *before), 0, text)
            self.assertEqual(room.call(method="DELETE")[0], 204)
            end = time.monotonic() + 30  # the log is truncated later where another thread uses the file
            while (left := found_in(server.data, (*(aliases - others), *tables, room.code))) and time.monotonic() < end:
                time.sleep(0.5)
            self.assertEqual(left, [])
            self.assertEqual(server.get(f"/api/classes/{room.code}")[0], 404)
            for table in tables:
                self.assertEqual(server.get(f"/api/tables/{table}")[0], 404)
            self.assertEqual(room.call("/answers.csv")[0], 404)
            self.assertGreater(len(kept.rows()), 0)
            self.assertGreater(len(kept.rows("/moves.csv")), 0)
            self.assertEqual(server.stop(), 0)

    def test_postgresql_keeps_no_row(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        url = migrated(postgres)
        with Cosetd("--database", url) as server:
            room = Room(server)
            aliases, tables = play(server, room)
            self.assertEqual(room.call(method="DELETE")[0], 204)
            dump = subprocess.run([POSTGRES / "pg_dump", "--data-only", "--inserts", url], capture_output=True, check=True).stdout
            for text in (*aliases, *tables, room.code):
                self.assertEqual(hits(text, dump), 0, text)

    def test_open_pages_are_told(self):
        with Cosetd() as server:
            room = Room(server)
            pupil, teacher = room.pupil(), room.member("teacher")
            self.assertEqual(teacher.ask("pair", spec=SPEC)["type"], "done")
            self.assertEqual(room.call(method="DELETE")[0], 204)
            for each in (pupil, teacher):
                each.socket.wait("closed")
                while each.socket.closed is None:
                    each.socket.poll(0.5)
                self.assertEqual((each.socket.closed, each.socket.close_reason), (1000, "class.closed"))
            self.assertIsNone(room.member(secret=pupil.secret).welcome)

    def test_classes_end_after_their_days(self):
        """The last event of one is 31 days old, of the other 29."""
        with Cosetd() as server:
            old, young = Room(server), Room(server)
            aliases, tables = play(server, old)
            others = {young.pupil().alias}
            self.assertEqual(server.stop(), 0)
            with contextlib.closing(sqlite3.connect(os.path.join(server.data, "events.db"))) as data:
                for room, days in ((old, 31), (young, 29)):
                    data.execute("UPDATE class_event SET at = at - ? WHERE class_id = (SELECT id FROM class WHERE code = ?)",
                                 (days * DAY, room.code))
                data.commit()
            server.start()
            end = time.monotonic() + FIRST_SWEEP + 120
            while server.get(f"/api/classes/{old.code}")[0] != 404 and time.monotonic() < end:
                time.sleep(1)
            self.assertEqual(server.get(f"/api/classes/{old.code}")[0], 404)
            self.assertEqual(json.loads(server.get(f"/api/classes/{young.code}")[2])["pupils"], 1)
            for table in tables:
                self.assertEqual(server.get(f"/api/tables/{table}")[0], 404)
            # The file of the log is truncated after its rows are gone.
            while (left := found_in(server.data, (*(aliases - others), old.code))) and time.monotonic() < end:
                time.sleep(0.5)
            self.assertEqual(left, [])
            self.assertEqual(old.call(method="DELETE", secret=token())[0], 404)


if __name__ == "__main__":
    unittest.main()
