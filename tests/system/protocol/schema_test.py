"""The protocol from outside: the messages of a table match docs/protocol/*.schema.json, every schema
has an example, and the program decodes every example, those of docs/protocol.md too."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
import warnings

try:
    import jsonschema
except ImportError:  # a Python beside the system's may lack it; the system's has Debian's package
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", "-m", "unittest", "schema_test.py"])

from _schema import closed  # noqa: E402

LINES = os.environ["COSET_PROTOCOL_LINES"]
DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
FOLDER = DOCS / "protocol"


SCHEMAS = {path.name: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.schema.json"))}


def make_validators(schemas):
    out = {}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            resolver = jsonschema.RefResolver(base_uri=name, referrer=schema, store=schemas)
            out[name] = jsonschema.Draft202012Validator(schema, resolver=resolver)
    return out


OPEN = make_validators(SCHEMAS)
CLOSED = make_validators({name: closed(schema) for name, schema in SCHEMAS.items()})


def complaint(validators, side, message):
    name = f"{side}-{message.get('type')}.schema.json"
    if name not in validators:
        return f"no schema {name}"
    error = jsonschema.exceptions.best_match(validators[name].iter_errors(message))
    return error and f"{name}: {error.json_path}: {error.message}"


def run(*words, stdin=""):
    done = subprocess.run([LINES, *words], input=stdin, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return [line.split(" ", 1) for line in done.stdout.splitlines()]


def examples():
    for path in sorted((FOLDER / "examples").glob("*.json")):
        yield path.name, path.name.split("-")[0], json.loads(path.read_text())


def documented():
    """The messages in docs/protocol.md, in blocks marked with their sender."""
    text = (DOCS / "protocol.md").read_text()
    for side, block in re.findall(r"```json (client|table)\n(.*?)```", text, re.DOTALL):
        for line in block.strip().splitlines():
            yield "protocol.md", side, json.loads(line)


class Protocol(unittest.TestCase):
    def test_every_message_of_a_table_matches_its_schema(self):
        seen = set()
        for side, text in run():
            message = json.loads(text)
            self.assertIsNone(complaint(CLOSED, side, message), text)
            seen.add(f"{side}-{message['type']}.schema.json")
        self.assertEqual(seen, set(SCHEMAS) - {"common.schema.json"})

    def test_every_schema_has_a_valid_example(self):
        seen = set()
        for name, side, message in examples():
            self.assertIsNone(complaint(CLOSED, side, message), name)
            seen.add(f"{side}-{message['type']}.schema.json")
        self.assertEqual(seen, set(SCHEMAS) - {"common.schema.json"})

    def test_protocol_md_has_every_message_and_they_are_valid(self):
        seen = set()
        for _, side, message in documented():
            self.assertIsNone(complaint(CLOSED, side, message), message)
            seen.add(f"{side}-{message['type']}.schema.json")
        self.assertEqual(seen, set(SCHEMAS) - {"common.schema.json"})

    def test_the_program_decodes_every_example(self):
        given = [(side, message) for _, side, message in [*examples(), *documented()]]
        stdin = "".join(f"{side} {json.dumps(message)}\n" for side, message in given)
        read = run("decode", stdin=stdin)
        self.assertEqual(len(read), len(given))
        for (side, message), (_, text) in zip(given, read):
            self.assertFalse(text.startswith("error"), f"{side} {message}: {text}")
            self.assertEqual(json.loads(text), message)

    def test_schemas_reject_invalid_messages(self):
        good = json.loads((FOLDER / "examples" / "client-move.json").read_text())
        self.assertIsNone(complaint(OPEN, "client", good))
        for change in ({"id": "xyz"}, {"base_ply": -1}, {"move": 3}, {"id": "0" * 16}):
            self.assertIsNotNone(complaint(OPEN, "client", {**good, **change}), change)
        for key in good:
            self.assertIsNotNone(complaint(OPEN, "client", {k: v for k, v in good.items() if k != key}))
        # A later version may add fields; this one adds none.
        self.assertIsNone(complaint(OPEN, "client", {**good, "new": 1}))
        self.assertIsNotNone(complaint(CLOSED, "client", {**good, "new": 1}))

    def test_schema_and_program_accept_the_same_node_names(self):
        names = ["a", "0", "node-2", "a" * 32, "", "a" * 33, "-a", "A", "a b", "a&b", "a=b", "a?", "a#", "a/b", "a%41", "a.b", "\u00e9"]
        cases = [{"type": "redirect", "node": name} for name in names]
        read = run("decode", stdin="".join(f"table {json.dumps(each)}\n" for each in cases))
        self.assertEqual(len(read), len(cases))
        for message, (_, text) in zip(cases, read):
            self.assertEqual(complaint(OPEN, "table", message) is None, not text.startswith("error"), message)
        self.assertEqual(sum(not text.startswith("error") for _, text in read), 4)

    def test_the_program_rejects_what_the_schemas_reject(self):
        """Each example with one field changed: if the schema rejects it, the program does too."""
        cases = []
        for _, side, message in examples():
            if side != "client":
                continue
            for key, value in message.items():
                for other in (None, -1, 1.5, "", [], {}, True, "x" * 5000):
                    cases.append((side, {**message, key: other}))
                cases.append((side, {k: v for k, v in message.items() if k != key}))
        stdin = "".join(f"{side} {json.dumps(message)}\n" for side, message in cases)
        read = run("decode", stdin=stdin)
        self.assertEqual(len(read), len(cases))
        for (side, message), (_, text) in zip(cases, read):
            if not text.startswith("error"):
                self.assertIsNone(complaint(OPEN, side, message), message)


if __name__ == "__main__":
    unittest.main()
