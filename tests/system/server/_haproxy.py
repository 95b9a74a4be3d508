"""HAProxy with packaging/haproxy/haproxy.cfg, the very file, at ports of the test's own."""

import os
import pathlib
import ssl
import subprocess

from _cosetd import free_port

CONFIG = pathlib.Path(__file__).resolve().parents[3] / "packaging" / "haproxy" / "haproxy.cfg"
NODES = "abc"  # the servers that the file names


def make_certificate(folder):
    """coset.pem, certificate and tickets, in a folder."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", folder / "key", "-out", folder / "certificate", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                   check=True, capture_output=True, timeout=60)
    (folder / "coset.pem").write_text((folder / "certificate").read_text() + (folder / "key").read_text())
    (folder / "tickets").write_text("".join(
        subprocess.run(["openssl", "rand", "-base64", "48"], check=True, capture_output=True, text=True, timeout=60).stdout
        for _ in range(3)))


class HAProxy:
    """`nodes` has the address of each server; one that it lacks is down. `config` replaces the file."""

    def __init__(self, folder, nodes, maxconn=1000, config=None, port=0):
        self.folder, self.port, self.plain, self.config = folder, port or free_port(), free_port(), config or CONFIG
        make_certificate(folder)
        nowhere = f"127.0.0.1:{free_port()}"
        self.environment = dict(
            os.environ, COSET_HTTPS=f"127.0.0.1:{self.port}", COSET_HTTP=f"127.0.0.1:{self.plain}",
            COSET_CERT=str(folder / "coset.pem"), COSET_TICKETS=str(folder / "tickets"),
            COSET_MAXCONN=str(maxconn), COSET_PEER=f"127.0.0.1:{free_port()}",
            **{f"COSET_NODE_{name.upper()}": nodes.get(name, nowhere) for name in NODES})
        self.client = ssl.create_default_context(cafile=str(folder / "certificate"))
        self.process = None
        self.start()

    def start(self):
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(["haproxy", "-f", self.config], env=self.environment, stdout=log, stderr=log)

    def text(self):
        return (self.folder / "log").read_text(encoding="utf-8")

    def kill(self):
        self.process.kill()
        self.process.wait()
