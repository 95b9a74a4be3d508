"""An operator on a packaged server: commands look where the service does, and what root restores is the service's."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

import _cosetd
from _cosetd import COSETD, Cosetd
from guest_data_test import Guest, play

DONE, FAILURE, INPUT = 0, 1, 2
SERVICE = 63671  # a user such as systemd makes for DynamicUser
ROOT = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent
FILE = ROOT / "packaging" / "cosetd.toml"
PAGE = (ROOT / "docs" / "self-hosting.md").read_text(encoding="utf-8")
# The page's own lines; there is no init here.
RESTORE, = (re.sub(r"(?m)^systemctl .*\n", "", block) for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S)
            if "cosetd restore /var/lib" in block)
MOUNT = 'mount --bind "$0/etc" /etc && mount --bind "$0/lib" /var/lib && exec "$@"'


@unittest.skipIf(os.getuid() != 0, "two users are needed for this")
class Packaged(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-packaged-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        os.chmod(self.root, 0o755)
        (self.root / "etc" / "coset").mkdir(parents=True)
        self.options = self.root / "etc" / "coset" / "cosetd.toml"
        shutil.copy(FILE, self.options)
        os.chmod(self.options, 0o600)
        # As systemd leaves it: a link, and behind it a folder of the service's user.
        self.data = self.root / "lib" / "private" / "coset"
        self.data.mkdir(parents=True, mode=0o700)
        os.chown(self.data, SERVICE, SERVICE)
        (self.root / "lib" / "coset").symlink_to("private/coset")
        (self.root / "home").mkdir()

    def run_there(self, *words, user=0):
        """The command on a machine that has this /etc and this /var/lib."""
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        home = dict(os.environ, HOME=str(self.root / "home"))
        home.pop("XDG_DATA_HOME", None)
        home["PATH"] = f"{pathlib.Path(COSETD).parent}:{home['PATH']}"
        return subprocess.run(["unshare", "--mount", "sh", "-c", MOUNT, str(self.root), *as_user, *words],
                              capture_output=True, text=True, timeout=60, check=False, env=home)

    def cosetd(self, *words, user=0):
        return self.run_there(COSETD, *words, user=user)

    def serve(self):
        """The server as its own user."""
        _cosetd.PREFIX[:] = ["setpriv", f"--reuid={SERVICE}", f"--regid={SERVICE}", "--clear-groups"]
        try:
            return Cosetd(data=str(self.data))
        finally:
            _cosetd.PREFIX.clear()

    def played(self):
        """A table of a game on the server, which then stops."""
        with self.serve() as server:
            table, at = play(Guest(server, "Emmy"), Guest(server, "Ada"))
            for each in at:
                each.close()
            self.assertEqual(server.stop(), 0)
        return table

    def test_commands_use_the_services_files(self):
        table = self.played()
        for words in ([], ["--config", "/etc/coset/cosetd.toml"]):
            said = self.cosetd("config", "check", *words)
            self.assertEqual(said.returncode, DONE, said.stderr)
            self.assertRegex(said.stdout, r"(?m)^config +/etc/coset/cosetd\.toml$")
            self.assertRegex(said.stdout, r"(?m)^data dir +/var/lib/coset$")
            copy = self.root / f"copy{len(words)}.db"
            for command in (["backup", str(copy)], ["admin", "reports"], ["admin", "rename-player", table, "1"]):
                said = self.cosetd(*command, *words)
                self.assertEqual(said.returncode, DONE, (command, said.stderr))
            self.assertTrue(copy.exists())
        self.assertEqual(list((self.root / "home").iterdir()), [])
        self.assertEqual({path.stat().st_uid for path in self.data.iterdir()}, {SERVICE})

    def test_another_data_directory_by_option_or_by_user(self):
        own = self.root / "home" / ".local" / "share" / "coset" / "server"
        self.assertEqual(self.cosetd("admin", "reports", "--data-dir", str(self.root / "x")).returncode, FAILURE)
        # Who may not read the options of the service hears so, unless they have a server of their own.
        said = self.cosetd("config", "check", user=1234)
        self.assertEqual(said.returncode, INPUT)
        self.assertIn("is not readable by this user. Run this as root", said.stderr)
        own.mkdir(parents=True)
        said = self.cosetd("config", "check", user=1234)
        self.assertRegex(said.stdout, rf"(?m)^data dir +{own}$")
        self.options.write_text(self.options.read_text() + f'data_dir = "{own}"\n')
        self.assertRegex(self.cosetd("config", "check").stdout, rf"(?m)^data dir +{own}$")

    def test_files_that_root_restores_belong_to_the_service(self):
        self.played()
        copy = self.root / "copy.db"
        self.assertEqual(self.cosetd("backup", str(copy)).returncode, DONE)
        # The folder emptied, and as the page has it moved away, which leaves a link to nothing.
        for moved in (False, True):
            if moved:
                (self.data / "backup").mkdir()
                copy.rename(self.data / "backup" / "coset-2026-11-16.db")
                said = self.run_there("sh", "-ec", RESTORE)
                self.assertTrue(self.data.with_name("coset-before").exists())
            else:
                for path in self.data.iterdir():
                    path.unlink()
                said = self.cosetd("restore", str(copy))
            self.assertEqual(said.returncode, DONE, said.stderr)
            self.assertIn("OK: 1 games, ", said.stdout)
            owner = self.data.stat()
            self.assertEqual(stat.S_IMODE(owner.st_mode), 0o700)
            for path in self.data.iterdir():
                facts = path.stat()
                self.assertEqual((facts.st_uid, facts.st_gid), (owner.st_uid, owner.st_gid), path)
                self.assertEqual(stat.S_IMODE(facts.st_mode), 0o600, path)
            # A folder that root made is given to the service's user by systemd, with all that is in it.
            if owner.st_uid == 0:
                for path in (self.data, *self.data.iterdir()):
                    os.chown(path, SERVICE, SERVICE)
            with self.serve() as server:
                self.assertEqual(server.get("/readyz")[0], 200)
                self.assertEqual(server.stop(), 0)

    def test_a_file_of_another_user_is_named(self):
        self.played()
        os.chown(self.data / "lock", 0, 0)
        with self.assertRaisesRegex(AssertionError, rf"/lock belongs to user 0, and this is user {SERVICE}\."):
            self.serve()
        os.chown(self.data / "lock", SERVICE, SERVICE)
        os.chmod(self.data / "cookie.key", 0)
        with self.assertRaisesRegex(AssertionError, r"/cookie\.key belongs to this user \(63671\), but its mode"):
            self.serve()


if __name__ == "__main__":
    unittest.main()
