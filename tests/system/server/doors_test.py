"""What people see of a server before they play: who runs it, cards of links, security.txt."""

import datetime
import json
import pathlib
import re
import tempfile
import unittest

from _cosetd import Cosetd

PAGE = '<!doctype html>\n<html>\n  <head>\n    <link href="./icon.svg" />\n  </head>\n  <body></body>\n</html>\n'


class Doors(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="coset-doors-")
        self.addCleanup(folder.cleanup)
        self.site = pathlib.Path(folder.name)
        (self.site / "index.html").write_text(PAGE, encoding="ascii")
        (self.site / "icon.svg").write_text("<svg/>", encoding="ascii")

    def test_a_server_names_its_operator_and_has_link_previews(self):
        flags = ["--imprint-url", "https://play.example/who", "--privacy-url", "https://play.example/privacy",
                 "--contact", "games@play.example", "--public-url", "http://play.example", "--server-name", 'Class "7b"',
                 "--web-root", str(self.site)]
        with Cosetd(*flags, environment={"COSET_SOURCE_URL": "https://play.example/source"}) as server:
            said = json.loads(server.get("/api/server")[2])
            self.assertEqual({name: said[name] for name in ("imprint", "privacy", "contact", "source", "licence")},
                             {"imprint": "https://play.example/who", "privacy": "https://play.example/privacy",
                              "contact": "mailto:games@play.example", "source": "https://play.example/source",
                              "licence": "Apache-2.0"})
            status, headers, text = server.get("/t/red-old-fox", headers={"Host": "evil.example"})
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertIn('<meta property="og:image" content="http://play.example/card.png" />', text)
            self.assertIn('<meta property="og:site_name" content="Class &quot;7b&quot;" />', text)
            self.assertIn('href="../icon.svg"', text)
            self.assertNotIn("evil.example", text)
            self.assertEqual(server.get("/t/red-old-fox", "HEAD")[0], 200)
            self.assertEqual(server.get("/t/%22%3E%3Cb%3E")[0], 404)
            self.assertEqual(server.get("/")[2], PAGE)
            status, headers, text = server.get("/.well-known/security.txt")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
            until = re.fullmatch(r"Contact: mailto:games@play\.example\nExpires: (\S+)\n"
                                 r"Canonical: http://play\.example/\.well-known/security\.txt\n", text).group(1)
            left = datetime.datetime.fromisoformat(until.replace("Z", "+00:00")) - datetime.datetime.now(datetime.UTC)
            self.assertTrue(100 < left.days < 365, until)
            self.assertNotIn("red-old-fox", server.text())

    def test_a_server_without_options_has_no_operator_links(self):
        with Cosetd("--web-root", str(self.site)) as server:
            self.assertEqual(set(json.loads(server.get("/api/server")[2])) & {"imprint", "privacy", "contact", "source"},
                             set())
            self.assertEqual(server.get("/.well-known/security.txt")[0], 404)
            text = server.get("/t/red-old-fox")[2]
            self.assertIn("og:title", text)
            self.assertNotIn("og:image", text)


if __name__ == "__main__":
    unittest.main()
