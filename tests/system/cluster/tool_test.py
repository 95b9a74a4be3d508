"""What the help of tools/cluster says: the primary and a node are killed, Enter shows it, and `promote` mends it.

It is run as people run it, with orders on its standard input."""

import os
import pathlib
import re
import signal
import subprocess
import threading
import time
import unittest
import urllib.request

from _case import SLACK
from _databases import lives

TOOL = pathlib.Path(__file__).resolve().parents[3] / "tools/cluster"
PATIENCE = 40 * SLACK


class Tool(unittest.TestCase):

    def setUp(self):
        self.said, self.new = [], threading.Condition()
        self.process = subprocess.Popen([TOOL, "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        self.addCleanup(self.end)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.new:
                self.said.append(line)
                self.new.notify_all()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.reader.join()
            self.process.stdin.close()
            self.process.stdout.close()

    def wait(self, pattern, count=1):
        """Until that many lines match: the groups of the last one."""
        found = []

        def enough():
            found[:] = [match for match in map(re.compile(pattern).search, self.said) if match]
            return len(found) >= count

        with self.new:
            self.assertTrue(self.new.wait_for(enough, PATIENCE), f"{pattern}\n{''.join(self.said)}")
        return found[-1].groups()

    def order(self, word):
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def ready(self, port):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
                return answer.status == 200
        except OSError:
            return False

    def test_promote_beside_a_dead_primary(self):
        self.wait("Enter shows this again")
        port, = self.wait(r"http://127\.0\.0\.1:(\d+)/")
        node, = self.wait(r"node a +pid +(\d+)")
        primary, first = self.wait(r" primary +pid +(\d+) +(\S+)")
        _, second = self.wait(r" standby +pid +(\d+) +(\S+)")
        self.assertTrue(self.ready(port))
        os.kill(int(primary), signal.SIGKILL)
        os.kill(int(node), signal.SIGKILL)
        while lives(int(primary)) or lives(int(node)):
            time.sleep(0.01)
        self.order("standby")
        self.wait("there is no primary")
        self.wait("Enter shows this again", 2)
        self.assertEqual(self.wait(r" primary +gone +(\S+)"), (first,))
        self.wait("node a +gone")
        self.wait("node a had ended")
        self.wait("that failed")  # there is no database
        self.order("")
        self.wait("Enter shows this again", 3)
        self.order("promote")
        self.wait("Enter shows this again", 4)
        self.assertEqual(self.wait(r" primary +pid +\d+ +(\S+)", 2), (second,))
        self.assertEqual(self.wait(r" standby +pid +\d+ +(\S+)", 4), (first,))
        end = time.monotonic() + PATIENCE
        while not self.ready(port):
            self.assertLess(time.monotonic(), end, "".join(self.said))
            time.sleep(0.1)
        self.process.send_signal(signal.SIGINT)
        self.assertEqual(self.process.wait(PATIENCE), 0)
        self.wait("all processes have ended")


if __name__ == "__main__":
    unittest.main()
