"""How test_summary.py counts."""

import pathlib
import tempfile
import unittest

import test_summary

JUNIT = """<testsuite name="x" tests="5">
<testcase name="base.A&lt;int&gt;.x" classname="base.A" time="0.1" status="run">
  <system-out>\x01 &lt;testcase name="no" status="fail"</system-out></testcase>
<testcase name="base.B" classname="base.B" time="0.1" status="fail"><failure message=""/></testcase>
<testcase name="rulebook.C" classname="rulebook.C" time="0.1" status="run"/>
<testcase name="rulebook.D" classname="rulebook.D" time="0" status="notrun"><skipped/></testcase>
<testcase name="cli.play" classname="cli.play" time="0" status="run"/>
<testcase name="cli.crashed" classname="cli.crashed" time="0" status="fail"/>
</testsuite>
"""
LABELS = {"base.A<int>.x": "unit", "base.B": "unit", "rulebook.C": "rulebook", "rulebook.D": "rulebook",
          "cli.play": "cli", "cli.crashed": "cli"}


class Counting(unittest.TestCase):
    def test_cases_of_ctest(self):
        counts = test_summary.count(JUNIT, LABELS, pathlib.Path("/nowhere"))
        self.assertEqual(counts, {"unit": [1, 1, 0], "rulebook": [1, 0, 1], "cli": [1, 1, 0]})

    def test_cases_inside_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder)
            (results / "cli.play.xml").write_text('<testsuites tests="7" failures="0" skipped="2"/>')
            # A program that fails outside its cases, such as one that leaks, is one failure.
            (results / "cli.crashed.xml").write_text('<testsuites tests="3" failures="0" disabled="0" errors="0">')
            self.assertEqual(test_summary.count(JUNIT, LABELS, results)["cli"], [5 + 3, 1, 2])

    def test_suites(self):
        both = '<testsuites tests="9" failures="1" skipped="2" errors="0"><testsuite tests="9"/></testsuites>'
        self.assertEqual(test_summary.count_suites(both), [6, 1, 2])
        self.assertEqual(test_summary.count_suites('<testsuites tests="2" failures="0"><skipped/></testsuites>'), [1, 0, 1])
        self.assertEqual(test_summary.count_suites('<testsuites tests="5" failures="0" disabled="2">'), [3, 0, 2])
        self.assertEqual(test_summary.count_suites(""), [0, 0, 0])


if __name__ == "__main__":
    unittest.main()
