"""A test case with a folder and, if it asks for one, a PostgreSQL of its own: what it sees of a server's store."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from _cosetd import COSETD, Postgres

WHOLE = bool(os.environ.get("COSET_WHOLE"))
NOTICED = 6 if WHOLE else 9      # seconds, at most, until a server is not ready
RECOVERED = 10 if WHOLE else 30  # until it is again
UNAVAILABLE, RECOVERED_EVENT, DAMAGED = "store_unavailable", "store_recovered", "store_damaged"


class StoreCase(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-faults-")
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.place = pathlib.Path(folder.name)

    def cluster(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        return postgres

    def migrated(self, url):
        subprocess.run([COSETD, "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
        return url

    def becomes(self, server, status, within):
        """How long until /readyz says that."""
        began = time.monotonic()
        while server.get("/readyz")[0] != status:
            self.assertLess(time.monotonic() - began, within, f"/readyz does not say {status}: {server.text()}")
            time.sleep(0.05)
        return time.monotonic() - began

    def changes(self, server):
        """What the server says of its store's state; a notice is PostgreSQL's remark."""
        return [line["event"] for line in server.lines()
                if line["event"].startswith("store_") and line["event"] != "store_notice"]
