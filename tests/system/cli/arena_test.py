"""coset arena: bots against each other, our own and programs that speak the bot protocol."""

import json
import os
import stat
import subprocess
import sys
import tempfile
import time
import unittest

COSET = os.environ["COSET_BIN"]
EXAMPLE = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "examples", "bot.py")
BOT = f"exec:{sys.executable} -B {EXAMPLE}"


def arena(*words, timeout=300):
    return subprocess.run([COSET, "arena", *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=timeout)


class Arena(unittest.TestCase):
    def run_json(self, *words):
        done = arena(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_same_seed_same_bytes_whatever_the_threads(self):
        for spec, bots in (("al-jabar", "strong:nodes=500,greedy"), ("mad-abel seats=3", "greedy,random"),
                           ("solitaire", "level2,level3,greedy")):
            words = [spec, "--bots", bots, "--games", "12", "--json", "--seed"]
            outputs = {arena(*words, "5", "--threads", str(n)).stdout for n in (1, 2, 3)}
            self.assertEqual(len(outputs), 1, spec)
            shares = [json.loads(out)["bots"] for out in (outputs.pop(), arena(*words, "6").stdout)]
            self.assertNotEqual(*shares)

    def test_greedy_beats_random(self):
        out = self.run_json("al-jabar", "--bots", "greedy,random", "--games", "201")
        self.assertEqual((out["games"], out["deals"], sum(out["pairs"])), (202, 101, 101))
        greedy, random = out["bots"]
        self.assertGreater(greedy["share"]["low"], 0.9)
        self.assertAlmostEqual(greedy["share"]["mean"] + random["share"]["mean"], 1)
        points = sum(count * half for half, count in enumerate(out["pairs"])) / 4 / 101
        self.assertAlmostEqual(points, greedy["share"]["mean"], 5)

    def test_the_share_from_each_seat_is_told(self):
        out = self.run_json("al-jabar", "--bots", "greedy,greedy", "--games", "400")
        first, again = (bot["by_seat"] for bot in out["bots"])
        self.assertAlmostEqual(sum(first) / 2, out["bots"][0]["share"]["mean"], 5)
        self.assertAlmostEqual(first[0] + again[1], 1, 5)  # the same games
        self.assertAlmostEqual(first[1] + again[0], 1, 5)
        self.assertNotAlmostEqual(*first)  # who moves last has an edge
        four = self.run_json("al-jabar seats=4", "--bots", "greedy,random", "--games", "40")["bots"]
        self.assertEqual([len(bot["by_seat"]) for bot in four], [4, 4])
        for bot in four:
            self.assertAlmostEqual(sum(bot["by_seat"]) / 4 * bot["seats"], bot["share"]["mean"], 5)
        self.assertNotIn("by_seat", self.run_json("solitaire", "--bots", "greedy", "--games", "2")["bots"][0])
        said = arena("al-jabar", "--bots", "greedy,random", "--games", "4").stdout
        self.assertEqual(len([line for line in said.splitlines() if "from each seat" in line]), 2, said)
        self.assertRegex(said, r"\n +from each seat [0-9.]+ %, [0-9.]+ %\n")

    def test_a_bot_against_itself_is_equal(self):
        out = self.run_json("al-jabar", "--bots", "greedy,greedy", "--games", "400")
        share = out["bots"][0]["share"]
        self.assertTrue(share["low"] < 0.5 < share["high"], share)
        elo = out["bots"][0]["elo"]
        self.assertTrue(elo["low"] < 0 < elo["high"], elo)

    def test_many_seats(self):
        out = self.run_json("al-jabar seats=4", "--bots", "greedy,random", "--games", "40")
        self.assertEqual([bot["seats"] for bot in out["bots"]], [1, 3])
        self.assertEqual([bot["parity"] for bot in out["bots"]], [0.25, 0.75])
        self.assertAlmostEqual(sum(bot["share"]["mean"] for bot in out["bots"]), 1, 5)
        self.assertNotIn("elo", out["bots"][0])

    def test_solitaire_is_played_on_the_same_deals(self):
        out = self.run_json("solitaire", "--bots", "greedy,greedy,random", "--games", "30")
        self.assertEqual(out["games"], 90)
        first, again, random = out["bots"]
        self.assertEqual(first["difference"]["mean"], 0)
        self.assertLess(abs(again["difference"]["mean"]), 6)
        self.assertGreater(random["score"]["mean"], first["score"]["mean"])

    def test_the_sequential_test_stops_early(self):
        words = ["al-jabar", "--bots", "greedy,random", "--games", "2000", "--elo0", "0", "--elo1", "50"]
        outputs = [arena(*words, "--json", "--threads", n).stdout for n in ("1", "3")]
        self.assertEqual(outputs[0], outputs[1])
        out = json.loads(outputs[0])
        self.assertEqual(out["sprt"]["verdict"], "elo1")
        self.assertLess(out["games"], 200)

    def test_times_only_on_request(self):
        words = ["al-jabar", "--bots", "greedy,random", "--games", "2"]
        self.assertNotIn("milliseconds", self.run_json(*words)["bots"][0])
        self.assertIn("milliseconds", self.run_json(*words, "--timings")["bots"][0])
        self.assertIn("ms a move", arena(*words).stdout)

    def test_settings_stay_with_their_bot(self):
        out = self.run_json("al-jabar", "--bots", "strong:depth=1,draws=0,alphabeta:depth=1", "--games", "2")
        self.assertEqual([bot["bot"] for bot in out["bots"]], ["strong:depth=1,draws=0", "alphabeta:depth=1"])

    def test_a_ladder_is_a_line_for_each_step(self):
        done = arena("mad-abel", "--bots", "levels", "--ladder", "--games", "2", "--json", "--playouts", "20")
        steps = [[bot["bot"] for bot in json.loads(line)["bots"]] for line in done.stdout.splitlines()]
        self.assertEqual(steps, [[f"level{i + 1}", f"level{i}"] for i in range(1, 5)])

    def test_mistakes(self):
        for words, part in ((["al-jabar", "--bots", "greedy"], "Expected 2 bots, got 1."),
                            (["al-jabar", "--bots", "greedy,greedy,greedy"], "Expected 2 bots, got 3."),
                            (["al-jabar", "--bots", "greedy,deepblue"], "no bot"),
                            (["al-jabar", "--bots", "greedy,exec:"], "exec:./mybot"),
                            (["solitaire", "--bots", "greedy", "--elo1", "5"], "two seats"),
                            (["al-jabar", "--bots", "greedy,random", "--elo0", "9", "--elo1", "5"], "greater than")):
            done = arena(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(part, done.stderr)
            self.assertEqual(done.stdout, "")


class OtherPrograms(unittest.TestCase):
    def test_the_example_plays_twenty_games_to_the_end(self):
        for spec in ("al-jabar", "mad-abel"):
            done = arena(spec, "--bots", "greedy", "--bot", BOT, "--games", "20", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            out = json.loads(done.stdout)
            self.assertEqual(out["games"], 20)
            self.assertEqual(sum(out["endings"].values()), 20)
            self.assertEqual(out["bots"][1]["bot"], BOT)

    def test_the_example_plays_everything(self):
        for spec in ("solitaire", "al-jabar Z3^2 seats=3", "mad-abel Q8xZ2 seats=3"):
            done = arena(spec, "--bots", "greedy", "--bot", BOT, "--games", "3", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_its_seed_makes_games_repeatable(self):
        words = ["al-jabar", "--bots", "greedy", "--bot", BOT, "--games", "8", "--json", "--threads"]
        self.assertEqual(arena(*words, "1").stdout, arena(*words, "2").stdout)

    def refused(self, script, *words):
        """What the arena says of a bot that is this shell script."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bot")
            with open(path, "w", encoding="utf-8") as out:
                out.write("#!/bin/sh\n" + script)
            os.chmod(path, stat.S_IRWXU)
            begin = time.monotonic()
            done = arena("al-jabar", "--bots", "greedy", "--bot", f"exec:{path}", "--games", "4", *words)
            self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_it_dies(self):
        self.assertIn("ended with status 3 after 'hello'", self.refused("exit 3"))
        self.assertIn("ended by signal 9 after 'go'", self.refused(
            "echo hello x\nread a; read b; read c\nkill -9 $$"))
        done = arena("al-jabar", "--bots", "greedy,exec:./no-such-bot", "--games", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ended with status 127", done.stderr)

    def test_it_lies(self):
        say = "read a; echo hello x; while read verb rest; do [ $verb = go ] && echo '%s'; done"
        self.assertIn("which is not a move", self.refused(say % "bestmove Q+Q"))
        self.assertIn("which is not legal", self.refused(say % "bestmove pass"))
        self.assertIn("and not with 'bestmove MOVE'", self.refused(say % "bestmove"))
        self.assertIn("and not with 'bestmove MOVE'", self.refused(say % "I resign"))
        self.assertIn("reports an error no book", self.refused(say % "error no book"))
        self.assertIn("and not with 'hello NAME'", self.refused("echo uciok; sleep 5"))

    def test_it_is_slow(self):
        silent = "read a; echo hello x; while read verb rest; do :; done"
        self.assertIn("no move within 50 ms, nor after 'stop'", self.refused(silent, "--ms", "50"))
        deaf = "echo hello x; trap '' TERM; exec sleep 60"
        self.assertIn("no move within 50 ms", self.refused(deaf, "--ms", "50"))

    def test_stop_is_heard(self):
        late = ("read a; echo hello x; while read verb rest; do "
                "[ $verb = stop ] && echo 'bestmove draw'; done")
        text = self.refused(late, "--ms", "20")  # draws until it cannot
        self.assertIn("'draw'", text.replace('"', "'"))


if __name__ == "__main__":
    unittest.main()
