"""How the program explains itself, and what it says to words that it does not know."""

import os
import re
import subprocess
import unittest

COSET = os.environ["COSET_BIN"]
DONE, INPUT = 0, 2


def coset(*words, stdin=""):
    return subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=120)


def commands():
    """Every command, by the list that `coset help` prints."""
    listed = coset("help").stdout.split("Usage: ")[1]
    return re.findall(r"(?m)^  ([a-z]+) {2,}\S", listed)


class Help(unittest.TestCase):

    def test_help_and_version_have_their_usual_names(self):
        whole = coset("help")
        self.assertEqual(whole.returncode, DONE)
        self.assertEqual(whole.stdout, coset("--help").stdout)
        self.assertEqual(whole.stdout, coset("-h").stdout)
        self.assertIn("play", commands())
        self.assertEqual(coset("-V").stdout, coset("--version").stdout)
        self.assertRegex(coset("-V").stdout, r"^coset \d+\.\d+\.\d+\n$")

    def test_every_command_is_explained_on_a_page_with_examples(self):
        self.assertGreater(len(commands()), 18)
        for command in commands():
            done = coset("help", command)
            self.assertEqual(done.returncode, DONE)
            self.assertEqual(done.stdout, coset(command, "--help").stdout)
            self.assertIn(f"Usage: coset {command}", done.stdout)
            self.assertIn("\nExamples\n", done.stdout, command)

    def test_the_help_is_written_for_people_and_eighty_columns(self):
        for words in ([], *([command] for command in commands())):
            text = coset("help", *words).stdout
            examples = text.split("\nExamples\n")[-1].splitlines() if words else []
            for line in text.splitlines():
                # A command may be long; it is to be copied whole.
                if line in examples and line.lstrip().startswith(("coset ", "echo ", "source ")):
                    continue
                self.assertLessEqual(len(line), 80, f"{words}: {line}")
            self.assertNotRegex(text, r"INT|UINT|FLOAT|TEXT|REQUIRED| in \[")

    def test_options_stand_in_groups(self):
        text = coset("help", "play").stdout
        for title in ("New game", "Saved games", "Display", "Options"):
            self.assertIn(f"\n{title}\n", text)

    def test_examples_are_commands_that_can_be_read(self):
        for command in commands():
            for line in coset("help", command).stdout.split("\nExamples\n")[1].splitlines():
                words = re.match(r"  coset (\S+)((?: --[a-z-]+)*)", line)
                if not words:
                    continue
                self.assertIn(words.group(1), commands(), line)
                known = coset("help", words.group(1)).stdout
                for option in re.findall(r" (--[a-z-]+)", line.split("   ")[0]):
                    self.assertIn(option, known, line)

    def test_did_you_mean(self):
        for words, meant in ((["pley"], "'play'"), (["help", "puzle"], "'puzzle'"), (["plya"], "'play'"),
                             (["play", "--sed", "5"], "'--seed'"), (["play", "solitare"], "'solitaire'"),
                             (["lesson", "colors"], "'colours'"), (["puzzle", "--kind", "repiar"], "'repair'"),
                             (["simulate", "al-jabar", "--policy", "gredy"], "'greedy'"),
                             (["arena", "al-jabar", "--bots", "greedy,rnadom"], "'random'")):
            done = coset(*words)
            self.assertEqual(done.returncode, INPUT, words)
            self.assertIn(f"Did you mean {meant}?", done.stderr, words)
        for words in (["xyzzy"], ["play", "--xyzzy"], ["play", "quidditch"]):
            self.assertNotIn("Did you mean", coset(*words).stderr)

    def test_the_first_page_fits(self):
        text = coset().stdout
        self.assertIn("coset help", text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)


class Seeds(unittest.TestCase):
    """One reader for all: a number that 64 bits hold, or a sentence."""

    COMMANDS = (["simulate", "al-jabar", "--games", "1", "--json"],
                ["arena", "al-jabar", "--bots", "greedy,random", "--games", "2", "--json"],
                ["lesson", "colours", "--json"],
                ["puzzle", "--kind", "repair", "--json"],
                ["play", "--seats", "greedy,random", "--no-input"])

    def test_what_is_no_seed_is_refused(self):
        for command in self.COMMANDS:
            for seed in ("-1", "9" * 23, "18446744073709551616", "", "1.5", "0x10", "+7", "7 ", "seven"):
                done = coset(*command, "--seed", seed)
                self.assertEqual(done.returncode, INPUT, (command, seed))
                self.assertIn("whole number from 0 to 18446744073709551615", done.stderr)
                self.assertEqual(done.stdout, "")

    def test_the_largest_and_the_least_are_seeds(self):
        for command in self.COMMANDS[:4]:
            for seed in ("0", "18446744073709551615"):
                done = coset(*command, "--seed", seed)
                self.assertEqual(done.returncode, DONE, (command, done.stderr))
                self.assertIn(f'"seed":"{seed}"', done.stdout)


