"""What tools/packages made, for the tests that look at it."""

import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["COSET_BUILD"])
FOLDER = BUILD / "packages"


def needed():
    """The packages; without them the tests are skipped, but not where the check says that it made them."""
    if not (FOLDER / "SHA256SUMS").exists():
        if os.environ.get("COSET_NEED_PACKAGES") is None:
            raise unittest.SkipTest("needs what tools/packages makes")
        raise AssertionError("tools/packages has made nothing")
    return {path.name.split("_")[0]: path for path in FOLDER.glob("*.deb")}


def run(*words, code=0, **more):
    """Standard output of a command that must end so; its errors are shown if it does not."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, **{"timeout": 300, **more})
    if done.returncode != code:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + (done.stderr if code else "")
