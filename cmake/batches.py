#!/usr/bin/env python3
"""Puts sources into batches, each to be compiled as one file.

  batches.py ROOT[:ROOT...] KILOBYTES FILE...     prints "<batch> <file>" a line

Headers are looked for below the ROOTs. Two files share a batch only if nothing in one can mean something
else because of the other: neither mentions a name that the other keeps to itself (in an unnamed namespace,
by a using declaration or as a macro), nor one that the other's headers declare in a
second namespace, and their headers give no name two bodies.
Files of one folder are tried first, and a batch holds at most KILOBYTES of sources.
"""

import collections
import functools
import os
import re
import sys

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
MACRO = re.compile(r"^#\s*define (\w+)(?:.*\\\n)*.*", re.M)
WORD = re.compile(r"(?<![.\w])(?<!->)(?<!::)[A-Za-z_]\w*")
TYPE = re.compile(r".*?\b(?:struct|class|union|enum class|enum)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?!\s*::)\b")
ALIAS = re.compile(r"(?:using (?!namespace|enum)(?:[\w:]+::)?(\w+)|namespace (\w+) =)")
OTHER = re.compile(r"[^=(]*?(?<!::)\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?:$|[=({])")
TEMPLATE = re.compile(r"template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*(?:requires .*?\s(?=\w+\s))?")


def declarations(text):
    """(namespaces, name, text, is an alias, has a body) of what stands in namespaces; the unnamed one is ""."""
    scopes, begin, inside = [], 0, 0
    for at, sign in ((found.start(), found.group()) for found in re.finditer(r"[{};]", text)):
        if inside:
            inside += {"{": 1, "}": -1, ";": 0}[sign]
            if not inside:
                begin = at + 1
            continue
        head = " ".join(text[begin:at].split())
        begin = at + 1
        opened = re.match(r"(?:inline )?namespace\s*([\w:]*)$", head)
        if sign == "}":
            scopes = scopes[:-1]
        elif sign == "{" and opened:
            scopes = [*scopes, opened.group(1)]
        else:
            inside = sign == "{"
            plain = TEMPLATE.sub("", head)
            if plain.startswith(("using namespace ", "using enum ")):
                continue
            found = ALIAS.match(plain) or TYPE.match(plain) or OTHER.match(plain)
            name = found and next((word for word in found.groups() if word), None)
            if name and not name.isupper():  # such as TEST
                yield scopes, name, head, bool(ALIAS.match(plain)), sign == "{"


@functools.lru_cache(maxsize=None)
def parse(path):
    """Includes, words, {name: (namespace, text)} kept to itself, {name: {namespace}} shared, the size,
    and {(namespace, name)} of what a header gives a body."""
    with open(path, encoding="utf-8") as file:
        raw = file.read()
    text = NOISE.sub(" ", raw)
    kept = {found.group(1): ("", found.group()) for found in MACRO.finditer(text)}
    shared, bodies = collections.defaultdict(set), set()
    for scopes, name, head, alias, body in declarations(re.sub(r"^#(?:.*\\\n)*.*", "", text, flags=re.M)):
        scope = "::".join(filter(None, scopes))
        if alias and not path.endswith(".hpp"):
            kept[name] = (scope, head)
        elif "" in scopes:
            kept[name] = (scope, f"{path}: {head}")
        else:
            shared[name].add(scope)
            if body and path.endswith(".hpp"):
                bodies.add((scope, name))
    return INCLUDE.findall(raw), set(WORD.findall(text)), kept, shared, len(raw), bodies


class File:
    def __init__(self, path, roots):
        self.path = path
        includes, self.words, self.kept, own, self.size, _ = parse(path)
        self.shared = collections.defaultdict(set, {name: set(scopes) for name, scopes in own.items()})
        self.bodies = collections.defaultdict(set)
        seen, wanted = set(), [(path, name) for name in includes]
        while wanted:
            source, name = wanted.pop()
            for root in [os.path.dirname(source), *roots]:
                header = os.path.join(root, name)
                if os.path.isfile(header):
                    break
            else:
                continue
            if header in seen:
                continue
            seen.add(header)
            more, _, _, shared, _, bodies = parse(header)
            for body in bodies:
                self.bodies[body].add(header)
            wanted += [(header, name) for name in more]
            for name, scopes in shared.items():
                self.shared[name] |= scopes

    def minds(self, other):
        """Whether a word of this file could mean something else after the other one."""
        for name, (scope, text) in other.kept.items():
            if self.kept.get(name) == (scope, text):
                continue
            if name in self.words or any(scope.startswith(outer) for outer in self.shared.get(name, ())):
                return True
        for body, headers in other.bodies.items():
            if body in self.bodies and not (headers <= self.bodies[body] or self.bodies[body] <= headers):
                return True
        return any(name in self.words and not scopes <= self.shared[name]
                   for name, scopes in other.shared.items() if name in self.shared)


def batches(files, limit):
    """Lists of files: each goes into the first batch that takes it."""
    found = []
    for file in files:
        for batch in found:
            fits = sum(other.size for other in batch) + file.size <= limit
            if fits and not any(other.minds(file) or file.minds(other) for other in batch):
                batch.append(file)
                break
        else:
            found.append([file])
    return found


def main(arguments):
    roots, limit, paths = arguments[0].split(":"), 1024 * int(arguments[1]), arguments[2:]
    files = [File(path, roots) for path in sorted(paths, key=lambda path: (os.path.dirname(path), path))]
    for number, batch in enumerate(batches(files, limit)):
        for file in batch:
            print(number, file.path)


if __name__ == "__main__":
    main(sys.argv[1:])
