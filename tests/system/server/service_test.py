"""The systemd units are valid and have few privileges; cosetd notifies systemd."""

import configparser
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import unittest

from _cosetd import COSETD, Cosetd

PACKAGING = pathlib.Path(os.environ["COSET_TESTS_DIR"], "..", "packaging")
UNITS = ("cosetd.service", "cosetd@.service", "cosetd-backup.service", "cosetd-backup.timer")


class Units(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="coset-units-")
        self.addCleanup(self.folder.cleanup)
        for name in UNITS:  # with a program and a manual that are there
            text = (PACKAGING / "systemd" / name).read_text(encoding="utf-8")
            text = re.sub(r"(?m)^Documentation=.*\n", "", text.replace("/usr/sbin/cosetd", COSETD))
            pathlib.Path(self.folder.name, name).write_text(text, encoding="utf-8")

    def analyze(self, *words):
        return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, timeout=60,
                              check=False, cwd=self.folder.name)

    def test_systemd_accepts_them(self):
        done = self.analyze("verify", *(f"./{name}" for name in UNITS))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_they_have_few_privileges(self):
        for name, most in (("cosetd.service", 1.5), ("cosetd@.service", 1.5), ("cosetd-backup.service", 1.0)):
            said = self.analyze("security", "--offline=true", "./" + name).stdout
            level = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said).group(1))
            self.assertLessEqual(level, most, name)

    def test_a_late_database_does_not_stop_the_service(self):
        """systemd gives up a unit that fails five times in ten seconds, unless it is told not to."""
        for name in ("cosetd.service", "cosetd@.service"):
            unit = self.unit(name)
            self.assertEqual(unit["Unit"].get("StartLimitIntervalSec"), "0")
            self.assertIn(unit["Service"]["Restart"], ("on-failure", "always"))
            self.assertIn(float(unit["Service"]["RestartSec"]), (2, 3, 5))

    def unit(self, name):
        unit = configparser.RawConfigParser(strict=False)
        unit.optionxform = str
        unit.read_string((PACKAGING / "systemd" / name).read_text(encoding="utf-8"))
        return unit

    def test_a_node_is_protected_as_the_only_server_is(self):
        """The units differ in the instance's name alone, and it is given time to send its players away."""
        one, many = self.unit("cosetd.service"), self.unit("cosetd@.service")
        differ = {key for part in ("Unit", "Service", "Install") for key in {**one[part], **many[part]}
                  if one[part].get(key) != many[part].get(key)}
        self.assertEqual(differ, {"Description", "LoadCredential", "Environment", "User", "StateDirectory", "TimeoutStopSec"})
        self.assertGreaterEqual(float(many["Service"]["TimeoutStopSec"]), 40)
        text = (PACKAGING / "systemd" / "cosetd@.service").read_text(encoding="utf-8")
        self.assertIn("Environment=COSET_NODE=%i\n", text)

    def test_the_packaged_config_is_valid(self):
        done = subprocess.run([COSETD, "config", "check", "--config", str(PACKAGING / "cosetd.toml")],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        commented = re.sub(r"(?m)^#   ", "", (PACKAGING / "cosetd.toml").read_text(encoding="utf-8"))
        commented = commented.replace('listen = "0.0.0.0:8080"\n', "")
        with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
            file.write(commented)
            file.flush()
            done = subprocess.run([COSETD, "config", "check", "--config", file.name],
                                  capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_cosetd_notifies_systemd_when_ready_alive_and_stopping(self):
        path = os.path.join(self.folder.name, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(path)
            supervisor.settimeout(20)
            server = Cosetd(environment={"NOTIFY_SOCKET": path})
            said = {supervisor.recv(100) for _ in range(2)}
            self.assertEqual(said, {b"READY=1", b"WATCHDOG=1"})
            self.assertEqual(supervisor.recv(100), b"WATCHDOG=1")  # again, after a while
            self.assertEqual(server.stop(), 0)
            supervisor.setblocking(False)
            last = supervisor.recv(100)
            self.assertEqual(last if last != b"WATCHDOG=1" else supervisor.recv(100), b"STOPPING=1")


if __name__ == "__main__":
    unittest.main()
