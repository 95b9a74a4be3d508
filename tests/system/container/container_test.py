"""The image, built from its own file by buildah of a bare Debian and run; what the compose file says, as plain processes."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.environ.setdefault("COSET_BUILD", str(ROOT / "build/release"))
os.environ.setdefault("COSETD_BIN", str(ROOT / "build/release/bin/cosetd"))
sys.path += [str(ROOT / "tests/system/packaging"), str(ROOT / "tests/system/server"), str(ROOT / "tools")]

import node  # noqa: E402
from _cosetd import POSTGRES, Postgres  # noqa: E402
from _packages import run  # noqa: E402
from _root import image, wait_for  # noqa: E402

CONTAINER = ROOT / "packaging/container"
LOAD = ROOT / "build/release/bin/coset-load"


# What Containerfile begins with. No registry is asked: this one is made on the spot.
BASE = re.search(r"(?m)^ARG BASE=(\S+)$", (CONTAINER / "Containerfile").read_text()).group(1)
CERTIFICATES = pathlib.Path("/usr/local/share/ca-certificates")


class Image(unittest.TestCase):
    """Built from its own file, with no help from outside but Debian and npm."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="coset-image-", ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.store = pathlib.Path(folder.name)
        cls.addClassCleanup(lambda: cls.buildah("rm", "--all") and cls.buildah("rmi", "--all", "--force"))
        scratch = cls.buildah("from", "scratch").strip()
        cls.buildah("add", scratch, image(set()), "/")
        # Where this machine has npm's packages from, and whom it trusts, is this machine's matter.
        if any(CERTIFICATES.glob("*.crt")):
            cls.buildah("add", scratch, CERTIFICATES, CERTIFICATES)
        cls.buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt",
                    "--env", f"npm_config_registry={run('npm', 'config', 'get', 'registry').strip()}", scratch)
        cls.buildah("commit", "--quiet", "--rm", scratch, BASE)
        began = time.monotonic()
        for target, name in (("packages", "localhost/packages"), (None, "localhost/coset")):
            cls.buildah("bud", "--isolation", "chroot", "--pull-never", "--layers",
                        *(["--target", target] if target else []), "-f", CONTAINER / "Containerfile", "-t", name, ROOT,
                        timeout=7200)
        print(f"the image: built in {time.monotonic() - began:.0f} s")

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
        self.assertIn("COSET_DATA_DIR=/data", told["Env"])

    def test_it_is_small(self):
        self.assertLessEqual(self.size("localhost/coset") - self.size(BASE), 100 << 20)

    def made(self, name, *words):
        """The words of a command in a container of an image."""
        container = self.buildah("from", "--pull-never", name).strip()
        return ["buildah", "--root", self.store / "storage", "--runroot", self.store / "run", "--storage-driver", "vfs",
                "run", "--isolation", "chroot", *words, container, "--"]

    def test_the_web_client_is_tested_with_the_node_of_a_bare_debian(self):
        said = run(*self.made("localhost/packages", "--env", "COSET_BIN=/coset/build/release/bin/coset", "--env", "NO_COLOR=1"),
                   "sh", "-c", "cd /coset/web && node --version && npx vitest run --reporter=dot", timeout=1800)
        self.assertTrue(said.startswith(f"v{node.NODE}\n"), said[:200])
        self.assertRegex(said, r"Tests +\d{3,} passed")

    def test_it_serves_as_nobody_and_a_game_is_played_through_it(self):
        words = self.made("localhost/coset", "--env", "COSET_LISTEN=127.0.0.1:18080")
        server = subprocess.Popen([*map(str, words), "/usr/sbin/cosetd"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        try:
            self.assertRegex(server.stdout.readline(), r"^Coset is at http://127\.0\.0\.1:18080/$")
            with urllib.request.urlopen("http://127.0.0.1:18080/", timeout=20) as page:
                self.assertEqual(page.read(), (ROOT / "web/dist/index.html").read_bytes())
            self.assertIn("OK", run(*words, "/usr/sbin/cosetd", "health"))
            self.assertIn("65534", run(*words, "/bin/sh", "-c", "id -u; test ! -w /usr && test -w /data"))
            self.assertIn("boost", run(*words, "/bin/cat", "/usr/share/coset/THIRD_PARTY_LICENSES.txt"))
            kept = run(*words, "/bin/ls", "/data").split()
            self.assertIn("events.db", kept)
            run(LOAD, "play", "--port", "18080", "--tables", "2", "--seconds", "2", "--think-time", "1")
            with urllib.request.urlopen("http://127.0.0.1:18080/metrics", timeout=20) as page:
                over = re.search(r"(?m)^coset_games_finished_total (\d+)$", page.read().decode())
            self.assertGreater(int(over.group(1)), 0)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(40)
            server.stdout.close()


PASSWORDS = {"COSET_APP_PASSWORD": "of-the-log", "COSET_SEED_PASSWORD": "of-seeds", "COSET_POSTGRES_PASSWORD": "of-all"}
CLUSTER = {**PASSWORDS, "COSET_REPLICATION_PASSWORD": "of-the-standby", "COSET_COOKIE_KEY": "ab" * 32, "COSET_TLS": "/etc/coset-tls"}


class Compose(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        said = {}
        for profile in ("class", "site", "cluster"):
            text = run("docker-compose", "-f", CONTAINER / "compose.yaml", "--profile", profile, "config",
                       env={**os.environ, "COSET_HOST": "play.example", **CLUSTER})
            said[profile] = yaml.safe_load(text)["services"]
        cls.said = said

    def test_the_profiles(self):
        self.assertLessEqual({"class"}, set(self.said["class"]))
        self.assertLessEqual({"postgres", "migrate", "site", "caddy"}, set(self.said["site"]))
        self.assertLessEqual({"db1", "db2", "migrate-cluster", "node-a", "node-b", "node-c", "haproxy"}, set(self.said["cluster"]))

    def test_every_image_has_an_exact_version(self):
        for services in self.said.values():
            for name, service in services.items():
                self.assertRegex(service["image"], r":\d+\.\d+(\.\d+)?(-[a-z]+)?$", name)
        self.assertRegex(BASE, r":12\.\d+-slim$")

    def test_every_role_has_a_password_of_its_own(self):
        environment = {name: service.get("environment", {}) for name, service in self.said["site"].items()}
        for name in ("migrate", "site"):
            told = environment[name]
            self.assertRegex(told["COSET_DATABASE"], r"user=coset_app password=of-the-log$")
            self.assertRegex(told["COSET_SEED_DATABASE"], r"user=coset_seed password=of-seeds$")
            self.assertNotIn("of-all", str(told))
        given = {name: str(value) for name, value in environment["postgres"].items()}
        self.assertEqual(sorted(given.values()), sorted(PASSWORDS.values()))
        for wrong in ({"COSET_SEED_PASSWORD": "of-the-log"}, {"COSET_APP_PASSWORD": ""}, {"POSTGRES_PASSWORD": "of-seeds"}):
            with self.subTest(wrong):
                run("sh", CONTAINER / "databases.sh", env={**os.environ, **given, **wrong}, code=1)

    def seeds_are_apart(self, database):
        """From now on passwords are asked for; that of the log opens no seeds, by whatever name."""
        rules = pathlib.Path(database.folder, "data/pg_hba.conf")
        rules.write_text("local all coset trust\nlocal all all scram-sha-256\n")
        database.run("pg_ctl", "-D", f"{database.folder}/data", "reload")
        for user, why in (("coset_app", "permission denied"), ("coset_seed", "password authentication failed")):
            said = run("psql", "-h", database.folder, "-U", user, "-d", "coset_seeds", "-c", "SELECT 1", code=2,
                       env={**os.environ, "PGPASSWORD": PASSWORDS["COSET_APP_PASSWORD"]})
            self.assertIn(why, said)

    def test_the_cluster_is_what_its_router_expects(self):
        said = self.said["cluster"]
        self.assertEqual({"a", "b", "c"}, {said[f"node-{name}"]["environment"]["COSET_NODE"] for name in "abc"})
        config = (ROOT / "packaging/haproxy/haproxy.cfg").read_text(encoding="utf-8")
        router = said["haproxy"]
        self.assertLessEqual(set(router["environment"]), set(re.findall(r"presetenv (COSET_\w+)", config)))
        for name in "abc":
            address = said[f"node-{name}"]["networks"]["cluster"]["ipv4_address"]
            self.assertEqual(router["environment"][f"COSET_NODE_{name.upper()}"], f"{address}:8080")
            self.assertEqual(said[f"node-{name}"]["environment"]["COSET_TRUST_PROXY"], router["networks"]["cluster"]["ipv4_address"])
            self.assertIn("target_session_attrs=read-write", said[f"node-{name}"]["environment"]["COSET_DATABASE"])
        self.assertIn(f"{ROOT}/packaging/haproxy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro", router["volumes"])
        for wrong in ({"COSET_REPLICATION_PASSWORD": ""}, {"COSET_REPLICATION_PASSWORD": "of-seeds"}):
            run("sh", CONTAINER / "replication.sh", env={**os.environ, **CLUSTER, **wrong}, code=1)

    def standby_of(self, primary):
        """A member that copies the primary by member.sh; what the image does after that is a script of ours."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="coset-member-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        (folder / "docker-entrypoint.sh").write_text(
            f'#!/bin/sh\nexec {POSTGRES}/"$@" -D "$PGDATA" -k {folder} -c listen_addresses= -c max_connections=50\n')
        (folder / "docker-entrypoint.sh").chmod(0o755)
        folder.chmod(0o711)
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if user:
            shutil.chown(folder, "postgres")
        told = self.said["cluster"]["db2"]
        environment = {**os.environ, **{name: str(value) for name, value in told["environment"].items()},
                       "PGDATA": f"{folder}/data", "PATH": f"{folder}:{POSTGRES}:{os.environ['PATH']}"}
        self.assertEqual(environment["COSET_PRIMARY"], "host=db1")
        environment["COSET_PRIMARY"] = f"host={primary.folder}"
        with open(folder / "log", "w", encoding="utf-8") as log:
            member = subprocess.Popen([*user, "sh", CONTAINER / "member.sh", *told["command"]], env=environment, stdout=log,
                                      stderr=log, cwd=folder, start_new_session=True)
        self.addCleanup(member.wait)
        self.addCleanup(os.killpg, member.pid, signal.SIGTERM)
        return folder

    def test_a_cluster_as_plain_processes(self):
        """A primary that the scripts have prepared, a standby that copies it with its password, and commits that wait for it."""
        primary = Postgres()
        self.addCleanup(primary.close)
        told = {name: str(value) for name, value in self.said["cluster"]["db1"]["environment"].items()}
        for script in ("databases.sh", "replication.sh"):
            run("sh", CONTAINER / script, env={**os.environ, **told, "PGHOST": primary.folder, "PGDATABASE": "postgres",
                                               "POSTGRES_USER": "coset", "PGDATA": f"{primary.folder}/data"})
        rules = pathlib.Path(primary.folder, "data/pg_hba.conf")
        self.assertIn("host replication coset_replication all scram-sha-256\n", rules.read_text())
        rules.write_text("local all coset trust\nlocal replication coset_replication scram-sha-256\nlocal all all scram-sha-256\n")
        primary.stop()
        primary.start()
        standby = self.standby_of(primary)

        def state():
            return run("psql", "-XtA", "-h", primary.folder, "-U", "coset", "-d", "postgres", "-c",
                       "SELECT application_name || ' ' || sync_state FROM pg_stat_replication").strip()
        end = time.monotonic() + 60
        while state() != "coset_standby sync":
            self.assertLess(time.monotonic(), end, (standby / "log").read_text())
            time.sleep(0.2)
        with contextlib.ExitStack() as nodes:
            def given(service):
                return {**os.environ, **{name: str(value).replace("host=db1,db2", f"host={primary.folder},{standby}")
                                         for name, value in self.said["cluster"][service]["environment"].items()},
                        "COSET_DATA_DIR": nodes.enter_context(tempfile.TemporaryDirectory()), "COSET_LISTEN": "127.0.0.1:0"}
            cosetd = os.environ["COSETD_BIN"]
            self.assertIn("schema is up to date", run(cosetd, "migrate", env=given("migrate-cluster")))
            for name in "abc":
                server = subprocess.Popen([cosetd], env=given(f"node-{name}"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                nodes.callback(server.stderr.close)
                nodes.callback(server.wait, 40)
                nodes.callback(server.send_signal, signal.SIGTERM)
                port = json.loads(next(line for line in server.stderr if '"start"' in line))["port"]
                self.assertEqual(wait_for(f"http://127.0.0.1:{port}/readyz", server).strip(), "ready")


    def test_a_site_as_plain_processes(self):
        """What the services migrate and site are given, with a real PostgreSQL that databases.sh has prepared."""
        database = Postgres()
        self.addCleanup(database.close)
        run("sh", CONTAINER / "databases.sh", env={**os.environ, "PGHOST": database.folder, "PGDATABASE": "postgres",
                                                   "POSTGRES_USER": "coset", "POSTGRES_PASSWORD": "of-all", **PASSWORDS})
        self.seeds_are_apart(database)
        with tempfile.TemporaryDirectory() as data:
            def given(service):
                told = self.said["site"][service]["environment"]
                there = {name: str(value).replace("host=postgres", f"host={database.folder}")
                         for name, value in told.items()}
                return {**os.environ, **there, "COSET_DATA_DIR": data, "COSET_LISTEN": "127.0.0.1:0"}

            cosetd = os.environ["COSETD_BIN"]
            self.assertIn("schema is up to date", run(cosetd, *self.said["site"]["migrate"]["command"], env=given("migrate")))
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
