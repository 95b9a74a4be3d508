"""What check_mutants.py refuses, and what it plants, on a small tree."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import check_mutants

MUTANT = {"id": "C1", "file": "src/base/sum.cpp", "mutation": "adds one too many", "before": "a + b",
           "after": "a + b + (MUTANT ? 1 : 0)", "tests": ["base_test Sum.*"]}


WEB = {"id": "W1", "file": "web/src/sum.ts", "mutation": "adds one too many", "before": "a + b", "after": "a + b + 1",
       "tests": ["tests/sum.test.ts"]}


class CheckMutants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("tests/mutation/mutant.hpp", "#pragma once\n")
        self.write("src/base/sum.cpp", "int sum(int a, int b) { return a + b; }\n")
        self.write("src/base/other.cpp", "int other;\n")
        self.write("src/protocol/text.cpp", "int text;\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def listed(self, *mutants):
        self.write("tests/mutation/base.json", json.dumps(mutants))

    def assert_refused(self, words, *mutants):
        self.listed(*mutants)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(check_mutants.main([str(self.root)]), 1)
        self.assertIn(words, out.getvalue())

    def test_a_list_that_fits(self):
        self.listed(MUTANT)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(check_mutants.main([str(self.root)]), 0)

    def test_a_text_that_has_gone(self):
        self.assert_refused("C1 does not fit src/base/sum.cpp: its text is no longer in the file",
                            {**MUTANT, "before": "b + a"})

    def test_a_text_that_occurs_twice(self):
        self.assert_refused("its text occurs 3 times", {**MUTANT, "before": "int "})

    def test_a_file_that_has_gone(self):
        self.assert_refused("there is no such file", {**MUTANT, "file": "src/base/none.cpp"})

    def test_one_text_for_two(self):
        self.assert_refused("C1 and C2 change the same text", MUTANT, {**MUTANT, "id": "C2", "before": "+ b;"})

    def test_one_id_for_two(self):
        self.assert_refused("a number that no other mutant has", MUTANT, {**MUTANT, "before": "int a"})

    def test_a_mutant_without_a_switch(self):
        self.assert_refused("does not contain the word MUTANT", {**MUTANT, "after": "a - b"})

    def test_a_file_of_another_module(self):
        self.assert_refused("is not in the module base", {**MUTANT, "file": "src/protocol/text.cpp"})

    def test_a_mutant_without_a_test(self):
        self.assert_refused("needs tests", {**MUTANT, "tests": []})
        self.assert_refused("a program and a filter", {**MUTANT, "tests": ["base_test"]})
        self.assert_refused("a program and a filter", {**MUTANT, "tests": ["base_test -Sum.*"]})

    def test_the_web_client(self):
        self.write("web/src/sum.ts", "export const sum = (a, b) => a + b;\n")
        self.write("web/tests/sum.test.ts", "")

        def refused(words, *mutants):
            self.write("tests/mutation/web.json", json.dumps(mutants))
            self.assert_refused(words, MUTANT)
        refused("W1 does not fit web/src/sum.ts: its text occurs 0 times", {**WEB, "before": "b + a"})
        refused("its text occurs 2 times", {**WEB, "before": "b"})
        refused("W1 does not fit web/src/none.ts", {**WEB, "file": "web/src/none.ts"})
        refused("a number that no other mutant has", WEB, WEB)
        refused("a number that no other mutant has", {**WEB, "id": "C7"})
        refused("needs tests", {**WEB, "tests": []})
        refused("needs no also", {**WEB, "also": []})
        refused("there is no test web/tests/none.test.ts", {**WEB, "tests": ["tests/none.test.ts"]})
        self.write("tests/mutation/web.json", json.dumps([WEB, {**WEB, "id": "W2", "after": ""}]))
        self.assertEqual(len(check_mutants.load_web(self.root)), 2)
        self.test_a_list_that_fits()

    def test_planting(self):
        self.listed(MUTANT, {**MUTANT, "id": "C20", "before": "int a", "after": "int a = MUTANT"})
        copy = self.root / "build/src"
        check_mutants.plant(self.root, copy)
        self.assertEqual((copy / "base/sum.cpp").read_text(),
                         '#include "mutant.hpp"\n#line 1 "src/base/sum.cpp"\n'
                         "int sum(int a = ::coset_mutant(20), int b) "
                         "{ return a + b + (::coset_mutant(1) ? 1 : 0); }\n")
        self.assertEqual((copy / "base/other.cpp").read_text(), "int other;\n")
        self.assertTrue((copy / "mutant.hpp").is_file())
        self.assertTrue((copy / "protocol/text.cpp").is_file())

    def test_a_change_in_two_places(self):
        self.listed({**MUTANT, "also": [{"file": "src/base/other.cpp", "before": "int other", "after": "int MUTANT"}]})
        check_mutants.plant(self.root, self.root / "copy")
        self.assertIn("int ::coset_mutant(1);", (self.root / "copy/base/other.cpp").read_text())

    def test_planting_again_touches_what_changed(self):
        self.listed(MUTANT)
        copy = self.root / "copy"
        check_mutants.plant(self.root, copy)
        before = {path: path.stat().st_mtime_ns for path in copy.rglob("*.cpp")}
        (self.root / "src/protocol/text.cpp").unlink()
        self.listed({**MUTANT, "id": "C3"})
        check_mutants.plant(self.root, copy)
        changed = {path.name for path in copy.rglob("*.cpp") if path.stat().st_mtime_ns != before[path]}
        self.assertEqual(changed, {"sum.cpp"})
        self.assertFalse((copy / "protocol/text.cpp").exists())

    def test_one_module(self):
        self.listed(MUTANT)
        check_mutants.plant(self.root, self.root / "copy", "base")
        self.assertTrue((self.root / "copy/base/other.cpp").is_file())
        self.assertFalse((self.root / "copy/protocol").exists())


class ThisProject(unittest.TestCase):
    def test_the_list_is_in_order(self):
        self.assertGreaterEqual(len(check_mutants.load()), 110)
        self.assertGreaterEqual(len(check_mutants.load_web()), 110)


if __name__ == "__main__":
    unittest.main()
