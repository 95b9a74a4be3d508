"""cosetd behind Caddy, as docs/self-hosting.md has it: TLS by Caddy's own authority, on loopback.

A class of forty comes by https from one address: HAProxy makes TLS of what coset-load sends.
"""

import http.client
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from _class import SLOWER, Pupils
from _cosetd import Cosetd, free_port

TLS_CLIENT = """
defaults
    mode http
    timeout connect 30s
    timeout client 1h
    timeout server 1h
frontend plain
    bind fd@{listener}
    http-request set-header Host localhost:{port}
    default_backend caddy
backend caddy
    server caddy 127.0.0.1:{port} ssl verify required ca-file {authority} sni str(localhost)
"""
DOCS = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent / "docs"


class Behind(unittest.TestCase):

    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="coset-caddy-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "site").mkdir()
        (cls.folder / "site" / "index.html").write_text("<p>the page</p>")
        (cls.folder / "site" / "sw.js").write_text("self.x = 1")
        cls.port = free_port()
        cls.name = f"https://localhost:{cls.port}"
        cls.cosetd = Cosetd("--public-url", cls.name, "--trust-proxy", "127.0.0.1",
                            "--web-root", str(cls.folder / "site"), *cls.flags, in_memory=True)
        cls.addClassCleanup(cls.cosetd.__exit__)
        # The lines of the page, with our ports, our name and an authority of our own.
        text = (DOCS / "self-hosting.md").read_text(encoding="utf-8")
        lines = re.search(r"```caddyfile\n(.*?)```", text, re.DOTALL).group(1)
        lines = lines.replace("play.example {", f"localhost:{cls.port} {{\n\ttls internal")
        lines = lines.replace("127.0.0.1:8080", f"127.0.0.1:{cls.cosetd.port}")
        options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
        (cls.folder / "Caddyfile").write_text(options + lines)
        cls.log = open(cls.folder / "log", "w", encoding="utf-8")
        cls.addClassCleanup(cls.log.close)
        cls.caddy = subprocess.Popen(
            ["caddy", "run", "--config", cls.folder / "Caddyfile", "--adapter", "caddyfile"],
            stdout=subprocess.DEVNULL, stderr=cls.log,
            env=dict(os.environ, XDG_DATA_HOME=str(cls.folder), XDG_CONFIG_HOME=str(cls.folder)))
        cls.addClassCleanup(cls.stop)
        cls.authority = cls.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        for _ in range(400):
            try:
                if cls.get("/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((cls.folder / "log").read_text())

    @classmethod
    def stop(cls):
        cls.caddy.terminate()
        cls.caddy.wait()

    @classmethod
    def tls(cls):
        return ssl.create_default_context(cafile=cls.authority)

    @classmethod
    def get(cls, path, headers=None):
        connection = http.client.HTTPSConnection("localhost", cls.port, timeout=10,
                                                 context=cls.tls())
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()


class BehindCaddy(Behind):

    flags = ("--max-sockets-per-ip", "3")

    def upgrade(self, *headers):
        """The socket and the first line that comes back."""
        raw = socket.create_connection(("localhost", self.port), timeout=10)
        wrapped = self.tls().wrap_socket(raw, server_hostname="localhost")
        head = [f"Host: localhost:{self.port}", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", *headers]
        wrapped.sendall(("GET /ws HTTP/1.1\r\n" + "\r\n".join(head) + "\r\n\r\n").encode())
        return wrapped, wrapped.recv(4096).decode(errors="replace").split("\r\n")[0]

    def test_the_page_its_cookie_and_its_worker_arrive(self):
        status, headers, text = self.get("/")
        self.assertEqual((status, text), (200, "<p>the page</p>"))
        self.assertIn("; Secure", headers["Set-Cookie"])
        self.assertTrue(headers["Set-Cookie"].startswith("__Host-coset="), headers["Set-Cookie"])
        self.assertIn("wasm-unsafe-eval", headers["Content-Security-Policy"])
        status, headers, _ = self.get("/sw.js")
        self.assertEqual((status, headers["Cache-Control"]), (200, "no-cache"))
        self.assertIn("javascript", headers["Content-Type"])

    def test_a_websocket_passes_and_another_origin_does_not(self):
        wrapped, line = self.upgrade(f"Origin: {self.name}")
        self.assertIn("101", line)
        wrapped.close()
        wrapped, line = self.upgrade("Origin: https://evil.example")
        self.assertIn("403", line)
        wrapped.close()

    def test_clients_have_their_own_address_and_cannot_forge_it(self):
        for _ in range(100):  # what the other tests have left
            if "coset_websocket_connections 0" in self.cosetd.get("/metrics")[2]:
                break
            time.sleep(0.05)
        kept = []
        for _ in range(3):
            wrapped, line = self.upgrade(f"Origin: {self.name}")
            self.assertIn("101", line)
            kept.append(wrapped)
        wrapped, line = self.upgrade(f"Origin: {self.name}", "X-Forwarded-For: 9.9.9.9")
        self.assertNotIn("101", line)
        for each in [*kept, wrapped]:
            each.close()

    def test_metrics_are_not_public(self):
        self.assertEqual(self.get("/metrics")[0], 404)
        self.assertEqual(self.cosetd.get("/metrics")[0], 200)


class Entry:
    """A plain port that leads to Caddy by https; it has a `port` as a server has."""

    def __init__(self, folder, port, authority):
        # It inherits its socket: a free port may be taken before a program binds it.
        with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
            self.port, number = listener.getsockname()[1], listener.fileno()
            config = folder / "client.cfg"
            config.write_text(TLS_CLIENT.format(listener=number, port=port, authority=authority), encoding="ascii")
            self.process = subprocess.Popen(["haproxy", "-f", config], stderr=subprocess.DEVNULL, pass_fds=(number,))

    def close(self):
        self.process.kill()
        self.process.wait()


class AClassBehindCaddy(Behind):

    def test_forty_pupils_come_by_https_from_one_address(self):
        entry = Entry(self.folder, self.port, self.authority)
        self.addCleanup(entry.close)
        pupils = Pupils(entry, "--pupils", 40, "--join-seconds", 5, "--lesson-seconds", 1, "--game-seconds", 2,
                        "--think-time", 500)
        self.addCleanup(pupils.close)
        report = pupils.report()
        self.assertEqual((report["complaints"], report["unfinished"], report["cut"], report["refused"], report["failed"],
                          report["strangers"]), (0,) * 6, report)
        self.assertEqual((report["in"], report["movers"], report["not_seated"]), (40, 40, 0))
        self.assertLessEqual(report["joined_ms"], 10_000 * SLOWER)
        self.assertGreaterEqual(report["connections"], 120)


if __name__ == "__main__":
    unittest.main()
