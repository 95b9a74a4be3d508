"""The command `coset group`, as a script and as a person sees it. COSET_BIN is the program."""

import json
import os
import pty
import signal
import subprocess
import tempfile
import time
import unittest

COSET = os.environ["COSET_BIN"]
DONE, FAILURE, INPUT, BUG, INTERRUPTED = 0, 1, 2, 70, 130


def coset(*arguments, stdin=""):
    return subprocess.run([COSET, *arguments], input=stdin.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, check=False)


def wait_until_ready(pid):
    """Returns when the program has set its signal handlers."""
    wanted = 1 << (signal.SIGABRT - 1) | 1 << (signal.SIGINT - 1)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            caught = [int(line.split()[1], 16) for line in status if line.startswith("SigCgt")]
        if caught and caught[0] & wanted == wanted:
            return
        time.sleep(0.01)
    raise TimeoutError("the program sets no signal handlers")


class GroupCommand(unittest.TestCase):

    def refused(self, *arguments, stdin="", exit_code=INPUT):
        """The lines on stderr; nothing may be on stdout."""
        run = coset(*arguments, stdin=stdin)
        self.assertEqual(run.returncode, exit_code, run.stderr)
        self.assertEqual(run.stdout, b"")
        lines = run.stderr.decode().splitlines()
        self.assertTrue(lines[0].startswith("coset: "), lines)
        return lines

    def objects(self, *arguments, stdin=""):
        run = coset("group", "--json", *arguments, stdin=stdin)
        self.assertEqual(run.returncode, DONE, run.stderr)
        self.assertEqual(run.stderr, b"")
        return [json.loads(line) for line in run.stdout.decode().splitlines()]

    def test_help_and_version(self):
        for arguments in (["--help"], ["group", "--help"], ["group", "-h"]):
            run = coset(*arguments)
            self.assertEqual(run.returncode, DONE)
            self.assertIn(b"Usage: coset", run.stdout)
            self.assertEqual(run.stderr, b"")
        self.assertIn(b"group", coset("--help").stdout)
        self.assertIn(b"--json", coset("group", "--help").stdout)
        self.assertRegex(coset("--version").stdout.decode(), r"^coset \d+\.\d+\.\d+\n$")

    def test_json_of_s3(self):
        self.assertEqual(self.objects("S3"), [{
            "schema": 1,
            "group": "S3",
            "order": 6,
            "abelian": False,
            "exponent": 6,
            "element_orders": {"1": 1, "2": 3, "3": 2},
            "centre": {"order": 1, "elements": ["()"]},
            "derived": {"order": 3, "elements": ["()", "(1 2 3)", "(1 3 2)"]},
            "classes": 3,
            "subgroups": 6,
            "generators": ["(1 2)", "(2 3)"],
            "known_as": {"group": "S3", "name": "S3"},
            "elements": ["()", "(2 3)", "(1 2)", "(1 2 3)", "(1 3 2)", "(1 3)"],
        }])

    def test_json_is_one_object_a_line_in_the_order_asked(self):
        objects = self.objects("Z2xZ2xZ2", "Q8", "Z1")
        self.assertEqual([one["group"] for one in objects], ["Z2^3", "Q8", "Z1"])

    def test_json_has_no_count_beyond_the_limit(self):
        self.assertIsNone(self.objects("Z2^8")[0]["subgroups"])

    def test_json_table(self):
        self.assertNotIn("table", self.objects("Z3")[0])
        table = self.objects("Z3", "--table")[0]["table"]
        self.assertEqual(table, [["C", "r", "R"], ["r", "R", "C"], ["R", "C", "r"]])

    def test_json_survives_bytes_that_are_not_utf8(self):
        run = subprocess.run([COSET.encode(), b"group", b"--json", b"table:\xff,\xfe;\xff,\xfe/\xfe,\xff"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, DONE, run.stderr)
        self.assertEqual(json.loads(run.stdout.decode())["elements"], ["\ufffd", "\ufffd"])

    def test_text(self):
        run = coset("group", "Q8", "Z2^8")
        self.assertEqual(run.returncode, DONE)
        first, second = run.stdout.decode().split("\n\n")
        self.assertEqual(first.splitlines(), [
            "Q8",
            "  order       8, not abelian",
            "  exponent    4",
            "  elements    1 i j k -1 -i -j -k",
            "              1 of order 1, 1 of order 2, 6 of order 4",
            "  generators  i j",
            "  centre      order 2: 1 -1",
            "  derived     order 2: 1 -1",
            "  classes     5",
            "  subgroups   6",
        ])
        self.assertIn("  centre      the whole group", second)
        self.assertIn("  subgroups   more than 100000", second)
        self.assertLessEqual(max(map(len, second.splitlines())), 82)

    def test_text_writes_colours_as_people_do(self):
        self.assertIn(b"  elements    R Y B O G P W C\n", coset("group", "Z2^3").stdout)

    def test_text_of_a_long_list_is_cut(self):
        out = coset("group", "Z2xA5").stdout.decode()
        self.assertRegex(out, r"  derived     order 60: \(0,\(\)\) \(0,\(3 4 5\)\) .* \.\.\.\n")

    def test_table(self):
        out = coset("group", "S3", "--table").stdout.decode()
        rows = out.split("\n\n")[1].splitlines()
        self.assertEqual(rows[0], "  *       | ()      (2 3)   (1 2)   (1 2 3) (1 3 2) (1 3)")
        self.assertEqual(rows[1], "  --------+" + 48 * "-")
        self.assertEqual(rows[4], "  (1 2)   | (1 2)   (1 3 2) ()      (1 3)   (2 3)   (1 2 3)")
        self.assertEqual(len(rows), 8)
        self.assertIn("  + | C R Y O B P G W\n", coset("group", "Z2^3", "--table").stdout.decode())

    def test_from_file_and_stdin(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("Z2\n\nS3\r\n")
            file.flush()
            objects = self.objects("Q8", "--from", file.name)
            self.assertEqual([one["group"] for one in objects], ["Q8", "Z2", "S3"])
            file.write("S6\n")
            file.flush()
            lines = self.refused("group", "--from", file.name)
            self.assertEqual(lines, [f"coset: {file.name}:4: S goes up to 5.", "  S6", "   ^"])
        self.assertEqual([one["order"] for one in self.objects("--from", "-", stdin="Z5\nZ7")], [5, 7])
        self.assertIn("cannot be read", self.refused("group", "--from", "no/such/file")[0])

    def test_cosets(self):
        self.assertEqual(coset("group", "D4", "--cosets", "s").stdout.decode().splitlines(), [
            "D4",
            "  subgroup    order 2, Z2",
            "  cosets      4 left cosets",
            "  A           e s",
            "  B           r rs",
            "  C           r2 r2s",
            "  D           r3 r3s",
            "  normal      no",
            "              Not normal: e and s are in one left coset, but e*r = r and s*r = r3s are in two.",
            "  normaliser  order 4: e r2 s r2s",
            "  conjugates  2",
        ])
        self.assertIn("  B           r r3s\n", coset("group", "D4", "--cosets", "s", "--right").stdout.decode())
        self.assertIn("  normal      yes\n", coset("group", "D4", "--cosets", "r").stdout.decode())

    def test_quotient(self):
        self.assertEqual(coset("group", "S4", "--quotient", "(1 2)(3 4), (13)(24)").stdout.decode().splitlines()[:3], [
            "S4", "  subgroup    order 4, Z2^2", "  quotient    order 6, S3, not abelian"])
        out = coset("group", "A4", "--quotient", "(12)(34) (13)(24)").stdout.decode()
        self.assertTrue(out.endswith("table:A,B,C;A,B,C/B,C,A/C,A,B\n"), out)
        self.assertIn("Not normal: () and (1 2) are in one left coset", self.refused("group", "S3", "--quotient", "(1 2)")[0])

    def test_lattice(self):
        out = coset("group", "S3", "--lattice").stdout.decode().splitlines()
        self.assertEqual(out[:3], ["S3", "  subgroups   6", "  classes     4"])
        self.assertEqual(out[-3:], ["  5           order 6, S3, normal, class 3",
                                    "              generated by (2 3) (1 2)", "              covers 1 2 3 4"])
        self.assertEqual(coset("group", "Z2^8", "--lattice").stdout.decode(), "Z2^8\n  subgroups   more than 10000\n")

    def test_what_a_group_is_known_as(self):
        self.assertIn("\n  known as    SL(2,3)\n",
                      coset("group", "perm:(2,3,5)(6,7,8)/(1,6,4,2)(3,5,7,8)").stdout.decode())
        self.assertNotIn("known as", coset("group", "S4").stdout.decode())
        self.assertEqual(self.objects("Z2xZ6")[0]["factors"], [
            {"order": 2, "generator": "(1,0)"}, {"order": 2, "generator": "(0,3)"}, {"order": 3, "generator": "(0,2)"}])

    def test_taking_a_group_apart_is_fast(self):
        """CPU time, and three times what it may take on an idle machine."""
        times = json.loads(coset("bench", "--lab", "--json").stdout)["lab"]
        self.assertEqual({time["what"] for time in times}, {"cosets", "quotient", "name", "lattice", "refusal"})
        for time in times:
            self.assertLessEqual(time["milliseconds"], 3 * time["limit"], time)

    def test_options_that_do_not_fit_together(self):
        for words in (["--cosets", "s", "--quotient", "s"], ["--cosets", "s", "--lattice"], ["--lattice", "--quotient", "s"],
                      ["--lattice", "--table"], ["--lattice", "--json", "--gap"], ["--right"], ["--gap"],
                      ["--cosets", "q"]):
            self.refused("group", "D4", *words)

    def test_unknown_group(self):
        lines = self.refused("group", "Z2xQ9")
        self.assertTrue(lines[0].startswith("coset: Expected a group at 'Q9': Z<n>, D<n>"), lines)
        self.assertEqual(lines[1:], ["  Z2xQ9", "     ^"])

    def test_nothing_is_printed_if_a_later_group_is_wrong(self):
        self.assertEqual(self.refused("group", "S3", "S6")[0], "coset: S goes up to 5.")

    def test_broken_tables_show_their_witness(self):
        for table, sentence in {
                "0,1/1,2": "1*1 = 2, which is not one of the elements: the operation is not closed.",
                "0,1/1,1": "1*0 = 1*1 = 1: a row holds the same element twice, so there is no cancelling.",
                "0,1/0,1": "0*0 = 1*0 = 0: a column holds the same element twice, so there is no "
                           "cancelling.",
                "0,2,1/1,0,2/2,1,0": "No element leaves every other one unchanged: there is no identity.",
                "0,1,2,3,4/1,2,0,4,3/2,3,4,0,1/3,4,1,2,0/4,0,3,1,2":
                    "1*2 = 0 but 2*1 = 3: 1 has no inverse that works on both sides.",
                "0,1,2,3,4/1,0,3,4,2/2,4,0,1,3/3,2,4,0,1/4,3,1,2,0":
                    "(1*1)*2 = 2 but 1*(1*2) = 4: the operation is not associative.",
        }.items():
            self.assertEqual(self.refused("group", "table:" + table)[0], "coset: " + sentence)

    def test_mistakes_on_the_command_line(self):
        self.assertEqual(self.refused("frob"),
                         ["coset: There is no command 'frob'. Try 'coset --help'."])
        self.assertEqual(self.refused("--frob"),
                         ["coset: There is no option '--frob'. Try 'coset --help'."])
        self.assertIn("--frob", self.refused("group", "Z2", "--frob")[0])
        self.assertEqual(len(self.refused("group")), 1)

    def test_a_full_disk_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            run = subprocess.run([COSET, "group", "Z2"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, FAILURE)
        self.assertEqual(run.stderr, b"coset: Cannot write to standard output.\n")

    def signalled(self, number):
        """Sends a signal to a program that waits for its input."""
        with subprocess.Popen([COSET, "group", "--from", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            wait_until_ready(process.pid)
            process.send_signal(number)
            _, errors = process.communicate(timeout=60)
            return process.returncode, errors

    def test_a_broken_contract_asks_for_a_report(self):
        code, errors = self.signalled(signal.SIGABRT)
        self.assertEqual(code, BUG)
        self.assertIn(b"Please report it", errors)

    def test_interrupted(self):
        code, errors = self.signalled(signal.SIGINT)
        self.assertEqual(code, INTERRUPTED)
        self.assertEqual(errors, b"")

    def test_progress_on_a_terminal_and_only_there(self):
        specs = ("Z2^8\n" * 200).encode()
        terminal, errors = pty.openpty()
        with tempfile.TemporaryFile() as file:
            file.write(specs)
            for stderr in (errors, subprocess.PIPE):
                file.seek(0)
                with subprocess.Popen([COSET, "group", "--json", "--from", "-"], stdin=file,
                                      stdout=subprocess.DEVNULL, stderr=stderr) as process:
                    if stderr == errors:
                        shown = os.read(terminal, 4096)
                        process.kill()
                        self.assertRegex(shown, rb"^\r[0-9]+ of 200 groups, [0-9.]+/s, .* left")
                    else:
                        time.sleep(1.5)
                        process.kill()
                        self.assertEqual(process.stderr.read(), b"")
        os.close(errors)
        os.close(terminal)


if __name__ == "__main__":
    unittest.main()
