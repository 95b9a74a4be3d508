"""The Debian packages: what lintian says of them, and their life in a bare root without a network."""

import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
import urllib.request

from _packages import ROOT, needed, run
from _root import Root, depends, image

NAMES = ["coset", "cosetd", "libcoset-dev", "libcoset1"]
# What dpkg, apt and the linker keep of their own, whatever is installed.
OWN = re.compile(r"^/(var/lib/dpkg/|var/lib/apt/|var/cache/(apt|ldconfig|man|debconf)/|etc/ld\.so\.cache$"
                 r"|var/log/(dpkg\.log|apt/|alternatives\.log)|tmp/)")


def field(path, name):
    return run("dpkg-deb", "--field", path, name).strip()


class Files(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.packages = needed()

    def test_there_are_four(self):
        self.assertEqual(sorted(self.packages), NAMES)

    def test_lintian_has_no_errors(self):
        said = run("lintian", "--fail-on", "error", "--allow-root", *self.packages.values())
        self.assertNotRegex(said, r"(?m)^E: ")

    def test_they_need_what_they_use(self):
        needs = {name: set(re.findall(r"(?:^|, )([a-z0-9.+-]+)", field(path, "Depends")))
                 for name, path in self.packages.items()}
        self.assertEqual(needs["libcoset-dev"], {"libcoset1"})
        self.assertLessEqual(needs["libcoset1"], {"libc6", "libgcc-s1", "libstdc++6"})
        # A server of one folder does without PostgreSQL's library and all that it brings.
        self.assertEqual(needs["cosetd"], {"libc6", "libgcc-s1", "libqrencode4", "libsodium23", "libsqlite3-0",
                                           "libstdc++6"})
        for name in ("coset", "cosetd"):  # relocations are packed
            self.assertIn("libc6 (>= 2.36)", field(self.packages[name], "Depends"))
        self.assertIn("libpq5", field(self.packages["cosetd"], "Suggests"))

    def test_the_server_is_small(self):
        with tempfile.TemporaryDirectory() as folder:
            run("dpkg-deb", "--extract", self.packages["cosetd"], folder)
            shutil.rmtree(pathlib.Path(folder, "usr/share/coset"))  # the page, and what the law wants to be said
            size = sum(path.lstat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())
        self.assertLessEqual(size, 8 << 20)

    def unpacked(self, *names):
        """The files of some packages in one folder."""
        folder = tempfile.TemporaryDirectory(prefix="coset-unpacked-")
        self.addCleanup(folder.cleanup)
        for name in names:
            run("dpkg-deb", "--extract", self.packages[name], folder.name)
        return pathlib.Path(folder.name)

    def test_the_licence_texts_of_what_is_inside(self):
        inside = {"coset": ["ncurses", "nlohmann-json3", "cli11"],
                  "cosetd": ["boost1.81", "spdlog", "fmtlib", "qrencode", "svelte", "idb", "SIL OPEN FONT LICENSE",
                             "GNU LESSER GENERAL PUBLIC LICENSE"],
                  "libcoset1": ["nlohmann-json3"], "libcoset-dev": ["nlohmann-json3"]}
        for name, wanted in inside.items():
            tree = self.unpacked(name)
            text = (tree / f"usr/share/doc/{name}/THIRD_PARTY_LICENSES.txt").read_text(errors="replace")
            for each in wanted:
                self.assertIn(each, text, name)
            self.assertNotIn("svelte", text if name != "cosetd" else "")
        # An image leaves usr/share/doc out.
        web = self.unpacked("cosetd") / "usr/share/coset"
        self.assertFalse((web / "THIRD_PARTY_LICENSES.txt").is_symlink())
        page = (web / "web/licences.txt").read_text(errors="replace")
        for each in ("svelte: MIT", "idb: ISC", "SIL OPEN FONT LICENSE"):
            self.assertIn(each, page)
        self.assertFalse((web / "web/.vite").exists())

    def test_documents_and_examples(self):
        tree = self.unpacked(*NAMES) / "usr/share/doc"
        for name in ("coset/terminal.md", "coset/rules", "coset/examples/bot.py", "cosetd/self-hosting.md",
                     "cosetd/openapi.yaml", "cosetd/examples/prometheus/coset.rules.yml", "cosetd/cluster.md",
                     "cosetd/examples/haproxy/haproxy.cfg", "libcoset-dev/c-api.md",
                     "libcoset-dev/examples/outside/CMakeLists.txt"):
            self.assertTrue((tree / name).exists(), name)

    def test_debians_zsh_finds_the_completion(self):
        (found,) = self.unpacked("coset").rglob("_coset")
        folder = "/" + "/".join(found.parts[found.parts.index("usr"):-1])
        self.assertIn(folder, run("zsh", "-fc", "print -l $fpath").split())

    def test_a_program_is_built_with_the_packages(self):
        tree = self.unpacked("libcoset1", "libcoset-dev")
        triplet = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        self.assertTrue((tree / f"usr/lib/{triplet}/libcoset.so.1").exists())
        self.assertEqual(list((tree / "usr/lib").glob("libcoset*")), [])
        source = pathlib.Path(shutil.copytree(ROOT / "examples/outside", tree / "outside"))
        run("cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={tree}/usr")
        run("cmake", "--build", source / "build")
        self.assertEqual(json.loads(run(source / "build/explain", "Z2^3", "G+O=W"))["difference"], "Y")
        told = run("pkg-config", "--libs", "coset", env={**os.environ, "PKG_CONFIG_PATH": f"{tree}/usr/lib/{triplet}/pkgconfig"})
        (folder,) = re.findall(r"-L(\S+)", told)
        self.assertTrue(pathlib.Path(folder, "libcoset.so").exists())

    def test_options_are_kept_and_may_hold_passwords(self):
        with tempfile.TemporaryDirectory() as folder:
            run("dpkg-deb", "--control", self.packages["cosetd"], folder)
            self.assertEqual(pathlib.Path(folder, "conffiles").read_text(), "/etc/coset/cosetd.toml\n")
        listing = run("dpkg-deb", "--contents", self.packages["cosetd"])
        self.assertRegex(listing, r"(?m)^-rw------- root/root .* \./etc/coset/cosetd\.toml$")
        for unit in ("cosetd.service", "cosetd@.service", "cosetd-backup.service", "cosetd-backup.timer"):
            self.assertRegex(listing, rf"(?m)^-rw-r--r-- .* \./lib/systemd/system/{unit}$")


@unittest.skipIf(os.getuid() != 0, "chroot needs root")
class Life(unittest.TestCase):
    """Installed, used, removed and purged."""

    @classmethod
    def setUpClass(cls):
        cls.packages = needed()
        cls.around = depends(cls.packages.values()) | {"man-db"}
        cls.root = Root(cls.around)
        cls.addClassCleanup(cls.root.close)

    def test_from_the_first_day_to_the_last(self):
        root = self.root
        files = [root.bring(path) for path in self.packages.values()]
        before = root.files()
        root.run("apt-get", "install", "--yes", *files)
        with self.subTest("the program"):
            self.program()
        with self.subTest("the server"):
            self.server()
        with self.subTest("PostgreSQL without its library"):
            said = root.run("cosetd", "migrate", "--database", "dbname=coset", code=1)
            self.assertIn("libpq5", said)
        with self.subTest("units"):
            wanted = root.path / "etc/systemd/system"
            self.assertTrue((wanted / "multi-user.target.wants/cosetd.service").is_symlink())
            self.assertTrue((wanted / "timers.target.wants/cosetd-backup.timer").is_symlink())
        with self.subTest("an upgrade keeps what was changed"):
            options = root.path / "etc/coset/cosetd.toml"
            changed = options.read_text().replace('name = "Coset"', 'name = "Class 7b"')
            options.write_text(changed)
            root.run("apt-get", "install", "--yes", "--reinstall", *files)
            self.assertEqual(options.read_text(), changed)
            self.assertTrue((root.path / "var/lib/coset/events.db").exists())
        with self.subTest("removed"):
            root.run("apt-get", "remove", "--yes", *NAMES)
            self.assertFalse((root.path / "usr/sbin/cosetd").exists())
            self.assertTrue((root.path / "var/lib/coset/events.db").exists())
            self.assertTrue((root.path / "etc/coset/cosetd.toml").exists())
        with self.subTest("purged"):
            stamp = root.path / "var/lib/systemd/timers/stamp-cosetd-backup.timer"
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.write_text("")
            copies = root.path / "var/lib/coset/backup"
            copies.mkdir(exist_ok=True)
            (copies / "coset-2026-11-16.db").write_text("games")
            root.run("apt-get", "purge", "--yes", "cosetd", "libcoset1")  # of the others nothing was left
            after = root.files()
            # The copies are put aside, for root alone.
            left = [path for path in sorted(after) if path not in before and not OWN.match(path)]
            self.assertEqual([path for path in left if not path.startswith("/var/lib/systemd")],
                             ["/var/backups/coset", "/var/backups/coset/coset-2026-11-16.db"])
            self.assertEqual((root.path / "var/backups/coset").stat().st_mode & 0o777, 0o700)
            self.assertFalse(stamp.exists())
            self.assertEqual([path for path in sorted(before) if path not in after and not OWN.match(path)], [])
            self.assertEqual([path for path in sorted(before) if before[path] != after.get(path)
                              and not OWN.match(path)], [])

    def program(self):
        root = self.root
        self.assertRegex(root.run("coset", "--version"), r"^coset \d+\.\d+\.\d+\n$")
        said = root.run("coset", "play", "--line", "--seats", "level1,level2", "--seed", "3", "--no-input")
        self.assertIn("The game is over", said)
        for page in ("coset", "coset-record", "cosetd"):
            self.assertRegex(root.run("man", "-w", page), rf"^/usr/share/man/man\d/{page}\.\d\.gz\n$")
        self.assertIn("_coset", (root.path / "usr/share/bash-completion/completions/coset").read_text())

    def server(self):
        root = self.root
        root.run("cosetd", "config", "check", "--config", "/etc/coset/cosetd.toml")
        with tempfile.TemporaryFile("w+") as log:
            server = root.start("cosetd", "--config", "/etc/coset/cosetd.toml", "--listen", "127.0.0.1:0", "--data-dir",
                                "/var/lib/coset", stdout=subprocess.PIPE, stderr=log, text=True)
            try:
                address = re.match(r"Coset is at (http://127\.0\.0\.1:\d+/)", server.stdout.readline()).group(1)
                with urllib.request.urlopen(address, timeout=20) as page:
                    self.assertEqual(page.read(), (ROOT / "web/dist/index.html").read_bytes())
                self.assertIn("Al-Jabar", self.page(address))
                with urllib.request.urlopen(address + "api/server", timeout=20) as answer:
                    self.assertEqual(json.load(answer)["name"], "Coset")
            finally:
                server.send_signal(signal.SIGTERM)
                self.assertEqual(server.wait(40), 0)
                server.stdout.close()

    def page(self, address):
        """What a browser outside has made of the page."""
        with tempfile.TemporaryDirectory(prefix="coset-browser-", ignore_cleanup_errors=True) as folder:
            return run("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}",
                       "--virtual-time-budget=10000", "--dump-dom", address, timeout=120)

    def piuparts(self):
        """Debian's own tester, in the same root: installed, removed and purged, with all that it looks at."""
        with tempfile.TemporaryDirectory(prefix="coset-piuparts-") as folder:
            base = pathlib.Path(folder, "root.tgz")
            with image(self.around).open("rb") as plain, gzip.open(base, "wb", 1) as packed:
                shutil.copyfileobj(plain, packed)
            # Nothing of ours is in Debian's archive to upgrade from.
            said = run("/usr/sbin/piuparts", "--basetgz", base, "--keep-sources-list", "--distribution", "bookworm",
                       "--no-eatmydata", "--no-upgrade-test", *self.packages.values(), timeout=800)
        self.assertIn("PASS: All tests.", said)

    if os.environ.get("COSET_WHOLE"):
        test_piuparts = piuparts


if __name__ == "__main__":
    unittest.main()
