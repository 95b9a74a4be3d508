"""The doors of README.md: their blocks are run as they stand, within the time that a newcomer has.

The player's, the teacher's, the self-hoster's and the bot author's always; the contributor's, which builds
everything, with COSET_WHOLE=1.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from _packages import BUILD, FOLDER, ROOT, needed, run
from _root import Root, depends, wait_for

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOORS = {"Play": 20, "Bring it to a class or a club": 60, "Host it": 60, "Write a bot": 60, "Change it": 600}


def block(door):
    """The one shell block of a door; packages are installed by root here."""
    part = README.split(f"\n### {door}\n", 1)[1].split("\n#", 1)[0]
    found = re.findall(r"```sh\n(.*?)```", part, re.S)
    if len(found) != 1 or len(found[0].splitlines()) != 1:
        raise AssertionError(f"{door} is not one command: {found}")
    return found[0].strip().replace("sudo apt install", "apt-get install --yes")


class Shape(unittest.TestCase):

    def test_it_is_short_and_shows_the_game_first(self):
        lines = README.splitlines()
        self.assertLess(len(lines), 150)
        self.assertLess(next(i for i, line in enumerate(lines) if line.startswith("![")), 10)

    def test_every_block_is_a_door(self):
        self.assertEqual(README.count("```sh"), len(DOORS))
        for door in DOORS:
            block(door)

    def test_links_lead_somewhere(self):
        for path in (ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
            text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                if "://" in link:
                    continue
                name, _, anchor = link.partition("#")
                target = (path.parent / name).resolve() if name else path
                self.assertTrue(target.exists(), f"{path.name}: {link}")
                if anchor:
                    heads = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                    slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
                    self.assertIn(anchor, slugs, f"{path.name}: {link}")


class Doors(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.packages = needed()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-door-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.began = time.monotonic()

    def within(self, door):
        took = time.monotonic() - self.began
        print(f"{door}: {took:.1f} s, at most {DOORS[door]}")
        self.assertLess(took, DOORS[door])

    def root(self, name):
        """The bare root of the other tests, with the package where the reader has downloaded it."""
        root = Root(depends(self.packages.values()) | {"man-db"})
        self.addCleanup(root.close)
        root.bring(self.packages[name])
        self.began = time.monotonic()
        return root

    def page(self, process, port):
        self.assertIn("Coset", wait_for(f"http://127.0.0.1:{port}/", process))
        self.assertTrue(json.loads(wait_for(f"http://127.0.0.1:{port}/api/site", process))["tables"])

    def end(self, process):
        if process.poll() is None:
            process.terminate()
            process.wait(60)

    def test_the_player(self):
        root = self.root("coset")
        said = root.run("sh", "-c", f"cd /tmp && {block('Play')}", input="q\n")
        self.assertIn("coset play", said)
        self.within("Play")

    def test_the_teacher(self):
        archive, = FOLDER.glob("coset-*-linux-x86_64.tar.xz")
        shutil.copy(archive, self.place)
        self.began = time.monotonic()
        with open(self.place / "said", "w+b") as said:
            process = subprocess.Popen(["sh", "-c", "exec 2>&1; " + block("Bring it to a class or a club").replace("&& ", "&& exec ")],
                                       cwd=self.place, stdout=said, env=dict(os.environ, HOME=str(self.place),
                                                                             COSET_LISTEN="127.0.0.1:8093"))
            self.addCleanup(self.end, process)
            self.page(process, 8093)
            self.within("Bring it to a class or a club")
            self.assertIn("http://127.0.0.1:8093/", pathlib.Path(said.name).read_text(errors="replace"))

    def test_the_self_hoster(self):
        root = self.root("cosetd")
        root.run("sh", "-c", f"cd /tmp && {block('Host it')}")
        # There is no systemd in a bare root: what its unit starts is started by hand, at a port of the test's.
        unit = (root.path / "lib/systemd/system/cosetd.service").read_text()
        program = re.search(r"(?m)^ExecStart=(.*)$", unit).group(1).replace("%d", "/etc/coset")
        data = re.search(r"(?m)^Environment=COSET_DATA=(.*)$", unit).group(1).replace("%S", "/var/lib")
        process = root.start(*program.split(), "--data", data, "--listen", "127.0.0.1:8094",
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, process)
        self.page(process, 8094)
        self.within("Host it")

    def test_the_author_of_a_bot(self):
        said = run("sh", "-c", block("Write a bot"), cwd=ROOT, env=dict(os.environ, PATH=f"{BUILD}/bin:{os.environ['PATH']}"))
        self.assertIn("bot.py", said)
        self.within("Write a bot")

    def contributor(self):
        run("git", "clone", "--quiet", ROOT, self.place / "coset")
        run("sh", "-c", block("Change it"), cwd=self.place / "coset", timeout=1800)
        self.within("Change it")

    if os.environ.get("COSET_WHOLE"):
        test_the_contributor = contributor


if __name__ == "__main__":
    unittest.main()
