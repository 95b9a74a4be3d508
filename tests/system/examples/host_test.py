"""The examples in C, Python and Node host the same table, and what they print can be replayed."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
WASM = pathlib.Path(os.environ.get("COSET_WASM", ROOT / "build/wasm/bin/coset.wasm"))
GAMES = [("al-jabar", "1"), ("mad-abel", "7"), ("shades", "3"), ("quaternions", "2")]
PROGRAMS = {
    "c": [os.environ["COSET_HOST_C"]],
    "python": [sys.executable, "-B", str(ROOT / "examples/host.py")],
    "node": ["node", str(ROOT / "examples/host.mjs")],
}


def run(program, *words):
    done = subprocess.run(PROGRAMS[program] + list(words), capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{program} {words}: {done.returncode}\n{done.stderr}")
    return done.stdout


class Hosts(unittest.TestCase):
    def agree(self, program):
        for game, seed in GAMES:
            with self.subTest(game=game):
                self.assertEqual(run(program, game, seed), run("c", game, seed))

    def test_records_replay(self):
        for game, seed in GAMES:
            with self.subTest(game=game):
                record = run("c", game, seed)
                self.assertRegex(record.splitlines()[-1], r"^# chain [0-9a-f]{32}$")
                done = subprocess.run([os.environ["COSET_BIN"], "replay", "-", "--json"], input=record,
                                      capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(json.loads(done.stdout)["over"])
        self.assertNotEqual(run("c", "al-jabar", "1"), run("c", "al-jabar", "2"))

    def test_a_game_that_is_none_is_refused_with_a_reason(self):
        for program in ("c", "python"):
            done = subprocess.run(PROGRAMS[program] + ["chess"], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn("chess", done.stderr)

    def test_python(self):
        self.agree("python")

    def test_node(self):
        built = WASM.exists() and (ROOT / "web/build/src/engine/index.js").exists() and shutil.which("node")
        if not built and os.environ.get("COSET_NEED_NODE") is None:
            self.skipTest("needs the WebAssembly build and web/build")
        self.agree("node")


if __name__ == "__main__":
    unittest.main()
