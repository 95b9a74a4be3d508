"""A forgotten case does not compile.

Each test adds a case to a copy of one header, leaves out what must come with it, and compiles a source
that has to notice. That the sources compile as they stand is what every build shows.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = os.environ.get("COSET_CXX", "clang++-19")


class ForgottenCase(unittest.TestCase):
    def assert_refused(self, source, complaint, *changes):
        """`changes` are (header, before, after); `source` must be refused with `complaint`."""
        with tempfile.TemporaryDirectory() as folder:
            overlay = pathlib.Path(folder)
            for header, before, after in changes:
                file = overlay / header
                file.parent.mkdir(parents=True, exist_ok=True)
                text = (file if file.exists() else ROOT / "src" / header).read_text()
                self.assertEqual(text.count(before), 1, f"{header} no longer has exactly one: {before}")
                file.write_text(text.replace(before, after))
            command = [COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-fno-exceptions", "-fno-rtti",
                       f"-I{overlay}", f"-I{ROOT / 'src'}", str(ROOT / "src" / source)]
            answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertNotEqual(answer.returncode, 0, f"{source} compiles although a case is forgotten")
        self.assertIn(complaint, answer.stderr)

    def test_a_game_without_a_strong_search(self):
        # The row of Mad Abel under another name: nothing may catch the game in its place.
        self.assert_refused("bots/bot.cpp", "no matching function for call to 'strong_search'", (
            "bots/search.hpp", "std::unique_ptr<Search> strong_search(const MadAbel<CardSet>& game",
            "std::unique_ptr<Search> stronger_search(const MadAbel<CardSet>& game"))

    def test_a_game_in_no_row_of_the_searches(self):
        self.assert_refused("bots/bot.cpp", "no matching function for call to 'plain_alpha_beta'", (
            "bots/search.hpp", "plain_alpha_beta(const Solitaire<T>&", "other_alpha_beta(const Solitaire<T>&"))

    def test_an_ending_without_a_word(self):
        self.assert_refused("play/match.cpp", "one word a value", (
            "rules/action.hpp", "  repetition,  //", "  agreed,\n  repetition,  //"))

    def test_an_ending_that_the_wire_does_not_know(self):
        self.assert_refused("wire/table/view.cpp", "enumeration value 'agreed' not handled in switch", (
            "rules/action.hpp", "  repetition,  //", "  agreed,\n  repetition,  //"), (
            "rules/action.hpp", '"limit",\n            "repetition")', '"limit", "agreed", "repetition")'))

    def test_an_offer_without_rules_of_its_own(self):
        self.assert_refused("hub/table/table_messages.cpp", "enumeration value 'pause' not handled in switch", (
            "wire/table/types.hpp", "{ takeback, rematch, finish }", "{ takeback, rematch, finish, pause }"), (
            "wire/table/types.hpp", '"takeback", "rematch", "finish")', '"takeback", "rematch", "finish", "pause")'))

    def test_a_want_that_hosts_do_not_answer(self):
        self.assert_refused("cli/bench/table.cpp", "no matching function for call to 'go_round'", (
            "hub/table/wants.hpp", "HintAsked, Wake, Rematch>;", "HintAsked, Wake, Rematch, const Row*>;"))

    def test_an_event_that_the_ledger_does_not_book(self):
        self.assert_refused("hub/table/ledger.cpp", "enumeration value 'pause' not handled in switch", (
            "wire/table/types.hpp", "takeback, finish };", "takeback, finish, pause };"), (
            "wire/table/types.hpp", '"forfeit", "takeback", "finish")', '"forfeit", "takeback", "finish", "pause")'))


if __name__ == "__main__":
    unittest.main()
