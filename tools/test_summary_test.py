"""How test_summary.py counts and what its last line says."""

import unittest

import test_summary

JUNIT = """<testsuite name="x" tests="4">
<testcase name="base.A&lt;int&gt;.x" classname="base.A" time="0.1" status="run">
  <system-out>\x01 &lt;testcase name="no" status="fail"</system-out></testcase>
<testcase name="base.B" classname="base.B" time="0.1" status="fail"><failure message=""/></testcase>
<testcase name="rulebook.C" classname="rulebook.C" time="0.1" status="run"/>
<testcase name="rulebook.D" classname="rulebook.D" time="0" status="notrun"><skipped/></testcase>
</testsuite>
"""


class Summary(unittest.TestCase):
    def test_count(self):
        labels = {"base.A<int>.x": "unit", "base.B": "unit", "rulebook.C": "rulebook", "rulebook.D": "rulebook"}
        counts = test_summary.count(JUNIT, labels)
        self.assertEqual(dict(counts), {"unit": [1, 1, 0], "rulebook": [1, 0, 1]})

    def test_suites(self):
        both = '<testsuites tests="9" failures="1" skipped="2" errors="0"><testsuite tests="9"/></testsuites>'
        self.assertEqual(test_summary.count_suites(both), [6, 1, 2])
        self.assertEqual(test_summary.count_suites('<testsuites tests="2" failures="0"><skipped/></testsuites>'), [1, 0, 1])
        self.assertEqual(test_summary.count_suites(""), [0, 0, 0])

    def test_last_line(self):
        rows = [["release", "unit", "3", "0", "0"], ["gcc", "unit", "2", "0", "1"], ["fuzz", "fuzz", "1", "0", "0"]]
        lines, failed = test_summary.table(rows, 65, 15, "")
        self.assertEqual((lines[-1], failed), ("6 passed, 0 failed", 0))
        self.assertIn("fuzz: 1 targets x 15 s", lines)
        self.assertIn("time: 1 min 05 s", lines)

    def test_failures(self):
        self.assertEqual(test_summary.table([["gcc", "unit", "3", "2", "0"]], 0, 0, "gcc")[0][-1], "3 passed, 2 failed")
        self.assertEqual(test_summary.table([], 0, 0, "format")[0][-1], "0 passed, 1 failed")


if __name__ == "__main__":
    unittest.main()
