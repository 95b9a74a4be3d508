"""A WebSocket client for tests: it sends what the test says, valid or not, and keeps every byte that it receives."""

import base64
import json
import os
import socket
import struct
import time


class WebSocket:
    """`head` is the handshake's response and `status` its code, `raw` all bytes after it, `frames` the text messages in
    them, `closed` the close code (0 if the connection ended without one)."""

    def __init__(self, port, path, cookie=None, source=None, origin=None, headers=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20,
                                               source_address=(source, 0) if source else None)
        key = base64.b64encode(bytes(16)).decode()
        head = (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n")
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        head += f"Origin: {origin}\r\n" if origin else ""
        head += "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        self.socket.sendall((head + "\r\n").encode())
        buffer = b""
        while b"\r\n\r\n" not in buffer:
            more = self.socket.recv(4096)
            if not more:
                break
            buffer += more
        self.head, _, rest = buffer.partition(b"\r\n\r\n")
        self.raw = bytearray(rest)
        self.status = int(self.head.split()[1]) if self.head else 0
        self.parsed, self.received, self.frames, self.events, self.closed = 0, 0, [], [], None
        self.close_reason = ""
        self.parse()

    @property
    def cookie(self):
        for line in self.head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                return line.split(":", 1)[1].split(";")[0].strip()
        return None

    def send(self, *messages):
        """Each in a frame, all at once: a dict as JSON; text and bytes as they are."""
        self.socket.sendall(b"".join(map(self.frame, messages)))

    @staticmethod
    def frame(message):
        payload = message if isinstance(message, bytes) else (
            message if isinstance(message, str) else json.dumps(message)).encode()
        size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
        return b"\x81" + size + bytes(4) + payload  # masked by zeros

    def parse(self):
        while self.status == 101:
            at = self.parsed + 2
            if len(self.raw) < at:
                return
            kind, size = self.raw[at - 2] & 15, self.raw[at - 1] & 127
            if size > 125:
                width = 2 if size == 126 else 8
                if len(self.raw) < at + width:
                    return
                size, at = int.from_bytes(self.raw[at:at + width], "big"), at + width
            if len(self.raw) < at + size:
                return
            payload = bytes(self.raw[at:at + size])
            self.parsed = at + size
            if kind == 1:
                self.frames.append(payload.decode())
                self.events.append(self.frames[-1])
            elif kind == 8:
                self.closed, self.close_reason = int.from_bytes(payload[:2], "big"), payload[2:].decode()
                self.events.append(self.closed)
            elif kind == 9:
                self.socket.sendall(b"\x8a" + bytes([0x80 | len(payload)]) + bytes(4) + payload)

    def receive(self):
        """The next message, or the code with which the server closes."""
        while self.received == len(self.events):
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the connection was closed")
            self.raw += more
            self.parse()
        self.received += 1
        event = self.events[self.received - 1]
        return event if isinstance(event, int) else json.loads(event)

    def until(self, kind):
        """The next message of a type, or the code of a close."""
        for _ in range(100):
            got = self.receive()
            if isinstance(got, int) or got["type"] == kind:
                return got
        raise AssertionError(f"no {kind}")

    def poll(self, timeout=0.0):
        """Reads what has arrived, until nothing arrives for `timeout` seconds."""
        before = self.socket.gettimeout()
        self.socket.settimeout(timeout or 0.001)
        try:
            while more := self.socket.recv(65536):
                self.raw += more
                self.parse()
            self.closed = self.closed or 0
        except (TimeoutError, BlockingIOError):
            pass
        self.socket.settimeout(before)

    def messages(self, kind=None):
        found = [json.loads(frame) for frame in self.frames]
        return [each for each in found if kind in (None, each["type"])]

    def wait(self, kind, count=1, timeout=20.0, also=None):
        """The last of `count` messages of a type; `also` is called while nothing arrives."""
        if self.status != 101:
            raise AssertionError(self.head)
        end = time.monotonic() + timeout
        while len(self.messages(kind)) < count:
            if time.monotonic() > end or self.closed is not None:
                raise AssertionError(f"no {kind}: {self.frames[-3:]} {self.closed}")
            self.poll(0.02)
            if also:
                also()
        return self.messages(kind)[count - 1]

    def wait_for(self, wanted, after=0, timeout=20.0):
        """The first message after so many others for which `wanted` holds."""
        if self.status != 101:
            raise AssertionError(self.head)
        end = time.monotonic() + timeout
        while True:
            for frame in self.frames[after:]:
                after += 1
                if wanted(told := json.loads(frame)):
                    return told
            if time.monotonic() > end or self.closed is not None:
                raise AssertionError(f"nothing of the kind: {self.frames[-3:]} {self.closed} {self.close_reason}")
            self.poll(0.005)

    def close(self):
        self.socket.close()

    def __del__(self):
        if hasattr(self, "socket"):
            self.socket.close()


def token(number=None):
    """A random token, or the one of a number."""
    return os.urandom(16).hex() if number is None else f"{number:032x}"


def start_in_lobby(port, create, tokens, entropy=None):
    """Starts a game by the lobby: the pending table as its creator received it, and the players' lobby sockets."""
    lobby = [WebSocket(port, "/ws") for _ in tokens]
    lobby[0].send(dict(create, type="create", token=tokens[0]))
    pending = lobby[0].wait("pending_table")
    for client, own in list(zip(lobby, tokens))[1:]:
        client.send({"type": "join", "table": pending["table"], "token": own, "invitation": pending["invitation"]})
        client.wait("pending_table")
    for i, client in enumerate(lobby):
        client.send({"type": "ready", "table": pending["table"], "entropy": entropy[i] if entropy else token()})
    for client in lobby:
        client.wait("started")
    return pending, lobby


def start_game(port, create, players, tokens=None, entropy=None):
    """Starts a game and takes its seats: the pending table, the lobby sockets, and (socket, token) by seat."""
    tokens = tokens or [token() for _ in range(players)]
    pending, lobby = start_in_lobby(port, create, tokens, entropy)
    seats = take_seats(port, pending["table"], tokens)
    return pending, lobby, {seat: (at, own) for (seat, at), own in zip(seats.items(), tokens)}


def take_seats(port, table, tokens):
    """A socket by seat, in the order of the tokens."""
    seats = {}
    for own in tokens:
        at = WebSocket(port, "/ws/t/" + table)
        at.send({"type": "hello", "proto": 1, "table": table, "token": own})
        seats[at.wait("welcome")["you"]] = at
        at.wait("snapshot")
    return seats


def table_of_two(port):
    """The name of a table whose seats have the tokens 1 and 2, and the creator's cookie."""
    pending, lobby = start_in_lobby(port, {"spec": "al-jabar Z2^3 seats=2"}, [token(1), token(2)], ["a" * 32, "b" * 32])
    cookie = lobby[0].cookie
    for each in lobby:
        each.close()
    return pending["table"], cookie
