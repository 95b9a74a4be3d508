"""What commands print with --json fits docs/json/*.schema.json, and nothing else is in it."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

try:
    import jsonschema
except ImportError:  # a Python beside the system's may lack it; the system's has Debian's package
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", "-m", "unittest", "json_test.py"])

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))

from _schema import closed  # noqa: E402

COSET = os.environ["COSET_BIN"]
DOCS = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent / "docs"
HAND = "hand1=R+Y+B+W hand2=O^4 center=R+C"
RECORD = "coset-record 1\nal-jabar Z2^3\nposition " + HAND + "\n1: R+Y+B+W=C\n"
QUESTIONS = ('{"id":1,"spec":"al-jabar","position":"canon","playouts":9}\n'
             '{"id":"a","spec":"solitaire Z2^3","position":"hand=R^3+Y^3+B^3+O^2+W center=G+P+C",'
             '"playouts":9,"seed":"18446744073709551615"}\n'
             '{"id":3,"spec":"al-jabar","position":"' + HAND + '","playouts":9,"compare":"R+Y+B+W=C"}\n'
             '{"id":2,"spec":"chess"}\n[]\n')
# A finished game of a server's, and the same with a deal that is another.
FINISHED = json.loads((DOCS.parent / "tests" / "system" / "fair_deal" / "games.jsonl").read_text().splitlines()[0])["file"]
DEALT = dict(FINISHED, record=FINISHED["record"].replace("1: deal ", "1: deal X", 1))

# Commands whose output each schema is for.
PRINTED = {
    "analyse": [(["analyse"], QUESTIONS)],
    "arena": [(["arena", "al-jabar", "--bots", "greedy,random", "--games", "8", "--elo1", "5", "--timings", "--json"], ""),
              (["arena", "al-jabar seats=3", "--bots", "greedy,random", "--games", "3", "--json"], ""),
              (["arena", "solitaire", "--bots", "greedy,random", "--games", "3", "--json"], "")],
    "bench": [(["bench", "--signature", "--json"], ""), (["bench", "--lab", "--json"], "")],
    "check": [(["group", "--check", "-", "--json"], rows)
              for rows in ("[[1,2],[2,1]]", "e a b\na b b\nb e a", "e,a\na,z", "b e a\ne a b\na b e",
                           "0 1 2 3 4\n1 0 3 4 2\n2 4 0 1 3\n3 2 4 0 1\n4 3 1 2 0")],
    "cosets": [(["group", "D4", "--cosets", words, *side, "--json"], "")
               for words in ("s", "r2", "") for side in ([], ["--right"])],
    "explain": [(["explain", "OPC>G", "--json"], ""), (["explain", "G+O=W", "--hand", "G+O+Y+B+R", "--json"], ""),
                (["explain", "s9+s5", "--group", "Z4xZ13", "--target", "d3", "--json"], ""),
                (["explain", "R+Y=O", "--hand", "R", "--json"], ""), (["explain", "i*j=k", "--group", "Q8", "--json"], "")],
    "games": [(["games", "--json"], "")],
    "group": [(["group", "Z2^3", "Q8", "--table", "--json"], ""), (["group", "D4xZ2^5", "--json"], "")],
    "hint": [(["hint", "al-jabar", "--position", "canon", "--level", "2", "--json"], ""),
             (["hint", "al-jabar", "--position", HAND, "--json"], "")],
    "lattice": [(["group", "S4", "Z2^8", "Z1", "--lattice", "--json"], "")],
    "lesson": [(["lesson", track, "--seed", str(seed), "--json"], "")
               for track in ("colours", "table", "groups", "beyond") for seed in (1, 2, 3)],
    "lessons": [(["lesson", "--json"], "")],
    "perft": [(["perft", "al-jabar", "--depth", "2", "--json"], "")],
    "puzzle": [(["puzzle", "--seed", "1", "--count", "12", "--json"], ""),
               (["puzzle", "--kind", "empty-hand", "--seed", "1", "--count", "2", "--json"], "")],
    "puzzles": [(["puzzle", "--list", "--json"], "")],
    "quotient": [(["group", "D4", "--quotient", "r2", "--json"], ""), (["group", "D32xZ2^2", "--quotient", "", "--json"], "")],
    "replay": [(["replay", "-", "--json"], RECORD), (["replay", "-", "--json"], "coset-record 1\nal-jabar\n")],
    "review": [(["review", "-", "--playouts", "40", "--json"], RECORD),
               (["review", "-", "--seat", "1", "--playouts", "40", "--json"],
                "coset-record 1\nsolitaire Z2^3\nposition hand=R+Y+B+W center=O+C\n1: R+Y=O\n")],
    "scores": [(["scores", "--json"], "")],
    "simulate": [(["simulate", "al-jabar", "--games", "20", "--json"], ""),
                 (["simulate", "solitaire", "--games", "20", "--policy", "greedy", "--json"], "")],
    "space": [(["space", "Z2^3", "Z2xZ4", "--json"], "")],
    "sum": [(["sum", "R+B", "OPC", "--json"], "")],
    "verify": [(["verify", "-", "--json"], json.dumps(FINISHED)), (["verify", "-", "--json"], json.dumps(DEALT)),
               (["verify", "-", "--commitment", "0" * 64, "--json"], json.dumps(FINISHED))],
    "version": [(["--version", "--json"], ""), (["--json", "-V"], "")],
    "ways": [(["ways", "R", "--json"], "")],
}
SEEDED = ("arena", "arena-record", "lesson", "puzzle", "review", "simulate")


def load(path):
    return json.loads(path.read_text())


def validator(name):
    path = DOCS / "json" / f"{name}.schema.json"
    schema = closed(load(path))
    store = {other.as_uri(): closed(load(other))
             for other in (DOCS / "json" / "common.schema.json", DOCS / "protocol" / "common.schema.json")}
    jsonschema.Draft202012Validator.check_schema(schema)
    schema.pop("$id")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        resolver = jsonschema.RefResolver(base_uri=path.as_uri(), referrer=schema, store=store)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)


class Schemas(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.environment = dict(os.environ, XDG_DATA_HOME=self.folder.name)

    def coset(self, words, stdin=""):
        return subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=120,
                              env=self.environment).stdout

    def assert_fits(self, name, lines):
        lines = lines.splitlines()
        self.assertTrue(lines, name)
        check = validator(name)
        for line in lines:
            error = jsonschema.exceptions.best_match(check.iter_errors(json.loads(line)))
            self.assertIsNone(error, error and f"{name}: {error.json_path}: {error.message}\n{line}")
        return [json.loads(line) for line in lines]

    def test_what_is_printed_fits(self):
        for name, calls in PRINTED.items():
            for words, stdin in calls:
                with self.subTest(" ".join(words)):
                    self.assert_fits(name, self.coset(words, stdin))

    def test_scores_of_games_that_were_played_fit(self):
        path = pathlib.Path(self.folder.name, "coset", "solitaire.json")
        path.parent.mkdir()
        result = {"date": "2026-11-15", "score": 4, "turns": 6, "par": 6, "hints": 0, "taken_back": 0}
        path.write_text(json.dumps({"schema": 1, "best": {"solitaire Z2^3": [result]}, "daily": {"2026-11-15": result}}))
        scores, = self.assert_fits("scores", self.coset(["scores", "--json"]))
        self.assertEqual(len(scores["daily"]), 1)

    def test_records_in_one_file_fit(self):
        path = os.path.join(self.folder.name, "all.jsonl")
        self.coset(["arena", "al-jabar", "--bots", "random,greedy", "--games", "4", "--records", path])
        self.assertEqual(len(self.assert_fits("arena-record", pathlib.Path(path).read_text())), 4)
        os.remove(path)
        self.coset(["arena", "mad-abel", "--bots", "random,greedy", "--ladder", "--games", "2", "--records", path])
        self.assert_fits("arena-record", pathlib.Path(path).read_text())

    def test_every_command_with_json_has_a_schema_and_every_schema_a_test(self):
        kept = {path.name.split(".")[0] for path in (DOCS / "json").glob("*.schema.json")}
        self.assertEqual(kept - {"common"}, set(PRINTED) | {"arena-record"})
        for command in re.findall(r"(?m)^  ([a-z]+) {2,}\S", self.coset(["help"])):
            if "--json" in self.coset(["help", command]):
                self.assertIn(command, kept)

    def test_a_wrong_answer_would_be_noticed(self):
        answer = json.loads(self.coset(["sum", "R+B", "--json"]))
        check = validator("sum")
        self.assertTrue(check.is_valid(answer))
        self.assertFalse(check.is_valid({**answer, "more": 1}))
        self.assertFalse(check.is_valid({**answer, "sum": 1}))
        del answer["group"]
        self.assertFalse(check.is_valid(answer))
        simulated = json.loads(self.coset(["simulate", "al-jabar", "--games", "2", "--json"]))
        self.assertFalse(validator("simulate").is_valid({**simulated, "seed": 1}))

    def test_seeds_are_text(self):
        largest = "18446744073709551615"
        for words in (["simulate", "al-jabar", "--games", "1"], ["lesson", "colours"], ["puzzle", "--kind", "repair"],
                      ["arena", "al-jabar", "--bots", "greedy,random", "--games", "2"]):
            line = self.coset([*words, "--json", "--seed", largest]).splitlines()[0]
            self.assertIsInstance(json.loads(line)["seed"], str)
            self.assertIn(words[0], SEEDED)

    def test_intervals_of_a_simulation_hold_what_they_are_about(self):
        out = json.loads(self.coset(["simulate", "al-jabar", "--games", "200", "--policy", "greedy", "--json"]))
        for seat in out["seats"]:
            low, high = seat["wins_95"]
            self.assertTrue(0 <= low < seat["wins"] < high <= 1, seat)
            self.assertTrue(0.05 < high - low < 0.2, seat)
        low, high = out["turns"]["mean_95"]
        self.assertTrue(low < out["turns"]["mean"] < high)
        # Four times the games, half the interval.
        more = json.loads(self.coset(["simulate", "al-jabar", "--games", "800", "--policy", "greedy", "--json"]))
        self.assertAlmostEqual((high - low) / (more["turns"]["mean_95"][1] - more["turns"]["mean_95"][0]), 2, delta=0.4)
        text = self.coset(["simulate", "al-jabar", "--games", "200", "--policy", "greedy"])
        self.assertIn("intervals of 95 %", text)
        self.assertRegex(text, r"seat 1 +wins +[\d.]+ % +[\d.]+ to [\d.]+ %")

    def test_the_page_of_the_c_functions_names_the_fields_of_a_match(self):
        page = (DOCS / "c-api.md").read_text()
        part = page.split("## Fields of `coset_match_state`")[1].split("\n## ")[0]
        told = re.findall(r"(?m)^\| `(\w+)` \|", part)
        state = json.loads(self.coset(["replay", "-", "--json"], RECORD))
        self.assertEqual(told, list(state))


if __name__ == "__main__":
    unittest.main()
