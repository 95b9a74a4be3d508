"""What tools/release writes, and its way from the commit to the tag in a repository of the test's own."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PATH = pathlib.Path(__file__).resolve().parent / "release"
ROOT = PATH.parents[1]
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



def tracked():
    """Files of the project whose version is ours; the history and what older programs wrote keep theirs."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in names if name and name != "CHANGELOG.md" and not name.startswith(("tests/", "fuzz/", "tools/"))
            and name not in release.JSON and (ROOT / name).suffix not in (".png", ".woff2")]


def needs_git():
    if not (ROOT / ".git").exists():
        raise unittest.SkipTest("this is no git checkout")


class Places(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-release-test-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in [*release.PLACES, *release.JSON, "CHANGELOG.md"]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def text(self, name):
        return (self.root / name).read_text()

    def test_every_place_gets_the_new_version(self):
        last = release.version_of(ROOT)
        for version in ("0.2.0", "1.0.0", "9.8.7"):
            (self.root / "CHANGELOG.md").write_text("## [Unreleased]\n\n- A thing.\n")
            release.write(version, self.root)
            minor = version.rsplit(".", 1)[0]
            self.assertEqual(release.version_of(self.root), version)
            self.assertIn(f"coset_{version}-1_amd64.deb", self.text("README.md"))
            self.assertIn(f"\nversion: {version}\n", self.text("CITATION.cff"))
            self.assertIn(f"find_package(coset {minor} REQUIRED)", self.text("examples/outside/CMakeLists.txt"))
            for name in release.PLACES:
                self.assertNotRegex(self.text(name), rf"(?<![\d.]){re.escape(last)}(?![\d.])", name)
            for name in release.JSON:
                self.assertEqual(json.loads(self.text(name))["version"], version)

    def test_no_file_names_the_version_and_is_not_in_the_list(self):
        needs_git()
        forms = {form for forms in release.PLACES.values() for form in forms}
        anywhere = re.compile(rf"(?<![\d.]){re.escape(release.version_of(ROOT))}(?![\d.])")
        for name in tracked():
            text = (ROOT / name).read_text(errors="replace")
            found = {form for form in forms if release.pattern(form).search(text)}
            if name.endswith((".md", ".yaml", ".cff")) and anywhere.search(text):
                self.assertTrue(found, f"{name} names the version in a form that tools/release does not know")
            self.assertEqual(found, set(release.PLACES.get(name, [])), name)

    def test_a_place_that_is_gone_is_missed(self):
        with self.assertRaisesRegex(ValueError, "cosetd_"):
            release.with_version("nothing here", "0.2.0", ["cosetd_{}"])

    def test_nothing_is_written_if_one_place_is_gone(self):
        (self.root / "CITATION.cff").write_text("title: Coset\n")
        with self.assertRaises(ValueError):
            release.write("0.2.0", self.root)
        self.assertEqual(release.version_of(self.root), release.version_of(ROOT))


FAKE_CHECK = """#!/bin/sh
echo checked >>"$COSET_TEST_LOG"
[ ! -e "$COSET_TEST_LOG.fail" ] || exit 1
mkdir -p build/reproduced && echo sums >build/reproduced/SHA256SUMS
"""
# minisign, as far as it is used: it signs unless the key says otherwise.
FAKE_MINISIGN = """#!/bin/sh
[ "$(cat "$3")" = good ] || { case "$5" in *probe) exit 0 ;; esac; exit 1; }
echo signature >"$5.minisig"
"""


class Way(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-release-test-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.tree = self.place / "tree"
        for name in [*release.PLACES, *release.JSON, "tools/release"]:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        (self.tree / ".gitignore").write_text("/build/\n")
        (self.tree / "CHANGELOG.md").write_text("## [Unreleased]\n\n- A thing.\n")
        self.program(self.tree / "tools/check", FAKE_CHECK)
        programs = self.place / "bin"
        programs.mkdir()
        for name in release.NEEDED:
            if "/" not in name and name != "git":
                self.program(programs / name, "#!/bin/sh\n")
        self.program(programs / "minisign", FAKE_MINISIGN)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(self.place),
                            "COSET_TEST_LOG": str(self.place / "log"), "GIT_CONFIG_NOSYSTEM": "1"}
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Tester")
        self.git("config", "user.email", "tester@coset.example")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Begin")
        self.first = self.git("rev-parse", "HEAD")
        self.last = release.version_of(self.tree)
        major, minor, _ = map(int, self.last.split("."))
        self.next = f"{major}.{minor + 1}.0"

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.tree, env=self.environment, capture_output=True, text=True,
                              check=True).stdout.strip()

    def release(self, *words, code=0, **changed):
        done = subprocess.run([str(self.tree / "tools/release"), *words], env={**self.environment, **changed},
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def checks(self):
        log = self.place / "log"
        return log.read_text().count("checked") if log.exists() else 0

    def test_the_next_version_and_the_one_after(self):
        for version in (self.next, f"{int(self.last.split('.')[0]) + 1}.0.0"):
            self.release(version)
            self.assertEqual(self.git("rev-parse", f"v{version}^{{commit}}"), self.git("rev-parse", "HEAD"))
            self.assertEqual(release.version_of(self.tree), version)
            (self.tree / "CHANGELOG.md").write_text("## [Unreleased]\n\n- Another thing.\n")
            self.git("commit", "--quiet", "--all", "--message", "Go on")

    def test_a_failed_check_leaves_nothing(self):
        (self.place / "log.fail").write_text("")
        self.assertIn("nothing was released", self.release(self.next, code=1))
        self.assertEqual(self.git("rev-parse", "HEAD"), self.first)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_after_a_failed_signature_it_can_be_run_again(self):
        key = self.place / "key"
        key.write_text("later bad")
        said = self.release(self.next, "--key", str(key), code=1)
        self.assertIn("neither signature nor tag", said)
        self.assertEqual(self.git("tag"), "")
        key.write_text("good")
        self.release(self.next, "--key", str(key))
        self.assertEqual(self.git("tag"), f"v{self.next}")
        self.assertEqual(self.git("rev-list", "--count", "HEAD"), "2")
        self.assertEqual(self.checks(), 1)
        self.assertTrue((self.tree / f"build/release-{self.next}/SHA256SUMS.minisig").exists())

    def test_what_was_changed_since_is_checked_again(self):
        key = self.place / "key"
        key.write_text("later bad")
        self.release(self.next, "--key", str(key), code=1)
        self.git("commit", "--quiet", "--amend", "--message", f"Release {self.next}", "--date", "2001-01-01T00:00:00")
        key.write_text("good")
        self.release(self.next, "--key", str(key))
        self.assertEqual(self.checks(), 2)

    def test_a_missing_tool_is_told_first(self):
        (self.place / "bin/buildah").unlink()
        plain = self.place / "plain"
        plain.mkdir()
        for name in ("git", "env", "sh"):
            (plain / name).symlink_to(shutil.which(name))
        (plain / "python3").symlink_to(sys.executable)  # the first in PATH may be a script that needs more programs
        said = self.release(self.next, code=1, PATH=f"{self.place}/bin:{plain}")
        self.assertIn("not there: ", said)
        self.assertIn("buildah", said)
        self.assertEqual(self.git("rev-parse", "HEAD"), self.first)
        self.assertEqual(self.checks(), 0)

    def test_a_tag_is_signed_if_git_has_a_key(self):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.place / "ssh")], check=True)
        self.git("config", "gpg.format", "ssh")
        self.git("config", "user.signingkey", str(self.place / "ssh.pub"))
        self.release(self.next)
        self.assertIn("-----BEGIN SSH SIGNATURE-----", self.git("cat-file", "tag", f"v{self.next}"))

    def test_a_tag_that_cannot_be_signed_is_no_tag(self):
        self.git("config", "gpg.format", "ssh")
        self.git("config", "user.signingkey", str(self.place / "nowhere.pub"))
        self.assertIn("no tag that is as it should be", self.release(self.next, code=1))
        self.assertEqual(self.git("tag"), "")
        self.git("config", "--unset", "user.signingkey")
        self.release(self.next)
        self.assertEqual(self.checks(), 1)


if __name__ == "__main__":
    unittest.main()
