"""What tools/check holds a run against, what it runs for a change, and how sources are put in batches."""

import fnmatch
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from ci import pace, report, rotation, since, steps, tidy
from ci.run import ROOT, Step

spec = importlib.util.spec_from_file_location("batches", ROOT / "cmake/batches.py")
batches = importlib.util.module_from_spec(spec)
spec.loader.exec_module(batches)

TABLE = """| Module | May include | Portable |
| base | - | yes |
| engine/rules/counting | base | yes |
| engine/rules | base, rules/counting | yes |
| engine/play | base, rules | yes |
| table | base, rules, play | yes |
| apps/coset/cli | base, rules, play, table | no |
"""


def step(name, cpu=0, counts=None, ok=True):
    made = Step(name)
    made.cpu, made.wall, made.ok, made.counts = cpu, cpu / 2, ok, counts or {}
    return made


class Counts(unittest.TestCase):
    kept = {"test": {"unit": [10, 0], "cli": [5, 1]}}

    def test_as_many_or_more(self):
        self.assertEqual(report.fewer("test", {"unit": [10, 0, 0], "cli": [6, 0, 1]}, self.kept), [])
        self.assertEqual(report.fewer("web", {"web": [1, 0, 0]}, self.kept), [])

    def test_fewer(self):
        self.assertIn("unit 9, 10 before", report.fewer("test", {"unit": [9, 0, 0], "cli": [5, 0, 0]}, self.kept)[0])

    def test_a_suite_that_is_gone(self):
        self.assertIn("cli 0, 5 before", report.fewer("test", {"unit": [10, 0, 0]}, self.kept)[0])

    def test_skipped(self):
        self.assertIn("skipped more", report.fewer("test", {"unit": [10, 0, 1], "cli": [5, 0, 1]}, self.kept)[0])
        self.assertIn("never been counted", report.fewer("web", {"web": [90, 0, 1]}, self.kept)[0])


class Summary(unittest.TestCase):
    def test_last_line(self):
        ran = [step("format", counts={"files": [400, 0, 0]}), step("test", counts={"unit": [3, 0, 0]})]
        self.assertEqual(report.last_line(ran), ("3 passed, 0 failed", 0))
        self.assertEqual(report.last_line([step("gcc", counts={"unit": [3, 2, 0]}, ok=False)])[0], "3 passed, 2 failed")
        self.assertEqual(report.last_line([step("format", ok=False)])[0], "0 passed, 1 failed")

    def test_budget(self):
        budget = {"steps": {"a": 100, "b": 10}, "cpu": 110, "wall_minutes": 65, "machine": report.machine()}
        lines, complaints, warnings = report.costs([step("a", 120), step("b", 13)], budget, True, 60)
        self.assertEqual((complaints, warnings), ([], []))
        self.assertNotIn("over", lines[1])
        self.assertIn("30 % over", lines[2])
        self.assertEqual(len(report.costs([step("a", 138)], budget, True, 60)[1]), 1)
        self.assertEqual(report.costs([step("a", 138)], budget, False, 60)[1], [])

    def test_what_is_late(self):
        budget = {"wall_minutes": 65, "asan_minutes": 60}
        for name, minutes, late in (("tidy", 64, False), ("tidy", 66, True), ("asan", 59, False), ("asan", 61, True),
                                    ("test", 89, False), ("browser", 89, False)):
            self.assertEqual(steps.is_late(name, minutes, budget), late, (name, minutes))
        self.assertTrue(steps.is_late("fuzz", 61, budget, ["asan"]))
        self.assertFalse(steps.is_late("fuzz", 85, budget, []))

    def test_a_slower_machine_may_take_as_much_longer(self):
        budget = {"steps": {"a": 110}, "cpu": 110, "machine": report.machine()}
        lines, complaints, _ = report.costs([step("a", 138)], budget, True, 60, 1.1)
        self.assertEqual((complaints, lines[1].find("over")), ([], -1))
        self.assertEqual(len(report.costs([step("a", 152)], budget, True, 60, 1.1)[1]), 1)

    def test_pace(self):
        with pace.Pace(0.01) as sampled:
            while len(sampled.samples) < 3:
                pass
        usual = sum(sampled.samples) / len(sampled.samples)
        self.assertAlmostEqual(sampled.slowness(usual / 2), 2)
        self.assertEqual((sampled.slowness(2 * usual), sampled.slowness(None)), (1, 1))

    def test_another_machine_warns(self):
        budget = {"steps": {}, "cpu": 110, "machine": "64 x something faster"}
        _, complaints, warnings = report.costs([step("a", 138)], budget, True, 60)
        self.assertEqual((complaints, len(warnings)), ([], 1))

    def test_the_budgets_of_steps_fill_the_whole(self):
        budget = report.read(report.BUDGET)
        turns = [budget["steps"][name] for name in rotation.GROUPS["steps"]]  # of which a run has one
        self.assertLessEqual(sum(budget["steps"].values()) - sum(turns) + max(turns), budget["cpu"])


