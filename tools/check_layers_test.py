"""Each rule of check_layers.py, shown on a small tree that breaks it."""

import pathlib
import tempfile
import unittest

import check_layers

TABLE = """# Title

| Module | May include | Portable |
|---|---|---|
| base | - | yes |
| engine/algebra | base | yes |
| apps/coset/cli | base, algebra | no |

After.
"""


class CheckLayers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("ARCHITECTURE.md", TABLE)
        self.write("src/base/CMakeLists.txt", "coset_module(base PORTABLE)\n")
        self.write("src/engine/algebra/CMakeLists.txt", "coset_module(algebra PORTABLE DEPENDS base)\n")
        self.write("src/apps/coset/cli/CMakeLists.txt", "coset_module(cli EXECUTABLE coset DEPENDS algebra LINK X::Y)\n")
        self.write("src/base/check.hpp", "#include <cstdint>\n")
        self.write("src/engine/algebra/group.hpp", '#include <vector>\n\n#include "base/check.hpp"\n')
        self.write("src/engine/algebra/group.cpp", '#include "engine/algebra/group.hpp"\n')
        self.write("src/apps/coset/cli/main.cpp", '#include <iostream>\n#include <CLI/CLI.hpp>\n#include "engine/algebra/group.hpp"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def complaints(self):
        return list(check_layers.check_tree(self.root))

    def assert_one(self, path, line, words):
        found = self.complaints()
        self.assertEqual(len(found), 1, found)
        self.assertEqual((str(found[0][0]), found[0][1]), (path, line))
        self.assertIn(words, " ".join(found[0][2:]))
        self.assertEqual(check_layers.main([str(self.root)]), 1)

    def test_good_tree(self):
        self.assertEqual(self.complaints(), [])
        self.assertEqual(check_layers.main([str(self.root)]), 0)

    def test_include_that_runs_up(self):
        self.write("src/base/bad.hpp", '// x\n#include "engine/algebra/group.hpp"\n')
        self.assert_one("src/base/bad.hpp", 2, "base includes algebra")

    def parts(self):
        self.write("ARCHITECTURE.md", TABLE.replace(
            "| apps/coset/cli |", "| engine/teach/words | base | yes |\n| engine/teach/why | base, teach/words | yes |\n| apps/coset/cli |").replace(
            "| base, algebra | no |", "| base, algebra, teach | no |"))
        self.write("src/engine/teach/CMakeLists.txt", "coset_module(teach PORTABLE DEPENDS base)\n")
        self.write("src/engine/teach/words/say.hpp", '#include "base/check.hpp"\n')
        self.write("src/engine/teach/why/why.hpp", '#include "engine/teach/words/say.hpp"\n')
        self.write("src/apps/coset/cli/parts.cpp", '#include "engine/teach/why/why.hpp"\n#include "engine/teach/words/say.hpp"\n')

    def test_parts_of_a_module(self):
        self.parts()
        self.assertEqual(self.complaints(), [])

    def test_cycle_between_parts(self):
        self.parts()
        self.write("src/engine/teach/words/bad.hpp", '#include "engine/teach/why/why.hpp"\n')
        self.assert_one("src/engine/teach/words/bad.hpp", 1, "teach/words includes teach/why")

    def test_file_in_no_part(self):
        self.parts()
        self.write("src/engine/teach/stray.hpp", "")
        self.assert_one("src/engine/teach/stray.hpp", 1, "in no part")

    def test_include_in_a_deeper_folder(self):
        self.write("src/base/deep/bad.cpp", '  #  include "apps/coset/cli/x.hpp"\n')
        self.assert_one("src/base/deep/bad.cpp", 1, "base includes cli")

    def test_relative_include(self):
        self.write("src/engine/algebra/bad.cpp", '#include "../base/check.hpp"\n')
        self.assert_one("src/engine/algebra/bad.cpp", 1, "written from src/")

    def test_include_without_folder(self):
        self.write("src/engine/algebra/bad.cpp", '#include "group.hpp"\n')
        self.assert_one("src/engine/algebra/bad.cpp", 1, "quotes are for our own headers")

    def test_own_header_in_angle_brackets(self):
        self.write("src/engine/algebra/bad.cpp", "#include <base/check.hpp>\n")
        self.assert_one("src/engine/algebra/bad.cpp", 1, "in quotes")

    def test_unknown_folder(self):
        self.write("src/extra/x.cpp", "\n")
        self.assert_one("src/extra", 1, "not in the table")

    def test_file_outside_the_modules(self):
        self.write("src/stray.cpp", "\n")
        self.assert_one("src/stray.cpp", 1, "directly in src/")

    def test_header_a_portable_module_does_without(self):
        self.write("src/engine/algebra/bad.cpp", "#include <thread>\n")
        self.assert_one("src/engine/algebra/bad.cpp", 1, "threads are outside")

    def test_library_on_a_portable_module(self):
        self.write("src/engine/algebra/bad.cpp", "#include <sys/stat.h>\n")
        self.assert_one("src/engine/algebra/bad.cpp", 1, "standard library only")

    def test_build_that_forgets_portable(self):
        self.write("src/base/CMakeLists.txt", "coset_module(base)\n")
        self.assert_one("src/base/CMakeLists.txt", 1, "PORTABLE disagrees")

    def test_build_with_an_upward_dependency(self):
        self.write("src/base/CMakeLists.txt", "coset_module(base PORTABLE DEPENDS algebra)\n")
        self.assert_one("src/base/CMakeLists.txt", 1, "base depends on algebra")

    def test_table_with_an_upward_dependency(self):
        self.write("ARCHITECTURE.md", TABLE.replace("| base | - |", "| base | algebra |"))
        self.assertEqual(check_layers.main([str(self.root)]), 2)

    def test_no_table(self):
        self.write("ARCHITECTURE.md", "# Nothing\n")
        self.assertEqual(check_layers.main([str(self.root)]), 2)

    def lengths(self):
        return [f"{path.as_posix()}: {what}" for path, _, what, *_ in check_layers.check_lengths(self.root)]

    def test_a_file_has_at_most_450_lines(self):
        self.write("src/apps/coset/cli/fits.cpp", "// a line\n" * 450)
        self.write("web/src/app/fits.ts", "// a line\n" * 450)
        self.assertEqual(self.lengths(), [])
        self.write("src/apps/coset/cli/long.cpp", "// a line\n" * 451)
        self.write("web/src/app/Long.svelte", "<p>\n" * 500)
        self.assertEqual(self.lengths(), ["src/apps/coset/cli/long.cpp: a file of 451 lines",
                                          "web/src/app/Long.svelte: a file of 500 lines"])

    def test_a_generated_file_says_so_in_its_first_line(self):
        self.write("web/src/engine/made.ts", "// Generated from schemas; do not edit\n" + "// a line\n" * 600)
        self.write("web/src/engine/late.ts", "// a line\n// generated\n" + "// a line\n" * 600)
        self.assertEqual(self.lengths(), ["web/src/engine/late.ts: a file of 602 lines"])


if __name__ == "__main__":
    unittest.main()
