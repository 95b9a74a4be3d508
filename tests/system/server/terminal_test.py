"""cosetd on a terminal: sentences, where games are stored, how to stop; and what to do about a busy port."""

import os
import pty
import re
import select
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD


class Terminal(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-terminal-")
        self.addCleanup(folder.cleanup)
        self.data = os.path.join(folder.name, "data")

    def test_a_terminal_gets_sentences(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([COSETD, "--listen", "0.0.0.0:0", "--data-dir", self.data], stdout=theirs, stderr=theirs)
        self.addCleanup(process.kill)
        os.close(theirs)
        said, stopped, end = "", False, time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                try:
                    said += os.read(ours, 65536).decode("utf-8", "replace")
                except OSError:  # nobody has it open any more
                    break
            if "Ctrl-C" in said and not stopped:
                process.send_signal(signal.SIGINT)
                stopped = True
        os.close(ours)
        self.assertEqual(process.wait(30), 0)
        self.assertNotIn("{", said)
        self.assertRegex(said, r"^[\d:]+ No web client is installed|^Coset is at http://")
        self.assertIn(f"Games are stored in {self.data}.", said)
        self.assertRegex(said, r"\n[\d:]{8} Stopped\.")
        self.assertIn("\x1b[38;5;231;48;5;16m", said)

    def test_a_busy_port_is_explained(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            place = f"127.0.0.1:{other.getsockname()[1]}"
            done = subprocess.run([COSETD, "--listen", place, "--data-dir", self.data], capture_output=True, text=True,
                                  timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"(?mi)^cosetd: Cannot listen on {re.escape(place)}: address already in use\. "
                                      r"Use another address or port, such as ")


if __name__ == "__main__":
    unittest.main()
