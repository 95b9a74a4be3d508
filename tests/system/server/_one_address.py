"""Attacks from one IP address: each runs in its own thread until it is stopped."""

import http.client
import json
import socket
import threading
import time

from _websocket import WebSocket, table_of_two, token

SOURCE = "127.66.0.1"
ABSURD = ["alphabeta:depth=60", "mcts:playouts=1000000000", "level999", "level8"]
NAMES = [chr(97 + i) for i in range(20)]
# A magma in which checking a move is expensive: nearly every product is the row's own element.
ROWS = "/".join(",".join(NAMES[19 if i in (j, 19) else i] for j in range(20)) for i in range(20))
EXPENSIVE = f"mad-abel magma:{','.join(NAMES)};{ROWS} seats=2 deal=9 inability=checked max_cards=8"
EXPENSIVE_START = f"hand1={'+'.join(NAMES[:9])} hand2={'+'.join(NAMES[9:18])} second=t top=s"


class Attack:
    """`once` runs repeatedly; connections in `held` are closed at the end."""

    def __init__(self, port, times=0, pause=0.0):
        self.port, self.times, self.pause = port, times, pause
        self.over, self.count, self.refused, self.held = threading.Event(), 0, 0, []
        self.thread = threading.Thread(target=self.run, daemon=True)

    def connect(self, path="/ws"):
        client = WebSocket(self.port, path, source=SOURCE)
        client.socket.settimeout(5)
        if client.status != 101:
            self.refused += 1
            raise ConnectionError(client.status)
        return client

    def ask(self, method, path, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5, source_address=(SOURCE, 0))
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.refused += answer.status == 429
        return answer

    def run(self):
        while not self.over.is_set() and not 0 < self.times <= self.count:
            self.count += 1
            try:
                self.once()
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(self.pause)

    def start(self):
        self.thread.start()
        return self

    def stop(self):
        self.over.set()
        self.thread.join(30)
        for each in self.held:
            each.close()


class Bots(Attack):
    """Tables with the most expensive bots."""

    def once(self):
        lobby = self.connect()
        bot = ABSURD[self.count % len(ABSURD)]
        lobby.send({"type": "create", "spec": "al-jabar Z2^3 seats=2", "token": token(self.count), "bots": [bot]})
        told = lobby.receive()
        if told["type"] == "error":
            self.refused += 1
            return lobby.close()
        lobby.send({"type": "ready", "table": told["table"], "entropy": "a" * 32})
        lobby.until("started")
        lobby.close()
        at = self.connect(f"/ws/t/{told['table']}")
        at.send({"type": "hello", "proto": 1, "table": told["table"], "token": token(self.count)})
        at.send({"type": "hint", "level": 5})
        self.held.append(at)


class Reconnects(Attack):
    """Each connection creates tables and closes."""

    def once(self):
        lobby = self.connect()
        for i in range(10):
            lobby.send({"type": "create", "spec": "al-jabar Z2^3 seats=2", "token": token(i), "listed": i % 2 == 0})
        lobby.close()


class Previews(Attack):
    """Previews of expensive moves at the attacker's own table, from a new socket each time."""

    table = None

    def once(self):
        if not self.table:
            lobby = self.connect()
            lobby.send({"type": "create", "spec": EXPENSIVE, "start": EXPENSIVE_START, "token": token(1), "bots": ["random"]})
            told = lobby.until("pending_table")
            lobby.send({"type": "ready", "table": told["table"], "entropy": "a" * 32})
            lobby.until("started")
            lobby.close()
            self.table = told["table"]
        at = self.connect(f"/ws/t/{self.table}")
        at.send({"type": "hello", "proto": 1, "table": self.table, "token": token(1)})
        for i in range(60):
            at.send({"type": "preview", "seq": i, "move": "draw"})
        at.until("error")
        self.refused += 1
        at.close()


class Reports(Attack):
    """Reports of one seat by a new guest each time, with and without a cookie."""

    def __init__(self, port, table, **how):
        super().__init__(port, **how)
        self.path, self.taken = f"/api/tables/{table}/seats/1/reports", 0

    def once(self):
        cookie = self.ask("GET", "/api/me").getheader("Set-Cookie") if self.count % 2 else None
        self.taken += self.ask("POST", self.path, {"Cookie": cookie.split(";")[0]} if cookie else None).status == 204


class SlowReaders(Attack):
    """Sockets that request everything and read nothing."""

    def __init__(self, port, table, **how):
        super().__init__(port, **how)
        self.table = table

    def once(self):
        reader = self.connect(f"/ws/t/{self.table}")
        reader.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.held.append(reader)
        for _ in range(20):
            reader.send({"type": "hello", "proto": 1, "table": self.table})


class Floods(Attack):
    """Floods of messages, files and guessed table names."""

    def once(self):
        client = self.connect()
        for _ in range(60):
            client.send({"type": "subscribe_tables"})
        client.close()
        for i in range(5):
            self.ask("GET", f"/api/tables/oak-fox-{self.count}-{i}")
            self.ask("GET", "/")


def attacks(port, size):
    """By name; `size` is how much of each."""
    table = table_of_two(port)[0]
    return {
        "bots": lambda: Bots(port, times=size // 20, pause=0.05),
        "reconnects": lambda: Reconnects(port, times=size, pause=0.01),
        "previews": lambda: Previews(port, pause=0.05),
        "reports": lambda: Reports(port, table, times=max(20, size * 4 // 7), pause=0.01),
        "slow readers": lambda: SlowReaders(port, table, times=size // 2, pause=0.01),
        "floods": lambda: Floods(port, pause=0.01),
    }


def tables_pending(metrics):
    return next(int(float(line.split()[1])) for line in metrics.splitlines() if line.startswith("coset_tables_pending "))


def listed(text):
    return len(json.loads(text)["pending"])
