"""What check_words.py lets pass and what it does not."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import check_words


TOP = pathlib.Path(check_words.__file__).resolve().parent.parent
LIST = json.loads((TOP / "tools" / check_words.LIST).read_text())


def bad(text):
    return bool(list(check_words.check_text(text)))


class CheckWords(unittest.TestCase):
    def test_hosts(self):
        self.assertTrue(bad("https://" + "registry" + ".npmjs.org/x/-/x-1.tgz"))
        self.assertTrue(bad("deb http://" + "deb" + ".debian.org/debian bookworm main"))
        self.assertFalse(bad("https://www.debian.org/ and the npm registry"))

    def test_paths(self):
        for folder in check_words.FOLDERS:
            self.assertTrue(bad(f'open("/{folder}/x")'), folder)
        self.assertFalse(bad("https://example.org/" + "home/x"))
        self.assertFalse(bad("src/" + "work/x, /tmp/x, /usr/include/x, ./" + "home/x, ${HOME}/" + "work/x"))

    def test_banners(self):
        self.assertTrue(bad("  // ---- the judge"))
        self.assertTrue(bad("/* ======================"))
        self.assertFalse(bad("|----|---| and a -- b // --x, //   lane ---> bit"))

    def test_names(self):
        def named(text):
            return [number for number, *_ in check_words.check_names(text, {"table.hpp", "log.cpp"})]
        self.assertEqual(named("// As table.hpp and hub/table/log.cpp\n// tell, unlike tabel.hpp.\n"), [2])
        self.assertEqual(named('#include "gone.hpp"\n/* gone.h */\nint x;  // <file>_test.cpp, *.hpp\n'), [2])

    def test_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            (root / "fine.txt").write_text("nothing\n")
            self.assertEqual(check_words.main([folder]), 0)
            (root / "bad.txt").write_text("x\n/" + "root/x\n")
            self.assertEqual(check_words.main([folder]), 1)
            self.assertEqual(check_words.files(root), ["bad.txt", "fine.txt"])
            (root / ".gitignore").write_text("bad.txt\n")
            self.assertEqual(check_words.main([folder]), 0)

    def test_unpacked_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "build").mkdir()
            (root / "build/bad.txt").write_text("/" + "root/x\n")
            (root / "fine.txt").write_text("nothing\n")
            self.assertEqual(check_words.files(root), ["fine.txt"])


def retired(name, text, words=("Around", "--data", "is told", "serve::", "src/net"), more=None):
    row = {"table": 4, "words": list(words), "use": "NodeContext", "in": ["src/node", "docs/*.md"]}
    found = check_words.Retired({"rows": [{**row, **(more or {})}], "except": ["src/node/old"]})
    return sorted((number, word) for number, word, _ in found.check(name, text))


class RetiredWords(unittest.TestCase):
    def test_a_planted_word_is_found(self):
        self.assertEqual(retired("src/node/a.cpp", "int x;\nAround& y;\n"), [(2, "Around")])
        self.assertEqual(retired("src/node/Around.hpp", ""), [(0, "Around")])
        self.assertEqual(retired("docs/a.md", "a --data /x\nserve::Node\n"), [(1, "--data"), (2, "serve::")])

    def test_a_longer_word_is_another(self):
        self.assertEqual(retired("src/node/a.cpp", "AroundUs, around, turnAround, Around_, this told"), [])
        self.assertEqual(retired("src/node/a.cpp", "--data-dir, x--data, preserve::x, src/network"), [])

    def test_a_path_starts_at_the_top(self):
        self.assertEqual(retired("src/node/a.cpp", "web/src/net/x"), [])
        self.assertEqual(retired("src/node/a.cpp", "src/net/x\n../src/net"), [(1, "src/net"), (2, "src/net")])

    def test_a_phrase_runs_over_the_end_of_a_line(self):
        self.assertEqual(retired("src/node/a.cpp", "// Nobody Is\n// told of it.\n"), [(1, "is told")])

    def test_other_folders_pass(self):
        self.assertEqual(retired("src/other/a.cpp", "Around"), [])
        self.assertEqual(retired("src/node_too/a.cpp", "Around"), [])
        self.assertEqual(retired("docs/a.txt", "Around"), [])
        self.assertEqual(retired("src/node/old/a.cpp", "Around"), [])
        self.assertEqual(retired("src/node/b.cpp", "Around", more={"except": ["src/node/b.cpp"]}), [])

    def test_the_list_fails_a_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            (root / "a.md").write_text("cosetd --max-sockets-per-ip 3\n")
            self.assertEqual(check_words.main([folder]), 0)
            (root / "a.md").write_text("cosetd --sockets-an-" + "address 3\n")
            self.assertEqual(check_words.main([folder]), 1)

    def test_every_row_is_well_formed(self):
        seen = set()
        for row in LIST["rows"]:
            self.assertLessEqual(set(row), {"table", "words", "use", "in", "except"}, row)
            self.assertIn(row["table"], range(2, 15), row)
            self.assertTrue(row["use"].strip() and row["in"], row)
            self.assertTrue(row["words"] and all(word.strip() for word in row["words"]), row)
            self.assertEqual(len(set(row["words"])), len(row["words"]), row)
            key = (tuple(row["words"]), tuple(row["in"]))
            self.assertNotIn(key, seen)
            seen.add(key)
        for row in LIST["left_out"]:
            self.assertEqual(set(row), {"table", "today", "why"}, row)
            self.assertTrue(row["today"].strip() and row["why"].strip(), row)

    def test_every_table_is_there(self):
        self.assertGreaterEqual(len(LIST["rows"]), 330)
        self.assertEqual({row["table"] for row in LIST["rows"]}, set(range(2, 15)))

    def test_every_folder_is_there(self):
        names = check_words.files(TOP)
        places = {place for row in [LIST, *LIST["rows"]] for place in [*row.get("in", []), *row.get("except", [])]}
        for place in sorted(places):
            self.assertTrue(any(check_words.Retired.within(name, [place]) for name in names), place)

    def test_every_word_can_be_found(self):
        for row in LIST["rows"]:
            one = check_words.Retired({"rows": [{**row, "in": ["."], "except": []}], "except": []})
            for word in row["words"]:
                self.assertIn(word, [found for _, found, _ in one.check("x", f" {word} \n")])


if __name__ == "__main__":
    unittest.main()
