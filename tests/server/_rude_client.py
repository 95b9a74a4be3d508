"""A client of a server's WebSockets that does what a test says, good or bad."""

import base64
import json
import os
import socket
import struct


class WebSocket:
    """A client without manners: what is sent and read is what a test says."""

    def __init__(self, port, path, cookie="", origin="", source="127.0.0.1"):
        self.link = socket.create_connection(("127.0.0.1", port), 20, (source, 0))
        head = (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n")
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        head += f"Origin: {origin}\r\n" if origin else ""
        self.link.sendall((head + "\r\n").encode())
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            got = self.link.recv(4096)
            if not got:
                break
            self.rest += got
        self.head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status = int(self.head.split()[1]) if self.head else 0

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        head = b"\x81" + (bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text)))
        self.link.sendall(head + b"\0\0\0\0" + text)

    def take(self, size):
        while len(self.rest) < size:
            got = self.link.recv(65536)
            if not got:
                raise ConnectionError("it was closed")
            self.rest += got
        out, self.rest = self.rest[:size], self.rest[size:]
        return out

    def receive(self):
        """A message, or the code with which the other side closes."""
        while True:
            kind, size = self.take(2)
            size &= 0x7f
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            body = self.take(size)
            if kind & 15 == 1:
                return json.loads(body)
            if kind & 15 == 8:
                return struct.unpack(">H", body[:2])[0]

    def until(self, kind):
        for _ in range(100):
            got = self.receive()
            if isinstance(got, int) or got["type"] == kind:
                return got
        raise AssertionError(f"no {kind}")

    def close(self):
        self.link.close()

    def __del__(self):
        if hasattr(self, "link"):
            self.link.close()


def token(number):
    return f"{number:032x}"


def table_of_two(port):
    """The name of a table whose seats have the tokens 1 and 2, and the maker's cookie."""
    first, second = (WebSocket(port, "/ws") for _ in range(2))
    first.send({"type": "make", "spec": "al-jabar Z2^3 seats=2", "token": token(1)})
    told = first.until("gathering")
    second.send({"type": "join", "table": told["table"], "token": token(2), "invitation": told["invitation"]})
    second.until("gathering")
    for each, letter in ((first, "a"), (second, "b")):
        each.send({"type": "ready", "table": told["table"], "entropy": letter * 32})
    assert first.until("begun")["table"] == told["table"]
    cookie = next(line for line in first.head.decode().split("\r\n") if line.lower().startswith("set-cookie"))
    first.close()
    second.close()
    return told["table"], cookie.split(": ", 1)[1].split(";")[0]
