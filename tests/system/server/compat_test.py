"""Data directories of older servers, from tests/portability/compat: they are migrated, verify, and their games continue."""

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
FOLDERS = sorted(pathlib.Path(os.environ["COSET_TESTS_DIR"], "portability", "compat").glob("server-*"))


def run(*words):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False)


def unpack(kept, data):
    """The data directory as that server left it."""
    data.mkdir(mode=0o700)
    for name in ("events", "seeds"):
        database = sqlite3.connect(data / f"{name}.db")
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript((kept / f"{name}.sql").read_text(encoding="utf-8"))
        database.close()
    (data / "cookie.key").write_bytes(bytes.fromhex((kept / "cookie.key.hex").read_text()))


def expected(was):
    """What `verify` prints; older programs printed the counts first."""
    return "OK: " + was["said"].split(":")[0]


def rows(path):
    """Every event of every game, finished or not."""
    database = sqlite3.connect(path)
    out = {(game, ply, chain.hex().upper(), body)
           for game, ply, chain, body in database.execute("SELECT game_id, ply, chain, body FROM event")}
    tables = {name for name, in database.execute("SELECT name FROM sqlite_master")}
    archive = "archived_game" if "archived_game" in tables else "finished"  # before migration 4
    for game, log in database.execute(f"SELECT game_id, log FROM {archive}"):
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

    def test_they_verify_and_a_backup_precedes_the_migration(self):
        def holds(was, data):
            before = rows(data / "events.db")
            said = run("verify", "--data-dir", str(data))
            self.assertEqual((said.returncode, said.stdout.strip()), (0, expected(was)), said.stderr)
            self.assertEqual(rows(data / "events.db"), before)
            backups = list((data / "backup").glob("pre-migration-*.db"))
            self.assertEqual(len(backups), 1)
            self.assertEqual(rows(backups[0]), before)
            # The backup can replace the migrated file.
            shutil.copy(backups[0], data / "events.db")
            self.assertEqual(run("verify", "--data-dir", str(data)).stdout.strip(), expected(was))
        self.each(holds)

    def test_they_are_backed_up_before_and_restored_after(self):
        def holds(was, data):
            copy = data.parent / "copy.db"
            made = run("backup", str(copy), "--data-dir", str(data))
            self.assertEqual(made.returncode, 0, made.stderr)
            again = run("restore", str(copy), "--data-dir", str(data.parent / "again"))
            self.assertEqual((again.returncode, again.stdout.strip()), (0, expected(was)), again.stderr)
        self.each(holds)

    def test_their_backups_are_restored(self):
        def holds(was, data):
            backup, again = data.parent / "backup.db", data.parent / "again"
            self.assertEqual(run("backup", str(backup), "--data-dir", str(data)).returncode, 0)
            database = sqlite3.connect(backup)
            database.executescript("ALTER TABLE seed RENAME TO kept_seed; ALTER TABLE cookie_key RENAME TO kept_key")
            database.close()
            said = run("restore", str(backup), "--data-dir", str(again))
            self.assertEqual((said.returncode, said.stdout.strip()), (0, expected(was)), said.stderr)
            self.assertEqual((again / "cookie.key").read_bytes(), (data / "cookie.key").read_bytes())
            database = sqlite3.connect(again / "events.db")
            tables = {name for name, in database.execute("SELECT name FROM sqlite_master")}
            database.close()
            self.assertFalse(tables & {"kept_seed", "kept_key", "seed", "cookie_key"})
        self.each(holds)

    def test_their_interrupted_restore_is_refused(self):
        def holds(_, data):
            (data / "restoring").touch()
            for _ in range(2):
                said = run("verify", "--data-dir", str(data))
                self.assertEqual(said.returncode, 1, said.stdout)
                self.assertIn("was interrupted", said.stderr)
        self.each(holds)

    def test_admin_leaves_the_migration_to_the_server(self):
        def holds(_, data):
            before = (data / "events.db").read_bytes()
            said = run("admin", "reports", "--data-dir", str(data))
            self.assertEqual(said.returncode, 1, said.stdout)
            self.assertIn("Restart the server first.", said.stderr)
            self.assertEqual((data / "events.db").read_bytes(), before)
            self.assertFalse((data / "backup").exists())
            self.assertEqual(run("verify", "--data-dir", str(data)).returncode, 0)
            said = run("admin", "reports", "--data-dir", str(data))
            self.assertEqual((said.returncode, said.stdout), (0, "No reports.\n"), said.stderr)
        self.each(holds)

    def test_their_games_continue_and_new_ones_start(self):
        def holds(was, data):
            before = rows(data / "events.db")
            with Cosetd("--max-sockets-per-ip", "100", data=str(data)) as server:
                for table in was["tables"]:
                    seats = {}
                    for seat, token in table["tokens"].items():
                        at = seats[int(seat)] = WebSocket(server.port, "/ws/t/" + table["table"])
                        self.addCleanup(at.close)
                        at.send({"type": "hello", "proto": 1, "table": table["table"], "token": token})
                        self.assertEqual(at.wait("welcome")["you"], int(seat))
                        at.wait("snapshot")
                    ply = table["moves"] + 1
                    seats[(ply - 1) % len(seats) + 1].send(
                        {"type": "move", "id": f"{ply:016x}", "base_ply": ply, "move": "draw"})
                    for at in seats.values():
                        at.wait("event")
                subprocess.run([LOAD, "play", "--port", str(server.port), "--tables", "4", "--seconds", "1",
                                "--think-time", "10", "--observations", str(data.parent / "seen")],
                               stdout=subprocess.DEVNULL, timeout=90, check=True)
                self.assertEqual(server.stop(), 0)
            now = rows(data / "events.db")
            self.assertLess(before, now)
            said = run("verify", "--data-dir", str(data))
            self.assertEqual(said.returncode, 0, said.stdout)
            self.assertRegex(said.stdout, r"^OK: ")
        self.each(holds)


if __name__ == "__main__":
    unittest.main()
