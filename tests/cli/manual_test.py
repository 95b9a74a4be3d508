"""The man pages and the completions: read by the programs that people read them with."""

import os
import re
import subprocess
import tempfile
import unittest

COSET = os.environ["COSET_BIN"]
MAN = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "docs", "man")


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                          check=False, **more)


def commands():
    """Every command and its long options, from --help."""
    words = re.findall(r"(?m)^  (\w+) {2,}", run(COSET, "--help").stdout.decode().split(
        "Subcommands:")[1])
    return {word: set(re.findall(r"--[a-z][a-z-]*", run(COSET, word, "--help").stdout.decode()))
            for word in words}


class Manual(unittest.TestCase):

    def test_the_pages_are_rendered_without_a_warning(self):
        for page in sorted(os.listdir(MAN)):
            shown = run("man", "--warnings", "-E", "UTF-8", "-l", os.path.join(MAN, page),
                        env=dict(os.environ, MANWIDTH="80", LANG="C.UTF-8"))
            self.assertEqual(shown.returncode, 0)
            self.assertEqual(shown.stderr, b"", page)
            self.assertIn(b"SEE ALSO", shown.stdout)

    def test_every_command_has_its_place(self):
        with open(os.path.join(MAN, "coset.6"), encoding="utf-8") as page:
            text = page.read()
        found = commands()
        self.assertIn("play", found)
        for command in found:
            self.assertRegex(text, rf"Cm {command}\b")


class Completion(unittest.TestCase):

    def script(self, shell):
        return run(COSET, "completion", shell).stdout.decode()

    def test_the_shells_read_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for shell in ("bash", "zsh", "fish"):
                path = os.path.join(folder, shell)
                with open(path, "w", encoding="utf-8") as out:
                    out.write(self.script(shell))
                check = run(shell, "-n", path)
                self.assertEqual((check.returncode, check.stderr), (0, b""), shell)

    def test_every_command_and_option_is_in_them(self):
        for shell in ("bash", "zsh", "fish"):
            text = self.script(shell)
            for command, options in commands().items():
                self.assertIn(command, text)
                for option in options:
                    word = f"-l {option[2:]}" if shell == "fish" else option
                    self.assertIn(word, text, f"{shell}: {command} {option}")

    def test_bash_completes(self):
        def offered(*words):
            script = (self.script("bash") + f"COMP_WORDS=({' '.join(words)})\n"
                      f"COMP_CWORD={len(words) - 1}\n_coset\necho ${{COMPREPLY[@]}}\n")
            return run("bash", "-c", script).stdout.decode().split()
        self.assertEqual(offered("coset", "pla"), ["play"])
        self.assertIn("solitaire", offered("coset", "play", "sol"))
        self.assertEqual(offered("coset", "play", "--see"), ["--seed"])

    def test_fish_completes(self):
        done = run("fish", "-c", self.script("fish") + "complete -C 'coset play soli'")
        self.assertIn(b"solitaire", done.stdout)

    def test_an_unknown_shell_is_refused(self):
        refused = run(COSET, "completion", "tcsh")
        self.assertEqual(refused.returncode, 2)


if __name__ == "__main__":
    unittest.main()
