"""The commands that play: simulate, perft, replay and bench, as a person or a script calls them."""

import json
import os
import subprocess
import tempfile
import unittest

COSET = os.environ["COSET_BIN"]


def coset(*words, stdin=""):
    return subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=300)


class Simulate(unittest.TestCase):
    def run_json(self, spec, games, *more):
        done = coset("simulate", spec, "--games", str(games), "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_same_seed_same_output_whatever_the_threads(self):
        words = ["simulate", "mad-abel Z4xZ5", "--games", "300", "--seed", "9", "--json"]
        outputs = {coset(*words, "--threads", str(n)).stdout for n in (1, 2, 5)}
        self.assertEqual(len(outputs), 1)
        self.assertNotEqual(outputs, {coset(*words[:4], "--seed", "10", "--json").stdout})

    def test_the_shares_of_the_endings_add_up(self):
        out = self.run_json("al-jabar seats=3", 200)
        self.assertEqual(sum(e["games"] for e in out["endings"].values()), 200)
        self.assertAlmostEqual(sum(s["wins"] for s in out["seats"]), 1)

    # Measured by two earlier programs; the bounds are about four standard errors wide.
    def assert_turns(self, spec, games, expected, within):
        mean = self.run_json(spec, games)["turns"]["mean"]
        self.assertLess(abs(mean - expected), within, f"{spec}: {mean}")

    def test_random_al_jabar_lasts_as_long_as_measured(self):
        self.assert_turns("al-jabar seats=2 repetition=off max_rounds=500", 20000, 62.7, 1.4)
        self.assert_turns("al-jabar seats=3 repetition=off max_rounds=500", 8000, 104, 4)
        self.assert_turns("al-jabar seats=4 repetition=off max_rounds=500", 8000, 163, 6)

    def test_repetition_ends_about_a_fifth_of_two_seat_games(self):
        out = self.run_json("al-jabar seats=2", 10000)
        self.assertLess(abs(out["turns"]["mean"] - 53.3), 1.7)
        self.assertLess(abs(out["endings"]["repetition"]["share"] - 0.215), 0.02)

    def test_random_solitaire_scores_as_measured(self):
        out = self.run_json("solitaire", 20000)
        self.assertLess(abs(out["seats"][0]["points"]["mean"] - 34.4), 0.4)
        self.assertLess(abs(out["other_score"]["mean"] - 38.6), 0.4)
        self.assertLess(abs(out["endings"]["one_piece"]["share"] - 0.21), 0.015)

    def test_random_mad_abel_lasts_as_long_as_measured(self):
        self.assert_turns("mad-abel seats=2", 8000, 77, 4)

    def test_a_spec_that_cannot_be_played_says_why_and_what_would_work(self):
        done = coset("simulate", "al-jabar S3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("not abelian", done.stderr)
        self.assertIn("mad-abel S3", done.stderr)
        self.assertEqual(done.stdout, "")


class Perft(unittest.TestCase):
    def test_canon(self):
        for seats, lines in ((2, [40, 3678, 457394]), (3, [40, 3678, 568177]), (4, [40, 3678, 568177])):
            spec = f"al-jabar Z2^3 seats={seats} null_exchange=allow repetition=off"
            done = coset("perft", spec, "--position", "canon", "--depth", "3", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["lines"], lines)

    def test_plain_output_is_a_line_a_depth(self):
        done = coset("perft", "al-jabar null_exchange=allow", "--depth", "2")
        self.assertEqual(done.stdout, "1   40\n2   3678\n")

    def test_mistakes(self):
        self.assertEqual(coset("perft", "solitaire").returncode, 2)
        done = coset("perft", "al-jabar", "--position", "hand1=R hand2=Y center=Q")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'Q' is not one of the pieces", done.stderr)
        self.assertEqual(coset("perft", "al-jabar", "--depth", "0").returncode, 2)


class Replay(unittest.TestCase):
    RECORD = """coset-record 1
mad-abel Z4xZ5 seats=2 deal=2
1: deal s2
1: deal s3
2: deal d4
2: deal c5
0: deal d2
0: deal h3
1: s2+s3
"""

    def test_a_record_is_played_through(self):
        done = coset("replay", "-", "--json", stdin=self.RECORD)
        self.assertEqual(done.returncode, 0, done.stderr)
        out = json.loads(done.stdout)
        self.assertEqual((out["over"], out["ending"], out["winners"], out["plies"]), (True, "emptied", [1], 7))

    def test_canonical_record_replays_to_the_same_bytes(self):
        first = coset("replay", "-", "--record", stdin=self.RECORD).stdout
        self.assertIn("rules=2", first)
        self.assertEqual(coset("replay", "-", "--record", stdin=first).stdout, first)

    def test_a_seat_sees_its_own_cards_only(self):
        seen = coset("replay", "-", "--as", "2", stdin=self.RECORD).stdout
        self.assertIn("1: deal ?", seen)
        self.assertIn("2: deal d4", seen)
        self.assertNotIn("1: deal s2", seen)

    def test_an_illegal_move_exits_3_and_names_the_line(self):
        done = coset("replay", "-", stdin=self.RECORD.replace("s2+s3", "s2"))
        self.assertEqual(done.returncode, 3)
        self.assertIn("stdin:9", done.stderr)

    def test_a_broken_record_exits_2(self):
        for broken in ("", "coset-record 9\n", self.RECORD.replace("1: deal s2", "deal s2"),
                       self.RECORD.replace("deal s3", "deal ?")):
            self.assertEqual(coset("replay", "-", stdin=broken).returncode, 2, broken)

    def test_a_file_is_read(self):
        with tempfile.NamedTemporaryFile("w", suffix=".coset") as file:
            file.write(self.RECORD)
            file.flush()
            done = coset("replay", file.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("seat 1  holds 0  wins", done.stdout)
        self.assertEqual(coset("replay", "/nonexistent").returncode, 2)
        self.assertEqual(coset("replay", tempfile.gettempdir()).returncode, 2)


class Bench(unittest.TestCase):
    def test_the_signature_is_printed_alone_and_with_the_rest(self):
        alone = coset("bench", "--signature").stdout
        self.assertRegex(alone, r"\A[0-9a-f]{16}\n\Z")
        out = json.loads(coset("bench", "--json").stdout)
        self.assertEqual(out["signature"], alone.strip())
        for row in out["random"]:
            self.assertGreater(row["decisions_per_second"], 0)
            self.assertGreater(row["decisions_per_game"], 5)
            self.assertGreater(row["mean_branching"], 3)
        self.assertEqual({row["path"].split(",")[0] for row in out["random"]}, {"lanes", "sums", "generic"})
        # What 20 000 tables in one process rest on; time is not asserted, the machine may be busy.
        tables = {row["spec"]: row for row in out["tables"]}
        for spec in ("al-jabar Z2^3 seats=2", "mad-abel Z4xZ13 seats=2"):
            self.assertLess(tables[spec]["bytes"], 4096)
            self.assertGreater(tables[spec]["microseconds_as_text"], tables[spec]["microseconds"] / 2)


class Games(unittest.TestCase):
    def test_every_preset_is_listed_and_can_be_named(self):
        rows = [json.loads(line) for line in coset("games", "--json").stdout.splitlines()]
        self.assertGreater(len(rows), 30)
        text = coset("games").stdout
        for row in rows:
            self.assertIn(row["id"], text)
            self.assertIn("rules=2", row["spec"])
        named = json.loads(coset("simulate", "mad-abel-5", "--games", "10", "--json").stdout)
        self.assertTrue(named["spec"].startswith("mad-abel Z4xZ5 "))


class Explore(unittest.TestCase):
    def test_sums(self):
        done = coset("sum", "R+B+W", "RBW", "O+P+W")
        self.assertEqual(done.stdout, "R+B+W = Y\nR+B+W = Y\nO+P+W = R\n")
        self.assertEqual(coset("sum", "s9+s5", "--group", "Z4xZ13").stdout, "s9+s5 = dA\n")
        self.assertEqual(coset("sum", "i*j", "j*i", "--group", "Q8").stdout, "i*j = k\nj*i = -k\n")
        self.assertEqual(json.loads(coset("sum", "RB", "--json").stdout)["sum"], "P")

    def test_a_wrong_piece_is_pointed_at(self):
        done = coset("sum", "R+Q")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'Q' is not one of the pieces", done.stderr)

    def test_explain(self):
        done = coset("explain", "O+P+W")
        self.assertEqual(done.returncode, 0)
        self.assertIn("3  Cancel: R+R, Y+Y and B+B vanish, which leaves R.", done.stdout)
        off = coset("explain", "G+O=W", "--hand", "G+O+Y+B+R").stdout
        self.assertIn("G+O makes P, not W: the gap is Y.", off)
        self.assertIn("Add Y: G+O+Y makes W.", off)
        cards = coset("explain", "s9+s5", "--group", "Z4xZ13", "--target", "d3").stdout
        self.assertIn("s9+s5 makes dA, not d3: the gap is h2.", cards)
        self.assertIn("but the other way round it is -k", coset("explain", "i*j", "--group", "Q8").stdout)
        steps = json.loads(coset("explain", "OPC>G", "--json").stdout)
        self.assertTrue(steps["equal"])
        self.assertEqual([s["step"] for s in steps["left"]["steps"]],
                         ["cancel", "replace", "cancel_again", "one_piece"])
        self.assertEqual(coset("explain", "R+").returncode, 2)

    def test_explain_knows_what_is_at_hand_and_where_exchanges_are(self):
        for words, status, said in (
                (["R+Y=O"], 0, "Both sides make O: they may be exchanged."),
                (["R+Y=O", "--hand", "R+Y"], 0, "Both sides make O: they may be exchanged."),
                (["R+Y=O", "--hand", "R"], 3, "Both sides make O. Y is not at hand."),
                (["R+R+Y=Y", "--hand", "R+B"], 3, "Both sides make Y. R+Y are not at hand."),
                (["R+Y", "--hand", "R"], 3, "Y is not at hand."),
                (["R+Y=B"], 3, "R+Y makes O, not B: the gap is W."),
                (["Y+B+O+P=C"], 0, "Both sides make C, but at most 3 pieces may be given, unless house rules say otherwise."),
                (["C=Y+B+O+P"], 0, "Both sides make C, but at most 3 pieces may be taken, unless house rules say otherwise."),
                (["r+r+r=C", "--group", "Z3^2"], 0, "Both sides make C, but at most 2 pieces may be given,"),
                (["R+Y+B+W=C"], 0, "Both sides make C: they may be exchanged."),
                (["R+Y+B+W=C+C"], 0, "Both sides make C, but at most 3 pieces may be given,"),
                (["R+Y=Y+R"], 0, "Both sides are the same pieces: a turn has to change something,"),
                (["7+2=9", "--group", "Z12"], 0, "1  7+2 is 9."),
                (["R+Y", "--target", "O"], 0, "That is O, as it should be."),
                (["R+Y", "--target", "B"], 3, "the gap is W"),
                (["i*j=k", "--group", "Q8"], 0, "Both sides make k.\n"),
                (["R+Y"], 0, "R+Y makes O.")):
            done = coset("explain", *words)
            self.assertEqual(done.returncode, status, words)
            self.assertIn(said, done.stdout, words)
            if status != 0 or "Q8" in words or "otherwise" in said:
                self.assertNotIn("exchanged", done.stdout, words)
            self.assertEqual(coset("explain", *words, "--json").returncode, status)
        self.assertEqual(json.loads(coset("explain", "R+Y=O", "--hand", "R", "--json").stdout)["missing"], ["Y"])

    def test_a_file_without_end_is_refused(self):
        for words in (["replay", "/dev/zero"], ["group", "--from", "/dev/zero"]):
            done = coset(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("more than 16 MiB", done.stderr)

    def test_hint(self):
        words = ["hint", "al-jabar", "--position", "hand1=R+Y+B+W hand2=O^4+G center=O+C"]
        self.assertEqual(coset(*words, "--level", "1").stdout, "1  A move of four pieces exists.\n")
        self.assertEqual(json.loads(coset(*words, "--json").stdout)["move"], "R+Y+B+W=C")
        self.assertNotIn("move", json.loads(coset(*words, "--json", "--level", "3").stdout))

    def test_ways(self):
        self.assertEqual(coset("ways", "R").stdout.splitlines(), ["R+C = R", "Y+O = R", "B+P = R", "G+W = R"])
        three = json.loads(coset("ways", "R", "--pieces", "3", "--json").stdout)
        self.assertEqual(three["count"], 15)
        distinct = json.loads(coset("ways", "R", "--pieces", "3", "--distinct", "--json").stdout)
        self.assertEqual(distinct["ways"], ["Y+B+W", "Y+G+P", "B+O+G", "O+P+W"])
        # Where order matters every ordered pair is a way.
        self.assertEqual(json.loads(coset("ways", "k", "--group", "Q8", "--json").stdout)["count"], 8)

    def test_no_way_and_too_many(self):
        self.assertEqual(coset("ways", "R", "--pieces", "1", "--distinct", "--group", "Z2^3").returncode, 0)
        self.assertEqual(coset("ways", "C", "--pieces", "1", "--distinct").returncode, 4)
        self.assertEqual(coset("ways", "R", "--pieces", "9").returncode, 2)
        self.assertEqual(coset("ways", "0", "--pieces", "8", "--group", "Z100").returncode, 2)

    def test_space(self):
        rows = [json.loads(line) for line in coset("space", "Z2^3", "Z2^5", "--json").stdout.splitlines()]
        self.assertEqual((rows[0]["multisets"], rows[0]["pairs"], rows[0]["reachable"]), (164, 3376, 1959))
        self.assertEqual(rows[1]["multisets"], 435896)
        self.assertEqual(coset("space", "S3").returncode, 2)


class Variants(unittest.TestCase):
    """Figures measured by an earlier program, greedy play, within noise."""

    def greedy(self, spec, games):
        return json.loads(coset("simulate", spec, "--policy", "greedy", "--games", str(games), "--json").stdout)

    def test_with_free_ordering_the_opener_wins_at_once_as_often_as_commutators_fill_the_group(self):
        for group, share in (("S3", 1 / 2), ("D4", 1 / 4), ("Q8", 1 / 4), ("A4", 1 / 3), ("S4", 1 / 2),
                             ("Z13:Z4", 1 / 4), ("A5", 1)):
            got = self.greedy(f"mad-abel {group} max_cards=7", 2000)["ended_in_first_turn"]
            self.assertLess(abs(got - share), 0.05, f"{group}: {got}")

    def test_with_three_cards_a_play_games_last_as_long_as_measured(self):
        for group, turns in (("S3", 9), ("D4", 13), ("Q8", 13), ("A4", 13), ("S4", 22), ("Z13:Z4", 44), ("A5", 45)):
            out = self.greedy(f"mad-abel {group}", 200)["turns"]
            error = out["sd"] / 200 ** 0.5
            self.assertLess(abs(out["mean"] - turns), 4 * 2 ** 0.5 * error + 0.5, f"{group}: {out}")

    def test_greedy_al_jabar(self):
        for seats, turns in ((2, 15.8), (3, 30.5), (4, 49.9)):
            out = self.greedy(f"al-jabar seats={seats}", 2000)
            self.assertLess(abs(out["turns"]["mean"] - turns), 0.5)


class Help(unittest.TestCase):
    def test_every_command_has_help(self):
        listed = coset("--help").stdout
        for command in ("games", "explain", "hint", "sum", "ways", "group", "space", "simulate", "replay", "perft", "bench"):
            self.assertIn(command, listed)
            done = coset(command, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("--json", done.stdout)


if __name__ == "__main__":
    unittest.main()
