"""The protocol of classes from outside: the messages of a class match docs/protocol-class/messages.schema.json, and the
program decodes every example of docs/protocol-class.md."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

try:
    import jsonschema
except ImportError:  # a Python beside the system's may lack it; the system's has Debian's package
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", "-m", "unittest", "class_schema_test.py"])

from _schema import closed  # noqa: E402

LINES = os.environ["COSET_CLASS_LINES"]
DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
SCHEMA = json.loads((DOCS / "protocol-class" / "messages.schema.json").read_text())
MESSAGES = {name for name in SCHEMA["$defs"] if name.startswith(("client-", "class-"))}


def complaint(schema, side, message):
    name = f"{side}-{message.get('type')}"
    if name not in MESSAGES:
        return f"no schema {name}"
    validator = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{name}"})
    error = jsonschema.exceptions.best_match(validator.iter_errors(message))
    return error and f"{name}: {error.json_path}: {error.message}"


CLOSED = closed(SCHEMA)


def run(*words, stdin=""):
    done = subprocess.run([LINES, *words], input=stdin, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.split(" ", 1) for line in done.stdout.splitlines()]


def documented():
    text = (DOCS / "protocol-class.md").read_text()
    for side, block in re.findall(r"```json (client|class)\n(.*?)```", text, re.DOTALL):
        for line in block.strip().splitlines():
            yield side, json.loads(line)


class ClassProtocol(unittest.TestCase):
    def test_every_message_of_a_class_matches_its_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        seen = set()
        for side, text in run():
            message = json.loads(text)
            self.assertIsNone(complaint(CLOSED, side, message), text)
            seen.add(f"{side}-{message['type']}")
        self.assertEqual(seen, MESSAGES)

    def test_the_document_has_every_message_and_they_are_valid(self):
        seen = set()
        for side, message in documented():
            self.assertIsNone(complaint(CLOSED, side, message), message)
            seen.add(f"{side}-{message['type']}")
        self.assertEqual(seen, MESSAGES)

    def test_the_program_decodes_every_example(self):
        given = list(documented())
        read = run("decode", stdin="".join(f"{side} {json.dumps(message)}\n" for side, message in given))
        self.assertEqual(len(read), len(given))
        for (side, message), (_, text) in zip(given, read):
            self.assertFalse(text.startswith("error"), f"{side} {message}: {text}")
            self.assertEqual(json.loads(text), message)

    def test_the_program_rejects_what_the_schemas_reject(self):
        """Each example with one field changed: if the schema rejects it, the program does too."""
        cases = []
        for side, message in documented():
            if side != "client":
                continue
            for key, value in message.items():
                for other in (None, -1, 1.5, "", [], {}, True, "x" * 5000, "0" * 16):
                    cases.append((side, {**message, key: other}))
                cases.append((side, {k: v for k, v in message.items() if k != key}))
        read = run("decode", stdin="".join(f"{side} {json.dumps(message)}\n" for side, message in cases))
        self.assertEqual(len(read), len(cases))
        rejected = 0
        for (side, message), (_, text) in zip(cases, read):
            if text.startswith("error"):
                rejected += 1
            else:
                self.assertIsNone(complaint(SCHEMA, side, message), message)
        self.assertGreater(rejected, len(cases) // 2)


if __name__ == "__main__":
    unittest.main()
