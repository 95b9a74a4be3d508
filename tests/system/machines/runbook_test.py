"""docs/cluster.md from bare machines, with its commands as they stand: two databases, three nodes, a router; the primary is
stopped and the standby promoted while people play, the standby is lost, and both are mended.

Run manually: it needs root and Debian's packages. cosetd is laid out as its package does."""

import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

from _machine import ROOT, Machine, block, leave, unpacked, wait  # first: the others are in its path

from _case import CLOCKS, ClusterCase, machine
from _cluster import PLAIN
from _cosetd import send
from _haproxy import make_certificate
from _load import Load

PACKAGES = {"postgresql", "haproxy", "openssl", "procps", "libqrencode4", "libsodium23", "libsqlite3-0"}
PASSWORDS = {name: secrets.token_hex(16) for name in ("log", "seeds", "replication")} | {"key": secrets.token_hex(32)}
DATABASES = {"db1": "127.0.0.21", "db2": "127.0.0.22"}
NODES = {"a": "127.0.0.11", "b": "127.0.0.12", "c": "127.0.0.13"}
DATA = "/var/lib/postgresql/15/main"
CLUSTER = "pg_ctlcluster --skip-systemctl-redirect 15 main"
TABLES, SECONDS = 20, 45
STATE, NAME_IT = "SELECT application_name, state", "synchronous_standby_names = 'coset_standby'"
ALONE, PROMOTE, STOP = "synchronous_standby_names = ''", "15 main promote", "echo disabled"


class Host(Machine):
    """A machine that follows the page, and does by itself what its units would do."""

    program = None

    def follow(self, having, without="nothing of it", **words):
        """A block, with words of this machine in the place of the first one's."""
        text = re.sub(r"\b(log|seeds|replication|key)=\.\.\.", lambda match: f"{match[1]}={PASSWORDS[match[1]]}",
                      block(having, without))
        for name, value in words.items():
            text = re.sub(rf"\b{name}=\S+", f"{name}={value}", text, count=1)
        before = len(self.told())
        said = self.sh("\n".join(self.installed(line) if line.startswith("apt install ") else line for line in text.splitlines()))
        for told in self.told()[before:]:
            if "postgresql@15-main.service" in told:
                self.sh(f"{CLUSTER} {told.split()[0]}")
        return said

    def installed(self, line):
        """The package is in the root; there is no network inside."""
        name = line.split()[-1]
        return f"test -x /usr/sbin/{name[2:].split('_')[0]}" if name.startswith("./") else f"dpkg --status {name} >/dev/null"

    def ready(self, address):
        try:
            with socket.create_connection((address, 8080), timeout=2) as at:
                at.sendall(b"GET /readyz HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\n\r\n")
                return int(at.recv(64).split()[1])
        except (OSError, IndexError):
            return 0

    def close(self):
        send(reversed(self.postgres(DATA)), signal.SIGKILL)
        if self.program:
            self.program.kill()
            self.program.wait()
        time.sleep(0.5)
        super().close()


