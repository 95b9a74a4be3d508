"""Phones that share a slow line receive whole files, however long it takes; a stalled client is still closed.

The lines are the test's own: a network namespace each, whose rate `tc` bounds (tbf); delay and loss come from a TCP
proxy of the phones'. The site has the sizes that web/tools/budget.mjs allows a first visit. Small by default, and
longer than the 10 s that a whole answer was once given; COSET_WHOLE=1 is 30 phones that share 5 Mbit/s, and one that
opens everything at 64 kbit/s.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from _cosetd import COSETD

WHOLE = os.environ.get("COSET_WHOLE") == "1"
PATIENCE = 900
SERVER = "10.79.0.1"
HERE = pathlib.Path(__file__).resolve().parent
ENGINE = {"/assets/coset.wasm": 320_000}  # each as it is sent: packed
PAGE = {"/": 3_000, "/assets/styles.css": 14_000, "/assets/latin.woff2": 80_000,
        **{f"/assets/part{i}.js": 10_000 for i in range(10)}}
FIRST_VISIT = PAGE | ENGINE
ROOM, FAR = ("5mbit", "64kbit") if WHOLE else ("900kbit", "64kbit")
PHONES = 30 if WHOLE else 3
AT_FAR = FIRST_VISIT if WHOLE else {"/assets/latin.woff2": 80_000, "/assets/styles.css": 14_000, "/": 3_000}


def ip(*words):
    subprocess.run(["ip", *words], check=True, timeout=20)


class Lines:
    """A server's namespace, phones' ones, and a router's between them, where the rate of each line is bounded. Not at
    the server: TCP takes what its own machine drops for something else than a slow line, and gives up early.
    """

    def __init__(self, rates):
        mark = f"coset{os.getpid()}"
        self.server, self.router, self.phones = mark + "s", mark + "r", []
        for name in (self.server, self.router):
            ip("netns", "add", name)
        ip("-n", self.router, "link", "add", "inside", "type", "veth", "peer", "name", "net", "netns", self.server)
        self.join(self.server, "net", [SERVER], "inside", "10.79.0.254")
        for i, rate in enumerate(rates):
            self.phones.append(f"{mark}q{i}")
            ip("netns", "add", self.phones[i])
            ip("-n", self.router, "link", "add", f"to{i}", "type", "veth", "peer", "name", "net", "netns", self.phones[i])
            self.join(self.phones[i], "net", [f"10.78.{i}.{1 + k}" for k in range(PHONES)], f"to{i}", f"10.78.{i}.254")
            subprocess.run(["tc", "-n", self.router, "qdisc", "add", "dev", f"to{i}", "root", "tbf", "rate", rate,
                            "burst", "8kb", "latency", "400ms"], check=True, timeout=20)
        subprocess.run(["ip", "netns", "exec", self.router, "sysctl", "-qw", "net.ipv4.ip_forward=1"], check=True, timeout=20)

    def join(self, name, device, addresses, far, router):
        for each in addresses:
            ip("-n", name, "addr", "add", each + "/24", "dev", device)
        ip("-n", self.router, "addr", "add", router + "/24", "dev", far)
        for where, which in ((name, device), (name, "lo"), (self.router, far)):
            ip("-n", where, "link", "set", which, "up")
        ip("-n", name, "route", "add", "default", "via", router)

    def close(self):
        for name in (*self.phones, self.router, self.server):
            ip("netns", "del", name)


def make_site(folder):
    """Bytes that nothing packs, in the form that the build has packed."""
    chance = random.Random(1)
    (folder / "assets").mkdir()
    for path, size in FIRST_VISIT.items():
        file = folder / (path[1:] or "index.html")
        file.write_text("not packed")
        file.with_name(file.name + ".br").write_bytes(chance.randbytes(size))


class SlowLine(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="coset-slow-")
        cls.addClassCleanup(cls.folder.cleanup)
        site = pathlib.Path(cls.folder.name, "site")
        site.mkdir()
        make_site(site)
        cls.lines = Lines([ROOM, FAR])
        cls.addClassCleanup(cls.lines.close)
        cls.cosetd = subprocess.Popen(
            ["ip", "netns", "exec", cls.lines.server, COSETD, "--listen", "0.0.0.0:8080", "--web-root", site, "--data-dir",
             os.path.join(cls.folder.name, "data")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        cls.addClassCleanup(cls.stop)
        said = cls.cosetd.stdout.readline()
        assert " is at " in said, said

    @classmethod
    def stop(cls):
        cls.cosetd.terminate()
        cls.cosetd.wait(30)
        cls.cosetd.stdout.close()

    def open_pages(self, line, phones, files, **way):
        job = {"addresses": [f"10.78.{line}.{1 + i}" for i in range(phones)], "files": files,
               "delay": 0.05, "lossy": 0.01, "again": 1.0, **way}
        return subprocess.Popen(
            ["ip", "netns", "exec", self.lines.phones[line], sys.executable, "-B", HERE / "_phones.py",
             SERVER, "8080", json.dumps(job)], stdout=subprocess.PIPE, text=True)

    def test_no_file_is_truncated(self):
        runs = {f"{PHONES} phones that share {ROOM}": self.open_pages(0, PHONES, FIRST_VISIT),
                f"one at {FAR}": self.open_pages(1, 1, AT_FAR)}
        for name, run in runs.items():
            told = json.loads(run.communicate(timeout=PATIENCE)[0])
            print(f"{name}: {told}")
            with self.subTest(name):
                self.assertEqual(told["cut"], [])
                # Else the line was no slow one, and nothing was shown.
                self.assertGreater(told["slowest file"], 10)


if __name__ == "__main__":
    unittest.main()
