"""What docs/api/openapi.yaml promises is what cosetd answers."""

import json
import os
import pathlib
import unittest

import jsonschema
import yaml

from _cosetd import Cosetd

PAGE = pathlib.Path(os.environ["COSET_TESTS_DIR"]).parent / "docs" / "api" / "openapi.yaml"


class Api(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.page = yaml.safe_load(PAGE.read_text(encoding="utf-8"))
        cls.cosetd = Cosetd()

    @classmethod
    def tearDownClass(cls):
        cls.cosetd.__exit__()

    def check(self, path, status, method="GET", body=None, template=None, headers=None):
        got, _, text = self.cosetd.get(path, method=method, body=body, headers=headers)
        self.assertEqual(got, status, text)
        answer = self.page["paths"][template or path][method.lower()]["responses"][str(status)]
        if "$ref" in answer:
            answer = self.page["components"]["responses"][answer["$ref"].split("/")[-1]]
        schema = answer["content"].get("application/json")
        if schema:
            root = dict(schema["schema"], components=self.page["components"])
            jsonschema.Draft202012Validator(root).validate(json.loads(text))
            return json.loads(text)
        return text

    def test_the_site_says_what_it_is(self):
        self.assertFalse(self.check("/api/site", 200)["accounts"])

    def test_a_visitor_can_take_a_name(self):
        self.check("/api/me", 200)
        self.assertEqual(
            self.check("/api/me", 200, "POST", '{"name":"Emmy"}'.encode())["name"], "Emmy")
        self.check("/api/me", 400, "POST", b"{}")
        self.check("/api/me", 403, "POST", b"{}", headers={"Origin": "https://evil.example"})

    def test_a_visitor_can_take_along_and_delete_what_is_theirs(self):
        self.assertEqual(self.check("/api/me/data", 200)["games"], [])
        self.check("/api/me/data?from=x", 400, template="/api/me/data")
        self.check("/api/me", 200, "DELETE")
        self.check("/api/me", 403, "DELETE", headers={"Origin": "https://evil.example"})

    def test_tables(self):
        self.assertEqual(self.check("/api/tables", 200)["open"], [])
        self.check("/api/tables/no-such-table", 404, template="/api/tables/{name}")

    def test_the_rest(self):
        for path in ("/healthz", "/readyz", "/metrics"):
            self.check(path, 200)


if __name__ == "__main__":
    unittest.main()
