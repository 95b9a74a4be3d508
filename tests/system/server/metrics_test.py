"""/metrics matches its documentation and the alert rules, and a scrape is cheap."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, Cosetd, Postgres

LOAD = os.environ["COSET_LOAD_BIN"]
ROOT = pathlib.Path(os.environ["COSET_TESTS_DIR"], "..")
RULES = ROOT / "packaging/prometheus"
PLAYERS, SCRAPES = 40, 400


def promtool(*words):
    return subprocess.run(["promtool", *words], cwd=RULES, capture_output=True, text=True, timeout=60, check=False)


def families(text):
    return set(re.findall(r"(?m)^# TYPE (\S+)", text))


def value(text, series):
    return float(re.search(rf"(?m)^{re.escape(series)} (\S+)$", text).group(1))


def cpu_of(pid):
    """Seconds of processors that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def all_metrics():
    """What a server says, and a node beside it."""
    with Cosetd() as cosetd:
        alone = cosetd.get("/metrics")[2]
    postgres = Postgres()
    try:
        url = postgres.new_database()
        subprocess.run([COSETD, "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL, timeout=60)
        with Cosetd("--database", url, "--node", "one", "--cookie-key", "a" * 64) as node:
            return alone, node.get("/metrics")[2]
    finally:
        postgres.close()


class Metrics(unittest.TestCase):

    def test_every_metric_is_documented_and_every_documented_one_exists(self):
        alone, node = map(families, all_metrics())
        self.assertEqual({name for name in node - alone if "claim" in name or "redirect" in name}, node - alone)
        self.assertEqual(len(node - alone), 5)
        there = alone | node
        page = (ROOT / "docs/self-hosting.md").read_text(encoding="utf-8")
        explained = {name for line in page.splitlines() if line.startswith("|")
                     for name in re.findall(r"`((?:coset|process)_\w+)`", line)}
        self.assertGreater(len(there), 18)
        self.assertEqual(there, explained)

    def test_alerts_use_existing_metrics(self):
        there = set().union(*map(families, all_metrics()))
        rules = (RULES / "coset.rules.yml").read_text(encoding="utf-8")
        used = {re.sub(r"_bucket$", "", name) for name in re.findall(r"\b((?:coset|process)_\w+)", rules)}
        self.assertLessEqual(used, there)
        self.assertEqual(rules.count("- alert:"), 9)

    def test_promtool_accepts_metrics_rules_and_their_tests(self):
        for text in all_metrics():
            done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True,
                                  timeout=60, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in (("check", "rules", "coset.rules.yml"), ("test", "rules", "coset.rules_test.yml"),
                      ("check", "config", "prometheus.yml")):
            done = promtool(*words)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_backup_time_and_disk_space_are_reported(self):
        with Cosetd() as cosetd:
            self.assertEqual(value(cosetd.get("/metrics")[2], "coset_last_backup_timestamp_seconds"), 0)
            backup = pathlib.Path(cosetd.data, "backup")
            backup.mkdir()
            subprocess.run([COSETD, "backup", str(backup), "--data-dir", cosetd.data], check=True,
                           stdout=subprocess.DEVNULL, timeout=60)
            text = cosetd.get("/metrics")[2]
            self.assertLess(abs(value(text, "coset_last_backup_timestamp_seconds") - time.time()), 60)
            free = shutil.disk_usage(cosetd.data).free
            self.assertAlmostEqual(value(text, "coset_disk_free_bytes") / free, 1, places=1)
            self.assertLess(abs(value(text, "process_start_time_seconds") - time.time()), 60)

    def test_a_class_of_forty_is_counted_and_a_scrape_is_cheap(self):
        with tempfile.TemporaryDirectory() as folder, Cosetd("--max-sockets-per-ip", "100") as cosetd:
            load = subprocess.Popen([LOAD, "play", "--port", str(cosetd.port), "--tables", str(PLAYERS // 2),
                                     "--spec", "al-jabar Z2^3",
                                     "--seconds", "120", "--max-moves-per-seat", "3", "--think-time", "50", "--observations", folder + "/seen"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(load.wait)
            self.addCleanup(load.terminate)
            end, rows, moved, sockets = time.monotonic() + 60, 0, -1, 0
            while time.monotonic() < end and (sockets < PLAYERS or rows != moved):  # until all sit and nobody moves
                moved = rows
                time.sleep(1)
                text = cosetd.get("/metrics")[2]
                rows, sockets = value(text, 'coset_log_writes_total{result="ok"}'), value(text, "coset_websocket_connections")
            self.assertGreaterEqual(value(text, "coset_websocket_connections"), PLAYERS)
            self.assertGreaterEqual(value(text, "coset_tables_loaded"), PLAYERS // 2)
            self.assertEqual(value(text, "coset_commit_duration_seconds_count"), rows)
            self.assertEqual(value(text, 'coset_commit_duration_seconds_bucket{le="+Inf"}'), rows)
            self.assertGreater(value(text, "coset_event_loop_lag_seconds_count"), 0)
            before = cpu_of(cosetd.process.pid)
            for _ in range(SCRAPES):
                cosetd.get("/metrics")
            cost = (cpu_of(cosetd.process.pid) - before) / SCRAPES
            print(f"a scrape with {PLAYERS} players costs {cost * 1000:.2f} ms")
            self.assertLess(cost, 0.001)


if __name__ == "__main__":
    unittest.main()
