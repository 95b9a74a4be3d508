"""A coset-load that plays while a test injects faults, and the comparison of what it observed with the event log."""

import json
import os
import shutil
import subprocess
import tempfile

LOAD = os.environ["COSET_LOAD_BIN"]
KEEP = os.environ.get("COSET_KEEP")  # a folder for what shows why a check failed
# No client thinks that long: a flagged seat was charged for a fault of the server or the database.
TURN = 6
CLOCKS = ["--clock", f"turn:{1000 * TURN}", "--clock", "fischer:20000:1000"]
WRONG = ("missing", "contradicted", "gaps", "doubled", "flagged")


class Load:
    """Tables with clocks of both kinds; `patience` is for all games to end after the last has begun."""

    def __init__(self, port, *flags, tables, seconds, think=None, clocks=CLOCKS, patience=300):
        self.seconds, self.patience = seconds, patience
        self.folder = tempfile.TemporaryDirectory(prefix="coset-load-")
        self.observations = os.path.join(self.folder.name, "observations")
        think = think or (1000 if tables >= 100 else 300)  # milliseconds
        self.process = subprocess.Popen(
            [LOAD, "play", *(() if "--port" in flags else ("--port", str(port))), "--tables", str(tables), "--seconds", str(seconds),
             "--max-duplicates", "5", "--think-time", str(think), "--observations", self.observations, *clocks, *flags],
            stdout=subprocess.PIPE, text=True)

    def report(self):
        out, _ = self.process.communicate(timeout=self.seconds + self.patience)
        print(out.strip())
        return json.loads(out)

    def verify(self, *where):
        done = subprocess.run([LOAD, "verify", self.observations, *where], capture_output=True, text=True,
                              timeout=300, check=False)
        print(done.stdout.strip(), done.stderr.strip())
        said = json.loads(done.stdout)
        if KEEP and not said["good"]:
            shutil.copy(self.observations, KEEP)
        self.folder.cleanup()
        return said

    def close(self):
        """Ends it if the test has failed before it did."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if not self.process.stdout.closed:
            self.process.stdout.close()
        self.folder.cleanup()
