"""The archive: it needs glibc and nothing else, is small, and runs from any folder."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tarfile
import tempfile
import unittest
import urllib.request

from _packages import FOLDER, ROOT, needed, run

# Distributions from 2022 on have it.
GLIBC = (2, 34)
OF_GLIBC = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2"}


class Archive(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        needed()
        (cls.file,) = FOLDER.glob("coset-*-linux-x86_64.tar.xz")
        folder = tempfile.TemporaryDirectory(prefix="coset-archive-")
        cls.addClassCleanup(folder.cleanup)
        with tarfile.open(cls.file) as archive:
            cls.entries = archive.getmembers()
            archive.extractall(folder.name)
        (cls.top,) = pathlib.Path(folder.name).iterdir()

    def binaries(self):
        return [self.top / "bin/coset", self.top / "bin/cosetd", *(self.top / "lib/coset").iterdir()]

    def test_it_is_one_folder_of_root(self):
        self.assertEqual({entry.name.split("/")[0] for entry in self.entries}, {self.top.name})
        self.assertEqual({(entry.uname, entry.gname, entry.uid, entry.gid) for entry in self.entries},
                         {("root", "root", 0, 0)})
        self.assertEqual(sorted(path.name for path in (self.top / "bin").iterdir()), ["coset", "cosetd"])

    def test_it_is_small(self):
        self.assertLessEqual(self.file.stat().st_size, 8 << 20)

    def test_it_needs_glibc_alone(self):
        own = {path.name for path in (self.top / "lib/coset").iterdir()}
        for path in self.binaries():
            wanted = set(re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", path)))
            self.assertLessEqual(wanted - OF_GLIBC, own, path.name)
            self.assertIn("libc.so.6", wanted)

    def test_an_old_glibc_does(self):
        for path in self.binaries():
            symbols = run("objdump", "-T", path)
            versions = {tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([\d.]+)", symbols)}
            self.assertTrue(versions)
            self.assertLessEqual(max(versions), GLIBC, path.name)

    def test_the_program_plays(self):
        with tempfile.TemporaryDirectory() as home:
            said = run(self.top / "bin/coset", "play", "--line", "--seats", "level1,level2", "--seed", "3", "--no-input",
                       env={"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"})
            self.assertIn("The game is over", said)
            # A complaint is thrown and caught, and a deal nobody chose comes from the machine's chance.
            self.assertIn("XX", run(self.top / "bin/coset", "sum", "XX", code=2))
            run(self.top / "bin/coset", "play", "--line", "--no-input", "--seats", "level1,level1", env={"HOME": home})

    def test_the_server_finds_the_client_beside_it(self):
        ours, terminal = os.openpty()  # only a terminal gets the QR code
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile("w+") as log, open(ours, encoding="utf-8") as told:
            server = subprocess.Popen([self.top / "bin/cosetd", "--listen", "127.0.0.1:0", "--data-dir", home],
                                      stdout=terminal, stderr=log, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
            os.close(terminal)
            try:
                self.assertRegex(told.readline(), r"^Coset is at http://127\.0\.0\.1:\d+/$")
                self.assertRegex(told.readline(), r"^Teachers: http://127\.0\.0\.1:\d+/teach$")
                told.readline()
                self.assertIn("█", told.readline())  # by the library beside it
                log.seek(0)
                port = next(json.loads(line) for line in log if '"start"' in line)["port"]
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
                    self.assertEqual(page.read(), (self.top / "share/coset/web/index.html").read_bytes())
            finally:
                server.send_signal(signal.SIGTERM)
                self.assertEqual(server.wait(30), 0)

    def test_the_licence_is_in_it(self):
        self.assertIn("Apache License", (self.top / "share/doc/coset/LICENSE").read_text())
        self.assertIn("| qrencode |", (self.top / "share/doc/coset/THIRD_PARTY.md").read_text())
        self.assertTrue(os.access(self.top / "share/man/man8/cosetd.8", os.R_OK))
        texts = (self.top / "share/doc/coset/THIRD_PARTY_LICENSES.txt").read_text(errors="replace")
        # libqrencode is a file of its own in it, and much is linked in.
        for each in ("qrencode", "GNU LESSER GENERAL PUBLIC LICENSE", "boost1.81", "libsodium", "sqlite3", "ncurses", "svelte"):
            self.assertIn(each, texts)
        self.assertIn("svelte: MIT", (self.top / "share/coset/web/licences.txt").read_text(errors="replace"))
        self.assertFalse((self.top / "share/coset/web/.vite").exists())

    def test_what_to_read_first_is_in_it(self):
        self.assertEqual((self.top / "README.md").read_text(), (ROOT / "README.md").read_text())
        for name in ("self-hosting.md", "examples/prometheus/coset.rules.yml", "examples/bot.py"):
            self.assertTrue((self.top / "share/doc/coset" / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
