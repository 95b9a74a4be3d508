"""Programs of people's own: at a table of `coset play`, in the arena, and how they end."""

import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from _terminal import Terminal

COSET = os.environ["COSET_BIN"]
EXAMPLE = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "examples", "bot.py")
BOT = f"exec:{sys.executable} -B {EXAMPLE}"
DONE, FAILURE, INPUT, INTERRUPTED = 0, 1, 2, 130

# Answers as it should, but leaves only when it is killed, and starts a process that is no better.
STUBBORN = """#!/bin/sh
trap '' TERM INT HUP
(trap '' TERM INT HUP; while :; do sleep 0.2; done) &
echo "$$ $!" >> {pids}
{python} -B {example}
while :; do sleep 0.2; done
"""


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as facts:
            return facts.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Programs(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.folder.cleanup)
        self.home = self.folder.name
        self.environment = dict(os.environ, XDG_DATA_HOME=self.home, LANG="C.UTF-8")

    def path(self, name):
        return os.path.join(self.home, name)

    def script(self, text, name="bot"):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(self.path(name), stat.S_IRWXU)
        return "exec:" + self.path(name)

    def stubborn(self):
        return self.script(STUBBORN.format(pids=self.path("pids"), python=sys.executable,
                                           example=EXAMPLE))

    def started(self):
        with open(self.path("pids"), encoding="utf-8") as pids:
            return [int(pid) for pid in pids.read().split()]

    def wait_for(self, what, seconds=30):
        end = time.monotonic() + seconds
        while not what():
            self.assertLess(time.monotonic(), end, "it does not come")
            time.sleep(0.02)

    def assert_all_end(self):
        self.assertGreaterEqual(len(self.started()), 2)
        try:
            self.wait_for(lambda: not any(alive(pid) for pid in self.started()), 10)
        finally:
            for pid in self.started():
                if alive(pid):
                    os.kill(pid, signal.SIGKILL)

    def coset(self, *words, stdin="", timeout=120):
        return subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True,
                              timeout=timeout, env=self.environment)


class AtATable(Programs):

    def test_a_program_plays_here_as_the_help_offers(self):
        for game in ("al-jabar", "mad-abel"):
            done = self.coset("play", game, "--seats", f"greedy,{BOT}", "--seed", "3", "--no-input")
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertIn("The game is over", done.stdout)
            self.assertRegex(done.stdout, r"(?m)^example: \S")  # what it calls itself
            record = re.search(r"Record: (\S+)", done.stdout).group(1)
            self.assertEqual(self.coset("replay", record).returncode, DONE)

    def test_against_a_person_and_kept_for_later(self):
        first = self.coset("play", "--bot", BOT, "--seed", "5", "--line", stdin="R+B=P\n")
        self.assertEqual(first.returncode, DONE, first.stderr)
        self.assertIn("example: ", first.stdout)
        listed = self.coset("play", "--list").stdout
        self.assertIn(f"with {BOT}", listed)
        again = self.coset("play", "--resume", "--line", stdin="moves\n")
        self.assertEqual(again.returncode, DONE, again.stderr)
        self.assertIn("You: R+B=P.", again.stdout)

    def test_it_is_told_of_the_game_and_of_its_end(self):
        bot = self.script(f"#!/bin/sh\ntee -a {self.path('heard')} | {sys.executable} -B {EXAMPLE}\n")
        done = self.coset("play", "--seats", f"greedy,{bot}", "--seed", "3", "--no-input")
        self.assertEqual(done.returncode, DONE, done.stderr)
        lines = pathlib.Path(self.path("heard")).read_text().splitlines()
        verbs = [line.split(" ")[0] for line in lines]
        self.assertEqual(verbs[:4], ["hello", "game", "position", "go"])
        self.assertEqual(verbs[-2:], ["over", "quit"])

    def test_what_goes_wrong_is_told_and_the_game_is_kept(self):
        dies = self.script("#!/bin/sh\nread a; echo hello x; read b; read c\necho woe >&2\nexit 3\n")
        done = self.coset("play", "--bot", dies, "--seed", "5", "--line", stdin="R+B=P\n")
        self.assertEqual(done.returncode, FAILURE)
        self.assertRegex(done.stderr, r"ended with status 3 after '(go|position)'")
        self.assertIn("woe", done.stderr)
        self.assertIn("The game is saved", done.stderr)
        self.assertIn("R+B=P", self.coset("replay", self.saved(), "--record").stdout)
        for name, part in (("exec:./no-such-bot", "ended with status 127"),
                           ("exec:", "exec:./mybot")):
            done = self.coset("play", "--bot", name, "--line")
            self.assertNotEqual(done.returncode, DONE)
            self.assertIn(part, done.stderr)

    def saved(self):
        folder = os.path.join(self.home, "coset", "games")
        games = [name for name in os.listdir(folder) if name.endswith(".game")]
        self.assertEqual(len(games), 1)
        return os.path.join(folder, games[0])

    def test_its_errors_do_not_tear_the_screen(self):
        noisy = self.script(f"#!/bin/sh\necho NOISE >&2\nexec {sys.executable} -B {EXAMPLE}\n")
        with Terminal(80, 24, ["play", "--pace", "0", "--seed", "5", "--bot", noisy],
                      self.home) as terminal:
            terminal.wait("q leave")
            terminal.type("rbP")
            terminal.keys("Enter")
            screen = terminal.wait(r"example: \S")
            self.assertNotIn("NOISE", screen)
            terminal.wait("q leave")
            terminal.keys("q")
            self.assertIn("NOISE", terminal.wait("exit 0"))

    def test_leaving_the_table_ends_the_program(self):
        done = self.coset("play", "--bot", self.stubborn(), "--seed", "5", "--line", stdin="R+B=P\n")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assert_all_end()


