"""A real terminal for tests: tmux on a socket of its own, keys in, screens out."""

import os
import re
import subprocess
import tempfile
import time

COSET = os.environ["COSET_BIN"]
SCREENS = os.path.join(os.environ["COSET_TESTS_DIR"], "system", "cli", "screens")
PATIENCE = 60  # seconds until a screen that does not come is a failure


class Terminal:
    """`coset ARGUMENTS` in a terminal of so many columns and rows."""

    def __init__(self, columns, rows, arguments, home, environment=()):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "tmux")
        variables = [f"XDG_DATA_HOME={home}", "LANG=C.UTF-8", *environment]
        command = " ".join(["env", "-u", "NO_COLOR", *variables, COSET, *arguments])
        script = f"trap : INT; {command}; echo \"exit $?\"; stty -a | tr ' ' '\\n' | grep -x -e '-*icanon' -e '-*echo' | tr '\\n' ' '; sleep 1000"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "/bin/sh", "-c", script, ";", "set", "-g", "status", "off")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")
        self.folder.cleanup()

    def tmux(self, *arguments):
        environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8")
        environment.pop("TMUX", None)
        run = subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                             check=False)
        return run.stdout.decode()

    def screen(self, escapes=False):
        text = self.tmux("capture-pane", "-p", *(["-e"] if escapes else []))
        return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n") + "\n"

    def keys(self, *names):
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def wait(self, wanted):
        """The first screen at rest that the pattern, or the function, is found on."""
        found = wanted if callable(wanted) else re.compile(wanted).search
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if found(screen):
                time.sleep(0.05)
                if screen == self.screen():
                    return screen
            time.sleep(0.02)
        raise AssertionError(f"{wanted} did not come; the screen is\n{self.screen()}")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def program(self):
        """The process id of coset."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            children = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", shell],
                                      stdout=subprocess.PIPE, check=False).stdout.decode()
            for line in children.splitlines():
                pid, name = line.split(None, 1)
                if name.strip() == "coset":
                    return int(pid)
            time.sleep(0.02)
        raise AssertionError("coset does not run")


def compare(test, name, screen):
    """The screen is the one kept under this name; COSET_REWRITE=1 keeps this one instead."""
    path = os.path.join(SCREENS, name + ".txt")
    if os.environ.get("COSET_REWRITE"):
        os.makedirs(SCREENS, exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(screen)
    with open(path, encoding="utf-8") as kept:
        test.assertEqual(kept.read(), screen, f"{name}: if this is meant, run tools/golden")
