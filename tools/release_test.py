"""What tools/release writes before it commits."""

import importlib.machinery
import importlib.util
import pathlib
import unittest

PATH = pathlib.Path(__file__).resolve().parent / "release"
loader = importlib.machinery.SourceFileLoader("release", str(PATH))
release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
loader.exec_module(release)


class Release(unittest.TestCase):
    def test_what_follows(self):
        for version in ("0.1.0", "0.1.1", "0.2.0", "1.0.0"):
            self.assertTrue(release.follows(version, "0.1.0"), version)
        for version in ("0.0.9", "0.1.2", "0.3.0", "2.0.0", "0.2.1", "0.2", "v0.2.0", "0.2.0-rc1", ""):
            self.assertFalse(release.follows(version, "0.1.0"), version)

    def test_the_changelog_gets_a_heading(self):
        text = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n"
        self.assertEqual(release.with_heading(text, "0.2.0", "2026-11-16"),
                         "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n\n### Added\n\n- A thing.\n")

    def test_nothing_to_release(self):
        with self.assertRaises(ValueError):
            release.with_heading("## [Unreleased]\n\n## [0.1.0] - 2026-11-15\n", "0.2.0", "2026-11-16")

    def test_the_version_is_written_once(self):
        text = release.with_version((PATH.parents[1] / "CMakeLists.txt").read_text(), "9.8.7")
        self.assertIn("project(coset VERSION 9.8.7 LANGUAGES", text)


if __name__ == "__main__":
    unittest.main()