class InTheArena(Programs):

    def arena(self, *words, **more):
        return self.coset("arena", "al-jabar", *words, **more)

    def start(self, *words):
        return subprocess.Popen([COSET, "arena", "al-jabar", *words], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=self.environment)

    def test_whoever_ignores_the_end_of_its_input_is_ended(self):
        done = self.arena("--bots", "greedy", "--bot", self.stubborn(), "--games", "2", "--threads", "1")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assert_all_end()

    def test_an_interrupt_ends_it_too(self):
        for times in (1, 2):  # the second one does not wait for anything
            with self.subTest(times), self.start("--bots", "greedy", "--bot", self.stubborn(),
                                                 "--games", "100000", "--threads", "2") as program:
                self.wait_for(lambda: os.path.exists(self.path("pids")) and len(self.started()) >= 4)
                for _ in range(times):
                    program.send_signal(signal.SIGINT)
                    time.sleep(0.05)
                program.communicate(timeout=30)
                self.assertEqual(program.returncode, INTERRUPTED)
                self.assert_all_end()
                os.remove(self.path("pids"))

    def test_it_is_told_of_games_and_results(self):
        bot = self.script(f"#!/bin/sh\ntee -a {self.path('heard')} | {sys.executable} -B {EXAMPLE}\n")
        done = self.coset("arena", "al-jabar seats=3", "--bots", "greedy", "--bot", bot, "--games", "3",
                          "--threads", "1", "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        lines = [line.split(" ", 1) for line in pathlib.Path(self.path("heard")).read_text().splitlines()]
        games = [json.loads(rest[0]) for verb, *rest in lines if verb == "game"]
        results = [json.loads(rest[0]) for verb, *rest in lines if verb == "over"]
        self.assertEqual([game["seats"] for game in games], [[2, 3], [1, 3], [1, 2]])
        self.assertEqual([over["seats"] for over in results], [[2, 3], [1, 3], [1, 2]])
        self.assertTrue(all(game["spec"].startswith("al-jabar Z2^3 seats=3 ") for game in games))
        for over in results:
            self.assertEqual(len(over["points"]), 3)
            self.assertTrue(over["winners"])
            self.assertIn(over["ending"], ("one_piece", "stuck", "repetition", "limit"))
            self.assertGreater(over["turns"], 0)
        # A bot that knows nothing of these lines ignores them.
        old = self.script("#!/bin/sh\nread a; echo hello x; while read -r verb rest; do case $verb in "
                          f"position|go|stop|quit) printf '%s %s\\n' $verb \"$rest\";; esac; done | "
                          f"{sys.executable} -B {EXAMPLE}\n")
        self.assertEqual(self.arena("--bots", "greedy", "--bot", old, "--games", "2").returncode, DONE)

    def test_an_interrupt_tells_what_is_known(self):
        for more in ([], ["--json"], ["--json", "--ladder"]):
            with self.subTest(more), self.start("--bots", "greedy,random", "--games", "100000000",
                                                *more) as program:
                time.sleep(1.5)
                program.send_signal(signal.SIGINT)
                out, errors = program.communicate(timeout=30)
                self.assertEqual(program.returncode, INTERRUPTED)
                told = int(re.search(r"Interrupted: this is the result of the first (\d+) games", errors).group(1))
                self.assertGreater(told, 0)
                if more:
                    result = json.loads(out)
                    self.assertIs(result["interrupted"], True)
                    self.assertEqual(result["games"], told)
                    self.assertEqual(sum(result["endings"].values()), told)
                else:
                    self.assertIn(f"{told} games, ", out)
        whole = json.loads(self.arena("--bots", "greedy,random", "--games", "2", "--json").stdout)
        self.assertNotIn("interrupted", whole)

    def test_an_interrupt_before_any_result_says_so(self):
        slow = self.script("#!/bin/sh\nread a; echo hello x; while read verb rest; do sleep 0.1; done\n")
        with self.start("--bots", "greedy", "--bot", slow, "--games", "4") as program:
            time.sleep(1)
            begin = time.monotonic()
            program.send_signal(signal.SIGINT)
            out, errors = program.communicate(timeout=30)
            self.assertLess(time.monotonic() - begin, 5)
            self.assertEqual((program.returncode, out), (INTERRUPTED, ""))
            self.assertIn("first deal was finished: no result", errors)


class Records(Programs):

    def saved(self, name):
        return sorted(os.listdir(self.path(name)))

    def test_every_game_is_kept_and_replays(self):
        words = ["arena", "al-jabar", "--bots", "greedy,random", "--games", "6", "--seed", "4", "--json"]
        for threads in ("1", "3"):
            done = self.coset(*words, "--threads", threads, "--records", self.path("r" + threads))
            self.assertEqual(done.returncode, DONE, done.stderr)
        names = self.saved("r1")
        self.assertEqual(names, [f"deal0000{deal}-game{game}.record" for deal in (1, 2, 3) for game in (1, 2)])
        self.assertEqual(names, self.saved("r3"))
        endings = {}
        for name in names:
            text = pathlib.Path(self.path("r1"), name).read_text()
            self.assertEqual(text, pathlib.Path(self.path("r3"), name).read_text())
            game = int(name[-len("1.record")])
            who = ["greedy", "random"] if game == 1 else ["random", "greedy"]
            self.assertIn(f"# seat 1 {who[0]}\n# seat 2 {who[1]}\n", text)
            played = json.loads(self.coset("replay", os.path.join(self.path("r1"), name), "--json").stdout)
            self.assertTrue(played["over"])
            endings[played["ending"]] = endings.get(played["ending"], 0) + 1
        self.assertEqual(endings, json.loads(done.stdout)["endings"])

    def test_one_file_with_a_line_each(self):
        words = ["arena", "mad-abel", "--bots", "levels", "--ladder", "--games", "2", "--playouts", "20"]
        done = self.coset(*words, "--records", self.path("all.jsonl"))
        self.assertEqual(done.returncode, DONE, done.stderr)
        lines = [json.loads(line) for line in pathlib.Path(self.path("all.jsonl")).read_text().splitlines()]
        self.assertEqual([(one["step"], one["deal"], one["game"]) for one in lines],
                         [(step, 1, game) for step in (1, 2, 3, 4) for game in (1, 2)])
        for one in lines:
            played = self.coset("replay", "-", "--json", stdin=one["record"])
            self.assertEqual(played.returncode, DONE, played.stderr)
            played = json.loads(played.stdout)
            for field in ("points", "winners", "ending", "turns"):
                self.assertEqual(one[field], played[field])

    def test_nothing_is_overwritten(self):
        words = ["arena", "al-jabar", "--bots", "greedy,random", "--games", "2", "--records"]
        for name in ("folder", "file.jsonl"):
            self.assertEqual(self.coset(*words, self.path(name)).returncode, DONE)
            again = self.coset(*words, self.path(name))
            self.assertEqual((again.returncode, again.stdout), (INPUT, ""))
            self.assertIn("name a new", again.stderr)
        self.script("", "taken")
        nowhere = self.coset(*words, self.path("taken/folder"))
        self.assertEqual(nowhere.returncode, FAILURE)
        self.assertIn("cannot be written", nowhere.stderr)


if __name__ == "__main__":
    unittest.main()
