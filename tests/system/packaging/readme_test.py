"""The commands of README.md are run as written, each within the time that a newcomer has.

Play, Teach, Host and Build on it always; Contribute, which builds everything, with COSET_WHOLE=1.
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
SECTIONS = {"Play": 20, "Teach": 60, "Host": 60, "Build on it": 60, "Contribute": 600}


def block(section):
    """The one shell command of a section; here root installs packages."""
    part = README.split(f"\n### {section}\n", 1)[1].split("\n#", 1)[0]
    found = re.findall(r"```sh\n(.*?)```", part, re.S)
    if len(found) != 1 or len(found[0].splitlines()) != 1:
        raise AssertionError(f"{section} is not one command: {found}")
    return found[0].strip().replace("sudo apt install", "apt-get install --yes")


class Shape(unittest.TestCase):

    def test_it_is_short_and_shows_the_game_first(self):
        lines = README.splitlines()
        self.assertLess(len(lines), 150)
        self.assertLess(next(i for i, line in enumerate(lines) if "<img " in line), 10)

    def test_every_command_is_in_a_section(self):
        self.assertEqual(README.count("```sh"), len(SECTIONS))
        for section in SECTIONS:
            block(section)

    def test_links_lead_somewhere(self):
        pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/decisions").glob("*.md"),
                 *(ROOT / "docs/contributing").glob("*.md")]
        for path in pages:
            text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
            for link in re.findall(r"\]\(([^)\s]+)\)|\b(?:src|srcset)=\"([^\"]+)\"", text):
                link = "".join(link)
                if "://" in link:
                    continue
                name, _, anchor = link.partition("#")
                target = (path.parent / name).resolve() if name else path
                self.assertTrue(target.exists(), f"{path.name}: {link}")
                if anchor:
                    heads = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                    slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
                    self.assertIn(anchor, slugs, f"{path.name}: {link}")


class Commands(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.packages = needed()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-readme-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.began = time.monotonic()

    def within(self, section):
        took = time.monotonic() - self.began
        print(f"{section}: {took:.1f} s, at most {SECTIONS[section]}")
        self.assertLess(took, SECTIONS[section])

    def root(self, name):
        """The minimal root of the other tests, with the downloaded package."""
        root = Root(depends(self.packages.values()) | {"man-db"})
        self.addCleanup(root.close)
        root.bring(self.packages[name])
        self.began = time.monotonic()
        return root

    def page(self, process, port):
        self.assertIn("Coset", wait_for(f"http://127.0.0.1:{port}/", process))
        self.assertTrue(json.loads(wait_for(f"http://127.0.0.1:{port}/api/server", process))["online"])

    def end(self, process):
        if process.poll() is None:
            process.terminate()
            process.wait(60)

    def test_play(self):
        root = self.root("coset")
        said = root.run("sh", "-c", f"cd /tmp && {block('Play')}", input="q\n")
        self.assertIn("coset play", said)
        self.within("Play")

    def test_teach(self):
        archive, = FOLDER.glob("coset-*-linux-x86_64.tar.xz")
        shutil.copy(archive, self.place)
        self.began = time.monotonic()
        with open(self.place / "said", "w+b") as said:
            process = subprocess.Popen(["sh", "-c", "exec 2>&1; " + block("Teach").replace("&& ", "&& exec ")],
                                       cwd=self.place, stdout=said, env=dict(os.environ, HOME=str(self.place),
                                                                             COSET_LISTEN="127.0.0.1:8093"))
            self.addCleanup(self.end, process)
            self.page(process, 8093)
            self.within("Teach")
            self.assertIn("http://127.0.0.1:8093/", pathlib.Path(said.name).read_text(errors="replace"))

    def test_host(self):
        root = self.root("cosetd")
        root.run("sh", "-c", f"cd /tmp && {block('Host')}")
        # A minimal root has no systemd: the test starts the unit's program itself, on another port.
        unit = (root.path / "lib/systemd/system/cosetd.service").read_text()
        program = re.search(r"(?m)^ExecStart=(.*)$", unit).group(1).replace("%d", "/etc/coset")
        data = re.search(r"(?m)^Environment=COSET_DATA_DIR=(.*)$", unit).group(1).replace("%S", "/var/lib")
        process = root.start(*program.split(), "--data-dir", data, "--listen", "127.0.0.1:8094",
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, process)
        self.page(process, 8094)
        self.within("Host")

    def test_build_on_it(self):
        said = run("sh", "-c", block("Build on it"), cwd=ROOT, env=dict(os.environ, PATH=f"{BUILD}/bin:{os.environ['PATH']}"))
        self.assertIn("bot.py", said)
        self.within("Build on it")

    def contribute(self):
        run("git", "clone", "--quiet", ROOT, self.place / "coset")
        run("sh", "-c", block("Contribute"), cwd=self.place / "coset", timeout=1800)
        self.within("Contribute")

    if os.environ.get("COSET_WHOLE"):
        test_contribute = contribute


if __name__ == "__main__":
    unittest.main()
