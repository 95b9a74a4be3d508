"""`coset play` in lines, through a pipe; Solitaire; what is saved and what is rejected."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest
from fractions import Fraction

COSET = os.environ["COSET_BIN"]
DONE, FAILURE, INPUT, INTERRUPTED = 0, 1, 2, 130


class Lines:
    """A game in lines with a person who reads and answers."""

    def __init__(self, home, *arguments):
        environment = dict(os.environ, XDG_DATA_HOME=home, LANG="C.UTF-8")
        self.program = subprocess.Popen([COSET, "play", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment)
        self.seen = ""

    def read(self):
        """What comes until the program waits for an answer, or ends."""
        text = b""
        while not text.endswith((b"move: ", b"see this. ")):
            byte = self.program.stdout.read(1)
            if not byte:
                break
            text += byte
        self.seen += text.decode()
        return text.decode()

    def say(self, line):
        self.program.stdin.write(line.encode() + b"\n")
        self.program.stdin.flush()
        return self.read()

    def end(self):
        self.program.stdin.close()
        rest = self.program.stdout.read().decode()
        errors = self.program.stderr.read().decode()
        code = self.program.wait(60)
        self.program.stdout.close()
        self.program.stderr.close()
        return code, rest, errors


class Play(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.folder.cleanup)
        self.home = self.folder.name

    def test_the_first_game_is_coached_to_its_end(self):
        game = Lines(self.home, "--first", "--seed", "5")
        said = [game.read()]
        for move in ("O+P=G", "R+B=P", "draw", "R+G+P=Y"):
            said.append(game.say(move))
        self.assertIn("Five pieces. Get down to one. Hypatia wants the same.", said[0])
        self.assertIn("Take it. Both sides make green, so the trade is fair. Type O+P=G.", said[0])
        self.assertIn("Now red and blue for purple.", said[1])
        self.assertIn("Draw, if you like. A piece more can open a better trade. Type draw.", said[2])
        self.assertIn("Three for one.", said[3])
        self.assertIn("Two yellows make a clear.", said[4])
        rest = game.say("Y+Y=C")
        self.assertIn("You win", rest)
        self.assertIn("That was a whole game. A full one starts with thirteen pieces", rest)
        self.assertEqual(game.end()[0], DONE)

    def test_the_first_game_is_left_and_gone_on_with(self):
        game = Lines(self.home, "--first")
        game.read()
        game.say("O+P=G")
        self.assertEqual(game.end()[0], DONE)
        again = Lines(self.home, "--resume")
        self.assertIn("Now red and blue for purple.", again.read())
        # Another fair trade is fair as well, and one that is not is told its gap.
        self.assertIn("the gap is", again.say("R=B"))
        self.assertRegex(again.say("R+Y+G=P"),
                         r"Fair as well|A pair met|The last round|A piece more|the final round begins")
        again.end()

    def test_the_first_game_is_always_the_same(self):
        for words in (["mad-abel"], ["--bot", "level3"], ["--daily"], ["--resume"]):
            code, _, errors = Lines(self.home, "--first", *words).end()
            self.assertEqual(code, INPUT, words)
            self.assertIn("--first", errors)

    def coset(self, *arguments, stdin=""):
        environment = dict(os.environ, XDG_DATA_HOME=self.home, LANG="C.UTF-8")
        return subprocess.run([COSET, *arguments], input=stdin.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, check=False, env=environment)

    def test_a_series_changes_who_begins_and_counts_points(self):
        done = self.coset("play", "--seats", "level1,level2", "--series", "3", "--no-input", "--seed", "3")
        self.assertEqual(done.returncode, DONE, done.stderr)
        told = re.findall(r"Series, game (\d) of 3: (.*?) (\S+), (.*?) (\S+)\.", done.stdout.decode())
        self.assertEqual([row[0] for row in told], ["1", "2", "3"])
        self.assertEqual([row[1] for row in told], [told[0][1], told[0][3], told[0][1]])
        self.assertEqual([Fraction(row[2]) + Fraction(row[4]) for row in told], [1, 2, 3])
        self.assertRegex(done.stdout.decode(), r"(wins|share) the series\.")
        self.assertEqual(done.stdout.decode().count("the series."), 1)

    def test_a_series_goes_on_when_its_game_is_resumed(self):
        game = Lines(self.home, "--series", "2", "--line", "--seed", "3", "--bot", "level1")
        game.read()
        game.end()
        kept = [path.read_text() for path in pathlib.Path(self.home).rglob("*.game")]
        self.assertTrue(any("\n# series 2 1 0 0\n" in text for text in kept), kept)
        again = Lines(self.home, "--resume", "--line")
        again.read()
        again.end()
        kept = [path.read_text() for path in pathlib.Path(self.home).rglob("*.game")]
        self.assertTrue(any("\n# series 2 1 0 0\n" in text for text in kept), kept)

    def test_a_series_is_refused_where_there_is_none(self):
        for words in (["solitaire", "--series", "2"], ["--series", "1"], ["--series", "11"], ["--resume", "--series", "2"]):
            self.assertEqual(self.coset("play", *words, "--no-input").returncode, INPUT, words)

    def by_hints(self, game, most=150):
        """Does what the hints say until the game is over; all that was printed."""
        text = game.read()
        for _ in range(most):
            if "The game is over" in text:
                return game.seen
            for _ in range(4):
                text = game.say("hint")
                if ": draw." in text or "but pass" in text:
                    break
            move = re.search(r"Play (\S+)\.", text)
            word = move.group(1) if move else "pass" if "but pass" in text else "draw"
            for symbol, letter in zip("♥♠♦♣", "hsdc"):
                word = word.replace(symbol, letter)
            text = game.say(word)
        self.fail("the game does not end:\n" + text)

    def test_a_whole_game_of_each_kind_through_a_pipe(self):
        for spec in ("al-jabar", "al-jabar-3", "solitaire", "mad-abel", "shades", "triangle"):
            with self.subTest(spec):
                game = Lines(self.home, spec, "--seed", "4", "--line")
                text = self.by_hints(game)
                code, _, errors = game.end()
                self.assertEqual((code, errors), (DONE, ""))
                self.assertNotIn("\x1b", text)
                record = re.search(r"Record: (\S+)", text).group(1)
                replayed = self.coset("replay", record)
                self.assertEqual(replayed.returncode, DONE, replayed.stderr)

    def test_a_refusal_tells_why_and_how_to_mend_it(self):
        game = Lines(self.home, "--seed", "5", "--line")
        game.read()
        text = game.say("R+O=P")
        self.assertIn("the gap is W", text)
        repair = re.search(r"Try (\S+),", text).group(1)
        self.assertIn("You: ", game.say(repair))
        self.assertIn("Type help", game.say("rubbish"))
        self.assertIn("hint", game.say("help"))
        self.assertIn("Replace by primaries: R+O is R+R+Y.", game.say("why R+O"))
        self.assertIn("Usage: why", game.say("why"))
        self.assertIn("Center: ", game.say("table"))
        self.assertIn("Taken back", game.say("undo"))
        game.program.stdin.write(b"quit\n")
        code, _, errors = game.end()
        self.assertEqual(code, DONE)
        self.assertIn("coset play --resume", errors)

    def test_the_end_of_input_keeps_the_game(self):
        first = self.coset("play", "--seed", "5", "--line", stdin="R+B=P\n")
        self.assertEqual(first.returncode, DONE)
        again = self.coset("play", "--resume", "--line", stdin="moves\n")
        self.assertIn(b"You: R+B=P.", again.stdout)

    def begin(self, *words):
        """A game that is begun and left; the name of its file."""
        before = set(self.games())
        self.assertEqual(self.coset("play", *words, "--line", stdin="quit\n").returncode, DONE)
        new, = set(self.games()) - before
        return new[:-len(".game")]

    def games(self):
        folder = os.path.join(self.home, "coset", "games")
        if not os.path.isdir(folder):
            return []
        return [name for name in os.listdir(folder) if name.endswith(".game")]

    def resumed(self, *words):
        """The group that is played on, of the game that is gone on with."""
        run = self.coset("play", *words, "--line", stdin="moves\n")
        self.assertEqual(run.returncode, DONE, run.stderr)
        return run.stdout.decode()

    def test_the_usual_bot_is_one_that_the_group_has(self):
        for game in ("cube", "triangle", "small-change"):
            self.begin(game, "--seed", "5")

    def test_resume_goes_on_with_the_game_played_last(self):
        first = self.begin("--seed", "5")
        self.begin("mad-abel", "--seed", "5")
        solitaire = self.begin("solitaire", "--seed", "5")
        self.assertIn("score so far", self.resumed("--resume"))
        self.coset("play", "--resume", first, "--line", stdin="R+B=P\n")  # the oldest is played on
        self.assertIn("You: R+B=P.", self.resumed("--resume"))
        listed = self.coset("play", "--list").stdout.decode()
        self.assertRegex(listed, r"(?s)^1  al-jabar Z2\^3 seats=2 with level4; \d turns? taken; played "
                                 r"\d{4}-\d\d-\d\d \d\d:\d\d\n   " + first + r"\n2  solitaire Z2\^3.*"
                                 r"\n3  mad-abel Z4xZ13")
        self.assertIn("--resume 1", listed)
        self.assertIn("score so far", self.resumed("--resume", "2"))
        self.assertIn("score so far", self.resumed("--resume", solitaire))
        self.assertIn("On the pile", self.resumed("--resume", "mad-abel"))
        self.assertIn("score so far", self.resumed("solitaire", "--resume"))
        self.assertIn("You: R+B=P.", self.resumed("--resume", "al-jabar"))
        for which in ("4", "0", "shades", "nonsense"):
            refused = self.coset("play", "--resume", which, "--line")
            self.assertEqual(refused.returncode, INPUT)
            self.assertIn(b"coset play --list", refused.stderr)
        both = self.coset("play", "solitaire", "--resume", "1", "--line")
        self.assertEqual(both.returncode, INPUT)

    def test_a_date_alone_means_the_deal_of_that_day(self):
        words = ["play", "solitaire", "--line", "--goal", "3", "--date", "2026-11-15"]
        deals = [re.search(r"On the table: .*", self.coset(*more, stdin="quit\n").stdout.decode()).group(0)
                 for more in (words, words + ["--daily"])]
        self.assertEqual(*deals)

    def test_first_letters_and_capitals_will_do(self):
        game = Lines(self.home, "--seed", "5", "--line")
        game.read()
        self.assertIn("You may pass only in the final round", game.say("p"))
        self.assertIn("Usage: why", game.say("w"))
        self.assertIn("Replace by primaries: R+O is R+R+Y.", game.say("w R+O"))
        self.assertIn("Replace by primaries: R+O is R+R+Y.", game.say("WHY R+O"))
        self.assertIn("Center: ", game.say("Table"))
        self.assertIn("Look for", game.say("HINT") + game.say("h"))
        help_text = game.say("HELP")
        for word in ("draw", "pass", "hint", "why", "table", "moves", "undo", "quit", "help"):
            self.assertRegex(help_text, rf"(?m)^  {word} ")
        game.program.stdin.write(b"QUIT\n")
        code, _, errors = game.end()
        self.assertEqual((code, "saved" in errors), (DONE, True))

    def test_a_piece_that_is_called_like_a_word_is_a_piece(self):
        spec = "mad-abel table:h,p;h,p/p,h copies=20"
        game = Lines(self.home, spec, "--seed", "1", "--line")
        text = game.read()
        target = re.search(r"Make (\w)\.", text).group(1)
        self.assertIn("type the whole word", game.say("help"))
        self.assertIn("A play exists", game.say("hint"))
        self.assertIn(f"You: {target}", game.say(target))
        game.end()

    def test_an_interrupt_keeps_the_game(self):
        game = Lines(self.home, "--seed", "5", "--line")
        game.read()
        game.say("R+B=P")
        game.program.send_signal(signal.SIGINT)
        code = game.program.wait(60)
        game.end()
        self.assertEqual(code, INTERRUPTED)
        self.assertIn(b"R+B=P", self.coset("play", "--resume", "--line", stdin="moves\n").stdout)

    def test_bots_alone_need_nobody(self):
        run = self.coset("play", "--seats", "greedy,random", "--seed", "1", "--no-input")
        self.assertEqual(run.returncode, DONE, run.stderr)
        self.assertIn(b"The game is over", run.stdout)
        run = self.coset("play", "--no-input")
        self.assertEqual(run.returncode, INPUT)
        self.assertIn(b"--seats", run.stderr)

    def test_wrong_words_are_refused_with_a_sentence(self):
        for arguments, word in ((["play", "chess"], b"coset games"), (["play", "--bot", "deep"], b"deep"),
                                (["play", "--resume"], b"no unfinished game"),
                                (["play", "--file", "nowhere.game"], b"nowhere.game"),
                                (["play", "--seats", "you,you,you"], b"seats"),
                                (["play", "solitaire", "--daily", "--date", "2026-02-30"],
                                 b"2026-02-30")):
            run = self.coset(*arguments)
            self.assertEqual(run.returncode, INPUT, arguments)
            self.assertIn(word, run.stderr)
            self.assertEqual(len(run.stderr.decode().splitlines()[0].split("coset: ")), 2)

    def test_a_damaged_game_is_refused_and_left_alone(self):
        self.coset("play", "--seed", "5", "--line", stdin="R+B=P\n")
        folder = os.path.join(self.home, "coset", "games")
        path = os.path.join(folder, os.listdir(folder)[0])
        with open(path, "a", encoding="utf-8") as game:
            game.write("1: R=W\n")
        with open(path, encoding="utf-8") as game:
            before = game.read()
        run = self.coset("play", "--resume", "--line")
        self.assertEqual(run.returncode, INPUT, run.stdout)
        with open(path, encoding="utf-8") as game:
            self.assertEqual(game.read(), before)

    def test_the_daily_deal_its_score_streak_and_text_to_share(self):
        dates = ("2026-11-12", "2026-11-13", "2026-11-15")
        for date in dates:
            game = Lines(self.home, "solitaire", "--daily", "--date", date, "--line")
            text = self.by_hints(game)
            self.assertEqual(game.end()[0], DONE)
        self.assertIn("Streak: 3 days", text)  # one day of rest is forgiven
        self.assertRegex(text, r"To share: Coset daily deal of 2026-11-15: score -?\d+, par -?\d+, "
                               r"\d+ turns, \d+ hints?\. Taken: ")
        self.assertRegex(text, r"Score -?\d+ = 2 x \d+ turns - \d+ left - \d+ cancelled")
        self.assertRegex(text, r"Goal -?\d+: (reached|missed by \d+)\.")
        scores = json.loads(self.coset("scores", "--json").stdout)
        self.assertEqual([day["date"] for day in scores["daily"]], list(dates))
        self.assertEqual(scores["best"], {})  # each was played with hints
        again = Lines(self.home, "solitaire", "--daily", "--date", dates[0], "--line")
        text = self.by_hints(again)
        self.assertIn("You have already played this day's deal", text)
        self.assertRegex(text, "To share: .*, played again")
        again.end()
        deals = [re.search(r"On the table: .*", self.coset(
            "play", "solitaire", "--daily", "--date", dates[0], "--line", "--goal", "3",
            stdin="quit\n").stdout.decode()).group(0) for _ in range(2)]
        self.assertEqual(*deals)

    def test_damaged_scores_are_set_aside(self):
        folder = os.path.join(self.home, "coset")
        os.makedirs(folder)
        with open(os.path.join(folder, "solitaire.json"), "w", encoding="utf-8") as scores:
            scores.write("{]")
        run = self.coset("scores")
        self.assertEqual(run.returncode, DONE)
        self.assertIn(b"damaged", run.stderr)
        self.assertIn("solitaire.json.bad", os.listdir(folder))

    def test_nowhere_to_keep_a_game_is_said(self):
        with open(os.path.join(self.home, "coset"), "w", encoding="utf-8") as blocker:
            blocker.write("")
        run = self.coset("play", "--seed", "5", "--line", stdin="R+B=P\n")
        self.assertEqual(run.returncode, DONE)
        self.assertIn(b"The game continues, but is not saved.", run.stdout)
        self.assertIn(b"You: R+B=P.", run.stdout)
        self.assertIn(b"cannot be written", run.stderr)

    def test_a_game_is_played_in_one_terminal_at_a_time(self):
        game = Lines(self.home, "--seed", "5", "--line")
        game.read()
        busy = self.coset("play", "--resume", "--line")
        self.assertEqual(busy.returncode, FAILURE)
        self.assertIn(b"another terminal", busy.stderr)
        game.say("R+B=P")
        game.end()
        listed = self.coset("play", "--list").stdout.decode()
        self.assertRegex(listed, r"^1  al-jabar")
        self.assertEqual(self.coset("play", "--resume", "--line").returncode, DONE)

    def test_hot_seat_in_lines_hides_cards_between_people(self):
        game = Lines(self.home, "mad-abel", "--seats", "you,you", "--seed", "5", "--line")
        self.assertNotIn("Player 1: 7: ", game.read())
        self.assertIn("Player 1: 7: ", game.say(""))
        after = game.say("draw")
        self.assertIn("Player 2: press Enter", after)
        self.assertNotIn("Player 2: 7: ", after)
        game.end()

    def test_without_arguments_it_offers_what_to_do(self):
        run = self.coset()
        self.assertEqual(run.returncode, DONE)
        for offer in (b"coset lesson", b"coset play", b"coset puzzle", b"coset help"):
            self.assertIn(offer, run.stdout)

    def test_colour_when_it_is_forced(self):
        run = self.coset("play", "--seed", "5", "--line", "--color", "always", stdin="quit\n")
        self.assertIn(b"\x1b[", run.stdout)
        run = self.coset("play", "--seed", "5", "--line", stdin="quit\n")
        self.assertNotIn(b"\x1b[", run.stdout)


if __name__ == "__main__":
    unittest.main()
