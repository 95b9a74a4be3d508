"""Environment faults: a full disk, a data directory of another user, a clock that has gone backwards.

The program explains each and what to do, exits with status 1, and damages nothing."""

import ctypes
import os
import pathlib
import resource
import struct
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, Cosetd
from _websocket import start_game
from compat_test import FOLDERS, rows, unpack

FAILURE = 1
NOBODY = 65534
DETERMINISTIC_PRELOAD = os.environ["COSET_DETERMINISTIC_PRELOAD"]
CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
done = []


def run(*words, **more):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False, **more)


def own_mounts():
    """From now on what this process mounts is seen by it and its children alone."""
    if done:
        return
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWNS | (0 if user == 0 else CLONE_NEWUSER)
    if ctypes.CDLL(None, use_errno=True).unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), "no mounts of one's own can be had here")
    if user != 0:
        pathlib.Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        pathlib.Path("/proc/self/uid_map").write_text(f"0 {user} 1", encoding="ascii")
        pathlib.Path("/proc/self/gid_map").write_text(f"0 {group} 1", encoding="ascii")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    done.append(True)


class EnvironmentFaults(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-harm-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.data = self.place / "data"

    def refused(self, *sentences, words=(), **more):
        got = run("--listen", "127.0.0.1:0", "--data-dir", str(self.data), *words, **more)
        last = [line for line in got.stderr.splitlines() if not line.startswith("{")]
        self.assertEqual(got.returncode, FAILURE, got.stderr)
        self.assertEqual(len(last), 1, got.stderr)
        self.assertRegex(last[0], r"^cosetd: [A-Z/].+[.?\w]$")
        for sentence in sentences:
            self.assertIn(sentence, last[0])

    def whole(self):
        """The server starts, stops, and its data verifies."""
        with Cosetd(data=str(self.data)) as server:
            self.assertEqual(server.stop(), 0)
        said = run("verify", "--data-dir", str(self.data))
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def small_disk(self, size):
        own_mounts()
        disk = self.place / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", str(disk)], check=True)
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.data = disk / "data"
        return disk

    def test_a_full_disk_at_the_start(self):
        disk = self.small_disk(64)
        filler = disk / "filler"
        for left in (0, 8, 12, 16, 24, 32, 48):  # it fails at another file each time
            filler.write_bytes(b"")
            room = os.statvfs(disk)
            filler.write_bytes(bytes(max(0, room.f_bavail * room.f_frsize - left * 1024)))
            self.refused("space on its disk")
        filler.unlink()
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        self.whole()

    def test_a_disk_that_fills_up_during_games(self):
        disk = self.small_disk(4096)
        filler = disk / "filler"
        with Cosetd(data=str(self.data)) as server:
            table = {"spec": "mad-abel Z4xZ5 seats=2 deal=2"}
            _, lobby, seats = start_game(server.port, table, 2)
            with open(filler, "wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)):
                        pass
                except OSError:
                    pass
            seats[1][0].send({"type": "move", "id": f"{1:016x}", "base_ply": 1, "move": "draw"})
            for ready in (503, 200):
                end = time.monotonic() + 20
                while server.get("/readyz")[0] != ready:
                    self.assertLess(time.monotonic(), end, ready)
                    time.sleep(0.05)
                filler.unlink(missing_ok=True)
            for at, _ in seats.values():
                self.assertEqual(at.wait("event")["type"], "event")
                at.close()
            for at in lobby:
                at.close()
            self.assertEqual(server.stop(), 0)
            lost = [line for line in server.lines() if line["event"] == "store_unavailable"]
            self.assertEqual([line["reason"] for line in lost], ["A write was refused."])
        self.whole()

    def test_a_read_only_data_directory(self):
        disk = self.small_disk(4096)
        self.whole()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        self.refused("read-only")
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        self.whole()

    @unittest.skipIf(os.getuid() != 0, "two users are needed for this")
    def test_a_data_directory_of_another_user(self):
        os.chmod(self.place, 0o755)
        self.whole()
        self.refused("belongs to user 0, and this is user 65534", user=NOBODY)
        # The folder is theirs, and a file in it is not.
        for path in (self.data, *self.data.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        os.chown(self.data / "events.db", 0, 0)
        os.chmod(self.data / "events.db", 0o644)
        self.refused("events.db is read-only", "this user may write it", user=NOBODY)
        self.whole()

    def test_a_clock_that_has_gone_backwards(self):
        self.whole()
        with tempfile.NamedTemporaryFile(prefix="coset-time-") as clock:
            clock.write(struct.pack("=q", 1000 * 86400 * 365))  # the first day of 1971
            clock.flush()
            self.refused("gone backwards", "1971-01-01 00:00 UTC", "touch",
                         env=dict(os.environ, LD_PRELOAD=DETERMINISTIC_PRELOAD, COSET_FIXED_TIME=clock.name))
        # It was ahead, and is right now.
        ahead = time.time() + 7200
        os.utime(self.data / "events.db", (ahead, ahead))
        self.refused("gone backwards")
        os.utime(self.data / "events.db")
        self.whole()

    def test_two_servers_with_one_data_directory(self):
        with Cosetd(data=str(self.data)) as server:
            self.refused("is locked by another cosetd")
            self.assertEqual(server.stop(), 0)
        self.whole()

    def test_no_space_for_the_backup_before_a_migration(self):
        unpack(FOLDERS[0], self.data)
        before = rows(self.data / "events.db")
        blocked = self.data / "backup"
        blocked.write_text("no folder")
        self.refused("backup before it cannot be written", "Nothing was changed")
        blocked.unlink()
        size = (self.data / "events.db").stat().st_size
        self.refused("backup before it cannot be written", preexec_fn=lambda: limit(size // 2))
        self.assertEqual(rows(self.data / "events.db"), before)
        self.assertEqual(list((self.data / "backup").iterdir()), [])
        self.whole()
        self.assertTrue(list((self.data / "backup").glob("pre-migration-*.db")))


def limit(size):
    """No file may grow beyond it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


if __name__ == "__main__":
    unittest.main()
