"""Several nodes of cosetd behind HAProxy, with a PostgreSQL primary and a standby: ordinary processes on loopback, in a
temporary folder, each killed, frozen and started again by its process id. tools/cluster starts the same.

Players reach it by `port`, which is plain: a second HAProxy makes TLS of it, as coset-load speaks none. The first one
has packaging/haproxy/haproxy.cfg, the very file, or a changed copy where a test is about a router that errs."""

import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))

from _cosetd import Cosetd, free_port, send  # noqa: E402
from _databases import Databases  # noqa: E402
from _haproxy import NODES, HAProxy  # noqa: E402
from _line import Line  # noqa: E402

BACKENDS = {"tables", "lobby", "lobby_requests", "pages"}
MAX_SOCKETS = 8000  # all players have one address here; a socket takes two descriptors of HAProxy
PLAIN = """
defaults
    mode tcp
    timeout connect 5s
    timeout client 1h
    timeout server 1h
global
    maxconn {maxconn}
frontend plain
    bind fd@{listener}
    default_backend tls
backend tls
    server router 127.0.0.1:{to} ssl verify none
"""


class Freezable:
    """A program that can be frozen: the base of Node and Router beside the one that starts it."""

    frozen = False

    def freeze(self):
        self.frozen = True
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.frozen = False
        send([self.process.pid], signal.SIGCONT)

    def kill(self):
        self.frozen = False
        super().kill()

    def running(self):
        return self.process.poll() is None


class Node(Freezable, Cosetd):
    """A cosetd with its own data directory, at the same port for ever."""

    def __init__(self, name, folder, databases, key, *flags, clustered=True, lines=None, environment=None):
        self.name, self.ways = name, lines
        super().__init__(*databases.flags(lines), "--trust-proxy", "127.0.0.1", "--max-sockets-per-ip", str(MAX_SOCKETS),
                         "--cookie-key", key, *(("--node", name) if clustered else ()), *flags,
                         data=str(folder / name), port=free_port(), environment=environment)

    def ready(self):
        """The status of /readyz; 0 if nothing answers."""
        try:
            return self.get("/readyz", patience=2)[0]
        except OSError:
            return 0

    def metric(self, name):
        found = [line for line in self.get("/metrics")[2].splitlines() if line.startswith((name + " ", name + "{"))]
        return sum(float(line.rsplit(" ", 1)[1]) for line in found)


class Router(Freezable, HAProxy):
    """HAProxy, and the way for clients without TLS."""

    def __init__(self, folder, nodes, config=None, **ports):
        folder.mkdir()
        super().__init__(folder, nodes, maxconn=MAX_SOCKETS, config=config, **ports)
        # It inherits its socket: a free port may be taken before a program binds it.
        with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
            self.entry, number = listener.getsockname()[1], listener.fileno()
            (folder / "plain.cfg").write_text(PLAIN.format(maxconn=MAX_SOCKETS, listener=number, to=self.port), encoding="ascii")
            with open(folder / "plain.log", "w", encoding="utf-8") as log:
                self.plain_process = subprocess.Popen(["haproxy", "-f", folder / "plain.cfg"], stdout=log, stderr=log,
                                                      pass_fds=(number,))

    def close(self):
        self.kill()
        self.plain_process.kill()
        self.plain_process.wait()


class Cluster:
    """`nodes` by name, `router`, `databases`. `lines` are the nodes that reach the databases by Lines of their own."""

    def __init__(self, count=3, *flags, synchronous=True, clustered=True, config=None, lines="", say=lambda _: None,
                 databases=Databases, **ports):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="coset-cluster-"))
        os.chmod(self.folder, 0o755)
        self.databases = self.router = None
        self.nodes, self.key, self.flags, self.clustered = {}, secrets.token_hex(32), flags, clustered
        try:
            say("PostgreSQL: a primary and a standby")
            self.databases = databases(self.folder, synchronous)
            for name in NODES[:count]:
                say(f"node {name}")
                ways = [Line(member.port) for member in self.databases.members] if name in lines else None
                self.nodes[name] = Node(name, self.folder, self.databases, self.key, *flags, clustered=clustered, lines=ways)
            say("HAProxy")
            self.router = Router(self.folder / "router", {name: f"127.0.0.1:{node.port}" for name, node in self.nodes.items()},
                                 config, **ports)
            self.wait(lambda: self.get("/readyz")[0] == 200)
            self.wait(lambda: all(node.ready() == 200 for node in self.nodes.values()))
            self.wait(lambda: all(self.routes(name) == BACKENDS for name in self.nodes))
        except BaseException:
            self.close()
            raise

    @property
    def port(self):
        return self.router.entry

    def routes(self, name):
        """The backends in which HAProxy has this node: each checks it by itself."""
        told = self.router.text()
        return {backend for backend in BACKENDS
                if told.rfind(f"Server {backend}/{name} is UP") >= told.rfind(f"Server {backend}/{name} is DOWN")}

    def get(self, path):
        """Status and text of what HAProxy answers; 0 and nothing if it does not."""
        request = urllib.request.Request(f"https://localhost:{self.router.port}{path}")
        try:
            with urllib.request.urlopen(request, timeout=10, context=self.router.client) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def wait(self, holds, within=30):
        """How long it took."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > within:
                raise AssertionError(f"not in time\n{self.report()}")
            time.sleep(0.02)
        return time.monotonic() - began

    def report(self):
        """The end of what every part has logged."""
        parts = {f"node {name}": node.text() for name, node in self.nodes.items()}
        if self.router:
            parts["HAProxy"] = self.router.text()
        if self.databases:
            parts |= {"primary": self.databases.primary.said(), "standby": self.databases.standby.said()}
        return "\n".join(f"== {name}\n{text[-1500:]}" for name, text in parts.items())

    def keep(self, folder):
        """The databases and the logs, to look for the cause of a failure."""
        for name, node in self.nodes.items():
            (folder / f"node-{name}.log").write_text(node.text(), encoding="utf-8")
        (folder / "haproxy.log").write_text(self.router.text(), encoding="utf-8")
        for member in self.databases.members:
            (folder / f"postgres-{member.port}.log").write_text(member.said(), encoding="utf-8")
        subprocess.run(["pg_dump", "-h", "127.0.0.1", "-p", str(self.databases.primary.port), "-U", "postgres", "-f",
                        folder / "coset.sql", "coset"], check=False, timeout=120)

    def close(self):
        for node in self.nodes.values():
            node.__exit__()
            for line in node.ways or ():
                line.close()
        if self.router:
            self.router.close()
        if self.databases:
            self.databases.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
