"""A bare Debian in a temporary folder, to install packages in. Needs root, as chroot does."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

from _packages import run

SUITE = "bookworm"


def sources(suite):
    """Where this machine has Debian from: its own files of apt, or what mmdebstrap knows."""
    apt = pathlib.Path("/etc/apt")
    files = [apt / "sources.list", *sorted(apt.glob("sources.list.d/*"))]
    return [path for path in files if path.exists() and re.search(rf"\b{suite}\b.*", path.read_text())
            and re.search(r"debian\b", path.read_text()) and "main" in path.read_text()]


def image(packages, suite=SUITE):
    """A tar file of a bare root with these packages; made once, and kept in the folder of caches."""
    key = hashlib.sha256(" ".join([suite, *sorted(packages)]).encode()).hexdigest()[:12]
    caches = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "coset")
    path = caches / f"root-{key}.tar"
    if not path.exists():
        caches.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.tar")
        try:
            run("mmdebstrap", "--quiet", "--variant=minbase", *(f"--include={name}" for name in sorted(packages)),
                suite, unfinished, *sources(suite), timeout=900)
            unfinished.rename(path)
        finally:
            unfinished.unlink(missing_ok=True)
    return path


def depends(packages):
    """What these packages need of Debian."""
    names = {word for path in packages for word in
             re.findall(r"(?:^|, )([a-z0-9.+-]+)", run("dpkg-deb", "--field", path, "Depends"))}
    return {name for name in names if "coset" not in name}


def wait_for(url, process, patience=40):
    """What a server answers once it is up."""
    end = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            if time.monotonic() > end or process.poll() is not None:
                raise
            time.sleep(0.1)


class Root:
    """The root unpacked, gone with the test."""

    def __init__(self, packages):
        self.temporary = tempfile.TemporaryDirectory(prefix="coset-root-")
        self.path = pathlib.Path(self.temporary.name)
        try:
            self.path.chmod(0o755)
            run("tar", "-C", self.path, "-xf", image(packages))
        except BaseException:
            self.temporary.cleanup()
            raise

    def close(self):
        self.temporary.cleanup()

    def command(self, *words, network=False):
        """What runs words inside: with a /proc, and without a network unless one is asked for."""
        return ["unshare", *([] if network else ["--net"]), f"--mount-proc={self.path}/proc", "chroot", str(self.path),
                "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp/player", "LANG=C.UTF-8",
                "DEBIAN_FRONTEND=noninteractive", *map(str, words)]

    def run(self, *words, **more):
        return run(*self.command(*words), **more)

    def start(self, *words, **more):
        """A process inside that the network of this machine reaches; its pid is the program's."""
        return subprocess.Popen(self.command(*words, network=True), **more)

    def bring(self, path):
        """Copies a file in; its name inside."""
        shutil.copy(path, self.path / "tmp")
        return f"/tmp/{pathlib.Path(path).name}"

    def files(self):
        """{path inside: when and how large}; of folders that they are there."""
        found = {}
        for folder, names, files in os.walk(self.path):
            inside = "/" + os.path.relpath(folder, self.path)
            found.update((os.path.normpath(f"{inside}/{name}"), None) for name in names)
            for name in files:
                state = os.lstat(os.path.join(folder, name))
                found[os.path.normpath(f"{inside}/{name}")] = (state.st_mtime_ns, state.st_size)
        return found
