"""No two processes serve one database: the second one waits for the first, and ends if that stays."""

import subprocess
import time
import unittest

from _cosetd import COSETD, Cosetd
from _store_case import NOTICED, RECOVERED, RECOVERED_EVENT, UNAVAILABLE, StoreCase
from _websocket import WebSocket


class SecondProcess(StoreCase):

    def refused(self, *words):
        began = time.monotonic()
        got = subprocess.run([COSETD, "--listen", "127.0.0.1:0", *words], capture_output=True, text=True, timeout=60,
                             check=False)
        self.assertEqual(got.returncode, 1, got.stderr)
        self.assertIn("nother cosetd", got.stderr)
        self.assertGreater(time.monotonic() - began, 14)

    def test_two_processes_share_no_database(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())
        with Cosetd("--database", url) as first:
            lobby = WebSocket(first.port, "/ws")
            lobby.send({"type": "create", "spec": "al-jabar Z2^3 seats=2", "token": "1" * 32})
            lobby.wait("pending_table")
            self.refused("--data-dir", str(self.place / "second"), "--database", url)
            third = self.place / "third"
            for data, *words in ((first.data, "verify"), (third, "verify"), (first.data, "admin", "reports")):  # no servers
                got = subprocess.run([COSETD, *words, "--data-dir", str(data), "--database", url], capture_output=True,
                                     text=True, timeout=60, check=False)
                self.assertEqual(got.returncode, 0, got.stderr)
            self.assertFalse(third.exists())
            self.assertEqual(first.get("/readyz")[0], 200)
            lobby.close()

    def test_a_restart_waits_for_its_predecessor(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())
        for words in (("--database", url), ()):
            data = str(self.place / f"data{len(words)}")
            with Cosetd(*words, data=data) as first:
                again = subprocess.Popen([COSETD, "--listen", "127.0.0.1:0", "--data-dir", data, *words],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                try:
                    time.sleep(2)
                    self.assertIsNone(again.poll())
                    self.assertEqual(first.stop(), 0)
                    seen = ""
                    while '"event":"start"' not in seen:
                        line = again.stderr.readline()
                        self.assertTrue(line, seen)
                        seen += line
                finally:
                    again.terminate()
                self.assertEqual(again.wait(20), 0)
                again.stderr.close()

    def test_a_server_that_loses_the_lock_acquires_it_again_or_stops(self):
        postgres = self.cluster()
        url = self.migrated(postgres.new_database())

        def end_holder():
            postgres.run("psql", "-h", postgres.folder, "-U", "coset", "-d", "test1", "-c",
                         "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")

        with Cosetd("--database", url) as first:
            end_holder()
            self.becomes(first, 503, NOTICED)
            self.becomes(first, 200, RECOVERED)
            self.assertEqual(self.changes(first), [UNAVAILABLE, RECOVERED_EVENT])
            # Another one waits for it, and one of them has it after that.
            second = subprocess.Popen([COSETD, "--listen", "127.0.0.1:0", "--data-dir", str(self.place / "second"),
                                       "--database", url], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                time.sleep(2)
                end_holder()
                end = time.monotonic() + 25
                while first.process.poll() is None and second.poll() is None and time.monotonic() < end:
                    time.sleep(0.1)
                self.assertEqual([first.process.poll(), second.poll()].count(None), 1)
                if first.process.poll() is None:
                    self.assertEqual(first.get("/readyz")[0], 200)
                else:
                    self.assertEqual(first.process.poll(), 1)
                    self.assertIn("Another cosetd took over the database", first.text())
            finally:
                if second.poll() is None:
                    second.terminate()
                second.wait(20)
                second.stderr.close()


if __name__ == "__main__":
    unittest.main()
