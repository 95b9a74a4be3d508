#!/usr/bin/env python3
"""Fails on words that no file of the project should have.

Usage: tools/check_words.py [ROOT]

A package registry's host or a path of one machine makes a build depend on where it was written; a
banner is not our style; and a comment that names a source which is not there is wrong. Reads every
file that git tracks or would track. Exits 0 (fine) or 1 (complaints).
"""

import pathlib
import re
import subprocess
import sys

# Written in pieces so that this file does not trip itself.
HOSTS = ["registry" + ".npmjs", "registry" + ".yarnpkg", "deb" + ".debian.org", "security" + ".debian.org",
         "deb" + ".nodesource", "apt" + ".llvm.org", "pypi" + ".org", "files" + ".pythonhosted",
         "index" + ".crates.io"]
FOLDERS = ["root", "work", "home", "Users", "workspace", "builds"]

RULES = [
    (re.compile("|".join(re.escape(host) for host in HOSTS), re.IGNORECASE),
     "names a package registry", "leave the host to the machine's own configuration"),
    # A folder at the start of a path: not after a letter (a URL, a longer path) or a dot.
    (re.compile(r"(?<![\w.}*)~-])/(?:" + "|".join(FOLDERS) + r")/[\w.]"),
     "names a path of one machine", "write it relative to the project's folder"),
    (re.compile(r"^\s*(?://|/\*)\s*[-=*#]{4}"), "is a banner", "leave it out, or split the file"),
]
# Another source, named in a comment of ours.
SOURCES = {".hpp", ".cpp", ".h"}
COMMENT = re.compile(r"(?://|/\*| \* )(.*)")
NAMED = re.compile(r"(?<![\w>*])[\w./]*\b(\w+\.(?:hpp|cpp|h))\b")


def check_text(text):
    """Yields (line number, line, what, what to do)."""
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, what, advice in RULES:
            if pattern.search(line):
                yield number, line.strip()[:120], what, advice


def check_names(text, known):
    """Yields the same for sources that a comment names and that are not among the known names."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT.search(line)
        for named in NAMED.findall(comment[1]) if comment else []:
            if named not in known:
                yield number, line.strip()[:120], f"names {named}, which is not there", "name what is there"


def files(root):
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if listing.returncode == 0:
        names = set(listing.stdout.decode().split("\0")) - {""}
    else:  # an unpacked archive
        names = {str(path.relative_to(root)) for path in root.rglob("*")}
        names = {name for name in names if not name.startswith(("build/", ".git/"))}
    return [name for name in sorted(names) if (root / name).is_file()]


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    count = complaints = 0
    names = files(root)
    known = {pathlib.PurePath(name).name for name in names}
    for name in names:
        data = (root / name).read_bytes()
        count += 1
        if b"\0" in data:
            continue
        text = data.decode("utf-8", "replace")
        found = list(check_text(text))
        if pathlib.PurePath(name).suffix in SOURCES:
            found += check_names(text, known)
        for number, line, what, advice in found:
            complaints += 1
            print(f"{name}:{number}: {what}: {line}\n  To do: {advice}.")
    print(f"words: {count} files, {complaints} complaint(s)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
