"""The image, built by buildah of a bare Debian and run; what the compose file says, as plain processes."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("COSET_BUILD", str(ROOT / "build/release"))
os.environ.setdefault("COSETD_BIN", str(ROOT / "build/release/bin/cosetd"))
sys.path += [str(ROOT / "tests/packaging"), str(ROOT / "tests/server")]

from _cosetd import Postgres  # noqa: E402
from _packages import FOLDER, needed, run  # noqa: E402
from _root import image, wait_for  # noqa: E402

CONTAINER = ROOT / "packaging/container"


class Image(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        needed()
        folder = tempfile.TemporaryDirectory(prefix="coset-image-", ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.store = pathlib.Path(folder.name)
        cls.addClassCleanup(lambda: cls.buildah("rm", "--all") and cls.buildah("rmi", "--all", "--force"))
        scratch = cls.buildah("from", "scratch").strip()
        cls.buildah("add", scratch, image(set()), "/")
        cls.buildah("commit", "--quiet", "--rm", scratch, "localhost/bare")
        context = cls.store / "context"
        (context / "packages").mkdir(parents=True)
        (package,) = FOLDER.glob("cosetd_*.deb")
        (context / "packages" / package.name).write_bytes(package.read_bytes())
        cls.buildah("bud", "--isolation", "chroot", "--build-arg", "BASE=localhost/bare",
                    "--build-context", f"packages={context}", "-f", CONTAINER / "Containerfile", "-t", "localhost/coset",
                    context)

    @classmethod
    def buildah(cls, *words, **more):
        return run("buildah", "--root", cls.store / "storage", "--runroot", cls.store / "run", "--storage-driver", "vfs",
                   *words, **{"timeout": 900, **more})

    def size(self, name):
        made = self.buildah("from", "--pull-never", name).strip()
        where = self.buildah("mount", made).strip()
        total = sum(path.lstat().st_size for path in pathlib.Path(where).rglob("*")
                    if path.is_file() and not path.is_symlink())
        self.buildah("rm", made)
        return total

    def test_what_it_says_of_itself(self):
        told = json.loads(self.buildah("inspect", "--type", "image", "localhost/coset"))["Docker"]["config"]
        self.assertEqual(told["User"], "65534:65534")
        self.assertEqual(told["Volumes"], {"/data": {}})
        self.assertEqual(told["Entrypoint"], ["/usr/sbin/cosetd"])
        self.assertIn("COSET_DATA=/data", told["Env"])

    def test_it_is_small(self):
        self.assertLessEqual(self.size("localhost/coset") - self.size("localhost/bare"), 100 << 20)

    def test_it_serves_as_nobody(self):
        made = self.buildah("from", "--pull-never", "localhost/coset").strip()
        words = ["buildah", "--root", self.store / "storage", "--runroot", self.store / "run", "--storage-driver", "vfs",
                 "run", "--isolation", "chroot", "--env", "COSET_LISTEN=127.0.0.1:18080", made, "--"]
        server = subprocess.Popen([*map(str, words), "/usr/sbin/cosetd"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        try:
            self.assertRegex(server.stdout.readline(), r"^Coset is at http://127\.0\.0\.1:18080/$")
            with urllib.request.urlopen("http://127.0.0.1:18080/", timeout=20) as page:
                self.assertEqual(page.read(), (ROOT / "web/dist/index.html").read_bytes())
            self.assertIn("answers", run(*words, "/usr/sbin/cosetd", "health"))
            self.assertIn("65534", run(*words, "/bin/sh", "-c", "id -u; test ! -w /usr && test -w /data"))
            kept = run(*words, "/bin/ls", "/data").split()
            self.assertIn("events.db", kept)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(40)
            server.stdout.close()


class Compose(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        said = {}
        for profile in ("class", "site"):
            text = run("docker-compose", "-f", CONTAINER / "compose.yaml", "--profile", profile, "config",
                       env={**os.environ, "COSET_HOST": "play.example", "COSET_PASSWORD": "secret"})
            said[profile] = yaml.safe_load(text)["services"]
        cls.said = said

    def test_the_profiles(self):
        self.assertLessEqual({"class"}, set(self.said["class"]))
        self.assertLessEqual({"postgres", "migrate", "site", "caddy"}, set(self.said["site"]))

    def test_a_site_as_plain_processes(self):
        """What the services migrate and site are given, with a real PostgreSQL that databases.sh has prepared."""
        database = Postgres()
        self.addCleanup(database.close)
        run("sh", CONTAINER / "databases.sh", env={**os.environ, "PGHOST": database.folder, "PGDATABASE": "postgres",
                                                   "POSTGRES_USER": "coset", "POSTGRES_PASSWORD": "secret"})
        with tempfile.TemporaryDirectory() as data:
            def given(service):
                told = self.said["site"][service]["environment"]
                there = {name: str(value).replace("host=postgres", f"host={database.folder}")
                         for name, value in told.items()}
                return {**os.environ, **there, "COSET_DATA": data, "COSET_LISTEN": "127.0.0.1:0"}

            cosetd = os.environ["COSETD_BIN"]
            self.assertIn("form of this program", run(cosetd, *self.said["site"]["migrate"]["command"], env=given("migrate")))
            server = subprocess.Popen([cosetd], env=given("site"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                self.assertIn("https://play.example", server.stdout.readline())
                port = json.loads(next(line for line in server.stderr if '"start"' in line))["port"]
                # It answers before its database does, and says so meanwhile.
                self.assertEqual(wait_for(f"http://127.0.0.1:{port}/readyz", server).strip(), "ready")
            finally:
                server.send_signal(signal.SIGTERM)
                self.assertEqual(server.wait(40), 0)
                server.stdout.close()
                server.stderr.close()


if __name__ == "__main__":
    unittest.main()
