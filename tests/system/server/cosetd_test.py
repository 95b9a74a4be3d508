"""The program cosetd: its options, its data directory, its log, how it starts and stops."""

import json
import os
import re
import signal
import stat
import subprocess
import tempfile
import unittest

from _cosetd import COSETD, POSTGRES, Cosetd, Postgres
from _websocket import WebSocket, table_of_two, token

DONE, FAILURE, INPUT = 0, 1, 2
MAN = os.path.join(os.environ["COSET_TESTS_DIR"], "..", "docs", "man", "cosetd.8")


def run(*words, **environment):
    return subprocess.run([COSETD, *words], capture_output=True, text=True, timeout=60, check=False,
                          env=dict(os.environ, **environment))


class Options(unittest.TestCase):

    def test_help_and_version_have_the_usual_flags(self):
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

    def test_invalid_options_are_explained(self):
        for words, sentence in (
                (["--listn", "x"], "--help"),
                (["--listen", "8080"], "ADDRESS:PORT"),
                (["--public-url", "https://play.example"], "--trust-proxy"),
                (["--config", "/nowhere"], "Cannot read"),
                (["--web-root", "/nowhere"], "/nowhere"),
                (["--web-root", "/nowhere"], "give the directory of a build, such as web/dist"),
                (["--web-root", os.environ["COSET_TESTS_DIR"]], "npm run build"),
                (["migrate"], "--database")):
            with tempfile.TemporaryDirectory() as data:
                got = run(*words, "--data-dir", data)
            self.assertEqual(got.returncode, INPUT, words)
            self.assertIn(sentence, got.stderr)
            self.assertEqual(got.stdout, "")

    def test_a_config_file_can_be_checked(self):
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
        with Cosetd("--server-name", "Class 7b") as cosetd:
            status, headers, text = cosetd.get("/api/server")
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

    def test_its_data_directory_is_private_and_locked(self):
        with Cosetd() as cosetd:
            self.assertEqual(stat.S_IMODE(os.stat(cosetd.data).st_mode), 0o700)
            key = os.path.join(cosetd.data, "cookie.key")
            self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
            second = run("--listen", "127.0.0.1:0", "--data-dir", cosetd.data)
            self.assertEqual(second.returncode, FAILURE)
            self.assertIn("is locked by another cosetd", second.stderr)
            verified = run("verify", "--data-dir", cosetd.data)
            self.assertEqual(verified.returncode, FAILURE)
            self.assertIn("is locked by another cosetd. Stop it first", verified.stderr)

    def test_a_port_in_use_is_reported(self):
        with Cosetd() as cosetd, tempfile.TemporaryDirectory() as data:
            second = run("--listen", f"127.0.0.1:{cosetd.port}", "--data-dir", data)
            self.assertEqual(second.returncode, FAILURE)
            self.assertIn("Cannot listen on", second.stderr)


class Quarantine(unittest.TestCase):

    def hello(self, cosetd, table):
        client = WebSocket(cosetd.port, f"/ws/t/{table}")
        client.send({"type": "hello", "proto": 1, "table": table, "token": token(1)})
        return client

    def test_a_table_that_crashed_two_runs_is_quarantined(self):
        with Cosetd() as cosetd:
            bad, good = (table_of_two(cosetd.port)[0] for _ in range(2))
            cosetd.kill()
            cosetd.environment.update(LD_PRELOAD=os.environ["COSET_CRASH_ON_TABLE_PRELOAD"], COSET_CRASH_ON_TABLE=bad)
            for _ in range(2):
                cosetd.start()
                self.assertIn(self.hello(cosetd, good).until("welcome")["you"], (1, 2))
                self.assertNotIn("tables_quarantined", [line["event"] for line in cosetd.lines()])
                self.hello(cosetd, bad)
                self.assertEqual(cosetd.process.wait(20), -signal.SIGABRT)
            cosetd.start()
            self.assertIn("tables_quarantined", [line["event"] for line in cosetd.lines()])
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

    def test_postgresql_is_migrated_only_by_command(self):
        url = self.postgres.new_database()
        with tempfile.TemporaryDirectory() as data:
            refused = run("--data-dir", data, "--listen", "127.0.0.1:0", COSET_DATABASE=url)
        self.assertEqual(refused.returncode, FAILURE)
        self.assertIn("cosetd migrate", refused.stderr)
        self.assertEqual(run("migrate", COSET_DATABASE=url).stdout, "Database schema is up to date (version 9).\n")
        again = run("migrate", COSET_DATABASE=url + " password=s3cret")
        self.assertEqual((again.returncode, again.stderr), (DONE, ""))
        self.assertNotIn("s3cret", again.stdout)
        dumps = [line for line in again.stdout.splitlines() if "pg_dump" in line]
        self.assertEqual(len(dumps), 2)
        with tempfile.TemporaryDirectory() as folder:  # they can be run as they stand
            for line in dumps:
                subprocess.run(["sh", "-c", line], cwd=folder, check=True, timeout=60,
                               env=dict(os.environ, PATH=f"{POSTGRES}:{os.environ['PATH']}"))
            self.assertEqual(sorted(os.listdir(folder)), ["coset-pre-migration.dump", "coset-seeds-pre-migration.dump"])
        with Cosetd(environment={"COSET_DATABASE": url}) as cosetd:
            self.assertIn("seeds_not_isolated", [line["event"] for line in cosetd.lines()])
            self.assertNotIn(self.postgres.folder, cosetd.text())

    def test_it_logs_when_the_store_is_unavailable_and_recovers(self):
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
            self.assertEqual([line for line in cosetd.text().splitlines() if "WARNING" in line and not line.startswith("{")], [])
            lines = cosetd.lines()
            events = [line["event"] for line in lines]
            lost = lines[events.index("store_unavailable")]
            back = lines[events.index("store_recovered", events.index("store_unavailable"))]
            self.assertEqual(lost["host"], self.postgres.folder)
            self.assertIn("immediate shutdown", lost["reason"] + "".join(line["message"] for line in lines if line["event"] == "store_notice"))
            self.assertGreaterEqual(back["seconds"], 0)


if __name__ == "__main__":
    unittest.main()
