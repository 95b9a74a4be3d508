"""The full-screen table of `coset play` in a real terminal, as a person uses it."""

import os
import re
import signal
import tempfile
import unittest

from _terminal import Terminal, compare

SIZES = ((80, 24), (120, 40))
HINT = re.compile(r"Play (\S+?)\.(\s|$)")
DRAW = re.compile(r"(possible|exists): draw|No play exists: draw")


class Table(unittest.TestCase):

    def setUp(self):
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.home.cleanup)

    def open(self, size, *arguments, environment=()):
        return Terminal(*size, ["play", "--pace", "0", *arguments], self.home.name, environment)

    def saved(self, ending):
        folder = os.path.join(self.home.name, "coset", "games")
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
                if name.endswith(ending)]

    def play_to_the_end(self, terminal, most_moves=120):
        """Asks for hints and does what they say."""
        for _ in range(most_moves):
            screen = terminal.wait(r"(q leave|over)")
            if "The game is over" in screen:
                return screen
            terminal.type("hhhh")
            screen = terminal.wait(lambda s: HINT.search(s) or DRAW.search(s)
                                   or "but pass" in s or "The game is over" in s)
            if "The game is over" in screen:
                return screen
            move = HINT.search(screen)
            before = screen
            if move:
                # Symbols of suits are shown; letters are typed.
                text = move.group(1)
                for symbol, letter in zip("♥♠♦♣", "hsdc"):
                    text = text.replace(symbol, letter)
                terminal.type("/" + text)
                terminal.keys("Enter")
            elif DRAW.search(screen):
                terminal.type("dd")
            else:
                terminal.type("e")
            terminal.wait(lambda s, b=before: s != b and "Hint" not in s)
        self.fail("the game does not end\n" + terminal.screen())

    def whole_game(self, name, *arguments):
        for size in SIZES:
            with self.subTest(size=size), self.open(size, *arguments) as terminal:
                tag = f"{name}_{size[0]}x{size[1]}"
                if "solitaire" in arguments:
                    terminal.wait("Your goal")
                    terminal.keys("Enter")
                compare(self, tag + "_start", terminal.wait("q leave"))
                screen = self.play_to_the_end(terminal)
                # The path of the record differs from run to run.
                compare(self, tag + "_end", screen.split("Record:")[0] + "Record: ...\n")
                terminal.keys("r")
                terminal.wait("Review")
                terminal.keys("Home")
                terminal.wait("Move 1 of")
                terminal.keys("Right")
                terminal.wait("Move 2 of")
                terminal.type("?")
                terminal.wait("hint would have been|No player decides")
                terminal.keys("q")
                terminal.wait("r review")
                terminal.keys("q")
                terminal.wait("exit 0")

    def test_a_whole_al_jabar(self):
        self.whole_game("al_jabar", "--seed", "5")

    def test_a_whole_solitaire(self):
        self.whole_game("solitaire", "solitaire", "--seed", "5")

    def test_a_whole_mad_abel(self):
        self.whole_game("mad_abel", "mad-abel", "--seed", "5")

    def test_a_whole_game_of_four(self):
        self.whole_game("al_jabar_4", "al-jabar-4", "--seed", "9", "--bot", "lookahead")

    def test_a_whole_game_on_another_group(self):
        self.whole_game("shades", "shades", "--seed", "3")

    def test_a_selection_is_judged_as_it_is_made(self):
        with self.open((80, 24), "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("rbP")
            compare(self, "selection_legal", terminal.wait("Enter plays it"))
            terminal.keys("Escape")
            terminal.wait("Give -")
            terminal.type("roP")
            screen = terminal.wait("the gap is W")
            terminal.type("?")
            compare(self, "selection_illegal", terminal.wait("Why"))
            self.assertIn("Try R+O+W=P", screen)
            terminal.keys("Enter")
            terminal.wait("the gap is W")
            terminal.keys("BSpace")
            terminal.wait("Take -")

    def test_a_repair_that_is_offered_works(self):
        with self.open((80, 24), "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("roP")
            repair = re.search(r"Try (\S+?),", terminal.wait("Try")).group(1)
            terminal.keys("Escape")
            terminal.type("/" + repair)
            terminal.keys("Enter")
            terminal.wait(re.escape("You: "))

    def test_mad_abel_has_two_dials(self):
        with self.open((80, 24), "mad-abel", "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.keys("Space", "Right", "Right", "Space")
            compare(self, "mad_abel_dials", terminal.wait("♥2.♦4 makes"))

    def test_order_matters_on_a_square(self):
        with self.open((80, 24), "square", "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.keys("Space", "Right", "Space")
            compare(self, "square", terminal.wait(r"e\*r makes"))

    def test_ascii_and_no_colour(self):
        with self.open((80, 24), "mad-abel", "--seed", "5", "--ascii") as terminal:
            self.assertTrue(terminal.wait("q leave").isascii())
        with self.open((80, 24), "--seed", "5") as terminal:
            terminal.wait("q leave")
            self.assertIn("\x1b[48;5;160", terminal.screen(escapes=True).replace("38;5;231;", "")
                          .replace("\x1b[1m", "").replace(";1m", "m"))
        for arguments, environment in ((("--color", "never"), ()), ((), ("NO_COLOR=1",))):
            with self.open((80, 24), "--seed", "5", *arguments,
                           environment=environment) as terminal:
                terminal.wait("q leave")
                self.assertNotRegex(terminal.screen(escapes=True), r"[;\[][34]8;5;")

    def test_a_terminal_that_cannot_is_played_in_lines(self):
        for term in ("dumb", "nosuch"):
            with self.open((80, 24), "--seed", "5", environment=(f"TERM={term}",)) as terminal:
                terminal.wait("Your move:")
                terminal.type("R+B=P")
                terminal.keys("Enter")
                terminal.wait(r"You: R\+B=P\.")

    def test_symbols_can_be_typed(self):
        with self.open((80, 24), "mad-abel", "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("/♣K+♦4x")
            terminal.keys("BSpace", "BSpace", "BSpace")
            terminal.wait("Move: ♣K\\+_")
            terminal.type("♠4")
            terminal.keys("Enter")
            terminal.wait("✗ ♣K")

    def test_nobody_acts_on_a_table_that_is_not_shown(self):
        with self.open((60, 20), "--seed", "5") as terminal:
            terminal.wait("needs 80")
            terminal.type("dd")
            terminal.resize(80, 24)
            terminal.wait("You +13 ")

    def test_resized_the_table_comes_back(self):
        with self.open((100, 30), "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("rb")
            terminal.wait("Give R")
            terminal.resize(60, 20)
            compare(self, "too_small", terminal.wait("needs 80"))
            terminal.resize(80, 24)
            terminal.wait(r"Give R\+B")
            terminal.resize(140, 50)
            terminal.wait(r"Give R\+B")

    def test_a_terminal_that_is_very_small_can_still_be_read(self):
        with self.open((30, 12), "--seed", "5") as terminal:
            words = " ".join(terminal.wait("needs 80").split())
            self.assertIn("The table needs 80 columns and 24 rows. This terminal has 30 and 12: make it "
                          "larger, or press q (the game is saved) and go on with coset play --resume --line",
                          words)

    def test_the_daily_deal_has_its_date_in_the_title(self):
        with self.open((80, 24), "solitaire", "--date", "2026-11-15", "--goal", "12") as terminal:
            title = terminal.wait("q leave").splitlines()[0]
            self.assertRegex(title, r"^ Solitaire.*deal of 2026-11-15  +turns 0  score so far 0  goal 12  bag \d+$")
        with self.open((120, 40), "solitaire", "--date", "2026-11-15", "--goal", "12") as terminal:
            self.assertIn(" Solitaire Al-Jabar on Z2^3, daily deal of 2026-11-15  ", terminal.wait("q leave"))

    def test_lines_are_folded_between_words(self):
        with self.open((50, 40), "--seed", "5", "--line") as terminal:
            screen = terminal.wait("Your move:")
            opening = screen.split("Your move:")[0].split("R is red")[0]
            self.assertGreater(len(opening.splitlines()), 2)
            words = set(" ".join(screen.split()).split(" "))
            for word in ("pieces", "Center", "type", "commands."):
                self.assertIn(word, words)
            for line in screen.splitlines():
                self.assertLessEqual(len(line), 50)

    def test_a_lesson_is_folded_to_the_terminal(self):
        with Terminal(40, 40, ["lesson", "colours.not-paint", "--seed", "3"], self.home.name) as terminal:
            screen = terminal.wait("(?m)^> *$")
            text = " ".join(screen.split())
            self.assertIn("Type a number of the list or the answer itself.", text)
            self.assertIn("Ctrl-D stops.", text)

    def test_a_game_is_chosen_from_the_list(self):
        for words in (["--seed", "5"], ["mad-abel", "--seed", "5"]):
            with self.open((80, 24), *words) as terminal:
                terminal.wait("q leave")
                terminal.keys("q")
                terminal.wait("exit 0")
        with self.open((80, 24), "--list") as terminal:
            terminal.wait("A number, or Enter to leave")
            terminal.type("9")
            terminal.keys("Enter")
            terminal.wait("There is no unfinished game")
            terminal.type("2")
            terminal.keys("Enter")
            terminal.wait("Al-Jabar on Z2\\^3")
            terminal.keys("q")
            terminal.wait("exit 0")

    def test_interrupted_or_killed_nothing_is_lost(self):
        with self.open((80, 24), "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("rbP")
            terminal.keys("Enter")
            terminal.wait(r"You: R\+B=P")
            terminal.wait("q leave")
            terminal.keys("C-c")
            screen = terminal.wait("exit 130")
            self.assertIn("The game is saved", screen)
            self.assertRegex(terminal.wait("icanon"), r"(?m)^icanon echo")
        position = self.last_line_of_record()
        for way in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
            with self.open((80, 24), "--resume") as terminal:
                terminal.wait("q leave")
                terminal.type("m")
                terminal.wait(r"You: R\+B=P")
                os.kill(terminal.program(), way)
                terminal.wait("exit")
            self.assertEqual(self.last_line_of_record(), position)

    def last_line_of_record(self):
        games = self.saved(".game")
        self.assertEqual(len(games), 1)
        with open(games[0], encoding="utf-8") as game:
            return game.read().splitlines()[-1]

    def test_after_a_crash_the_terminal_is_as_before(self):
        for crash in (signal.SIGABRT, signal.SIGSEGV):
            with self.open((80, 24), "--seed", "5") as terminal:
                terminal.wait("q leave")
                os.kill(terminal.program(), crash)
                screen = terminal.wait("exit 70")
                self.assertIn("internal error", screen)
                self.assertNotIn("Al-Jabar on", screen)
                self.assertRegex(terminal.wait("icanon"), r"(?m)^icanon echo")

    def test_hot_seat_hides_cards_between_people(self):
        with self.open((80, 24), "mad-abel", "--seed", "5", "--seats", "you,you") as terminal:
            screen = terminal.wait("only you can see")
            self.assertNotRegex(screen, r"(?m)^Player 1 7 ")
            terminal.keys("Space")
            terminal.wait(r"(?m)^Player 1 7 ")
            terminal.type("dd")
            screen = terminal.wait("Player 2: press Space")
            self.assertNotRegex(screen, r"(?m)^Player 2 7 ")

    def test_undo_and_drawing_ask_first(self):
        with self.open((80, 24), "--seed", "5") as terminal:
            terminal.wait("q leave")
            terminal.type("d")
            terminal.wait("Press d once more")
            terminal.type("d")
            terminal.wait("You: draw ")
            terminal.type("u")
            terminal.wait("Taken back")
            self.assertNotIn("You: draw ", terminal.screen())

    def test_the_first_page_leads_to_a_game(self):
        with Terminal(80, 24, [], self.home.name) as terminal:
            terminal.wait("A number, or Enter to leave")
            terminal.type("3")
            terminal.keys("Enter")
            terminal.wait("Al-Jabar on Z2\\^3")
            terminal.keys("q")
            terminal.wait("exit 0")

    def test_the_first_page_leads_to_the_first_game_which_is_played_by_what_the_coach_says(self):
        with Terminal(80, 24, [], self.home.name) as terminal:
            terminal.wait("A number, or Enter to leave")
            terminal.type("1")
            terminal.keys("Enter")
            terminal.wait("Five pieces. Get down to one")
            for told, keys in (("Press o", "o"), ("Press p", "p"), ("Press G", "G")):
                terminal.wait(told)
                terminal.type(keys)
            terminal.wait("Press Enter")
            terminal.keys("Enter")
            terminal.wait("Now red and blue for purple")
            terminal.type("rbP")
            terminal.keys("Enter")
            terminal.wait("Press d, and d once more")
            terminal.type("dd")
            terminal.wait("Three for one")
            terminal.type("rgpY")
            terminal.keys("Enter")
            terminal.wait("Two yellows make a clear")
            terminal.type("yyC")
            terminal.keys("Enter")
            terminal.wait("That was a whole game")
            terminal.keys("q")
            terminal.wait("exit 0")


if __name__ == "__main__":
    unittest.main()
