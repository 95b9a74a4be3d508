"""Gives the trees of packages what Debian wants beside the files themselves.

  finish.py FOLDER VERSION MAINTAINER

FOLDER has a tree for each package. Manual pages are compressed; changelog, copyright and the licences
of what is inside, which COSET_LICENCES has by package, are put in their places, and so are documents and
examples; libraries and completions go where Debian looks for them; files have the modes that Debian gives them.
"""

import email.utils
import gzip
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Pages and folders of the project that go with a package; what is under examples/ is to be copied from.
DOCUMENTS = {
    "coset": {"docs/terminal.md": "", "docs/bots.md": "", "docs/rules": "", "examples/bot.py": "examples"},
    "cosetd": {"docs/self-hosting.md": "", "docs/fair-deals.md": "", "docs/server-protocol.md": "",
               "docs/cluster.md": "", "docs/api/openapi.yaml": "", "packaging/prometheus": "examples",
               "packaging/haproxy": "examples"},
    "libcoset-dev": {"docs/c-api.md": "", "docs/protocol.md": "", "examples/host.c": "examples",
                     "examples/host.py": "examples", "examples/outside": "examples"},
}
LICENCES = "THIRD_PARTY_LICENSES.txt"


def compressed(path, data):
    """The same bytes whenever it is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def licences(tree, documents):
    """The texts of what is inside. An image leaves documents out, so the server has them beside its page."""
    texts = pathlib.Path(os.environ["COSET_LICENCES"], f"{tree.name}.txt")
    shared = tree / "usr/share/coset"
    if not shared.is_dir():
        shutil.copyfile(texts, documents / LICENCES)
        return
    shutil.copyfile(texts, shared / LICENCES)
    (documents / LICENCES).symlink_to(f"../../coset/{LICENCES}")


def papers(tree, documents):
    for name, place in DOCUMENTS.get(tree.name, {}).items():
        source, target = ROOT / name, documents / place / pathlib.PurePath(name).name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)


def in_debians_places(tree):
    """Debian's zsh does not look into site-functions, and a library may be there for several machines."""
    functions = tree / "usr/share/zsh/site-functions"
    if functions.is_dir():
        functions.rename(functions.with_name("vendor-completions"))
    triplet = subprocess.run(["dpkg-architecture", "-qDEB_HOST_MULTIARCH"], capture_output=True, text=True,
                             check=True).stdout.strip()
    plain = tree / "usr/lib"
    for path in [*plain.glob("libcoset.so*"), *plain.glob("pkgconfig")]:
        (plain / triplet).mkdir(exist_ok=True)
        path.rename(plain / triplet / path.name)
    for path in plain.rglob("coset.pc"):
        text = path.read_text().replace("${pcfiledir}/../..", "${pcfiledir}/../../..")
        path.write_text(text.replace("libdir=${prefix}/lib\n", f"libdir=${{prefix}}/lib/{triplet}\n"))
    for path in plain.rglob("coset-targets-*.cmake"):
        path.write_text(path.read_text().replace("}/lib/libcoset", f"}}/lib/{triplet}/libcoset"))


def finish(tree, version, maintainer):
    in_debians_places(tree)
    for page in sorted(tree.glob("usr/share/man/man*/*.[1-9]")):
        compressed(page.with_name(page.name + ".gz"), page.read_bytes())
        page.unlink()
    documents = tree / "usr/share/doc" / tree.name
    date = email.utils.formatdate(int(os.environ["SOURCE_DATE_EPOCH"]))
    entry = f"coset ({version}) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- {maintainer}  {date}\n"
    compressed(documents / "changelog.Debian.gz", entry.encode())
    compressed(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    shutil.copyfile(ROOT / "packaging/debian/copyright", documents / "copyright")
    shutil.copyfile(ROOT / "THIRD_PARTY.md", documents / "THIRD_PARTY.md")
    licences(tree, documents)
    papers(tree, documents)
    for path in sorted(tree.rglob("*")):
        if path.is_symlink():
            continue
        program = path.is_dir() or path.parent.name in ("bin", "sbin") or path.name == "bot.py"
        # Options may hold passwords.
        path.chmod(0o600 if path.suffix == ".toml" else 0o755 if program else 0o644)


def main(arguments):
    folder, version, maintainer = arguments
    trees = [path for path in sorted(pathlib.Path(folder).iterdir()) if path.is_dir()]
    for tree in trees:
        finish(tree, version, maintainer)
    return 0 if trees else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
