"""What errors.py finds wrong with the list of error codes."""

import json
import pathlib
import shutil
import tempfile
import unittest

import errors

ROOT = pathlib.Path(errors.__file__).resolve().parent.parent
LIST = """inline constexpr ErrorCode table_errors[] = {
    {"table.turn", 0, "It is not your turn."},
};
inline constexpr ErrorCode server_errors[] = {
    {"http.not_found", 404, "Not found."},
    {"lobby.full", 0,
     "No room, "
     "\\"yet\\"."},
};
"""
API = """components:
  schemas:
    ErrorCode:
      type: string
      enum:
        - http.gone
    Name:
      type: string
"""


class Errors(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("src/protocol", "src/server", "docs/api"):
            (self.root / folder).mkdir(parents=True)
        (self.root / errors.HEADER).write_text(LIST)
        (self.root / "docs/api/openapi.yaml").write_text(API)
        self.source = self.root / "src/server/a.cpp"
        self.source.write_text('#include "table.hpp"\nerror("http.not_found"); error("lobby.full"); open("store.db");\n')
        errors.main(["--write", str(self.root)])

    def flaws(self):
        return list(errors.flaws(self.root))

    def test_writes_copies(self):
        self.assertEqual(self.flaws(), [])
        listed = json.loads((self.root / "docs/errors.json").read_text())
        self.assertEqual(listed[2], {"code": "lobby.full", "status": 0, "message": 'No room, "yet".'})
        api = (self.root / "docs/api/openapi.yaml").read_text()
        self.assertEqual(api, API.replace("http.gone", "http.not_found"))
        self.assertIn("| `http.not_found` | 404 | Not found. |", (self.root / "docs/errors.md").read_text())

    def test_finds_unlisted_code(self):
        self.source.write_text(self.source.read_text() + 'Error{"lobby.new", 0, ""};\n')
        self.assertEqual(self.flaws(), ["src/server/a.cpp: lobby.new is not listed in " + errors.HEADER])

    def test_finds_unused_code(self):
        self.source.write_text('error("http.not_found");\n')
        self.assertEqual(self.flaws(), [errors.HEADER + ": no source uses lobby.full"])

    def test_finds_old_copies(self):
        (self.root / errors.HEADER).write_text(LIST.replace("Not found.", "Gone."))
        self.assertEqual(self.flaws(), ["docs/errors.json: run tools/errors.py --write", "docs/errors.md: run tools/errors.py --write"])
        (self.root / "docs/api/openapi.yaml").write_text(API)
        self.assertIn("docs/api/openapi.yaml: run tools/errors.py --write", self.flaws())

    def test_refuses_double_entries(self):
        (self.root / errors.HEADER).write_text(LIST.replace("lobby.full", "http.not_found"))
        self.assertEqual(errors.main(["--check", str(self.root)]), 1)

    def test_this_repository(self):
        self.assertEqual(list(errors.flaws(ROOT)), [])


if __name__ == "__main__":
    unittest.main()
