"""What goes wrong around a server: a full disk, a folder that is not its own, a clock that was set back.

Each is said in a sentence that tells what to do, the program ends with 1, and nothing is damaged."""

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
from _websocket import gather
from compat_test import FOLDERS, rows, unpack

FAILURE = 1
NOBODY = 65534
FIXED_WORLD = os.environ["COSET_FIXED_WORLD"]
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


class Harm(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-harm-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.data = self.place / "data"

    def refused(self, *sentences, words=(), **more):
        got = run("--listen", "127.0.0.1:0", "--data", str(self.data), *words, **more)
        last = [line for line in got.stderr.splitlines() if not line.startswith("{")]
        self.assertEqual(got.returncode, FAILURE, got.stderr)
        self.assertEqual(len(last), 1, got.stderr)
        self.assertRegex(last[0], r"^cosetd: [A-Z/].+[.?\w]$")
        for sentence in sentences:
            self.assertIn(sentence, last[0])

    def whole(self):
        """It starts, stops, and every chain holds."""
        with Cosetd(data=str(self.data)) as server:
            self.assertEqual(server.stop(), 0)
        said = run("verify-data", "--data", str(self.data))
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def small_disk(self, size):
        own_mounts()
        disk = self.place / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", str(disk)], check=True)
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.data = disk / "data"
        return disk

    def test_a_disk_with_no_room_to_begin(self):
        disk = self.small_disk(64)
        filler = disk / "filler"
        for left in (0, 8, 12, 16, 24, 32, 48):  # it fails at another file each time
            filler.write_bytes(b"")
            room = os.statvfs(disk)
            filler.write_bytes(bytes(max(0, room.f_bavail * room.f_frsize - left * 1024)))
            self.refused("room on its disk")
        filler.unlink()
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        self.whole()

    def test_a_disk_that_is_full_while_people_play(self):
        disk = self.small_disk(4096)
        filler = disk / "filler"
        with Cosetd(data=str(self.data)) as server:
            table = {"spec": "mad-abel Z4xZ5 seats=2 deal=2"}
            _, lobby, seats = gather(server.port, table, 2)
            with open(filler, "wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)):
                        pass
                except OSError:
                    pass
            seats[1][0].say({"type": "move", "id": f"{1:016x}", "on_ply": 1, "move": "draw"})
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
            self.assertIn("store_away", [line["event"] for line in server.lines()])
        self.whole()

    def test_a_folder_that_can_only_be_read(self):
        disk = self.small_disk(4096)
        self.whole()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        self.refused("can only be read")
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        self.whole()

    @unittest.skipIf(os.getuid() != 0, "two users are needed for this")
    def test_a_folder_of_somebody_else(self):
        os.chmod(self.place, 0o755)
        self.whole()
        self.refused("belongs to user 0, and this is user 65534", user=NOBODY)
        # The folder is theirs, and a file in it is not.
        for path in (self.data, *self.data.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        os.chown(self.data / "events.db", 0, 0)
        os.chmod(self.data / "events.db", 0o644)
        self.refused("events.db can only be read", "may this user write it", user=NOBODY)
        self.whole()

    def test_a_clock_that_was_set_back(self):
        self.whole()
        with tempfile.NamedTemporaryFile(prefix="coset-time-") as clock:
            clock.write(struct.pack("=q", 1000 * 86400 * 365))  # the first day of 1971
            clock.flush()
            self.refused("set back", "1971-01-01 00:00 UTC", "touch",
                         env=dict(os.environ, LD_PRELOAD=FIXED_WORLD, COSET_FIXED_TIME=clock.name))
        # It was ahead, and is right now.
        ahead = time.time() + 7200
        os.utime(self.data / "events.db", (ahead, ahead))
        self.refused("set back")
        os.utime(self.data / "events.db")
        self.whole()

    def test_two_at_one_folder(self):
        with Cosetd(data=str(self.data)) as server:
            self.refused("Another cosetd works in")
            self.assertEqual(server.stop(), 0)
        self.whole()

    def test_no_room_for_the_copy_before_a_change(self):
        unpack(FOLDERS[0], self.data)
        before = rows(self.data / "events.db")
        blocked = self.data / "backup"
        blocked.write_text("no folder")
        self.refused("no copy of it can be made", "Nothing was changed")
        blocked.unlink()
        size = (self.data / "events.db").stat().st_size
        self.refused("no copy of it can be made", preexec_fn=lambda: limit(size // 2))
        self.assertEqual(rows(self.data / "events.db"), before)
        self.assertEqual(list((self.data / "backup").iterdir()), [])
        self.whole()
        self.assertTrue(list((self.data / "backup").glob("before-*.db")))


def limit(size):
    """No file may grow beyond it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


if __name__ == "__main__":
    unittest.main()
