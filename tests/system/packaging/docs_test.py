"""The shell blocks of docs/ and CONTRIBUTING.md: run as they stand, but for hosts, folders and names of games.

Those that build everything are run with COSET_WHOLE=1.
"""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from _packages import BUILD, FOLDER, ROOT, needed, run
from _root import Root, depends, wait_for

os.environ["COSETD_BIN"] = str(BUILD / "bin/cosetd")
sys.path.insert(0, str(ROOT / "tests/system/server"))
from _cosetd import Cosetd  # noqa: E402

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]
ALL = bool(os.environ.get("COSET_WHOLE"))
# A refusal that is explained ends with 3.
EXPLAINED = 3
# Seconds of processor time from which on a page says how long something takes, and a check does without it.
SLOW, TOO_SLOW = 10, 30


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def blocks():
    """{(page, number): [command]}: a command a line, without what is said of it."""
    found = {}
    for page in PAGES:
        for number, text in enumerate(re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.S)):
            lines = text.replace("\\\n", " ").strip().splitlines()
            found[page.name, number] = [re.sub(r"\s+#.*", "", line).strip() for line in lines]
    return found


BLOCKS = blocks()
# Where a block is run, if not here.
ELSEWHERE = {
    ("class.md", 0): "tests/system/packaging/archive_test.py: it does not end by itself",
    ("install.md", 3): "tests/system/container: Docker needs a daemon; its file is read, and its commands are run as processes",
    ("self-hosting.md", 2): "tests/system/server/hosting_test.py: with PostgreSQL as Debian installs it",
    ("self-hosting.md", 3): "tests/system/server/hosting_test.py",
    ("self-hosting.md", 4): "tests/system/server/hosting_test.py",
    ("self-hosting.md", 6): "tests/system/server/package_test.py",
    ("cluster.md", 0): "tests/system/cluster, whose harness it starts; it does not end by itself",
    **{("cluster.md", number): "tests/system/machines/runbook_test.py, manually" for number in range(1, 12)},
    **{("cluster.md", number): "tests/system/machines/patroni_test.py, manually" for number in (12, 13)},
    ("CONTRIBUTING.md", 0): "the check itself; its first lines by Contribute of README.md",
    ("CONTRIBUTING.md", 1): "the step browser; in full size manually",
    ("CONTRIBUTING.md", 2): "the steps test and browser; in full size manually",
}
# What a bare root has not: an init.
NEEDS_INIT = ("systemctl", "journalctl")


