#!/usr/bin/env python3
"""Runs the tests of one module of the working folder, and writes what became of each as a JUnit file.

  run_unittest.py FILE.xml MODULE [unittest's options]

A module without tests is a failure.
"""

import pathlib
import sys
import unittest
import xml.etree.ElementTree as xml


class Result(unittest.TextTestResult):
    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.passed = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test)


def junit(result):
    """One element a test, the failed ones once each, however many parts of them failed."""
    failed = {test.id(): test for test in [getattr(test, "test_case", test) for test, _ in result.failures + result.errors]}
    failed.update((test.id(), test) for test in result.unexpectedSuccesses)
    skipped = {test.id(): why for test, why in result.skipped}
    names = [*failed, *skipped, *(test.id() for test in result.passed), *(test.id() for test, _ in result.expectedFailures)]
    suite = xml.Element("testsuites", tests=str(len(set(names))), failures=str(len(failed)), skipped=str(len(skipped)))
    for name in dict.fromkeys(names):
        case = xml.SubElement(suite, "testcase", name=name)
        if name in failed:
            xml.SubElement(case, "failure")
        elif name in skipped:
            xml.SubElement(case, "skipped", message=skipped[name])
    return suite


def main(arguments):
    path = pathlib.Path(arguments[0])
    path.unlink(missing_ok=True)
    sys.path.insert(0, ".")
    runner = unittest.TextTestRunner(resultclass=Result)
    ran = unittest.main(module=None, argv=["unittest", *arguments[1:]], exit=False, testRunner=runner)
    path.parent.mkdir(parents=True, exist_ok=True)
    xml.ElementTree(junit(ran.result)).write(path, encoding="utf-8", xml_declaration=True)
    if ran.result.testsRun == 0:
        print("no tests", file=sys.stderr)
    return 0 if ran.result.wasSuccessful() and ran.result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
