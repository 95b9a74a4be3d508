"""Gives the trees of packages what Debian wants beside the files themselves.

  finish.py FOLDER VERSION MAINTAINER

FOLDER has a tree for each package. Manual pages are compressed; changelog, copyright and the licences
of what is inside are put in their places; files have the modes that Debian gives them.
"""

import email.utils
import gzip
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compressed(path, data):
    """The same bytes whenever it is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def finish(tree, version, maintainer):
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
    for path in sorted(tree.rglob("*")):
        if path.is_symlink():
            continue
        program = path.is_dir() or path.parent.name in ("bin", "sbin")
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
