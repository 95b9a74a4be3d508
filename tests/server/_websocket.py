"""A WebSocket client of the test's own, which keeps every byte that comes."""

import base64
import json
import os
import socket
import struct
import time


class WebSocket:
    """`raw` are all bytes after the handshake, `frames` the texts in them, `head` the answer to it."""

    def __init__(self, port, path, cookie=None, source=None):
        self.line = socket.create_connection(("127.0.0.1", port), timeout=20,
                                             source_address=(source, 0) if source else None)
        key = base64.b64encode(bytes(16)).decode()
        self.line.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                           + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode())
        buffer = b""
        while b"\r\n\r\n" not in buffer:
            more = self.line.recv(4096)
            if not more:
                raise AssertionError(f"no answer: {buffer}")
            buffer += more
        self.head, self.raw = buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in self.head.split(b"\r\n")[0]:
            raise AssertionError(self.head)
        self.read, self.frames, self.closed = 0, [], None
        self.parse()

    @property
    def cookie(self):
        for line in self.head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                return line.split(":", 1)[1].split(";")[0].strip()
        return None

    def say(self, message):
        payload = (message if isinstance(message, str) else json.dumps(message)).encode()
        size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
        self.line.sendall(b"\x81" + size + bytes(4) + payload)  # masked by zeros

    def parse(self):
        while True:
            left = self.raw[self.read:]
            if len(left) < 2:
                return
            kind, size, at = left[0] & 15, left[1] & 127, 2
            if size > 125:
                width = 2 if size == 126 else 8
                if len(left) < at + width:
                    return
                size, at = int.from_bytes(left[at:at + width], "big"), at + width
            if len(left) < at + size:
                return
            payload = left[at:at + size]
            self.read += at + size
            if kind == 1:
                self.frames.append(payload.decode())
            elif kind == 8:
                self.closed = int.from_bytes(payload[:2], "big")
            elif kind == 9:
                self.line.sendall(b"\x8a" + bytes([0x80 | len(payload)]) + bytes(4) + payload)

    def hear(self, patience=0.0):
        """Whatever has come, at most so long after the last of it."""
        self.line.settimeout(patience or 0.001)
        try:
            while more := self.line.recv(65536):
                self.raw += more
                self.parse()
            self.closed = self.closed or 0
        except (TimeoutError, BlockingIOError):
            pass

    def messages(self, kind=None):
        found = [json.loads(frame) for frame in self.frames]
        return [each for each in found if kind in (None, each["type"])]

    def wait(self, kind, count=1, patience=20.0, also=None):
        """The last of `count` messages of a kind; `also` is called while nothing comes."""
        end = time.monotonic() + patience
        while len(self.messages(kind)) < count:
            if time.monotonic() > end or self.closed is not None:
                raise AssertionError(f"no {kind}: {self.frames[-3:]} {self.closed}")
            self.hear(0.02)
            if also:
                also()
        return self.messages(kind)[count - 1]

    def close(self):
        self.line.close()


def token():
    return os.urandom(16).hex()


def gather(port, make, people, tokens=None, entropy=None):
    """People who sit down at a table that begins: its name, their sockets by seat, their tokens by seat."""
    tokens = tokens or [token() for _ in range(people)]
    lobby = [WebSocket(port, "/ws") for _ in range(people)]
    lobby[0].say(dict(make, type="make", token=tokens[0]))
    told = lobby[0].wait("gathering")
    for socket_, own in list(zip(lobby, tokens))[1:]:
        socket_.say({"type": "join", "table": told["table"], "token": own, "invitation": told["invitation"]})
        socket_.wait("gathering")
    for i, socket_ in enumerate(lobby):
        socket_.say({"type": "ready", "table": told["table"], "entropy": (entropy or [token() for _ in lobby])[i]})
    for socket_ in lobby:
        socket_.wait("begun")
    by_seat = {}
    for own in tokens:
        at = WebSocket(port, "/ws/t/" + told["table"])
        at.say({"type": "hello", "proto": 1, "table": told["table"], "token": own})
        by_seat[at.wait("welcome")["you"]] = (at, own)
        at.wait("snapshot")
    return told, lobby, by_seat
