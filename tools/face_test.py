"""What the outside sees first: templates, the workflow of a hosted CI, how to cite, the index of documents."""

import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


class Face(unittest.TestCase):

    def test_the_workflow_runs_what_ci_runs(self):
        flow = yaml.safe_load(read(".github/workflows/check.yml"))
        self.assertEqual(set(flow[True]), {"push", "pull_request"})  # YAML reads "on" so
        self.assertEqual(flow["permissions"], {"contents": "read"})
        job, = flow["jobs"].values()
        self.assertEqual(job["container"]["image"], "debian:12")
        self.assertEqual(job["steps"][-1]["run"], ".ci/run")
        checkout, = (step for step in job["steps"] if "checkout" in step.get("uses", ""))
        self.assertEqual(checkout["with"]["fetch-depth"], 0)

    def test_templates_have_names(self):
        found = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.md"))
        self.assertGreaterEqual(len(found), 2)
        for path in found:
            head = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])
            self.assertEqual(set(head), {"name", "about"}, path.name)
        self.assertIn("tools/check", read(".github/pull_request_template.md"))
        yaml.safe_load(read(".github/ISSUE_TEMPLATE/config.yml"))

    def test_how_to_cite_fits(self):
        cite = yaml.safe_load(read("CITATION.cff"))
        for field in ("cff-version", "message", "title", "authors"):
            self.assertTrue(cite[field], field)
        version = re.search(r"project\(coset VERSION (\S+)", read("CMakeLists.txt")).group(1)
        self.assertEqual(cite["version"], version)
        self.assertEqual(cite["license"], "Apache-2.0")

    def test_the_index_has_every_document(self):
        index = read("docs/README.md")
        for path in sorted((ROOT / "docs").iterdir()):
            if path.name != "README.md":
                self.assertRegex(index, rf"\({re.escape(path.name)}[)/#]", path.name)

    def test_how_to_report_is_said(self):
        self.assertIn("Report a\nvulnerability", read("SECURITY.md"))
        self.assertIn("SECURITY.md", read("README.md"))


if __name__ == "__main__":
    unittest.main()
