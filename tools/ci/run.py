"""Commands of a step: their output in a log, their processor seconds with the step."""

import os
import pathlib
import resource
import subprocess
import threading
import time

import node

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build/check"
JOBS = int(os.environ.get("COSET_JOBS") or os.cpu_count() or 2)
node.first_on_path()
# ccache finds what another checkout of the same sources compiled.
os.environ.setdefault("CCACHE_BASEDIR", str(ROOT))


class Failed(Exception):
    """A step failed; what there is to say has been said."""


class Step:
    """One run of a step: what it says, counts and costs. Steps may run in threads of their own."""

    here = threading.local()

    def __init__(self, name):
        self.name, self.cpu, self.wall, self.ok = name, 0.0, 0.0, False
        self.counts = {}  # suite: [passed, failed, skipped]
        self.lines = []
        self.lock = threading.Lock()
        self.began = time.monotonic()

    def count(self, suite, passed, failed=0, skipped=0):
        cell = self.counts.setdefault(suite, [0, 0, 0])
        for column, number in enumerate((passed, failed, skipped)):
            cell[column] += number

    def say(self, *lines):
        self.lines += lines

    def spent(self, usage):
        with self.lock:
            self.cpu += usage.ru_utime + usage.ru_stime


def step():
    return Step.here.step


def say(*lines):
    step().say(*lines)


def spawn(command, log=None, env=None, cwd=ROOT, owner=None):
    """Runs a command to its end: (exit code, output). Its seconds go to the step."""
    owner = owner or step()
    environment = {**os.environ, **{name: str(value) for name, value in (env or {}).items()}}
    target = open(log, "wb") if log else subprocess.PIPE
    try:
        process = subprocess.Popen([str(word) for word in command], cwd=cwd, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=target, stderr=subprocess.STDOUT)
        output = process.stdout.read() if log is None else b""
    finally:
        if log:
            target.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    owner.spent(usage)
    return process.returncode, output.decode(errors="replace")


def spawn_quietly(command):
    """Asks a command that costs nothing: (exit code, output)."""
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return answer.returncode, answer.stdout


def logged(name, command, env=None, cwd=ROOT, tail=150):
    """Runs a command with its output in a log, which is shown only if the command fails."""
    log = OUT / f"{name}.log"
    code, _ = spawn(command, log, env, cwd)
    if code != 0:
        say(*log.read_text(errors="replace").splitlines()[-tail:])
        say(f"check: failed: {' '.join(map(str, command))}", f"check: full output in {log.relative_to(ROOT)}")
        raise Failed


def shown(command, env=None, cwd=ROOT):
    """Runs a command and says what it says; returns it."""
    code, output = spawn(command, None, env, cwd)
    say(*output.splitlines())
    if code != 0:
        say(f"check: failed: {' '.join(map(str, command))}")
        raise Failed
    return output


def own_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
