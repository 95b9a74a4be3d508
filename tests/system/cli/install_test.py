"""What `cmake --install` puts where, as docs/install.md tells it, and that it works from there."""

import os
import subprocess
import tempfile
import unittest

BUILD = os.path.dirname(os.path.dirname(os.environ["COSET_BIN"]))
ROOT = os.path.join(os.environ["COSET_TESTS_DIR"], "..")


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **more)


class Install(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.prefix = os.path.join(cls.folder.name, "prefix")
        cls.done = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        path = os.path.join(cls.prefix, "bin") + os.pathsep + os.environ["PATH"]
        cls.environment = {**os.environ, "PATH": path, "HOME": cls.folder.name, "LANG": "C.UTF-8"}
        cls.environment.pop("MANPATH", None)

    def test_a_bare_coset_is_installed_before_it_is_used(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
            text = readme.read()
        self.assertLess(text.index("apt install ./coset_"), text.index("\ncoset "))
        with open(os.path.join(ROOT, "docs", "install.md"), encoding="utf-8") as page:
            self.assertIn("cmake --install build/release --prefix ~/.local", page.read())

    def test_the_program_is_found(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        shown = run("coset", "--version", env=self.environment)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        where = run("/bin/sh", "-c", "command -v coset", env=self.environment).stdout.strip()
        self.assertEqual(where, os.path.join(self.prefix, "bin", "coset"))

    def test_the_manual_is_found(self):
        for page in ("coset", "coset-record"):
            shown = run("man", "-w", page, env=self.environment)
            self.assertIn(self.prefix, shown.stdout, shown.stderr)

    def test_the_completions_are_where_shells_look(self):
        share = os.path.join(self.prefix, "share")
        bash = os.path.join(share, "bash-completion", "completions", "coset")
        script = f"source {bash}\nCOMP_WORDS=(coset play soli)\nCOMP_CWORD=2\n_coset\necho ${{COMPREPLY[@]}}\n"
        self.assertIn("solitaire", run("bash", "-c", script).stdout.split())
        zsh = os.path.join(share, "zsh", "site-functions", "_coset")
        with open(zsh, encoding="utf-8") as text:
            self.assertEqual(text.readline(), "#compdef coset\n")
        fish = os.path.join(share, "fish", "vendor_completions.d", "coset.fish")
        self.assertIn("solitaire", run("fish", "-c", f"source {fish}; complete -C 'coset play soli'").stdout)

    def test_the_library_and_its_header_are_there(self):
        self.assertTrue(os.path.exists(os.path.join(self.prefix, "include", "coset.h")))


if __name__ == "__main__":
    unittest.main()
