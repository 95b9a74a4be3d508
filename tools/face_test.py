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

    def test_the_page_is_published_from_what_is_built(self):
        flow = yaml.safe_load(read(".github/workflows/pages.yml"))
        self.assertEqual(flow["permissions"], {"contents": "read", "pages": "write", "id-token": "write"})
        job, = flow["jobs"].values()
        used = [step["uses"].split("@")[0] for step in job["steps"] if "uses" in step]
        self.assertEqual(used[-2:], ["actions/upload-pages-artifact", "actions/deploy-pages"])
        artifact, = (step for step in job["steps"] if "upload-pages" in step.get("uses", ""))
        self.assertEqual(artifact["with"]["path"], "web/dist")

    def test_the_address_of_the_page_is_in_one_place(self):
        address, = re.findall(r"(?m)^\[play-online\]: (https://\S+)$", read("README.md"))
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.*")]:
            self.assertEqual(path.read_text(encoding="utf-8").count(address), path == ROOT / "README.md", path.name)

    def test_pictures_are_few_small_and_shown(self):
        found = sorted((ROOT / "docs/images").iterdir())
        self.assertLessEqual(len(found), 12)
        pages = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
        for path in found:
            self.assertLessEqual(path.stat().st_size, 1_000_000 if path.suffix == ".webp" else 150_000, path.name)
            self.assertIn(f"images/{path.name}", pages)

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
