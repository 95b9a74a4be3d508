"""Three machines with etcd, Patroni and PostgreSQL, by the blocks of docs/cluster.md: what Cluster has as
its databases."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request

from _databases import lives
from _machine import Machine, block, unpacked, wait

PACKAGES = {"etcd-server", "patroni", "postgresql-17", "procps"}
SECRET = "0123456789abcdef0123456789abcdef"
DATA = "/var/lib/postgresql/17/coset"
PATRONI = ["/usr/bin/patroni", "/etc/patroni/config.yml"]
ADDRESSES = {"db1": "127.0.0.21", "db2": "127.0.0.22", "db3": "127.0.0.23"}


class Member(Machine):
    """One of the three."""

    port = 5432

    def __init__(self, folder, common, name):
        super().__init__(folder, common, name)
        self.address, self.etcd, self.patroni = ADDRESSES[name], None, None
        self.follow("ETCD_NAME=")
        self.follow("scope: coset")

    def follow(self, beginning):
        """A block of the page, but for what a bare root has not: a network, and a watchdog."""
        text = block(beginning).replace("name=db1 address=127.0.0.21", f"name={self.name} address={self.address}")
        text = text.replace("secret=...", f"secret={SECRET}").replace("mode: required", "mode: 'off'")
        self.sh("\n".join(f"dpkg --status {line[12:]} >/dev/null" if line.startswith("apt install ") else line
                          for line in text.splitlines()))

    def start_etcd(self):
        environment = dict(line.split("=", 1) for line in (self.path / "etc/default/etcd").read_text().splitlines())
        self.etcd = self.start("etcd", "/usr/bin/etcd", log="etcd",  # as etcd.service has it
                               environment={"ETCD_DATA_DIR": "/var/lib/etcd/default", **environment})

    def start_patroni(self):
        self.patroni = self.start("postgres", *PATRONI, log="patroni")

    def said(self, log="patroni"):
        return super().said(log)

    def asked(self, path):
        """What Patroni's own page says: a status, and what it knows; 0 if nobody answers."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008/{path}", timeout=2) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, {}
        except OSError:
            return 0, {}

    def kill(self):
        """As if the machine had lost power."""
        for process in [*reversed(self.postgres(DATA)), self.patroni.pid, self.etcd.pid]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.patroni.wait()
        self.etcd.wait()

    def rise(self):
        """The machine starts again."""
        self.start_etcd()
        self.start_patroni()

    def close(self):
        for each in (self.patroni, self.etcd):
            if each and each.poll() is None:
                each.send_signal(signal.SIGCONT)
        if self.patroni:
            processes = self.postgres(DATA)
            self.kill()
            end = time.monotonic() + 10
            while any(map(lives, processes)) and time.monotonic() < end:
                time.sleep(0.05)
        elif self.etcd:
            self.etcd.kill()
            self.etcd.wait()
        super().close()


class Patroni:
    """REQUIRES: leave() was called"""

    def __init__(self, folder, _synchronous=True):
        common = unpacked(folder, PACKAGES, "trixie")
        self.members = []
        try:
            self.begin(folder, common)
        except BaseException:
            self.close()
            raise

    def begin(self, folder, common):
        for name in ADDRESSES:
            self.members.append(Member(folder, common, name))
        for each in self.members:
            each.start_etcd()
        for each in self.members:
            each.start_patroni()
        self.settled()
        roles = block("CREATE ROLE coset_replication").replace("=...", f"={SECRET}").splitlines()
        self.primary.sh("\n".join(line for line in roles if not line.startswith("CREATE ROLE coset_replication")))
        subprocess.run([os.environ["COSETD_BIN"], "migrate", *self.flags()], check=True, stdout=subprocess.DEVNULL)

    @property
    def primary(self):
        return next((each for each in self.members if each.asked("leader")[0] == 200), self.members[0])

    @property
    def standby(self):
        return next((each for each in self.members if each.asked("sync")[0] == 200), self.members[1])

    def settled(self, within=120):
        """A leader, a standby without which it does not commit, and another one."""
        return wait(lambda: [sum(each.asked(path)[0] == 200 for each in self.members) for path in ("leader", "sync", "replica")]
                    == [1, 1, 2], within, self.report)

    def report(self):
        """How each of them sees itself and the others, and what it did last."""
        return "\n".join(f"== {each.name}: {each.asked('')[0]} {json.dumps(each.asked('cluster')[1])}\n"
                         + "\n".join([line for line in each.said().splitlines() if "no action" not in line][-40:])
                         for each in self.members)

    def switch_over(self):
        told = self.primary
        return told.sh(f"patronictl --config-file /etc/patroni/config.yml switchover coset --leader {told.name} --force")

    def url(self, database="coset", role="coset_app"):
        return (f"host={','.join(ADDRESSES.values())} dbname={database} user={role} password={SECRET} "
                "target_session_attrs=read-write")

    def flags(self, _lines=None):
        return ["--database", self.url(), "--seed-database", self.url("coset_seeds", "coset_seed")]

    def close(self):
        for each in self.members:
            each.close()
