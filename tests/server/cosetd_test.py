"""The program cosetd from outside: its options, its folder, its journal, how it starts and stops."""

import json
import os
import re
import signal
import stat
import subprocess
import tempfile
import unittest

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _rude_client import WebSocket, table_of_two, token

DONE, FAILURE, INPUT = 0, 1, 2
MAN = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "docs", "man", "cosetd.8")


def run(*words, **environment):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False,
                          env=dict(os.environ, **environment))


class Options(unittest.TestCase):

    def test_help_and_version_have_their_usual_names(self):
        self.assertEqual(run("--help").stdout, run("-h").stdout)
        self.assertRegex(run("--version").stdout, r"^cosetd \d+\.\d+\.\d+\n$")
        self.assertEqual(run("--help").returncode, DONE)

    def test_the_manual_has_every_option(self):
        with open(MAN, encoding="utf-8") as page:
            manual = page.read()
        flags = re.findall(r"(?m)^  (?:-\w,)?--([a-z-]+)", run("--help").stdout)
        self.assertIn("listen", flags)
        for flag in flags:
            self.assertIn("Fl -" + flag, manual)

    def test_what_is_wrong_is_said_in_a_sentence(self):
        for words, sentence in (
                (["--listn", "x"], "--help"),
                (["--listen", "8080"], "ADDRESS:PORT"),
                (["--public-url", "https://play.example"], "--trust-proxy"),
                (["--config", "/nowhere"], "cannot be read"),
                (["--site", "/nowhere"], "/nowhere"),
                (["--site", "/nowhere"], "give the folder of a built one, such as web/dist"),
                (["--site", os.environ["COSET_TESTS_DIR"]], "npm run build"),
                (["migrate"], "--database")):
            with tempfile.TemporaryDirectory() as data:
                got = run(*words, "--data", data)
            self.assertEqual(got.returncode, INPUT, words)
            self.assertIn(sentence, got.stderr)
            self.assertEqual(got.stdout, "")

    def test_a_file_can_be_checked(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write('listen = "127.0.0.1:9000"\ndatabase = "host=db password=s3cret"\n')
            file.flush()
            got = run("config", "check", "--config", file.name)
            self.assertEqual(got.returncode, DONE)
            self.assertIn("127.0.0.1:9000", got.stdout)
            self.assertNotIn("s3cret", got.stdout + got.stderr)
            self.assertIn("127.0.0.1:7", run("config", "check", "--config", file.name, "--listen",
                                             "127.0.0.1:7").stdout)
            file.write("listen = 7\n")
            file.flush()
            self.assertEqual(run("config", "check", "--config", file.name).returncode, INPUT)


class Start(unittest.TestCase):

    def test_it_starts_answers_and_stops(self):
        with Cosetd("--name", "Class 7b") as cosetd:
            status, headers, text = cosetd.get("/api/site")
            self.assertEqual(status, 200)
            self.assertEqual(json.loads(text)["name"], "Class 7b")
            self.assertIn("HttpOnly", headers["Set-Cookie"])
            self.assertEqual(cosetd.get("/healthz")[0], 200)
            self.assertEqual(cosetd.get("/readyz")[0], 200)
            self.assertIn("coset_ready 1", cosetd.get("/metrics")[2])
            self.assertEqual(cosetd.stop(), DONE)
            self.assertEqual([line["event"] for line in cosetd.lines()][-2:], ["drain", "stop"])

    def test_a_cookie_outlives_the_process(self):
        with Cosetd() as cosetd:
            _, headers, text = cosetd.get("/api/me")
            cookie = headers["Set-Cookie"].split(";")[0]
            cosetd.kill()
            cosetd.start()
            _, headers, again = cosetd.get("/api/me", headers={"Cookie": cookie})
            self.assertEqual(again, text)
            self.assertIsNone(headers["Set-Cookie"])
            forged = cookie[:-1] + ("0" if cookie[-1] != "0" else "1")
            self.assertNotEqual(cosetd.get("/api/me", headers={"Cookie": forged})[2], text)

    def test_its_folder_is_its_own(self):
        with Cosetd() as cosetd:
            self.assertEqual(stat.S_IMODE(os.stat(cosetd.data).st_mode), 0o700)
            key = os.path.join(cosetd.data, "cookie.key")
            self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
            second = run("--listen", "127.0.0.1:0", "--data", cosetd.data)
            self.assertEqual(second.returncode, FAILURE)
            self.assertIn("Another cosetd", second.stderr)

    def test_a_port_that_is_taken_is_said(self):
        with Cosetd() as cosetd, tempfile.TemporaryDirectory() as data:
            second = run("--listen", f"127.0.0.1:{cosetd.port}", "--data", data)
            self.assertEqual(second.returncode, FAILURE)
            self.assertIn("cannot be listened at", second.stderr)


class Stops(unittest.TestCase):

    def hello(self, cosetd, table):
        client = WebSocket(cosetd.port, f"/ws/t/{table}")
        client.send({"type": "hello", "proto": 1, "table": table, "token": token(1)})
        return client

    def test_a_table_at_which_two_runs_died_is_closed_and_the_others_go_on(self):
        with Cosetd() as cosetd:
            bad, good = (table_of_two(cosetd.port)[0] for _ in range(2))
            cosetd.kill()
            cosetd.environment.update(LD_PRELOAD=os.environ["COSET_POISONED_TABLE"], COSET_POISONED=bad)
            for _ in range(2):
                cosetd.start()
                self.assertIn(self.hello(cosetd, good).until("welcome")["you"], (1, 2))
                self.assertNotIn("closed_tables", [line["event"] for line in cosetd.lines()])
                self.hello(cosetd, bad)
                self.assertEqual(cosetd.process.wait(20), -signal.SIGABRT)
            cosetd.start()
            self.assertIn("closed_tables", [line["event"] for line in cosetd.lines()])
            self.assertEqual(self.hello(cosetd, bad).until("welcome"), 1008)
            self.assertIn(self.hello(cosetd, good).until("welcome")["you"], (1, 2))
            self.assertEqual(cosetd.stop(), DONE)


class Databases(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def test_postgresql_is_migrated_by_hand_only(self):
        url = self.postgres.new_database()
        with tempfile.TemporaryDirectory() as data:
            refused = run("--data", data, "--listen", "127.0.0.1:0", COSET_DATABASE=url)
        self.assertEqual(refused.returncode, FAILURE)
        self.assertIn("cosetd migrate", refused.stderr)
        self.assertEqual(run("migrate", COSET_DATABASE=url).stdout, "The databases have the form of this program.\n")
        again = run("migrate", COSET_DATABASE=url + " password=s3cret")
        self.assertEqual((again.returncode, again.stderr), (DONE, ""))
        self.assertNotIn("s3cret", again.stdout)
        dumps = [line for line in again.stdout.splitlines() if "pg_dump" in line]
        self.assertEqual(len(dumps), 2)
        with tempfile.TemporaryDirectory() as folder:  # they can be run as they stand
            for line in dumps:
                subprocess.run(["sh", "-c", line], cwd=folder, check=True, timeout=60,
                               env=dict(os.environ, PATH=f"{POSTGRES}:{os.environ['PATH']}"))
            self.assertEqual(sorted(os.listdir(folder)), ["coset-before.dump", "coset-seeds-before.dump"])
        with Cosetd(environment={"COSET_DATABASE": url}) as cosetd:
            self.assertIn("one_role", [line["event"] for line in cosetd.lines()])
            self.assertNotIn(self.postgres.folder, cosetd.text())

    def test_it_says_when_the_store_is_away_and_when_it_is_back(self):
        url = self.postgres.new_database()
        run("migrate", COSET_DATABASE=url)

        def wait(cosetd, status):
            for _ in range(200):
                if cosetd.get("/readyz")[0] == status:
                    return
                subprocess.run(["sleep", "0.05"], check=True)
            self.fail(f"readyz never was {status}")

        with Cosetd("--database", url) as cosetd:
            wait(cosetd, 200)
            self.postgres.stop_at_once()
            wait(cosetd, 503)
            self.assertEqual(cosetd.get("/healthz")[0], 200)
            self.postgres.start()
            wait(cosetd, 200)
            events = [line["event"] for line in cosetd.lines()]
            self.assertLess(events.index("store_away"), events.index("store_back", events.index("store_away")))


if __name__ == "__main__":
    unittest.main()
