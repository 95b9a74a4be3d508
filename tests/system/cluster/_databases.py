"""A PostgreSQL primary with its stock configuration and a standby, as docs/cluster.md has them, on loopback.

The standby reads the primary's log by a Line, so that a test can let it fall behind."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

from _cosetd import COSETD, Postgres, free_port, send
from _line import Line

STANDBY = "coset_standby"
ROLES = """
CREATE ROLE coset_app LOGIN;
CREATE ROLE coset_seed LOGIN;
CREATE DATABASE coset OWNER coset_app;
CREATE DATABASE coset_seeds OWNER coset_seed;
REVOKE CONNECT ON DATABASE coset_seeds FROM PUBLIC;
"""
SESSIONS = "backend_type = 'client backend' AND usename <> 'postgres'"  # those of the nodes


def lives(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Member(Postgres):
    """One of the two: started, killed with all its processes, frozen."""

    def __init__(self, folder):  # pylint: disable=super-init-not-called
        self.folder, self.port = str(folder), free_port()
        # A standby whose primary has just gone may go on waiting for so long after it was told to promote [5 s].
        self.options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c wal_retrieve_retry_interval=500"
        folder.mkdir(mode=0o711)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self.frozen = []

    def create(self):
        self.run("initdb", "-D", self.folder + "/data", "-A", "trust", "-U", "postgres", "--no-locale", "-E", "UTF8", "-N")

    def kill(self):
        """As if its machine had lost power: no process of it ends in order."""
        processes = self.frozen or (self.processes() if self.running() else [])
        self.frozen = []
        send(reversed(processes), signal.SIGKILL)  # the first one first, which would start others
        while any(map(lives, processes)):
            time.sleep(0.02)
        # A dead process that nobody has waited for yet would be taken for a server that runs.
        for name in ("data/postmaster.pid", f".s.PGSQL.{self.port}.lock"):
            pathlib.Path(self.folder, name).unlink(missing_ok=True)

    def freeze(self):
        self.frozen = self.processes()
        send(reversed(self.frozen), signal.SIGSTOP)

    def thaw(self):
        send(self.frozen, signal.SIGCONT)
        self.frozen = []

    def end(self, way):
        """In one of the ways in which sessions end while commits wait; the first three end the server, too."""
        if way == "kill":
            return self.kill()
        if way in ("immediate", "fast"):
            # A fast stop waits for the standby when the sessions have ended; who will not wait kills it.
            return self.stop_within(20 if way == "immediate" else 2, way) or self.kill()
        if way == "terminate":
            return self.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {SESSIONS}")
        assert way == "crash", way  # of one session, for which PostgreSQL ends all of them and starts anew
        first = self.sql(f"SELECT pid FROM pg_stat_activity WHERE {SESSIONS} AND wait_event IS DISTINCT FROM 'SyncRep' LIMIT 1")
        os.kill(int(first), signal.SIGKILL)
        return None

    def stop_within(self, seconds, mode):
        """Whether it has stopped by then."""
        try:
            self.run("pg_ctl", "-D", self.folder + "/data", "-m", mode, "-t", str(seconds), "-w", "stop")
        except subprocess.CalledProcessError:
            return False
        return True

    def waiting(self):
        """How many sessions wait for a standby with their commit."""
        return int(self.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))

    def running(self):
        try:
            return lives(self.processes()[-1])
        except (OSError, IndexError):
            return False

    def sql(self, text, database="postgres"):
        done = subprocess.run(["psql", "-XtA", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port), "-U",
                               "postgres", "-d", database], input=text, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stdout.strip()

    def said(self):
        return pathlib.Path(self.folder, "server.log").read_text(encoding="utf-8")


class Databases:
    """`primary` and `standby` change places with a failover."""

    def __init__(self, folder, synchronous=True):
        self.members = self.primary, self.standby = Member(folder / "db1"), Member(folder / "db2")
        self.lines = {member: Line(member.port) for member in self.members}  # to each, for the other
        self.synchronous = synchronous
        self.primary.create()
        self.primary.start()
        self.primary.sql(ROLES)
        self.rebuild()
        self.migrate()

    def migrate(self):
        subprocess.run([COSETD, "migrate", *self.flags()], check=True, stdout=subprocess.DEVNULL)

    def url(self, database="coset", role="coset_app", lines=None):
        """libpq chooses the one that accepts writes; `lines` are ways to the two members."""
        ports = ",".join(str(line.port) for line in (lines or self.members))
        return (f"host=127.0.0.1,127.0.0.1 port={ports} dbname={database} user={role} target_session_attrs=read-write")

    def flags(self, lines=None):
        return ["--database", self.url(lines=lines), "--seed-database", self.url("coset_seeds", "coset_seed", lines=lines)]

    def rebuild(self):
        """Makes the standby anew from the primary; commits wait for it from then on."""
        self.lines[self.primary].mend()
        shutil.rmtree(self.standby.folder + "/data", ignore_errors=True)
        self.standby.run("pg_basebackup", "-D", self.standby.folder + "/data", "--write-recovery-conf", "--checkpoint=fast",
                         "--no-sync", "--dbname",
                         f"host=127.0.0.1 port={self.lines[self.primary].port} user=postgres application_name={STANDBY}")
        self.standby.start()
        self.require_standby(self.synchronous)
        state = "sync" if self.synchronous else "async"
        self.wait(lambda: self.primary.sql(f"SELECT sync_state FROM pg_stat_replication WHERE application_name = '{STANDBY}'"
                                           " AND state = 'streaming'") == state)

    def isolate_standby(self):
        """It neither receives nor answers: from now on commits wait."""
        self.standby.freeze()
        self.lines[self.primary].cut()

    def restore_standby(self):
        self.standby.thaw()
        self.lines[self.primary].mend()

    def require_standby(self, required):
        names = STANDBY if required else ""
        self.primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}';\n"
                         "ALTER SYSTEM SET wal_keep_size = '1GB';\nSELECT pg_reload_conf()")

    def wait(self, holds, within=30):
        end = time.monotonic() + within
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"not in time: {self.primary.said()[-2000:]}{self.standby.said()[-2000:]}")
            time.sleep(0.05)

    def promote(self):
        """What the operator does once the primary is stopped: the moment from which the standby accepts writes. To get
        there takes PostgreSQL up to five seconds of its own."""
        self.standby.sql("ALTER SYSTEM SET synchronous_standby_names = '';\nSELECT pg_reload_conf()")
        self.standby.run("pg_ctl", "-D", self.standby.folder + "/data", "-w", "promote")
        self.primary, self.standby = self.standby, self.primary
        return time.monotonic()

    def close(self):
        for member in self.members:
            if member.running():
                member.kill()
        for line in self.lines.values():
            line.close()
