"""Folders of older servers, as tests/compat keeps them: they open, verify and are played on."""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from _cosetd import COSETD, Cosetd
from _websocket import WebSocket

LOAD = os.environ["COSET_LOAD_BIN"]
FOLDERS = sorted(pathlib.Path(os.environ["COSET_TESTS_DIR"], "compat").glob("server-*"))


def run(*words):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False)


def unpack(kept, data):
    """The folder as that server left it."""
    data.mkdir(mode=0o700)
    for name in ("events", "seeds"):
        database = sqlite3.connect(data / f"{name}.db")
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript((kept / f"{name}.sql").read_text(encoding="utf-8"))
        database.close()
    (data / "cookie.key").write_bytes(bytes.fromhex((kept / "cookie.key.hex").read_text()))


def rows(path):
    """Every row of every game, finished or not."""
    database = sqlite3.connect(path)
    out = {(game, ply, chain.hex().upper(), body)
           for game, ply, chain, body in database.execute("SELECT game_id, ply, chain, body FROM event")}
    for game, log in database.execute("SELECT game_id, log FROM finished"):
        out |= {(game, ply, chain, body) for ply, chain, _, _, body in json.loads(log)}
    database.close()
    return out


class OlderServers(unittest.TestCase):

    def each(self, test):
        self.assertTrue(FOLDERS)
        for kept in FOLDERS:
            with self.subTest(kept.name), tempfile.TemporaryDirectory(prefix="coset-older-") as folder:
                data = pathlib.Path(folder, "data")
                unpack(kept, data)
                test(json.loads((kept / "server.json").read_text()), data)

    def test_they_verify_as_they_did_and_a_copy_is_there(self):
        def holds(was, data):
            before = rows(data / "events.db")
            said = run("verify-data", "--data", str(data))
            self.assertEqual((said.returncode, said.stdout.strip()), (0, was["said"]), said.stderr)
            self.assertEqual(rows(data / "events.db"), before)
            copies = list((data / "backup").glob("before-*.db"))
            self.assertEqual(len(copies), 1)
            self.assertEqual(rows(copies[0]), before)
            # What the copy is for: it takes the place of the file that was changed.
            shutil.copy(copies[0], data / "events.db")
            self.assertEqual(run("verify-data", "--data", str(data)).stdout.strip(), was["said"])
        self.each(holds)

    def test_they_are_backed_up_before_and_restored_after(self):
        def holds(was, data):
            copy = data.parent / "copy.db"
            made = run("backup", str(copy), "--data", str(data))
            self.assertEqual(made.returncode, 0, made.stderr)
            again = run("restore", str(copy), "--data", str(data.parent / "again"))
            self.assertEqual((again.returncode, again.stdout.strip()), (0, was["said"]), again.stderr)
        self.each(holds)

    def test_their_games_are_played_on_and_new_ones_beside_them(self):
        def holds(was, data):
            before = rows(data / "events.db")
            with Cosetd("--sockets-an-address", "100", data=str(data)) as server:
                for table in was["tables"]:
                    seats = {}
                    for seat, token in table["tokens"].items():
                        at = seats[int(seat)] = WebSocket(server.port, "/ws/t/" + table["table"])
                        self.addCleanup(at.close)
                        at.say({"type": "hello", "proto": 1, "table": table["table"], "token": token})
                        self.assertEqual(at.wait("welcome")["you"], int(seat))
                        at.wait("snapshot")
                    ply = table["moves"] + 1
                    seats[(ply - 1) % len(seats) + 1].say(
                        {"type": "move", "id": f"{ply:016x}", "on_ply": ply, "move": "draw"})
                    for at in seats.values():
                        at.wait("event")
                subprocess.run([LOAD, "play", "--port", str(server.port), "--tables", "4", "--seconds", "1",
                                "--think", "10", "--seen", str(data.parent / "seen")],
                               stdout=subprocess.DEVNULL, timeout=90, check=True)
                self.assertEqual(server.stop(), 0)
            now = rows(data / "events.db")
            self.assertLess(before, now)
            said = run("verify-data", "--data", str(data))
            self.assertEqual(said.returncode, 0, said.stdout)
            self.assertIn("every chain holds", said.stdout)
        self.each(holds)


if __name__ == "__main__":
    unittest.main()
