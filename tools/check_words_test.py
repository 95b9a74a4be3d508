"""What check_words.py lets pass and what it does not."""

import pathlib
import subprocess
import tempfile
import unittest

import check_words


def bad(text):
    return bool(list(check_words.check_text(text)))


class CheckWords(unittest.TestCase):
    def test_hosts(self):
        self.assertTrue(bad("https://" + "registry" + ".npmjs.org/x/-/x-1.tgz"))
        self.assertTrue(bad("deb http://" + "deb" + ".debian.org/debian bookworm main"))
        self.assertFalse(bad("https://www.debian.org/ and the npm registry"))

    def test_paths(self):
        for folder in check_words.FOLDERS:
            self.assertTrue(bad(f'open("/{folder}/x")'), folder)
        self.assertFalse(bad("https://example.org/" + "home/x"))
        self.assertFalse(bad("src/" + "work/x, /tmp/x, /usr/include/x, ./" + "home/x, ${HOME}/" + "work/x"))

    def test_banners(self):
        self.assertTrue(bad("  // ---- the judge"))
        self.assertTrue(bad("/* ======================"))
        self.assertFalse(bad("|----|---| and a -- b // --x, //   lane ---> bit"))

    def test_names(self):
        def named(text):
            return [number for number, *_ in check_words.check_names(text, {"table.hpp", "log.cpp"})]
        self.assertEqual(named("// As table.hpp and hub/table/log.cpp\n// tell, unlike tabel.hpp.\n"), [2])
        self.assertEqual(named('#include "gone.hpp"\n/* gone.h */\nint x;  // <file>_test.cpp, *.hpp\n'), [2])

    def test_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            (root / "fine.txt").write_text("nothing\n")
            self.assertEqual(check_words.main([folder]), 0)
            (root / "bad.txt").write_text("x\n/" + "root/x\n")
            self.assertEqual(check_words.main([folder]), 1)
            self.assertEqual(check_words.files(root), ["bad.txt", "fine.txt"])
            (root / ".gitignore").write_text("bad.txt\n")
            self.assertEqual(check_words.main([folder]), 0)

    def test_unpacked_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "build").mkdir()
            (root / "build/bad.txt").write_text("/" + "root/x\n")
            (root / "fine.txt").write_text("nothing\n")
            self.assertEqual(check_words.files(root), ["fine.txt"])


if __name__ == "__main__":
    unittest.main()
