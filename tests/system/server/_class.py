"""Classes for tests: one that the test opens, members who say what the test says, coset-load's pupils, and the files."""

import collections
import csv
import io
import json
import os
import subprocess
import tempfile

from _cosetd import COSETD
from _websocket import WebSocket, token

LOAD = os.environ["COSET_LOAD_BIN"]
WHOLE = os.environ.get("COSET_WHOLE") == "1"
SLOWER = 1 if WHOLE else 3  # others may share the machine in CI
SPEC = "al-jabar Z2^3 seats=2"
TOLD = ("done", "answered", "tried", "error")


class Room:
    """A class of a server, with the secrets of its teacher."""

    def __init__(self, server, language="en"):
        self.server, self.teacher_secret, self.projector_secret = server, token(), token()
        status, _, text = server.get("/api/classes", "POST", json.dumps({
            "language": language, "teacher": self.teacher_secret, "projector": self.projector_secret}).encode())
        if status != 201:
            raise AssertionError((status, text))
        self.code = json.loads(text)["class"]

    def member(self, role="pupil", secret=None, **how):
        secret = secret or {"teacher": self.teacher_secret, "projector": self.projector_secret}.get(role) or token()
        return Member(self.server.port, self.code, role, secret, **how)

    def pupil(self, **how):
        made = self.member(**how)
        made.join()
        return made

    def call(self, path="", method="GET", secret=None):
        return self.server.get(f"/api/classes/{self.code}{path}", method,
                               headers={"Authorization": f"Bearer {secret or self.teacher_secret}"})

    def rows(self, path="/answers.csv"):
        status, _, text = self.call(path)
        if status != 200:
            raise AssertionError((status, text))
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def wall(self):
        """As the next teacher to come receives it."""
        teacher = self.member("teacher")
        told = teacher.socket.wait("wall")
        teacher.close()
        return told


class Member:
    """One socket of a class."""

    def __init__(self, port, code, role, secret, **how):
        self.port, self.code, self.role, self.secret = port, code, role, secret
        self.socket = WebSocket(port, f"/ws/c/{code}", **how)
        self.welcome = None
        if self.socket.status == 101:
            self.hello(after=0)  # a class that does not exist is told at once

    def hello(self, after=None, **changed):
        before = len(self.socket.frames) if after is None else after
        self.socket.send({"type": "hello", "proto": 1, "class": self.code, "token": self.secret, "role": self.role,
                          **changed})
        self.socket.wait_for(lambda told: told["type"] in ("welcome", "error", "redirect"), after=before)
        welcomes = self.socket.messages("welcome")
        self.welcome = welcomes[-1] if welcomes else None

    def ask(self, kind, **fields):
        """What the class answers to a request."""
        own = fields.pop("id", None) or os.urandom(8).hex()
        before = len(self.socket.frames)
        self.socket.send({"type": kind, "id": own, **fields})
        return self.socket.wait_for(lambda told: told["type"] in TOLD and told.get("id", own) == own, after=before)

    def join(self, alias=None):
        self.alias = self.welcome["offers"][0] if alias is None else alias
        return self.ask("join", alias=self.alias)

    def state(self, what):
        """The first state for which `what` holds."""
        return self.socket.wait_for(lambda told: told["type"] == "state" and what(told))

    def close(self):
        self.socket.close()


class Pupils:
    """coset-load's pupils and their teacher, in the background; ended with `report`."""

    def __init__(self, server, *flags, room=None):
        self.room, self.folder = room, tempfile.TemporaryDirectory(prefix="coset-class-")
        self.told, self.seen = (os.path.join(self.folder.name, name) for name in ("told", "seen"))
        known = ["--class", room.code, "--teacher", room.teacher_secret] if room else []
        self.process = subprocess.Popen(
            [LOAD, "class", "--port", str(server.port), *known, "--told", self.told, "--observations", self.seen,
             *map(str, flags)], stdout=subprocess.PIPE, text=True)

    def report(self, patience=120):
        out, _ = self.process.communicate(timeout=patience)
        print(out.strip())
        return json.loads(out)

    def lines(self):
        """Each answer and trade that was told, as in the file of answers."""
        with open(self.told, encoding="utf-8") as told:
            return collections.Counter(tuple(line.rstrip("\n").split("\t")) for line in told)

    def verify(self, *where):
        done = subprocess.run([LOAD, "verify", self.seen, *where], capture_output=True, text=True, timeout=300,
                              check=False)
        print(done.stdout.strip(), done.stderr.strip())
        return json.loads(done.stdout)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()


def plain(cell):
    """A cell without the apostrophe that keeps spreadsheets from reading a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in tuple("=+-@\t＝＋－＠") else cell


def told_in(rows):
    """The rows of answers.csv as coset-load writes what it was told."""
    return collections.Counter(
        ("trade" if row["kind"] == "trade" else "answer", row["alias"], row["table"] or row["item"],
         plain(row["answer"]), row["correct"], row["misconception"]) for row in rows)


def fold(rows):
    """What the wall must say of the rows of answers.csv."""
    trades = [row for row in rows if row["kind"] == "trade"]
    answers = [row for row in rows if row["kind"] != "trade"]
    found = {}
    for row in rows:
        if row["misconception"] not in ("", "other"):
            found.setdefault(row["misconception"], []).append(row)
    listed = {}
    for word, cases in found.items():
        if len(cases) >= 3:
            under = sum(row["kind"] == "trade" for row in cases)
            listed[word] = {"pupils": len({row["alias"] for row in cases}), "cases": len(cases), "trades": under,
                            "share": int(1000 * under / len(trades) + 0.5) if trades else 0}
    firsts = [row for row in answers if row["first_try"] == "true"]
    return {"trades": len(trades), "other": sum(row["misconception"] == "other" for row in trades),
            "answers": len(answers), "wrong": sum(row["correct"] == "false" for row in answers),
            "first_tries": {"right": sum(row["correct"] == "true" for row in firsts), "of": len(firsts)},
            "misconceptions": listed}


def shown_on(wall):
    """The same of a wall."""
    listed = {each["word"]: {key: each[key] for key in ("pupils", "cases", "trades", "share")}
              for each in wall["misconceptions"]}
    return {**{key: wall[key] for key in ("trades", "other", "answers", "wrong", "first_tries")},
            "misconceptions": listed}


def migrated(postgres):
    """A new database with cosetd's tables."""
    url = postgres.new_database()
    subprocess.run([COSETD, "migrate", "--database", url], check=True, stdout=subprocess.DEVNULL)
    return url
