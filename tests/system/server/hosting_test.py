"""PostgreSQL as Debian installs it, and the very blocks of docs/self-hosting.md: databases, copies, and back."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import _cosetd
from _cosetd import COSETD, POSTGRES, Cosetd
from guest_data_test import Guest, play

TESTS = pathlib.Path(os.environ["COSET_TESTS_DIR"])
BLOCKS = re.findall(r"```sh\n(.*?)```", (TESTS.parent / "docs/self-hosting.md").read_text(encoding="utf-8"), re.S)
SERVICE = 63671
CLONE_NEWNS, CLONE_NEWNET = 0x00020000, 0x40000000


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **more)


@unittest.skipIf(os.getuid() != 0, "roles of PostgreSQL are users of the system")
class Hosting(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        """A machine of our own: its loopback, its /etc and /var/lib, and PostgreSQL where Debian has it."""
        folder = tempfile.TemporaryDirectory(prefix="coset-hosting-")
        cls.addClassCleanup(folder.cleanup)
        cls.root = root = pathlib.Path(folder.name)
        os.chmod(root, 0o755)
        shutil.copytree("/etc", root / "etc", symlinks=True)
        (root / "etc/coset").mkdir()
        shutil.copy(TESTS.parent / "packaging/cosetd.toml", root / "etc/coset/cosetd.toml")
        os.chmod(root / "etc/coset/cosetd.toml", 0o600)
        cls.data = root / "lib/private/coset"
        cls.data.mkdir(parents=True)
        os.chown(cls.data, SERVICE, SERVICE)
        (root / "lib/coset").symlink_to("private/coset")
        for name in ("socket", "cluster"):
            (root / name).mkdir()
            shutil.chown(root / name, "postgres", "postgres")
        (root / "home").mkdir()
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS | CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "no machine of one's own can be had here")
        pathlib.Path("/run/postgresql").mkdir(exist_ok=True)
        for words in (["mount", "--make-rprivate", "/"], ["ip", "link", "set", "lo", "up"],
                      ["mount", "--bind", root / "etc", "/etc"], ["mount", "--bind", root / "lib", "/var/lib"],
                      ["mount", "--bind", root / "socket", "/run/postgresql"]):
            subprocess.run(words, check=True)
        # As pg_createcluster of Debian calls it.
        cls.as_postgres("initdb", "-D", root / "cluster/data", "-U", "postgres", "--auth-local", "peer",
                        "--auth-host", "scram-sha-256", "--no-sync", "-E", "UTF8", "--no-locale")
        cls.as_postgres("pg_ctl", "-D", root / "cluster/data", "-w", "-l", root / "cluster/log", "-o",
                        "-c unix_socket_directories=/run/postgresql -c fsync=off", "start")
        cls.addClassCleanup(cls.as_postgres, "pg_ctl", "-D", root / "cluster/data", "-w", "-m", "fast", "stop")
        cls.path = f"{pathlib.Path(COSETD).parent}:{os.environ['PATH']}"

    @classmethod
    def as_postgres(cls, program, *words):
        with open(cls.root / "postgres.txt", "a", encoding="utf-8") as log:
            subprocess.run(["runuser", "-u", "postgres", "--", POSTGRES / program, *words], cwd="/", check=True,
                           stdout=log, stderr=log)

    def block(self, number):
        home = str(self.root / "home")  # of the machine nothing is written
        done = run("bash", "-eu", "-c", BLOCKS[number].replace("/var/backups/", home + "/"), env={"PATH": self.path, "HOME": home})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def serve(self):
        """The service, which is handed its options as a file of its own."""
        credentials = self.root / "credentials.toml"
        shutil.copy("/etc/coset/cosetd.toml", credentials)
        shutil.chown(credentials, SERVICE)
        _cosetd.PREFIX[:] = ["setpriv", f"--reuid={SERVICE}", f"--regid={SERVICE}", "--clear-groups"]
        try:
            return Cosetd("--config", str(credentials), data="/var/lib/coset")
        finally:
            _cosetd.PREFIX.clear()

    def test_the_documented_commands_create_back_up_and_restore_databases(self):
        stock = (self.root / "cluster/data/pg_hba.conf").read_text(encoding="ascii")
        self.assertRegex(stock, r"(?m)^local +all +all +peer$")
        self.assertRegex(stock, r"(?m)^host +all +all +127\.0\.0\.1/32 +scram-sha-256$")
        self.assertIn("Database schema is up to date (version 9).", self.block(2))
        with self.serve() as server:
            emmy = Guest(server, "Emmy")
            table, at = play(emmy, Guest(server, "Ada"))
            for each in at:
                each.close()
            self.assertEqual(server.stop(), 0)
        self.block(3)
        for name in ("coset", "coset_seeds"):
            self.as_postgres("psql", "--quiet", name, "-c", "DROP SCHEMA public CASCADE")
        (self.data / "cookie.key").unlink()
        self.assertIn("OK: 1 games, ", self.block(4))
        with self.serve() as server:
            self.assertEqual(server.get("/api/tables/" + table)[0], 200)
            emmy.cosetd = server
            self.assertEqual(emmy.call("/api/me")[2]["id"], emmy.id)
            self.assertEqual(server.stop(), 0)
        # The log's role reads no seeds, and cannot even come to them.
        url = re.search(r'(?m)^database = "(.*)"', pathlib.Path("/etc/coset/cosetd.toml").read_text()).group(1)
        self.assertIn("permission denied", run("psql", url.replace("dbname=coset ", "dbname=coset_seeds ")).stderr)

    def test_a_rejected_role_is_told_what_to_do(self):
        for url, fault in (("dbname=postgres user=coset_none", "Peer authentication failed"),
                           ("host=127.0.0.1 dbname=postgres user=coset_none password=wrong", "password authentication failed"),
                           ("host=127.0.0.1 dbname=postgres user=coset_none", "no password supplied")):
            for words in (["--listen", "127.0.0.1:0"], ["migrate"], ["admin", "reports"]):
                said = run(COSETD, *words, "--data-dir", str(self.root / "other"), "--database", url).stderr
                self.assertIn(fault, said)
                self.assertIn("give the role a password and write host=127.0.0.1 password=...", said)
                self.assertNotIn("cosetd migrate", said)
        said = run(COSETD, "migrate", "--database", "host=127.0.0.1 port=1 dbname=x user=x").stderr
        self.assertIn("Is PostgreSQL running there?", said)


if __name__ == "__main__":
    unittest.main()
