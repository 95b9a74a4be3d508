"""A cosetd of the test's own, and a PostgreSQL for it, in a temporary folder."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

COSETD = os.environ["COSETD_BIN"]
PREFIX = []  # what stands before the program: valgrind, taskset
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Cosetd:
    """The program at a port of its own; the folder goes with it unless one is given.

    `in_memory` keeps the folder in memory where there is such a place: a disk that others keep busy delays every commit,
    whatever the server does.
    """

    def __init__(self, *flags, data=None, in_memory=False, port=0, environment=None):
        self.folder = None if data else tempfile.TemporaryDirectory(prefix="cosetd-", dir=MEMORY if in_memory else None)
        self.data = data or os.path.join(self.folder.name, "data")
        self.flags, self.port, self.program = flags, port, COSETD
        self.environment = dict(os.environ, **(environment or {}))
        self.log = tempfile.NamedTemporaryFile("w+", prefix="cosetd-log-", encoding="utf-8")
        self.process = None
        self.start()

    def start(self, patience=20):
        before = len(self.lines())
        self.process = subprocess.Popen(
            [*PREFIX, self.program, "--listen", f"127.0.0.1:{self.port}", "--data-dir", self.data, *self.flags],
            stdout=subprocess.DEVNULL, stderr=self.log, env=self.environment)
        end = time.monotonic() + patience
        while time.monotonic() < end:
            started = [line for line in self.lines()[before:] if line.get("event") == "start"]
            if started:
                self.port = started[0]["port"]
                return
            if self.process.poll() is not None:
                raise AssertionError(f"cosetd ended: {self.text()}")
            time.sleep(0.02)
        raise AssertionError(f"cosetd did not start: {self.text()}")

    def text(self):
        with open(self.log.name, encoding="utf-8") as log:
            return log.read()

    def lines(self):
        return [json.loads(line) for line in self.text().splitlines() if line.startswith("{")]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, patience=30):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience)

    def get(self, path, method="GET", body=None, headers=None, patience=20):
        """Status, headers and text."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method,
                                         data=body, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=patience) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        self.log.close()
        if self.folder:
            self.folder.cleanup()


def free_port():
    """Below those that the system gives to connections: none of theirs takes it before a program binds it."""
    while True:
        port = random.randrange(10000, 32768)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def send(processes, what):
    """A signal to each; those that have ended are left out."""
    for process in processes:
        try:
            os.kill(process, what)
        except ProcessLookupError:
            pass


class Postgres:
    """A cluster reached by a socket in its folder and nowhere else."""

    options = "-c listen_addresses= -c max_connections=50"

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="coset-postgres-")
        os.chmod(self.folder, 0o711)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.databases = 0
        self.run("initdb", "-D", self.folder + "/data", "-A", "trust", "-U", "coset", "--no-locale",
                 "-E", "UTF8", "-N")
        self.start()

    def run(self, program, *words):
        prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        with open(self.folder + "/log", "a", encoding="utf-8") as log:
            subprocess.run([*prefix, POSTGRES / program, *words], cwd=self.folder, stdout=log,
                           stderr=log, check=True)

    def start(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-l", self.folder + "/server.log", "-o",
                 f"-k {self.folder} {self.options}", "start")

    def processes(self):
        """All of the cluster, the first one last."""
        main = int(pathlib.Path(self.folder, "data", "postmaster.pid").read_text(encoding="ascii").split()[0])
        children = pathlib.Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
        return [*map(int, children), main]

    def stop_at_once(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-m", "immediate", "stop")

    def stop(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-m", "fast", "stop")

    def new_database(self):
        self.databases += 1
        self.run("createdb", "-h", self.folder, "-U", "coset", f"test{self.databases}")
        return f"host={self.folder} user=coset dbname=test{self.databases}"

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)
