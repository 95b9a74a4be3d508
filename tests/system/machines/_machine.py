"""Bare Debian machines on this one: each a root of its own over the same packages, and all of them on one loopback that
nobody else is on. Needs root.

The page's `10.0.0.` is `127.0.0.` here. There is no init: what `systemctl` receives is written down, and the test
starts the unit's program itself."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
for variable, value in (("COSET_BUILD", "build/release"), ("COSETD_BIN", "build/release/bin/cosetd"),
                        ("COSET_LOAD_BIN", "build/release/bin/coset-load")):
    os.environ.setdefault(variable, str(ROOT / value))
sys.path += [str(ROOT / "tests/system" / folder) for folder in ("packaging", "server", "cluster")]

from _packages import run  # noqa: E402
from _root import image  # noqa: E402

PAGE = (ROOT / "docs/cluster.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:sh|toml|yaml)\n(.*?)```", PAGE, re.S)
CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWIPC = 0x00020000, 0x40000000, 0x08000000
INSIDE = ["/usr/bin/env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8",
          "DEBIAN_FRONTEND=noninteractive"]
# It starts nothing: the test does.
SYSTEMCTL = "#!/bin/sh\necho \"$@\" >>/var/log/systemctl\n"


def block(having, without="nothing of it"):
    """The one block of the page that has this."""
    found, = [text for text in BLOCKS if having in text and without not in text]
    return found.replace("10.0.0.0/24", "127.0.0.0/8").replace("10.0.0.", "127.0.0.")


def leave():
    """This process, and all that it starts, from now on has loopback and mounts of its own."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0:
        raise OSError(ctypes.get_errno(), "no machine of one's own can be had here")
    for words in (["mount", "--make-rprivate", "/"], ["ip", "link", "set", "lo", "up"]):
        subprocess.run(words, check=True)


def unpacked(folder, packages, suite):
    """What machines with these packages have in common."""
    common = folder / f"common-{suite}"
    common.mkdir()
    run("tar", "-C", common, "-xf", image(packages, suite))
    return common


class Machine:
    """REQUIRES: leave() was called"""

    def __init__(self, folder, common, name):
        self.name, self.path, self.folder = name, folder / name / "root", folder / name
        for each in ("root", "upper", "work"):
            (self.folder / each).mkdir(parents=True)
        run("mount", "-t", "overlay", "overlay", "-o",
            f"lowerdir={common},upperdir={self.folder}/upper,workdir={self.folder}/work", self.path)
        run("mount", "-t", "proc", "proc", self.path / "proc")
        run("mount", "-t", "tmpfs", "tmpfs", self.path / "dev/shm")
        systemctl = self.path / "usr/local/bin/systemctl"
        systemctl.write_text(SYSTEMCTL)
        systemctl.chmod(0o755)
        (self.path / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.0.21 db1\n127.0.0.22 db2\n")
        self.sh("install -d -m 2775 -o postgres -g postgres /run/postgresql")

    def sh(self, script, timeout=120, code=0):
        """A block as it stands, as root."""
        return run("chroot", self.path, *INSIDE, "bash", "-euc", script, timeout=timeout, code=code, cwd="/")

    def told(self):
        """What systemctl was told."""
        log = self.path / "var/log/systemctl"
        return log.read_text().splitlines() if log.exists() else []

    def start(self, user, *words, environment=None, log="program"):
        """A program in the place of a unit; its pid is the program's."""
        uid, gid, home = self.sh(f"id -u {user}; id -g {user}; getent passwd {user} | cut -d: -f6").split()
        with open(self.folder / f"{log}.log", "a", encoding="utf-8") as out:
            return subprocess.Popen(["chroot", f"--userspec={uid}:{gid}", self.path, *INSIDE, f"HOME={home}",
                                     *(f"{name}={value}" for name, value in (environment or {}).items()), *words],
                                    stdout=out, stderr=out, stdin=subprocess.DEVNULL)

    def said(self, log="program"):
        path = self.folder / f"{log}.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def postgres(self, data):
        """The processes of the database there, the first one last; none if it does not run."""
        try:
            main = int((self.path / data.lstrip("/") / "postmaster.pid").read_text().split()[0])
            children = pathlib.Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
            return [*map(int, children), main]
        except (OSError, IndexError):
            return []

    def close(self):
        for part in ("dev/shm", "proc", ""):
            subprocess.run(["umount", "--lazy", self.path / part], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def wait(holds, within, what):
    """How long it took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > within:
            raise AssertionError(f"not within {within} s: {what() if callable(what) else what}")
        time.sleep(0.05)
    return time.monotonic() - began
