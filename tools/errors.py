#!/usr/bin/env python3
"""The list of error codes: src/protocol/error_codes.hpp, and its copies in the docs.

Exits with status 1 if docs/errors.json, docs/errors.md or the enum `ErrorCode` of docs/api/openapi.yaml differs from
the header, if the source uses a code that is not listed, or if a listed code is not used. With --write it makes the
three from the header instead.

Usage: tools/errors.py [--check | --write] [ROOT]
"""

import json
import pathlib
import re
import sys

HEADER = "src/protocol/error_codes.hpp"
ENTRY = re.compile(r'\{"([a-z_]+\.[a-z_]+)",\s*(\d+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\}')
LITERAL = re.compile(r'"([a-z_]+\.[a-z_]+)"')
# Titles of docs/errors.md, by area.
AREAS = {"http": "HTTP", "rate": "Rate limits", "store": "The database", "guest": "A guest's data", "moderation": "Reports",
         "message": "Messages that cannot be read", "lobby": "The lobby", "class": "Classes", "table": "Tables, and operation tables of groups",
         "name": "Names of people and pieces", "move": "Moves", "word": "Words of pieces", "tally": "Counts of pieces",
         "spec": "Specs of games", "group": "Groups", "bot": "Bots", "setup": "New tables", "position": "Start positions"}
# Codes that no client can receive: they are met by the programs of the command line, by an operator, or where a log or
# a setup is read that the server wrote itself. The texts they belong to are longer than a frame, or the lobby checks first.
PRIVATE = {
    "bot.exec", "bot.setting", "bot.unknown", "group.too_long", "spec.too_long", "position.too_long", "position.canon",
    "move.illegal", "move.kind", "move.seat", "move.over", "word.trailing", "group.magma", "message.too_large",
    "setup.json", "setup.seats", "setup.name", "setup.table", "setup.token", "setup.form", "setup.more", "setup.deal",
    "store.changed", "store.newer", "store.older", "store.connect", "store.libpq", "store.open", "store.sqlite",
    "store.refused", "store.backup", "store.seed", "store.seeds", "message.view",
}
# Not codes: names of files, and words that are looked up in other lists.
FOLDERS_LEFT_OUT = ("src/engine/teach", "src/apps/coset/", "src/apps/capi")


class BadList(Exception):
    pass


def text_of(literals):
    """One or more C++ string literals as one text."""
    return "".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', literals))


def listed(root):
    """[{"code", "status", "message"}] in the order of the header."""
    out = [{"code": code, "status": int(status), "message": text_of(message)}
           for code, status, message in ENTRY.findall((root / HEADER).read_text())]
    codes = [each["code"] for each in out]
    twice = sorted({code for code in codes if codes.count(code) > 1})
    if twice:
        raise BadList("listed twice: " + ", ".join(twice))
    if not out:
        raise BadList(f"{HEADER} lists nothing")
    return out


def used(root):
    """{code: file} of all literals in src that have the form of a code of a listed area."""
    out = {}
    for path in sorted((root / "src").rglob("*.[ch]pp")):
        name = path.relative_to(root).as_posix()
        if name == HEADER or name.startswith(FOLDERS_LEFT_OUT):
            continue
        for line in path.read_text().splitlines():
            if line.lstrip().startswith(("#include", "//")):
                continue
            for code in LITERAL.findall(line):
                if code.split(".")[0] in AREAS and not code.endswith((".db", ".key", ".hpp")):
                    out.setdefault(code, name)
    return out


def markdown(errors):
    lines = ["# Error codes", "",
             "Every error that the server sends has a code. HTTP answers with the status below and the body",
             '`{"error": {"code": ..., "message": ...}}`; a WebSocket sends `{"type": "error", "code": ..., "message": ...}`,',
             "with the `id` of the message that it answers. When the server closes a WebSocket because of an error, the code is",
             "the reason of the close frame. A code stays the same from version to version; a message may change, and may say",
             "more than the text below. Clients translate by the code.", "",
             "This page is made from `src/protocol/error_codes.hpp` by `tools/errors.py`; so is `docs/errors.json`.", ""]
    for area, title in AREAS.items():
        rows = [each for each in errors if each["code"].startswith(area + ".")]
        if rows:
            lines += [f"## {title}", "", "| code | HTTP status | message |", "|---|---|---|"]
            lines += [f"| `{each['code']}` | {each['status'] or ''} | {each['message']} |" for each in rows]
            lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def as_json(errors):
    return "[\n" + ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in errors) + "\n]\n"


def openapi(text, errors):
    """The text with the codes of HTTP as the enum of its schema ErrorCode."""
    codes = "".join(f"        - {each['code']}\n" for each in errors if each["status"])
    schema = re.compile(r"(\n    ErrorCode:\n(?:      .*\n)*?      enum:\n)(?:        - .*\n)*")
    if not schema.search(text):
        raise BadList("docs/api/openapi.yaml has no schema ErrorCode with an enum")
    return schema.sub(lambda found: found[1] + codes, text, count=1)


def copies(root, errors):
    """{path: text} of everything that is made from the list."""
    api = root / "docs/api/openapi.yaml"
    return {root / "docs/errors.json": as_json(errors), root / "docs/errors.md": markdown(errors),
            api: openapi(api.read_text(), errors)}


def flaws(root):
    errors = listed(root)
    known = {each["code"] for each in errors}
    header = (root / HEADER).read_text()
    by_reason = set(LITERAL.findall(header[header.index("table_errors[]"):header.index("server_errors[]")]))
    in_source = used(root)
    for code, name in sorted(in_source.items()):
        if code not in known | PRIVATE:
            yield f"{name}: {code} is not listed in {HEADER}"
    for code in sorted(known - by_reason - set(in_source)):
        yield f"{HEADER}: no source uses {code}"
    for each in errors:
        if each["code"].split(".")[0] not in AREAS:
            yield f"{HEADER}: {each['code']} has an unknown area"
    for path, text in copies(root, errors).items():
        if not path.exists() or path.read_text() != text:
            yield f"{path.relative_to(root)}: run tools/errors.py --write"


def main(arguments):
    rest = [each for each in arguments if not each.startswith("--")]
    root = pathlib.Path(rest[0]) if rest else pathlib.Path(__file__).resolve().parent.parent
    try:
        if "--write" not in arguments:
            found = list(flaws(root))
            print("\n".join(found) or "error codes: fine")
            return 1 if found else 0
        for path, text in copies(root, listed(root)).items():
            path.write_text(text)
        return 0
    except BadList as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