class Runbook(ClusterCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="coset-machines-", ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)
        leave()
        common, cls.hosts = unpacked(cls.folder, PACKAGES, "bookworm"), {}
        for name in (*DATABASES, *NODES, "router"):
            cls.hosts[name] = host = Host(cls.folder, common, name)
            cls.addClassCleanup(host.close)

    def databases(self):
        for name, address in DATABASES.items():
            host = self.hosts[name]
            # All machines have one loopback here, so that '*' is too much.
            host.sh(f"{CLUSTER} start -o '-c listen_addresses='")
            host.sh(f"echo \"listen_addresses = '{address}'\" >/etc/postgresql/15/main/conf.d/here.conf")
            host.follow("max_connections = 300")
        self.hosts["db1"].follow("CREATE ROLE coset_replication")
        self.make_standby("db2", "db1")

    def make_standby(self, standby, primary):
        self.hosts[standby].follow("pg_basebackup", primary=primary)
        wait(lambda: "streaming" in self.hosts[primary].follow(STATE), 30, lambda: self.log(standby))
        self.hosts[primary].follow(NAME_IT)
        wait(lambda: "| sync" in self.hosts[primary].follow(STATE), 30, lambda: self.log(primary))

    def log(self, name):
        return self.hosts[name].sh("tail -n 40 /var/log/postgresql/postgresql-15-main.log")

    def nodes(self):
        for name, address in NODES.items():
            host = self.hosts[name]
            shutil.copy(os.environ["COSETD_BIN"], host.path / "usr/sbin/cosetd")
            host.sh("install -d /etc/coset")
            shutil.copy(ROOT / "packaging/cosetd.toml", host.path / "etc/coset")
            host.follow("node=a", node=name, address=address)
            self.assertEqual(host.told(), ["disable --now cosetd.service cosetd-backup.timer"])
            if name == "a":
                self.assertIn("cosetd --config /etc/coset/a.toml migrate", " ".join(self.page().split()))
                self.assertIn("up to date", host.sh("cosetd --config /etc/coset/a.toml migrate"))
            # The router's address is the one of this loopback; systemd hands over a copy.
            host.sh(f"sed -i 's/127.0.0.2\"/127.0.0.1\"/' /etc/coset/{name}.toml; install -d -o nobody /var/lib/coset-{name}; "
                    f"install -o nobody -m 400 /etc/coset/{name}.toml /run/cosetd.toml")
            host.program = host.start("nobody", "/usr/sbin/cosetd", "--config", "/run/cosetd.toml", "--max-sockets-per-ip", "1000",
                                      environment={"COSET_NODE": name, "COSET_DATA_DIR": f"/var/lib/coset-{name}"})
        for name, address in NODES.items():
            wait(lambda: self.hosts[name].ready(address) == 200, 30, self.hosts[name].said)

    def page(self):
        return (ROOT / "docs/cluster.md").read_text(encoding="utf-8")

    def router(self):
        host = self.hosts["router"]
        make_certificate(host.path / "etc/haproxy")
        shutil.copy(ROOT / "packaging/haproxy/haproxy.cfg", host.path)
        host.follow("apt install haproxy")
        self.assertEqual(host.told(), ["restart haproxy.service"])
        environment = dict(line.split("=", 1) for line in (host.path / "etc/default/haproxy").read_text().splitlines()
                           if line.startswith("COSET_"))
        # This machine's limit of open files may be lower than the unit's.
        host.program = host.start("root", "/usr/sbin/haproxy", "-f", "/etc/haproxy/haproxy.cfg",
                                  environment={**environment, "COSET_MAXCONN": "4000"})
        with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
            self.port, number = listener.getsockname()[1], listener.fileno()
            (self.folder / "plain.cfg").write_text(PLAIN.format(maxconn=4000, listener=number, to=443), encoding="ascii")
            plain = subprocess.Popen(["haproxy", "-f", self.folder / "plain.cfg"], pass_fds=(number,), stderr=subprocess.DEVNULL)
        self.addCleanup(plain.wait)
        self.addCleanup(plain.kill)
        wait(lambda: self.reached() == 200, 30, host.said)

    def reached(self):
        """As players do it."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return answer.status
        except OSError:
            return 0

    def states(self):
        return {self.hosts[name].ready(address) for name, address in NODES.items()}

    def finish(self, load):
        report = load.report()
        verified = load.verify("--database", f"host={','.join(DATABASES.values())} dbname=coset user=coset_app "
                               f"password={PASSWORDS['log']} target_session_attrs=read-write")
        self.assertEqual(report["complaints"], 0, report["first_complaints"])
        self.nothing_wrong(self, report, verified, 5 * TABLES)

    def report(self):
        return "\n".join(host.said()[-1500:] for host in self.hosts.values())

    def test_as_written(self):
        self.databases()
        self.nodes()
        self.router()
        db1, db2 = self.hosts["db1"], self.hosts["db2"]
        load = Load(self.port, tables=TABLES, seconds=SECONDS, clocks=CLOCKS)
        self.addCleanup(load.close)
        time.sleep(5)
        db1.follow(STOP)
        noticed = wait(lambda: self.states() == {503}, 20, self.report)
        self.assertIn("Cluster is disabled", db1.sh(f"{CLUSTER} start", code=1))
        db2.follow(PROMOTE)
        ready = wait(lambda: self.states() == {200}, 20, self.report)
        self.make_standby("db1", "db2")
        self.assertIn("OK: ", self.hosts["a"].sh("cosetd --config /etc/coset/a.toml verify"))
        self.finish(load)
        print(f"primary stopped: not ready after {noticed:.1f} s, ready {ready:.1f} s after the promotion; {machine()}")

        load = Load(self.port, tables=TABLES, seconds=SECONDS, clocks=CLOCKS)
        self.addCleanup(load.close)
        time.sleep(5)
        send(reversed(db1.postgres(DATA)), signal.SIGKILL)
        noticed = wait(lambda: self.states() == {503}, 30, self.report)
        time.sleep(10 - noticed)
        waiting = db2.sh("cd /; runuser -u postgres -- psql -XtAc \"SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'\"")
        db2.follow(ALONE, without=PROMOTE)
        alone = wait(lambda: self.states() == {200}, 20, self.report)
        self.make_standby("db1", "db2")
        self.finish(load)
        print(f"standby killed: not ready after {noticed:.1f} s, {waiting.strip()} sessions waited after 10 s, ready {alone:.1f} s "
              f"after the primary was to go on alone; {machine()}")


if __name__ == "__main__":
    unittest.main()
