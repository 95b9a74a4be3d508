"""What is shipped is compiled and linked as a program that faces the network should be: read from its ELF files."""

import json
import pathlib
import re
import tempfile
import unittest

from _packages import BUILD, run

PROGRAMS = ["bin/coset", "bin/cosetd", "bin/coset-load", "bin/coset_portable", "bin/cosetd_portable"]
LIBRARY = "lib/libcoset.so"
MODULES = ["crypto", "server/store", "server/node", "server/net", "apps/coset/tui", "apps/coset/cli", "apps/cosetd",
           "apps/coset_load"]


def lacking(path):
    """What a file lacks."""
    told = run("readelf", "--wide", "--file-header", "--program-headers", "--dynamic", "--dyn-syms", path)
    flags = " ".join(re.findall(r"\(FLAGS(?:_1)?\)(.*)", told))
    found = {
        "PIE": bool(re.search(r"Type:\s+DYN", told)) and ("PIE" in flags or ".so" in pathlib.Path(path).name),
        "RELRO": "GNU_RELRO" in told,
        "BIND_NOW": "NOW" in flags,
        "a stack that is not run": bool(re.search(r"GNU_STACK .* RW ", told)),
        "stack protector": "__stack_chk_fail" in told,
    }
    return [name for name, there in found.items() if not there]


class Hardened(unittest.TestCase):

    def test_the_programs(self):
        for name in PROGRAMS:
            self.assertEqual(lacking(BUILD / name), [], name)

    def test_the_library(self):
        # All of it is portable.
        self.assertLessEqual(set(lacking(BUILD / LIBRARY)), {"stack protector"})

    def test_every_file_that_bytes_from_outside_reach(self):
        found = 0
        for each in json.loads((BUILD / "compile_commands.json").read_text()):
            file = each["file"]
            # Also the batches of a module, which the build writes; not those of its tests.
            inside = re.search(rf"/src/({'|'.join(MODULES)})/.*\.(cpp|cxx)$", file)
            if inside and "_test.dir/" not in file and not file.endswith("/main.cpp"):
                found += 1
                for flag in ("-fstack-protector-strong", "-fstack-clash-protection", "-D_FORTIFY_SOURCE=2", "-O"):
                    self.assertIn(f" {flag}", each["command"], file)
        self.assertGreater(found, 50)

    def test_a_plain_program_would_be_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "plain.c").write_text("#include <string.h>\nint main(int n, char** w) { char b[64]; strcpy(b, w[n - 1]); return b[0]; }\n")
            run("gcc-12", "-O1", "-no-pie", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-Wl,-z,lazy,-z,norelro,-z,execstack",
                "-o", folder / "plain", folder / "plain.c")
            self.assertEqual(lacking(folder / "plain"), ["PIE", "RELRO", "BIND_NOW", "a stack that is not run",
                                                         "stack protector"])


if __name__ == "__main__":
    unittest.main()