class Together(unittest.TestCase):
    """No option is left out in silence."""

    def test_options_that_would_do_nothing_are_refused(self):
        for words, part in (
                (["play", "--goal", "5"], "only Solitaire"),
                (["play", "solitaire", "--bot", "level5"], "--bot has no seat to fill"),
                (["play", "--seats", "you,you", "--bot", "level5"], "--bot has no seat to fill"),
                (["play", "mad-abel", "--bot", "level8"], "mad-abel on Z4xZ13 has level1 to level5; there is no level8"),
                (["play", "mad-abel", "--seats", "you,level6"], "there is no level6"),
                (["play", "shades", "--bot", "level8"], "al-jabar on Z3^2 has level1 to level6; there is no level8"),
                (["play", "al-jabar Z2xZ5", "--bot", "level8"], "as measured on Z3^2; there is no level8"),
                (["play", "solitaire", "--daily", "--seed", "5"], "--seed cannot be used with --daily"),
                (["play", "solitaire", "--date", "2026-11-15", "--seed", "5"], "--seed cannot be used with --date"),
                (["play", "--resume", "--seed", "5"], "--seed cannot be used with --resume"),
                (["play", "--file", "x.game", "--goal", "5"], "--goal cannot be used with --file"),
                (["play", "--list", "--bot", "level5"], "--bot cannot be used with --list"),
                (["simulate", "mad-abel", "--policy", "level8", "--games", "1"], "there is no level8"),
                (["arena", "solitaire", "--bots", "level7"], "solitaire on Z2^3 has level1 to level5"),
                (["arena", "al-jabar", "--bots", "greedy,random", "--alpha", "0.1"], "--elo0"),
                (["lesson", "--seed", "5"], "--seed is for the items of a lesson"),
                (["lesson", "--due", "--seed", "5"], "--seed cannot be used with --due"),
                (["puzzle", "--list", "--kind", "repair"], "--kind cannot be used with --list"),
                (["puzzle", "--daily", "--seed", "5"], "omit --seed"),
                (["explain", "R+Y=O", "--target", "B"], "--target cannot be used with two sets"),
                (["replay", "-", "--as", "1", "--json"], "--json cannot be used with --as"),
                (["replay", "-", "--record", "--json"], "--json cannot be used with --record"),
                (["review", "-", "--ascii", "--json"], "--ascii cannot be used with --json"),
                (["bench", "--signature", "--cost"], "--cost cannot be used with --signature"),
                (["bench", "--cost", "--think-time"], "--think-time cannot be used with --cost")):
            done = coset(*words)
            self.assertEqual(done.returncode, INPUT, (words, done.stderr))
            self.assertIn(part, done.stderr, words)
            self.assertEqual(done.stdout, "", words)

    def test_a_program_of_ones_own_is_refused_where_it_cannot_play(self):
        done = coset("simulate", "al-jabar", "--policy", "exec:./mybot", "--games", "1")
        self.assertEqual(done.returncode, INPUT)
        self.assertIn("plays in 'coset play' and 'coset arena'", done.stderr)
        answer = coset("analyse", stdin='{"id":1,"spec":"al-jabar","position":"canon","bot":"exec:./mybot"}\n')
        self.assertIn("plays in 'coset play' and 'coset arena'", answer.stdout)
        self.assertIn('"field":"bot"', answer.stdout)

    def test_the_signature_may_be_asked_for_as_json(self):
        plain = coset("bench", "--signature").stdout.strip()
        self.assertIn(f'"signature":"{plain}"', coset("bench", "--signature", "--json").stdout)


class Tools(unittest.TestCase):

    def test_setup_explains_itself_and_starts_nothing(self):
        setup = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "tools", "setup")
        for word, status in (("--help", DONE), ("-h", DONE), ("--nonsense", INPUT)):
            # Without any program to be found it could do no harm.
            done = subprocess.run(["/bin/bash", setup, word], capture_output=True, text=True, timeout=60,
                                  env={"PATH": "/nowhere"})
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn("usage: tools/setup", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
