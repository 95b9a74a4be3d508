"""packaging/haproxy/haproxy.cfg, by HAProxy itself, before three nodes that only say who they are."""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from _cosetd import free_port
from _haproxy import CONFIG, NODES, HAProxy

UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")


def request(target, *headers):
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def head_of(connection):
    """The bytes up to the end of a head; fewer if the other side ends."""
    out = b""
    while b"\r\n\r\n" not in out:
        some = connection.recv(4096)
        if not some:
            break
        out += some
    return out.decode()


class Node:
    """Answers with its name and the request's head; a WebSocket stays open."""

    def __init__(self, name):
        self.name, self.port, self.ready = name, free_port(), True
        self.draining, self.has_lobby = False, True
        self.listener, self.open = None, []
        self.start()

    def start(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def stop(self):
        """As a killed process: nobody listens, and its connections are gone."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for each in self.open:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()
        self.open = []

    def accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        head = head_of(connection)
        if "upgrade: websocket" in head.lower():
            self.open.append(connection)
            key = re.search(r"(?im)^sec-websocket-key: (\S+)", head).group(1)
            accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()  # RFC 6455
            connection.sendall(f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               f"Sec-WebSocket-Accept: {base64.b64encode(accept).decode()}\r\n"
                               f"Node: {self.name}\r\n\r\n".encode())
            return
        status = "200 OK"
        if "GET /readyz" in head and not self.ready or " /api/tables " in head and not self.has_lobby:
            status = "503 No"
        if "GET /readyz" in head and self.draining:
            status = "404 Draining"
        connection.sendall(f"HTTP/1.1 {status}\r\nNode: {self.name}\r\nContent-Length: {len(head)}\r\n"
                           f"Connection: close\r\n\r\n{head}".encode())
        connection.close()


class Routing(unittest.TestCase):

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="coset-haproxy-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.nodes = {name: Node(name) for name in NODES}
        self.proxy = HAProxy(self.folder, {name: f"127.0.0.1:{node.port}" for name, node in self.nodes.items()})
        self.port, self.plain, self.client = self.proxy.port, self.proxy.plain, self.proxy.client
        self.environment = self.proxy.environment
        self.addCleanup(self.end)
        self.wait_for(lambda: self.node_of("/healthz") in NODES)

    def end(self):
        self.proxy.kill()
        for node in self.nodes.values():
            try:
                node.stop()
            except OSError:
                pass

    def wait_for(self, holds, within=20):
        end = time.monotonic() + within
        while time.monotonic() < end and self.proxy.process.poll() is None:
            try:
                if holds():
                    return
            except (OSError, AssertionError):
                pass
            time.sleep(0.05)
        self.fail("not in time: " + self.proxy.text())

    def open(self):
        connection = self.client.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=20),
                                             server_hostname="localhost")
        self.addCleanup(connection.close)
        return connection

    def connect(self, target, *headers, upgrade=False):
        """The head of the answer, and the connection."""
        connection = self.open()
        connection.sendall(request(target, *headers, *(UPGRADE if upgrade else ())))
        return head_of(connection), connection

    def node_of(self, target, *headers, upgrade=False):
        head, connection = self.connect(target, *headers, upgrade=upgrade)
        connection.close()
        return self.node_in(head)

    def node_in(self, head):
        found = re.search(r"(?im)^Node: (\w)", head)
        self.assertTrue(found, head)
        return found.group(1)

    def stop(self, name):
        self.nodes[name].stop()
        self.wait_for(lambda: f"Server tables/{name} is DOWN" in self.proxy.text())

    def socket_at(self, table, query=""):
        return self.node_of(f"/ws/t/{table}{query}", upgrade=True)

    def test_the_file_is_valid_as_it_stands(self):
        said = subprocess.run(["haproxy", "-c", "-f", CONFIG], env=self.environment, capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertNotIn("WARNING", said.stderr)
        # With its defaults it asks for nothing but the certificate and the ticket keys.
        bare = {name: value for name, value in os.environ.items() if not name.startswith("COSET_")}
        said = subprocess.run(["haproxy", "-c", "-f", CONFIG], env=dict(
            bare, COSET_CERT=self.environment["COSET_CERT"], COSET_TICKETS=self.environment["COSET_TICKETS"]),
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_first_connections_of_a_table_agree(self):
        names = [f"table-{i}" for i in range(12)]
        found = set()
        for name in names:
            connections = [self.open() for _ in range(8)]
            for each in connections:
                each.sendall(request(f"/ws/t/{name}", *UPGRADE))  # all are on their way before one is answered
            nodes = {self.node_in(head_of(each)) for each in connections}
            self.assertEqual(len(nodes), 1, name)
            found |= nodes
        self.assertEqual(found, set(NODES))

    def test_a_returned_node_takes_nothing_back(self):
        before = {f"t{i}": self.socket_at(f"t{i}") for i in range(12)}
        self.assertIn("a", before.values())
        self.stop("a")
        during = {name: self.socket_at(name) for name in before}
        self.assertNotIn("a", during.values())
        for name, node in before.items():
            if node != "a":
                self.assertEqual(during[name], node)
        self.nodes["a"].start()
        self.wait_for(lambda: "a" in {self.socket_at(f"new-{time.monotonic()}") for _ in range(12)})
        self.assertEqual({name: self.socket_at(name) for name in before}, during)

    def test_a_redirected_client_moves_its_table(self):
        self.assertIn(self.socket_at("moved"), NODES)
        for name in "abcab":
            self.assertEqual(self.socket_at("moved", f"?node={name}"), name)
            self.assertEqual(self.socket_at("moved"), name)  # and those who come after it
            self.assertEqual(self.node_of(f"/ws?node={name}", upgrade=True), name)
        self.assertIn(self.socket_at("moved", "?node=nobody"), NODES)

    def test_a_node_that_is_down_is_not_insisted_on(self):
        self.stop("b")
        for target in ("/ws/t/x?node=b", "/ws?node=b"):
            self.assertIn(self.node_of(target, upgrade=True), "ac")

    def test_the_lobby_is_at_the_first_ready_node(self):
        self.assertEqual({self.node_of("/ws", upgrade=True) for _ in range(6)}, {"a"})
        self.nodes["a"].ready = False
        self.wait_for(lambda: self.node_of("/ws", upgrade=True) == "b")

    def test_sockets_of_a_node_that_is_not_ready_are_closed(self):
        self.nodes["c"].ready = True
        head, connection = self.connect("/ws/t/held?node=c", upgrade=True)
        self.assertIn("101", head)
        began = time.monotonic()
        self.nodes["c"].ready = False
        self.assertEqual(connection.recv(1), b"")
        self.assertLess(time.monotonic() - began, 12)  # 2 s and a busy machine
        self.assertIn(self.socket_at("held"), "ab")

    def test_a_node_that_drains_gets_nothing_new_and_keeps_its_sockets(self):
        head, connection = self.connect("/ws/t/held?node=a", upgrade=True)
        self.assertIn("101", head)
        self.assertEqual(self.node_of("/ws", upgrade=True), "a")
        self.nodes["a"].draining = True
        self.wait_for(lambda: "Server tables/a is stopping" in self.proxy.text() and self.node_of("/ws", upgrade=True) == "b")
        self.assertNotIn("a", {self.socket_at(f"fresh-{i}") for i in range(12)})
        connection.settimeout(4)  # two checks that fail would have cut it
        with self.assertRaises(TimeoutError):
            connection.recv(1)
        # Its own tables still go there: it sends them on, and they stay where it says.
        self.assertEqual(self.socket_at("held"), "a")
        self.assertEqual(self.socket_at("held", "?node=c"), "c")
        self.assertEqual(self.socket_at("held"), "c")

    def test_a_request_finds_the_node_that_has_the_lobby(self):
        for holder in NODES:
            for name in NODES:
                self.nodes[name].has_lobby = name == holder
            self.assertEqual([self.node_of("/api/tables") for _ in range(7)], [holder] * 7)
        self.nodes[NODES[-1]].has_lobby = False  # nobody has it: the client is told
        self.assertIn("503", self.connect("/api/tables")[0])

    def test_the_client_is_told_truly(self):
        head, connection = self.connect("/", "X-Forwarded-For: 6.6.6.6", "X-Forwarded-For: 7.7.7.7", "X-Forwarded-Proto: gopher",
                                        "Connection: close")
        body = (head + head_of(connection)).lower()  # the node answers with what it received
        self.assertEqual(re.findall(r"x-forwarded-for: (\S+)", body), ["127.0.0.1"])
        self.assertEqual(re.findall(r"x-forwarded-proto: (\S+)", body), ["https"])

    def test_tls_is_resumed_by_tickets(self):
        self.client.maximum_version = ssl.TLSVersion.TLSv1_2
        def shake(session):
            with self.client.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=20),
                                         server_hostname="localhost", session=session) as made:
                return made.session, made.session_reused
        session, _ = shake(None)
        self.assertTrue(session.has_ticket)
        self.assertTrue(shake(session)[1])
        # Another proxy with the same keys, as after a restart.
        self.proxy.kill()
        self.proxy.start()
        self.wait_for(lambda: self.node_of("/healthz") in NODES)
        self.assertTrue(shake(session)[1])

    def test_plain_http_is_sent_to_tls(self):
        with socket.create_connection(("127.0.0.1", self.plain), timeout=20) as connection:
            connection.sendall(b"GET /t/x HTTP/1.1\r\nHost: localhost\r\n\r\n")
            head = head_of(connection)
        self.assertIn("308", head)
        self.assertIn("location: https://localhost/t/x", head.lower())


if __name__ == "__main__":
    unittest.main()
