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
    words = re.findall(r"(?m)^  ([a-z]+) {2,}\S", run(COSET, "--help").stdout.decode())
    return {word: set(re.findall(r"(?m)^  (?:-\w, )?(--[a-z][a-z0-9-]*)",
                                 run(COSET, word, "--help").stdout.decode()))
            for word in words}


class Manual(unittest.TestCase):

    def test_the_pages_are_rendered_without_a_warning(self):
        for page in sorted(os.listdir(MAN)):
            shown = run("man", "--warnings", "-E", "UTF-8", "-l", os.path.join(MAN, page),
                        env=dict(os.environ, MANWIDTH="80", LANG="C.UTF-8"))
            self.assertEqual(shown.returncode, 0)
            self.assertEqual(shown.stderr, b"", page)
            self.assertIn(b"SEE ALSO", shown.stdout)

    def test_a_hidden_deal_is_written_as_records_have_it(self):
        shown = run("man", "-E", "UTF-8", "-l", os.path.join(MAN, "coset-record.5"),
                    env=dict(os.environ, MANWIDTH="80", LANG="C.UTF-8"))
        self.assertRegex(re.sub(r".\x08", "", shown.stdout.decode()), r"(?m)^ +deal \? ")

    def test_every_command_has_its_place(self):
        with open(os.path.join(MAN, "coset.6"), encoding="utf-8") as page:
            text = page.read()
        found = commands()
        self.assertIn("play", found)
        self.assertIn("help", found)
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
        self.assertIn("level8", offered("coset", "play", "--bot", "level"))
        self.assertEqual(offered("coset", "play", "--bot", "gre"), ["greedy"])
        self.assertIn("you,level3", offered("coset", "play", "--seats", "you,level"))
        self.assertIn("levels", offered("coset", "arena", "al-jabar", "--bots", "lev"))
        self.assertEqual(offered("coset", "lesson", "colours.wh"), ["colours.white"])
        self.assertEqual(offered("coset", "puzzle", "--kind", "rea"), ["reach-one"])
        self.assertEqual(offered("coset", "play", "--color", "ne"), ["never"])
        self.assertEqual(offered("coset", "help", "puz"), ["puzzle"])
        self.assertEqual(offered("coset", "completion", "z"), ["zsh"])
        self.assertEqual(offered("coset", "play", "--seed", ""), [])  # any number
        self.assertIn("mad-abel", offered("coset", "arena", "mad"))

    def test_fish_completes(self):
        done = run("fish", "-c", self.script("fish") + "complete -C 'coset play soli'")
        self.assertIn(b"solitaire", done.stdout)
        for typed, word in (("coset play --bot lev", b"level8"), ("coset lesson colours.wh", b"colours.white"),
                            ("coset puzzle --kind rea", b"reach-one"), ("coset help puz", b"puzzle"),
                            ("coset play --seats you,level", b"you,level3"), ("coset play --color ", b"never")):
            done = run("fish", "-c", self.script("fish") + f"complete -C '{typed}'")
            self.assertIn(word, done.stdout, typed)

    def test_zsh_is_told_what_may_stand_where(self):
        def told(command):
            script = ("_arguments() { print -rl -- \"$@\" }\ncompdef() { }\n" + self.script("zsh")
                      + f"words=(coset {command} '')\nCURRENT=3\n_coset\n")
            return run("zsh", "-f", "-c", script).stdout.decode().splitlines()
        play = told("play")
        bot, = (line for line in play if line.startswith("--bot["))
        self.assertRegex(bot, r":value:\(.*\bgreedy\b.* level8\)$")
        self.assertRegex(play[-1], r"^\*:word:\(.*\bsolitaire\b.*\)$")
        self.assertIn("_sequence", next(line for line in play if line.startswith("--seats[")))
        self.assertTrue(next(line for line in play if line.startswith("--file[")).endswith(":_files"))
        self.assertIn("colours.white", told("lesson")[-1])
        self.assertIn("reach-one", next(line for line in told("puzzle") if line.startswith("--kind[")))
        self.assertTrue(told("replay")[-1].endswith(":_files"))

    def test_an_unknown_shell_is_refused(self):
        refused = run(COSET, "completion", "tcsh")
        self.assertEqual(refused.returncode, 2)


if __name__ == "__main__":
    unittest.main()