class Blocks(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-docs-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.environment = dict(os.environ, HOME=str(self.place), XDG_DATA_HOME=str(self.place / "share"),
                                PATH=f"{BUILD}/bin:{os.environ['PATH']}")

    def sh(self, command, cwd=ROOT, code=0, timeout=120, **changed):
        """A command as it stands; it may be asked something, and is told to stop."""
        return run("bash", "-ec", command, cwd=cwd, code=code, input="q\n", timeout=timeout,
                   env={**self.environment, **changed})

    def test_every_block_is_run_somewhere(self):
        text = pathlib.Path(__file__).read_text(encoding="utf-8")
        here = {(page, int(number)) for page, number in re.findall(r'BLOCKS\["([\w.-]+)", (\d+)\]', text)}
        self.assertEqual(here | set(ELSEWHERE), set(BLOCKS))

    def test_the_terminal(self):
        for command in BLOCKS["terminal.md", 0] + BLOCKS["terminal.md", 2] + BLOCKS["terminal.md", 3]:
            told = re.search(r"(\d+) s of CPU", self.said_of(command))
            if told and int(told.group(1)) > TOO_SLOW and not ALL:
                continue
            with self.subTest(command):
                began = cpu_of_children()
                self.assertTrue(self.sh(command).strip())
                if cpu_of_children() - began > SLOW:
                    self.assertTrue(told, "its time does not stand beside it")

    def said_of(self, command):
        line = next(line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()
                    if line.startswith(command))
        return line[len(command):]

    def test_what_is_explained(self):
        for command in BLOCKS["terminal.md", 1]:
            with self.subTest(command):
                refused = "the gap" in self.said_of(command) or "a slip" in self.said_of(command)
                self.assertTrue(self.sh(command, code=EXPLAINED if refused else 0).strip())

    def finished(self, server):
        """The name of a game that was played to its end at a server."""
        run(BUILD / "bin/coset-load", "play", "--port", server.port, "--tables", "2", "--seconds", "1", "--think-time", "1")
        with contextlib.closing(sqlite3.connect(pathlib.Path(server.data, "events.db"))) as events:
            setup, = events.execute("SELECT setup FROM game WHERE finished = 1 LIMIT 1").fetchone()
        return re.search(r'"table":"([a-z0-9-]+)"', setup).group(1)

    def test_a_deal_is_checked(self):
        with Cosetd() as server:
            name = self.finished(server)
            for command in BLOCKS["fair-deals.md", 0]:
                command = command.replace("HOST:8080", f"127.0.0.1:{server.port}").replace("oak-lake-fox", name)
                command = command.replace("tools/", f"{ROOT}/tools/")
                self.sh(command, cwd=self.place)

    def test_a_copy(self):
        with Cosetd(data=str(self.place / "share/coset/server")) as server:
            self.finished(server)
            (self.place / "else").mkdir()
            said = [self.sh(command.replace("/somewhere/else", str(self.place / "else"))
                            .replace("/an/empty/folder", str(self.place / "empty")))
                    for command in BLOCKS["self-hosting.md", 1]]
        self.assertIn("OK: ", said[-1])

    def test_packages(self):
        packages = needed()
        root = Root(depends(packages.values()))
        self.addCleanup(root.close)
        for name in ("coset", "cosetd"):
            root.bring(packages[name])
        commands = BLOCKS["install.md", 0] + BLOCKS["self-hosting.md", 5]
        for command in commands:
            if command.startswith("cosetd"):
                root.run(*command.split())
            elif not command.startswith(NEEDS_INIT):
                self.assertTrue(command.startswith("apt install"), command)
                root.run("sh", "-c", "cd /tmp && " + command.replace("apt install", "apt-get install --yes"))

    def test_the_archive(self):
        needed()
        archive, = FOLDER.glob("coset-*-linux-x86_64.tar.xz")
        shutil.copy(archive, self.place)
        unpack, play, serve = BLOCKS["install.md", 1]
        self.sh(unpack, cwd=self.place)
        self.assertIn("coset play", self.sh(play, cwd=self.place))
        self.serves(serve, "127.0.0.1:8095", "/api/server", COSET_LISTEN="127.0.0.1:8095")
        shutil.rmtree(self.place / serve.split("/")[0])
        unpack, serve = BLOCKS["teaching.md", 0]
        self.sh(unpack, cwd=self.place)
        self.serves(serve, "127.0.0.1:8095", "/api/server", COSET_LISTEN="127.0.0.1:8095")

    def serves(self, command, address, path, cwd=None, **changed):
        process = subprocess.Popen(["bash", "-ec", f"exec {command}"], cwd=cwd or self.place, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env={**self.environment, **changed})
        try:
            self.assertTrue(wait_for(f"http://{address}{path}", process))
        finally:
            process.terminate()
            process.wait(60)

    def test_the_site_alone(self):
        self.serves(BLOCKS["browser.md", 0][-1], "127.0.0.1:4173", "/", cwd=ROOT / "web")

    def from_the_sources(self):
        tree = self.place / "coset"
        run("git", "clone", "--quiet", ROOT, tree)
        building = BLOCKS["install.md", 2] + BLOCKS["browser.md", 0][:-1] + BLOCKS["self-hosting.md", 0][:-1]
        for command in building:
            began = time.monotonic()
            self.sh(command, cwd=tree, timeout=1800)
            print(f"{time.monotonic() - began:.0f} s: {command}")
        self.assertIn("coset", self.sh(f"{self.place}/.local/bin/coset --version"))
        self.serves(BLOCKS["self-hosting.md", 0][-1], "127.0.0.1:8096", "/", cwd=tree, COSET_LISTEN="127.0.0.1:8096")

    if ALL:
        test_from_the_sources = from_the_sources


if __name__ == "__main__":
    unittest.main()
