"""What older programs wrote is opened, replayed and played on. README.md says what the folders hold."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from _library import Match, Table, time_of

COSET = os.environ["COSET_BIN"]
HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = sorted((path for path in HERE.iterdir() if path.name.isdigit()), key=lambda path: int(path.name))


def read(path):
    return json.loads(path.read_text())


def record_of(saved):
    """A saved game without what the terminal notes beside the record."""
    return [line for line in saved.splitlines() if not line.startswith("#")]


class Compat(unittest.TestCase):

    def each(self, pattern, test):
        """Runs a test on every file of that name."""
        found = [path for folder in FOLDERS for path in sorted(folder.glob(pattern))]
        self.assertTrue(found, pattern)
        for path in found:
            with self.subTest(file=str(path.relative_to(HERE))):
                test(path)

    def same(self, told, kept):
        """Everything that was said then is said now; more may be said."""
        self.assertEqual({key: told.get(key) for key in kept}, kept)


class Records(Compat):

    def test_every_record_replays_to_the_same_end_and_is_written_as_it_was(self):
        def holds(path):
            text, kept = path.read_text(), read(path.parent.parent / "records.json")[path.stem]
            match = Match(record=text)
            self.same(match.state(), kept)
            self.assertEqual(match.record(), text)
        self.each("records/*.record", holds)

    def test_half_a_record_plays_on_to_the_same_end(self):
        def holds(path):
            text, kept = path.read_text(), read(path.parent.parent / "records.json")[path.stem]
            lines = text.splitlines()
            half = 2 + (len(lines) - 2) // 2
            match = Match(record="\n".join(lines[:half]) + "\n")
            for line in lines[half:]:
                match.play(line)
            self.same(match.state(), kept)
            self.assertEqual(match.record(), text)
        self.each("records/*.record", holds)

    def test_no_record_is_lost(self):
        def holds(path):
            self.assertEqual(set(read(path)), {record.stem for record in path.parent.glob("records/*.record")})
        self.each("records.json", holds)


class Positions(Compat):

    def test_every_position_means_what_it_meant(self):
        def holds(path):
            for row in read(path):
                with self.subTest(spec=row["spec"], position=row["position"]):
                    match = Match(row["spec"], row["position"])
                    self.same(match.state(), {"spec": row["spec"], **row["told"]})
                    moves = sorted(match.actions())
                    self.assertEqual(len(moves), row["moves"])
                    total = hashlib.blake2b("\n".join(moves).encode(), digest_size=8).hexdigest()
                    self.assertEqual(total, row["sum"])
        self.each("positions.json", holds)


class Tables(Compat):

    def test_every_log_comes_to_the_same_chain_and_end(self):
        def holds(path):
            kept = read(path)
            table = Table(kept["setup"], kept["log"], kept["seed"], kept["begin"])
            self.same(table.wants(), {"head": kept["head"], "chain": kept["chain"], "over": kept["over"] is not None})
            self.assertEqual(table.log, kept["log"])
        self.each("tables/*.json", holds)

    def test_a_log_that_is_cut_plays_on_row_by_row(self):
        def holds(path):
            kept = read(path)
            log = kept["log"][:kept["cut"]]
            table = Table(kept["setup"], log, kept["seed"], time_of(log[-1]))
            for row in kept["log"][kept["cut"]:]:
                table.play_again(row)
            self.assertEqual(table.log, kept["log"])
            if kept["cut"] < len(kept["log"]):
                self.same(table.over, {key: kept["over"][key] for key in ("ending", "scores", "winners", "record")})
        self.each("tables/*.json", holds)


class Home(Compat):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def move_in(self, home):
        shutil.rmtree(self.folder.name)
        shutil.copytree(home, self.folder.name)
        return pathlib.Path(self.folder.name)

    def coset(self, *words, stdin=""):
        done = subprocess.run([COSET, *words], input=stdin, capture_output=True, text=True, timeout=60,
                              env=dict(os.environ, XDG_DATA_HOME=self.folder.name, LANG="C.UTF-8"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_every_game_in_the_middle_is_finished_as_it_was(self):
        def holds(path):
            home = self.move_in(path.parent / "home")
            listed = self.coset("play", "--list")
            for name, game in read(path)["games"].items():
                with self.subTest(game=name):
                    file = home / "coset" / "games" / name
                    self.assertTrue(file.exists())
                    if "record" not in game:
                        continue
                    self.assertIn(pathlib.PurePath(name).stem, listed)
                    self.coset("play", "--file", str(file), "--line", stdin="\n".join(game["moves"]) + "\n")
                    ended = file.with_suffix(".record")
                    self.assertTrue(ended.exists(), "the game is not over")
                    self.assertEqual(record_of(ended.read_text()), record_of(game["record"]))
        self.each("home.json", holds)

    def test_every_finished_game_replays(self):
        def holds(path):
            state = json.loads(self.coset("replay", str(path), "--json"))
            self.assertTrue(state["over"])
        self.each("home/coset/games/*.record", holds)

    def test_scores_are_still_there(self):
        def holds(path):
            self.move_in(path.parent / "home")
            told, kept = json.loads(self.coset("scores", "--json")), read(path)["scores"]
            best = lambda lists: sorted([row["date"], row["score"], row["turns"]] for rows in lists.values() for row in rows)
            self.assertEqual(best(told["best"]), best(kept["best"]))
            self.assertEqual({row["date"]: row["score"] for row in told["daily"]},
                             {date: row["score"] for date, row in kept["daily"].items()})
        self.each("home.json", holds)

    def test_what_went_wrong_in_lessons_comes_back(self):
        def holds(path):
            kept = read(path)
            self.move_in(path.parent.parent)
            told = self.coset("lesson", "--due", "--no-input", "--json")
            asked = {(row["lesson"], int(row["seed"]), row["item"] - 1) for row in map(json.loads, told.splitlines())}
            self.assertEqual(asked, {(row["lesson"], row["seed"], row["item"]) for row in kept["items"]})
        self.each("home/coset/lessons.json", holds)


if __name__ == "__main__":
    unittest.main()
