"""The tool that lists third-party code: how it reads, and that it notices what is missing."""

import json
import pathlib
import tempfile
import unittest

import licences

COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: debian/*
License: GPL-2+

Files: contrib/*
  more/*
License: BSD-2-clause

Files: *
Copyright: someone
License: Expat
 Permission is hereby granted
"""


class Reading(unittest.TestCase):

    def test_the_licence_of_all_files_is_the_main_one(self):
        self.assertEqual(licences.debian_licence(COPYRIGHT, "x"), "Expat")
        self.assertEqual(licences.debian_licence(COPYRIGHT.replace("Files: *", "Files: src/*"), "x"), "BSD-2-clause")

    def test_prose_must_be_known(self):
        self.assertIn("LGPL", licences.debian_licence("This is the GNU C Library", "glibc"))
        self.assertIn("GCC", licences.debian_licence("prose", "gcc-12"))
        with self.assertRaises(licences.Trouble):
            licences.debian_licence("prose", "unheard-of")
        with self.assertRaises(licences.Trouble):
            licences.debian_licence("Format: x\n\nFiles: debian/*\nLicense: MIT\n", "x")

    def test_a_link_line_names_paths_and_names(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "libfirst.a").touch()
            line = f"clang++ -o x a.o /usr/lib/libq.so.4 -L{folder} -lfirst -lsecond /usr/lib/crt1.o -Wl,-lno"
            self.assertEqual(licences.on_link_line(line), ["/usr/lib/libq.so.4", f"{folder}/libfirst.a", "/usr/lib/crt1.o"])

    def test_files_have_packages(self):
        self.assertEqual(licences.owners(["/usr/bin/dpkg"]), {"/usr/bin/dpkg": "dpkg"})
        two = ["/bin/sh", "/usr/bin/dash"]  # one file under two names
        self.assertEqual(licences.owners(two), dict.fromkeys(two, "dash"))
        with self.assertRaises(licences.Trouble):
            licences.owners(["/usr/bin/no-such-program"])


class Complaining(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "web").mkdir()
        text = self.root / "LICENSE"
        text.write_text("free\n")
        self.parts = [licences.Part("zlib", "debian", "Zlib", [text], {"zlib1g": "1"}, {"linked"}, {"coset"}),
                      licences.Part("idb", "npm", "ISC", [text], {"idb": "8.0.4"}, {"in the file"}, {"web client"})]
        self.lock({"idb": {"version": "8.0.4", "license": "ISC"}}, {"idb": "^8"})

    def lock(self, packages, dependencies):
        (self.root / "web/package-lock.json").write_text(json.dumps({"packages": {
            "": {"dependencies": dependencies}, **{f"node_modules/{name}": facts for name, facts in packages.items()}}}))

    def found(self, page=None):
        return licences.complaints(self.root, self.parts, page if page is not None else licences.page(self.parts))

    def test_what_is_in_order(self):
        self.assertEqual(self.found(), [])
        bill = json.loads(licences.bill(self.parts))
        self.assertEqual([each["purl"] for each in bill["components"]],
                         ["pkg:deb/debian/zlib1g@1?distro=debian-12", "pkg:npm/idb@8.0.4"])
        told = licences.notices(self.parts).splitlines()
        self.assertEqual(told.count("free"), 2)
        self.assertIn("Apache-2.0: the whole text", told)

    def test_the_texts_of_one_file_of_ours(self):
        self.parts[0].texts[0].write_text("the text is in /usr/share/common-licenses/LGPL-2.1.\n")
        told = licences.notices(self.parts, ["coset"])
        self.assertIn("zlib: Zlib\n", told)
        self.assertNotIn("idb", told)
        # Who unpacks the archive elsewhere has no such folder.
        self.assertIn("LGPL-2.1: the whole text", told)
        self.assertIn("GNU LESSER GENERAL PUBLIC LICENSE", told)

    def test_a_library_that_is_not_listed_and_one_that_is_no_more(self):
        page = licences.page(self.parts)
        self.parts.append(licences.Part("sodium", "debian", "ISC", [], {"libsodium23": "1"}, {"linked"}, {"cosetd"}))
        self.assertIn("sodium", self.found(page)[0])
        del self.parts[0], self.parts[-1]
        self.assertIn("too much: | zlib", self.found(page)[0])

    def test_the_lockfile_says_otherwise(self):
        self.lock({"idb": {"version": "9.0.0", "license": "ISC"}}, {"idb": "^8"})
        self.assertIn("9.0.0", self.found()[0])
        self.lock({}, {"idb": "^8"})
        self.assertIn("not in the lockfile", self.found()[0])
        self.lock({"idb": {"version": "8.0.4", "license": "ISC"}}, {"idb": "^8", "marked": "1"})
        self.assertIn("not in the bundle", self.found()[0])

    def test_a_part_without_a_text(self):
        self.parts[1].texts = []
        self.assertIn("no text", self.found()[0])


if __name__ == "__main__":
    unittest.main()
