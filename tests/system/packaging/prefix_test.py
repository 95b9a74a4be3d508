"""An installed prefix that was moved elsewhere: programs outside the tree build against it and run."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = os.environ["COSET_BUILD"]
EXAMPLE = ROOT / "examples/outside"


def run(*words, env=None, cwd=None, timeout=600):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=timeout, cwd=cwd,
                          env={**os.environ, **(env or {})}, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


class Moved(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="coset-prefix-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run("cmake", "--install", BUILD, "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "some where" / "else"
        cls.prefix.parent.mkdir()
        (cls.folder / "first").rename(cls.prefix)

    def copy(self, name):
        """The example where nothing of the tree is near."""
        return pathlib.Path(shutil.copytree(EXAMPLE, self.folder / name))

    def explains(self, program):
        told = json.loads(run(program, "Z2^3", "G+O=W"))
        self.assertEqual((told["group"], told["equal"], told["difference"]), ("Z2^3", False, "Y"))
        self.assertTrue(json.loads(run(program, "Z2^3", "R+B=P"))["equal"])
        self.assertIn(f"libcoset.so.1 => {self.prefix}/lib/libcoset.so.1", run("ldd", program))

    def test_by_cmake(self):
        source = self.copy("by-cmake")
        run("cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", source / "build")
        self.explains(source / "build/explain")

    def test_by_make(self):
        source = self.copy("by-make")
        # Words of make end at spaces, whatever pkg-config does.
        plain = self.folder / "plain"
        plain.symlink_to(self.prefix)
        run("make", "-C", source, env={"PKG_CONFIG_PATH": str(plain / "lib/pkgconfig")})
        told = json.loads(run(source / "explain"))
        self.assertEqual(told["difference"], "Y")

    def test_another_major_version_is_not_taken(self):
        source = self.copy("too-new")
        lists = source / "CMakeLists.txt"
        text = lists.read_text()
        major = int(re.search(r"find_package\(coset (\d+)\.", text).group(1))
        lists.write_text(re.sub(r"find_package\(coset [\d.]+ ", f"find_package(coset {major + 1}.0 ", text))
        done = subprocess.run(["cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f'version "{major + 1}.0"', done.stderr)

    def test_no_file_knows_where_it_was(self):
        for path in self.prefix.rglob("*"):
            if path.suffix in (".cmake", ".pc"):
                text = path.read_text()
                self.assertNotIn(str(self.folder), text, path)
                self.assertNotIn(BUILD, text, path)

    def test_only_the_functions_of_the_header_are_exported(self):
        names = run("nm", "-D", "--defined-only", self.prefix / "lib/libcoset.so")
        self.assertIn(" coset_group_open\n", names)
        self.assertEqual([line for line in names.splitlines() if not line.split()[-1].startswith("coset_")], [])

    def test_the_program_runs_from_there(self):
        self.assertRegex(run(self.prefix / "bin/coset", "--version"), r"^coset \d+\.\d+\.\d+$")


class Inside(unittest.TestCase):
    """Another project takes the sources by add_subdirectory."""

    def test_it_has_the_library_and_neither_tests_nor_programs(self):
        with tempfile.TemporaryDirectory(prefix="coset-inside-") as name:
            folder = pathlib.Path(name)
            (folder / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(host LANGUAGES C CXX)\n"
                f'add_subdirectory("{ROOT}" coset)\nadd_executable(explain "{EXAMPLE}/explain.c")\n'
                "target_link_libraries(explain PRIVATE coset::coset)\n")
            # The compiler and flags of the shipped build, so that a compiler's cache knows every file.
            cache = pathlib.Path(BUILD, "CMakeCache.txt").read_text()
            compiler = next(line.split("=", 1)[1] for line in cache.splitlines()
                            if line.startswith("CMAKE_CXX_COMPILER:"))
            run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=Release",
                f"-DCMAKE_CXX_COMPILER={compiler}", "-DCOSET_WERROR=ON")
            targets = run("cmake", "--build", folder / "build", "--target", "help")
            self.assertIn("libcoset.so", targets)
            for absent in ("\ncosetd:", "_test:", "coset_cli", "tests-unit"):
                self.assertNotIn(absent, targets)
            run("cmake", "--build", folder / "build", "--parallel", "2", timeout=1200)
            self.assertEqual(json.loads(run(folder / "build/explain"))["difference"], "Y")


if __name__ == "__main__":
    unittest.main()
