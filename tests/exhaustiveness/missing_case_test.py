"""A missing case does not compile.

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


class MissingCase(unittest.TestCase):
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
        self.assertNotEqual(answer.returncode, 0, f"{source} compiles although a case is missing")
        self.assertIn(complaint, answer.stderr)

    def test_a_game_without_a_strong_search(self):
        # The row of Mad Abel under another name: nothing may catch the game in its place.
        self.assert_refused("engine/bots/bot.cpp", "no matching function for call to 'strong_search'", (
            "engine/bots/search.hpp", "std::unique_ptr<Search> strong_search(const MadAbel<CardSet>& game",
            "std::unique_ptr<Search> stronger_search(const MadAbel<CardSet>& game"))

    def test_a_game_in_no_row_of_the_searches(self):
        self.assert_refused("engine/bots/bot.cpp", "no matching function for call to 'plain_alpha_beta'", (
            "engine/bots/search.hpp", "plain_alpha_beta(const Solitaire<T>&", "other_alpha_beta(const Solitaire<T>&"))

    def test_an_ending_without_a_word(self):
        self.assert_refused("engine/play/match.cpp", "one word a value", (
            "engine/rules/action.hpp", "  repetition,  //", "  agreed,\n  repetition,  //"))

    def test_an_ending_that_the_protocol_lacks(self):
        self.assert_refused("protocol/table/view.cpp", "enumeration value 'agreed' not handled in switch", (
            "engine/rules/action.hpp", "  repetition,  //", "  agreed,\n  repetition,  //"), (
            "engine/rules/action.hpp", '"limit",\n            "repetition")', '"limit", "agreed", "repetition")'))

    def test_an_offer_without_rules_of_its_own(self):
        self.assert_refused("table/table_messages.cpp", "enumeration value 'pause' not handled in switch", (
            "protocol/table/types.hpp", "finish, bot_takeover }", "finish, bot_takeover, pause }"), (
            "protocol/table/types.hpp", '"finish", "bot_takeover")', '"finish", "bot_takeover", "pause")'))

    def test_a_request_that_hosts_do_not_serve(self):
        self.assert_refused("apps/coset/cli/bench/table.cpp", "no matching function for call to 'serve_requests'", (
            "table/host_requests.hpp", "RematchRequest>;", "RematchRequest, const Row*>;"))

    def test_an_event_that_the_ledger_does_not_apply(self):
        self.assert_refused("table/ledger.cpp", "enumeration value 'pause' not handled in switch", (
            "protocol/table/types.hpp", "  takeback,\n  finish\n};", "  takeback,\n  finish,\n  pause\n};"), (
            "protocol/table/types.hpp", '"forfeit", "takeback", "finish")', '"forfeit", "takeback", "finish", "pause")'))


if __name__ == "__main__":
    unittest.main()
