"""A client that obeys `redirect`, at a node of the test's choice: what the router does for others."""

import time

from _websocket import WebSocket


class Client:
    """`at` is the socket, `node` where it is. `first` is sent after each connection; `told` is the answer."""

    def __init__(self, cluster, node, path, first, kind, cookie=None, patience=30):
        self.cookie = cookie  # by which the server knows a guest again
        self.cluster, self.path, self.first, self.kind = cluster, path, first, kind
        self.redirects, self.node, self.at = 0, node, None
        self.told = self.connect(node, patience)

    def connect(self, node, patience=30):
        """Follows a redirect once for each connection that served it, as clients do."""
        end, query = time.monotonic() + patience, ""
        while time.monotonic() < end:
            self.close()
            try:
                self.open(node, query)
                got = self.answer(end)
            except OSError:
                got = None
            if got and got["type"] == self.kind:
                return got
            redirected = got and got["type"] == "redirect" and not query
            self.redirects += bool(redirected)
            node, query = (self.reached(got["node"], node), f"?node={got['node']}") if redirected else (node, "")
            if not redirected:
                time.sleep(0.2)
        raise AssertionError(f"{self.path}: no {self.kind} at {node}: {self.at.frames if self.at else 'no connection'}")

    def open(self, node, query):
        self.at = WebSocket(self.cluster.nodes[node].port, self.path + query, cookie=self.cookie)
        self.node, self.cookie = node, self.cookie or self.at.cookie
        self.at.send(self.first)

    def reached(self, named, instead):
        """As the router has it: a node that is down is not insisted on."""
        return named if self.cluster.nodes[named].running() and not self.cluster.nodes[named].frozen else instead

    def answer(self, end):
        while time.monotonic() < end:
            for each in self.at.messages():
                if each["type"] in (self.kind, "redirect", "error"):
                    return each
            if self.at.closed is not None:
                return None
            self.at.poll(0.02)
        return None

    def sent_away(self):
        """The node that the server names on a connection that it served before; nothing yet."""
        self.at.poll()
        return next((each["node"] for each in self.at.messages("redirect")), None)

    def follow(self):
        """Goes where it is sent, if it is; else stays."""
        if node := self.sent_away():
            self.redirects += 1
            self.close()
            self.at = None
            self.open(self.reached(node, self.node), f"?node={node}")

    def close(self):
        if self.at:
            self.at.close()


def at_table(cluster, node, table, token):
    return Client(cluster, node, "/ws/t/" + table, {"type": "hello", "proto": 1, "table": table, "token": token}, "snapshot")
