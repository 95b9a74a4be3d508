"""What check_mistakes.py refuses, and what it plants, on a small tree."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import check_mistakes

MISTAKE = {"id": "C1", "file": "src/base/sum.cpp", "mistake": "adds one too many", "before": "a + b",
           "after": "a + b + (MISTAKE ? 1 : 0)", "tests": ["base_test Sum.*"]}


class CheckMistakes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("tests/mistakes/mistake.hpp", "#pragma once\n")
        self.write("src/base/sum.cpp", "int sum(int a, int b) { return a + b; }\n")
        self.write("src/base/other.cpp", "int other;\n")
        self.write("src/wire/text.cpp", "int text;\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def listed(self, *mistakes):
        self.write("tests/mistakes/base.json", json.dumps(mistakes))

    def assert_refused(self, words, *mistakes):
        self.listed(*mistakes)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(check_mistakes.main([str(self.root)]), 1)
        self.assertIn(words, out.getvalue())

    def test_a_list_that_fits(self):
        self.listed(MISTAKE)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(check_mistakes.main([str(self.root)]), 0)

    def test_a_text_that_has_gone(self):
        self.assert_refused("C1 does not fit src/base/sum.cpp: its text no longer stands there",
                            {**MISTAKE, "before": "b + a"})

    def test_a_text_that_stands_twice(self):
        self.assert_refused("stands there 3 times", {**MISTAKE, "before": "int "})

    def test_a_file_that_has_gone(self):
        self.assert_refused("there is no such file", {**MISTAKE, "file": "src/base/none.cpp"})

    def test_one_text_for_two(self):
        self.assert_refused("C1 and C2 change the same text", MISTAKE, {**MISTAKE, "id": "C2", "before": "+ b;"})

    def test_one_id_for_two(self):
        self.assert_refused("a number that no other mistake has", MISTAKE, {**MISTAKE, "before": "int a"})

    def test_a_mistake_without_a_switch(self):
        self.assert_refused("the word MISTAKE does not stand in 'after'", {**MISTAKE, "after": "a - b"})

    def test_a_file_of_another_floor(self):
        self.assert_refused("is not of the floor base", {**MISTAKE, "file": "src/wire/text.cpp"})

    def test_a_mistake_without_a_test(self):
        self.assert_refused("needs tests", {**MISTAKE, "tests": []})
        self.assert_refused("a program and a filter", {**MISTAKE, "tests": ["base_test"]})
        self.assert_refused("a program and a filter", {**MISTAKE, "tests": ["base_test -Sum.*"]})

    def test_planting(self):
        self.listed(MISTAKE, {**MISTAKE, "id": "C20", "before": "int a", "after": "int a = MISTAKE"})
        copy = self.root / "build/src"
        check_mistakes.plant(self.root, copy)
        self.assertEqual((copy / "base/sum.cpp").read_text(),
                         '#include "mistake.hpp"\n#line 1 "src/base/sum.cpp"\n'
                         "int sum(int a = ::coset_mistake(20), int b) "
                         "{ return a + b + (::coset_mistake(1) ? 1 : 0); }\n")
        self.assertEqual((copy / "base/other.cpp").read_text(), "int other;\n")
        self.assertTrue((copy / "mistake.hpp").is_file())
        self.assertTrue((copy / "wire/text.cpp").is_file())

    def test_a_change_in_two_places(self):
        self.listed({**MISTAKE, "also": [{"file": "src/base/other.cpp", "before": "int other", "after": "int MISTAKE"}]})
        check_mistakes.plant(self.root, self.root / "copy")
        self.assertIn("int ::coset_mistake(1);", (self.root / "copy/base/other.cpp").read_text())

    def test_planting_again_touches_what_changed(self):
        self.listed(MISTAKE)
        copy = self.root / "copy"
        check_mistakes.plant(self.root, copy)
        before = {path: path.stat().st_mtime_ns for path in copy.rglob("*.cpp")}
        (self.root / "src/wire/text.cpp").unlink()
        self.listed({**MISTAKE, "id": "C3"})
        check_mistakes.plant(self.root, copy)
        changed = {path.name for path in copy.rglob("*.cpp") if path.stat().st_mtime_ns != before[path]}
        self.assertEqual(changed, {"sum.cpp"})
        self.assertFalse((copy / "wire/text.cpp").exists())

    def test_one_floor(self):
        self.listed(MISTAKE)
        check_mistakes.plant(self.root, self.root / "copy", "base")
        self.assertTrue((self.root / "copy/base/other.cpp").is_file())
        self.assertFalse((self.root / "copy/wire").exists())


class ThisProject(unittest.TestCase):
    def test_the_list_is_in_order(self):
        self.assertGreaterEqual(len(check_mistakes.load()), 110)


if __name__ == "__main__":
    unittest.main()