class Rotation(unittest.TestCase):
    groups = {"two": ["a", "b"], "four": ["c0", "c1", "c2", "c3"]}
    lately = {"a": 400, "b": 401, "c0": 400, "c1": 401, "c2": 402, "c3": 403}

    def test_one_of_each_group(self):
        self.assertEqual([sorted(rotation.due(number, self.lately, self.groups)) for number in range(404, 408)],
                         [["a", "c0"], ["b", "c1"], ["a", "c2"], ["b", "c3"]])

    def test_what_was_not_seen_for_long_is_added(self):
        self.assertEqual(rotation.due(439, {**self.lately, "c0": 399}, self.groups), {"b", "c3", "c0"})
        self.assertEqual(rotation.due(439, self.lately, self.groups), {"b", "c3"})
        self.assertEqual(rotation.due(404, {}, self.groups), {"a", "b", "c0", "c1", "c2", "c3"})

    def test_a_record_of_another_history_does_not_count(self):
        self.assertEqual(rotation.due(404, {**self.lately, "b": 490}, self.groups), {"a", "b", "c0"})

    def test_every_member_is_a_step_or_a_quarter(self):
        for name in (name for members in rotation.GROUPS.values() for name in members):
            self.assertTrue(name in steps.ROTATING or name in rotation.QUARTERS, name)
        self.assertLessEqual(set(steps.ROTATING), set(steps.STEPS))

    def test_nothing_leaves_the_full_tier(self):
        self.assertLessEqual(set(steps.STEPS), set(steps.FULL))


class Names(unittest.TestCase):
    def test_of_long_tests_exist(self):
        text = "".join(path.read_text() for path in sorted((ROOT / "tests").rglob("*_test.cpp")))
        tests = {".".join(pair) for pair in re.findall(r"\b(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\((\w+),\s*(\w+)", text)}
        for pattern in steps.LONG:
            self.assertTrue(fnmatch.filter(tests, pattern), pattern)

    def test_of_whole_tests_exist(self):
        for name in steps.WHOLE:
            self.assertTrue((ROOT / f"tests/system/server/{name}_test.py").is_file(), name)


class Since(unittest.TestCase):
    def plan(self, *names):
        return since.plan(names, TABLE)

    def test_a_module_and_those_above(self):
        plan = self.plan("src/engine/rules/counting/subsets.cpp")
        self.assertEqual(plan.modules, {"rules", "play", "table", "cli"})
        self.assertTrue({"rulebook", "cli", "mutants"} <= plan.suites)
        self.assertTrue({"format", "layers", "words"} <= plan.steps)
        self.assertNotIn("browser", plan.steps)
        top = self.plan("src/apps/coset/cli/main.cpp")
        self.assertEqual(top.modules, {"cli"})
        self.assertNotIn("rulebook", top.suites)

    def test_words_only(self):
        plan = self.plan("README.md", "docs/decisions/0001-x.md")
        self.assertEqual((plan.steps, plan.tests(), plan.everything), ({"words"}, "", False))

    def test_other_folders(self):
        self.assertEqual(self.plan("web/src/app/App.svelte").steps, {"words", "web", "browser"})
        self.assertEqual(self.plan("tests/rules/rulebook/x_test.cpp").tests(), r"^(rulebook\.)")
        self.assertEqual(self.plan("tests/unit/rules/x_test.cpp").tests(), r"^(rules\.)")
        self.assertIn("fuzz", self.plan("fuzz/move_fuzz.cpp").steps)
        for name in ("packaging/cosetd.toml", "tests/system/packaging/prefix_test.py", "examples/outside/Makefile"):
            self.assertIn("packages", self.plan(name).steps)
        self.assertTrue(self.plan("cmake/CosetModule.cmake").everything)
        self.assertTrue(self.plan("src/new_module/x.cpp").everything)

    def test_every_suite_is_known(self):
        modules = since.dependencies((ROOT / "ARCHITECTURE.md").read_text())
        self.assertIn("cli", modules)
        for folder in (ROOT / "tests").glob("*/*"):
            if folder.is_dir() and any(folder.glob("*_test.*")) and folder.name not in ("server", "cluster"):
                self.assertTrue(folder.name in {*since.LINKS, *since.BY_STEP, *modules}, folder.name)


class Unittests(unittest.TestCase):
    def run_on(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "some_test.py").write_text(text)
            command = [sys.executable, "-B", str(ROOT / "tools/run_unittest.py"), f"{folder}/out.xml", "some_test"]
            code = subprocess.run(command, cwd=folder, capture_output=True).returncode
            return code, (pathlib.Path(folder) / "out.xml").read_text()

    def test_a_skip_is_not_a_pass(self):
        code, text = self.run_on("import unittest\nclass A(unittest.TestCase):\n"
                                 "  def test_a(self): self.skipTest('no')\n  def test_b(self): pass\n")
        self.assertEqual(code, 0)
        self.assertIn('tests="2" failures="0" skipped="1"', text)

    def test_failures_and_nothing(self):
        code, text = self.run_on("import unittest\nclass A(unittest.TestCase):\n  def test_a(self):\n"
                                 "    for n in range(3):\n      with self.subTest(n=n): self.fail()\n")
        self.assertEqual(code, 1)
        self.assertIn('tests="1" failures="1"', text)
        self.assertEqual(self.run_on("x = 1\n")[0], 1)


