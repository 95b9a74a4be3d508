#!/usr/bin/env python3
"""Fails on words that no file of the project should have.

Usage: tools/check_words.py [ROOT]

A package registry's host or a path of one machine makes a build depend on where it was written; a
banner is not our style; a comment that names a source which is not there is wrong; and a word that
retired_words.json replaces must not come back where it was replaced, in names or in prose. Reads
every file that git tracks or would track. Exits 0 (fine) or 1 (complaints).
"""

import fnmatch
import json
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
    (re.compile(r"^\s*(?://|/\*)\s*[-=*#]{4}", re.MULTILINE), "is a banner", "leave it out, or split the file"),
]
LIST = "retired_words.json"
# Another source, named in a comment of ours.
SOURCES = {".hpp", ".cpp", ".h"}
COMMENT = re.compile(r"(?://|/\*| \* )(.*)")
NAMED = re.compile(r"(?<![\w>*])[\w./]*\b(\w+\.(?:hpp|cpp|h))\b")


class Retired:
    """The list of retired words: which of them a file has. Rows hold for folders ("." is all of
    them), files or globs in `in`, without those in `except`.

    A text of letters, digits and underscores is a whole identifier, in that letter case. A text
    with a space is a phrase in any letter case, across the ends of lines and comment signs too. Any
    other text, as `--an-option` or `a_class::`, is found exactly. No text is found inside of a longer
    word or option; src/x, tests/x and tools/x are found only as paths from the top folder.
    """

    WORD = re.compile(r"\w+")
    IDENTIFIER = re.compile(r"\w+", re.ASCII)
    GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:(?://|\*|#|>|-)+[ \t]*)?)"

    def __init__(self, listing):
        self.rows = listing["rows"]
        self.nowhere = listing["except"]
        self.scopes = {}  # (in, except) -> the texts that hold there
        for row in self.rows:
            scope = (tuple(row["in"]), tuple(row.get("except", [])))
            entry = self.scopes.setdefault(scope, ({}, {}))
            for text in row["words"]:
                if self.IDENTIFIER.fullmatch(text):
                    entry[0][text] = row
                else:
                    words = self.WORD.findall(text.lower())
                    entry[1].setdefault(max(words, key=len), []).append(
                        (set(words), self.pattern(text), text, row))

    @classmethod
    def pattern(cls, text):
        left = r"(?<![\w-])" if re.match(r"[\w-]", text) else ""
        if re.match(r"(src|tests|tools)/", text):
            left += r"(?<!\w/)"
        right = r"(?![\w-])" if re.search(r"[\w-]$", text) else ""
        gap = cls.GAP if " " in text else ""
        body = gap.join(re.escape(part) for part in (text.split(" ") if gap else [text]))
        return re.compile(left + body + right, re.IGNORECASE if gap else 0)

    @staticmethod
    def within(name, places):
        return any(place == "." or name == place or name.startswith(place + "/")
                   or ("*" in place and fnmatch.fnmatchcase(name, place)) for place in places)

    def check(self, name, text):
        """Yields (line number, 0 for the file's name; the retired text; its row)."""
        if self.within(name, self.nowhere):
            return
        text = f"{name}\n{text}"
        exact = set(self.WORD.findall(text))
        folded = {word.lower() for word in exact}
        for (places, exceptions), (identifiers, phrases) in self.scopes.items():
            if not self.within(name, places) or self.within(name, exceptions):
                continue
            found = [(re.compile(rf"\b{word}\b"), word, identifiers[word])
                     for word in identifiers if word in exact]
            found += [(pattern, phrase, row) for word in phrases if word in folded
                      for words, pattern, phrase, row in phrases[word] if words <= folded]
            for pattern, phrase, row in found:
                for match in pattern.finditer(text):
                    yield text.count("\n", 0, match.start()), phrase, row


def check_text(text):
    """Yields (line number, line, what, what to do)."""
    broken = [rule for rule in RULES if rule[0].search(text)]
    for number, line in enumerate(text.splitlines() if broken else [], 1):
        for pattern, what, advice in broken:
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
    retired = Retired(json.loads((pathlib.Path(__file__).parent / LIST).read_text()))
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
        lines = [name, *text.split("\n")]
        found += [(number, lines[number].strip()[:120], f'has the retired word "{word}"',
                   f"use {row['use']}") for number, word, row in sorted(
                       retired.check(name, text), key=lambda each: each[:2])]
        for number, line, what, advice in found:
            complaints += 1
            print(f"{name}:{number}: {what}: {line}\n  To do: {advice}.")
    words = sum(len(row["words"]) for row in retired.rows)
    print(f"words: {count} files, {words} retired words, {complaints} complaint(s)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
