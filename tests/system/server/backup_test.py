"""Backups of a data directory: written under load, restored elsewhere; and what is rejected."""

import os
import pathlib
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, Cosetd

DONE, FAILURE, INPUT = 0, 1, 2
LOAD = os.environ["COSET_LOAD_BIN"]
SECONDS = 300 if os.environ.get("COSET_WHOLE") else 4


def run(*words):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False)


class Backups(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        """The data directory of a server with finished games."""
        cls.folder = tempfile.TemporaryDirectory(prefix="coset-played-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.kept = pathlib.Path(cls.folder.name, "data")
        server = Cosetd("--max-sockets-per-ip", "1000", data=str(cls.kept))
        subprocess.run([LOAD, "play", "--port", str(server.port), "--tables", "6", "--seconds", "2",
                        "--think-time", "20", "--observations", cls.folder.name + "/seen"],
                       stdout=subprocess.DEVNULL, timeout=90, check=True)
        server.stop()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-keeping-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)

    def played(self):
        """A copy of that folder to do harm to."""
        return pathlib.Path(shutil.copytree(self.kept, self.place / "data"))

    def test_a_backup_under_load_holds_every_earlier_commit(self):
        server = Cosetd("--max-sockets-per-ip", "1000", data=str(self.place / "data"))
        load = subprocess.Popen([LOAD, "play", "--port", str(server.port), "--tables", "6",
                                 "--seconds", str(SECONDS), "--think-time", "40", "--observations", str(self.place / "seen")],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(SECONDS / 2)
        live = sqlite3.connect(f"file:{self.place / 'data' / 'events.db'}?mode=ro", uri=True)
        before = set(live.execute("SELECT game_id, ply, chain FROM event"))
        ended = set(live.execute("SELECT game_id, log FROM archived_game"))
        self.assertGreater(len(before), 20)
        copy = self.place / "copy.db"
        made = run("backup", str(copy), "--data-dir", str(self.place / "data"))
        self.assertEqual(made.returncode, DONE, made.stderr)
        self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o600)
        self.assertEqual(load.wait(SECONDS / 2 + 60), DONE)
        server.stop()
        restored = run("restore", str(copy), "--data-dir", str(self.place / "again"))
        self.assertEqual(restored.returncode, DONE, restored.stdout + restored.stderr)
        self.assertRegex(restored.stdout, r"^OK: \d+ games, \d+ events")
        events = sqlite3.connect(self.place / "again" / "events.db")
        kept = set(events.execute("SELECT game_id, ply, chain FROM event"))
        logs = set(events.execute("SELECT game_id, log FROM archived_game"))
        self.assertEqual(ended - logs, set())
        finished = {game for game, _ in logs}
        missing = {row for row in before - kept if row[0] not in finished}
        self.assertEqual(missing, set())
        print(f"{len(before)} events of running games and {len(ended)} finished games before the copy began; "
              f"restored: {restored.stdout.splitlines()[-1]}")
        key = pathlib.Path("cookie.key")
        self.assertEqual((self.place / "data" / key).read_bytes(), (self.place / "again" / key).read_bytes())
        again = Cosetd(data=str(self.place / "again"))
        self.assertEqual(again.stop(), DONE)

    def test_a_changed_event_is_detected(self):
        data = self.played()
        self.assertEqual(run("verify", "--data-dir", str(data)).returncode, DONE)
        events = sqlite3.connect(data / "events.db")
        one = events.execute("SELECT game_id FROM archived_game").fetchone()
        events.execute("UPDATE archived_game SET log = replace(log, 'at=', 'at=1') WHERE game_id = ?", one)
        events.commit()
        events.close()
        found = run("verify", "--data-dir", str(data))
        self.assertEqual(found.returncode, FAILURE)
        self.assertIn("does not lead to its own chain", found.stdout)
        self.assertIn("FAILED, 1 corrupt: ", found.stdout)

    def test_a_missing_or_changed_seed_is_detected(self):
        data = self.played()
        seeds = sqlite3.connect(data / "seeds.db")
        game = sqlite3.connect(data / "events.db").execute("SELECT id FROM game LIMIT 1").fetchone()
        seeds.execute("UPDATE seed SET seed = zeroblob(32) WHERE game_id = ?", game)
        seeds.commit()
        self.assertIn("does not match its commitment", run("verify", "--data-dir", str(data)).stdout)
        seeds.execute("DELETE FROM seed WHERE game_id = ?", game)
        seeds.commit()
        self.assertIn("seed is missing", run("verify", "--data-dir", str(data)).stdout)

    def test_a_restore_overwrites_nothing(self):
        data = self.played()
        copy = self.place / "copy.db"
        run("backup", str(copy), "--data-dir", str(data))
        refused = run("restore", str(copy), "--data-dir", str(data))
        self.assertEqual(refused.returncode, FAILURE)
        self.assertIn("refusing to overwrite", refused.stderr)

    def test_a_damaged_backup_and_other_files_are_rejected(self):
        data = self.played()
        copy = self.place / "copy.db"
        run("backup", str(copy), "--data-dir", str(data))
        damaged = self.place / "damaged.db"
        content = bytearray(copy.read_bytes())
        for at in range(4096 * 2, len(content), 4096):
            content[at:at + 64] = b"\xff" * 64
        damaged.write_bytes(content)
        (self.place / "text").write_text("no database at all, but long enough to be looked at\n" * 90)
        shutil.copy(data / "events.db", self.place / "events-alone.db")
        for name in ("damaged.db", "text", "events-alone.db", "nowhere"):
            got = run("restore", str(self.place / name), "--data-dir", str(self.place / "again"))
            self.assertEqual(got.returncode, FAILURE, name)
            self.assertRegex(got.stderr, r"^cosetd: .+\.\n$", name)
            self.assertFalse((self.place / "again" / "events.db").exists(), name)

    def test_an_interrupted_restore_is_not_served(self):
        data = self.place / "half"
        data.mkdir()
        (data / "restore-in-progress").touch()
        got = run("--data-dir", str(data), "--listen", "127.0.0.1:0")
        self.assertEqual(got.returncode, FAILURE)
        self.assertIn("restore again", got.stderr)

    def test_require_data_rejects_an_empty_directory(self):
        got = run("--require-data", "--data-dir", str(self.place / "new"), "--listen", "127.0.0.1:0")
        self.assertEqual(got.returncode, FAILURE)
        self.assertIn("right directory", got.stderr)

    def test_a_directory_keeps_the_newest_backups(self):
        data = self.played()
        folder = self.place / "copies"
        folder.mkdir()
        for day in range(1, 10):
            (folder / f"coset-2026-01-0{day}.db").touch()
        (folder / "coset-notes.txt").touch()
        self.assertEqual(run("backup", str(folder), "--keep", "3", "--data-dir", str(data)).returncode, DONE)
        names = sorted(path.name for path in folder.iterdir())
        self.assertEqual(len(names), 4)
        self.assertEqual(names[:2], ["coset-2026-01-08.db", "coset-2026-01-09.db"])
        self.assertEqual(names[3], "coset-notes.txt")

    def test_a_failed_backup_leaves_nothing(self):
        data = self.played()
        got = run("backup", "/dev/full/copy.db", "--data-dir", str(data))
        self.assertEqual(got.returncode, FAILURE)
        self.assertRegex(got.stderr, r"^cosetd: .+\.\n$")
        got = run("backup", str(self.place / "copy.db"), "--data-dir", str(self.place / "nowhere"))
        self.assertEqual(got.returncode, FAILURE)
        self.assertFalse((self.place / "copy.db").exists())
        self.assertFalse((self.place / "copy.db.part").exists())

    def test_an_incomplete_data_directory_is_neither_backed_up_nor_changed(self):
        for name in ("seeds.db", "events.db"):
            data = self.played()
            (data / name).unlink()
            got = run("backup", str(self.place / "copy.db"), "--data-dir", str(data))
            self.assertEqual(got.returncode, FAILURE)
            self.assertIn(f"There is no {name} in", got.stderr)
            self.assertIn("--data-dir", got.stderr)
            self.assertFalse((data / name).exists())
            self.assertEqual(list(self.place.glob("copy.db*")), [])
            shutil.rmtree(data)
        got = run("restore", str(self.place / "nowhere.db"), "--data-dir", str(self.place / "again"))
        self.assertIn("Give a file written by 'cosetd backup'", got.stderr)

    def test_a_wrong_directory_is_neither_verified_nor_changed(self):
        wrong = self.place / "wrong"
        for there in (False, True):
            if there:
                wrong.mkdir()
                (wrong / "notes.txt").touch()
            got = run("verify", "--data-dir", str(wrong))
            self.assertEqual(got.returncode, FAILURE, got.stdout)
            self.assertIn("There is no events.db in", got.stderr)
            self.assertNotIn("OK", got.stdout)
        self.assertEqual([path.name for path in wrong.iterdir()], ["notes.txt"])

    def test_health(self):
        server = Cosetd()
        place = f"127.0.0.1:{server.port}"
        self.assertEqual(run("health", "--listen", place).returncode, DONE)
        server.stop()
        got = run("health", "--listen", place)
        self.assertEqual(got.returncode, FAILURE)
        self.assertIn("Is cosetd running", got.stderr)


if __name__ == "__main__":
    unittest.main()