class Tidy(unittest.TestCase):
    def test_what_it_does_not_see_in_batches(self):
        path = ROOT / "src/x.cpp"
        self.assertEqual(list(tidy.words_alone(path, "#include <cassert>\nusing a::B;\nB b;\n")), [])
        found = list(tidy.words_alone(path, '#include <assert.h>\n#include "y.cpp"\nusing a::B;\n// B\n'))
        self.assertEqual(len(found), 3)


    def test_a_batch_keeps_its_turn(self):
        file = ROOT / "build/tidy/src/a/CMakeFiles/coset_a.dir/Unity/unity_0_cxx.cxx"
        self.assertEqual(tidy.quarter_of(file), tidy.quarter_of(pathlib.Path("/elsewhere") / file.relative_to(ROOT / "build")))

    def test_of_other_batches_what_changed(self):
        one, two, other = (ROOT / f"src/{name}.cpp" for name in ("one", "two", "other"))
        files = [ROOT / f"build/tidy/src/a/CMakeFiles/coset_a.dir/Unity/unity_{number}_cxx.cxx" for number in range(2)]
        commands = [{"file": str(file), "command": f"clang -c {file}"} for file in files]
        found = {files[0]: {one, two}, files[1]: {other}}
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            chosen = tidy.narrowed(commands, found, {two}, set(), folder)
            self.assertEqual(list(chosen.values()), [{two}])
            self.assertEqual(next(iter(chosen)).read_text(), f'#include "{two}"\n')
            self.assertEqual(tidy.narrowed(commands, found, set(), set(rotation.QUARTERS), folder), found)
            self.assertEqual(tidy.narrowed(commands, found, {other}, set(), folder), {files[1]: {other}})

    def test_a_header_brings_a_source(self):
        known = {ROOT / "src/base/reader.cpp", ROOT / "src/base/check.cpp"}
        self.assertEqual(tidy.with_headers({ROOT / "src/base/reader.hpp"}, known), {ROOT / "src/base/reader.cpp"})
        self.assertEqual(tidy.with_headers({ROOT / "src/gone.hpp"}, known), set())


class Batches(unittest.TestCase):
    def batches(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (pathlib.Path(folder) / name).write_text(text)
            names = [f"{folder}/{name}" for name in sorted(files) if name.endswith(".cpp")]
            found = batches.batches([batches.File(name, [folder]) for name in names], 64 * 1024)
            return [[pathlib.Path(file.path).stem for file in batch] for batch in found]

    def test_strangers_share(self):
        self.assertEqual(self.batches({"a.cpp": "namespace x {\nnamespace {\nint one() { return 1; }\n}\n}\n",
                                       "b.cpp": "namespace x {\nnamespace {\nint two() { return 2; }\n}\n}\n"}), [["a", "b"]])

    def test_a_name_of_ones_own(self):
        mine = "namespace x {\nnamespace {\nint one() {\n  return 1;\n}\nconst int lots[] = {one()};\n}\n}\n"
        self.assertEqual(self.batches({"a.cpp": mine, "b.cpp": mine}), [["a"], ["b"]])
        self.assertEqual(self.batches({"a.cpp": mine, "b.cpp": "int f() { return lots; }\n"}), [["a"], ["b"]])
        self.assertEqual(self.batches({"a.cpp": mine, "b.cpp": "int f(S s) { return s.lots + y::lots; }\n"}), [["a", "b"]])

    def test_the_same_alias(self):
        one = "namespace x {\nusing y::Word;\nWord a;\n}\n"
        self.assertEqual(self.batches({"a.cpp": one, "b.cpp": one.replace(" a;", " b;")}), [["a", "b"]])
        self.assertEqual(self.batches({"a.cpp": one, "b.cpp": one.replace("y::", "z::")}), [["a"], ["b"]])

    def test_a_header_with_another_meaning(self):
        headers = {"y.hpp": "namespace x::y {\nstruct Scores {};\n}\n", "x.hpp": "namespace x {\nstruct Scores {};\n}\n"}
        files = {"a.cpp": '#include "y.hpp"\nnamespace x::y {\nScores a;\n}\n',
                 "b.cpp": '#include "x.hpp"\nnamespace x::y {\nx::Scores f(Scores s);\n}\n'}
        self.assertEqual(self.batches({**headers, **files}), [["a"], ["b"]])

    def test_two_headers_with_one_name(self):
        headers = {"p.hpp": "namespace x {\nstruct Out { int a; };\n}\n", "q.hpp": "namespace x {\nstruct Out { int b; };\n}\n"}
        files = {"a.cpp": '#include "p.hpp"\n', "b.cpp": '#include "q.hpp"\n', "c.cpp": '#include "p.hpp"\n'}
        self.assertEqual(self.batches({**headers, **files}), [["a", "c"], ["b"]])


if __name__ == "__main__":
    unittest.main()
