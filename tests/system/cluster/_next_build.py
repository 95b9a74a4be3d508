"""cosetd and coset-load of a next version: one migration and one version of the rules more than those in the build folder.

Two files are compiled again, from changed copies, and both programs are linked with them; nothing of the build folder or
of the sources is written."""

import json
import pathlib
import re
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULES, SPEC, MIGRATIONS = "src/engine/rules/options.hpp", "src/engine/play/spec.cpp", "src/server/store/migrations.cpp"
LIBRARIES = {SPEC: "libcoset_play.a", MIGRATIONS: "libcoset_store.a"}


def changed(path, pattern, text):
    before = (ROOT / path).read_text(encoding="utf-8")
    after, count = re.subn(pattern, text, before)
    if count != 1:
        raise AssertionError(f"{path} has changed: {pattern}")
    return after


def run(words, where):
    done = subprocess.run(words, cwd=where, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{words}\n{done.stderr[-2000:]}")
    return done.stdout


def compile_again(build, folder, path, source):
    entry = next(each for each in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
                 if each["file"] == str(ROOT / path))
    words = shlex.split(entry["command"])
    words = words[1:] if words[0].endswith("ccache") else words
    made = folder / (pathlib.Path(path).name + ".o")
    words[words.index("-o") + 1] = str(made)
    words = [str(source) if word == entry["file"] else word for word in words]
    run([words[0], f"-I{folder}/src", *words[1:]], entry["directory"])
    shutil.copy(build / "lib" / LIBRARIES[path], folder)
    run(["ar", "r", folder / LIBRARIES[path], made], folder)


def next_build(cosetd, folder):
    """The two programs."""
    build = pathlib.Path(cosetd).resolve().parents[1]
    header = folder / RULES
    header.parent.mkdir(parents=True)
    header.write_text(changed(RULES, r"newest_rules = 2;", "newest_rules = 3;"), encoding="utf-8")
    migrations = folder / "migrations.cpp"
    migrations.write_text(changed(MIGRATIONS, r"(\{6, 4, sixth_sqlite, sixth_postgres\},)",
                                  r'\1 {7, 4, "", "CREATE TABLE next_version (a integer)"},'), encoding="utf-8")
    compile_again(build, folder, SPEC, ROOT / SPEC)
    compile_again(build, folder, MIGRATIONS, migrations)
    for name in ("cosetd", "coset-load"):
        link = run(["ninja", "-t", "commands", f"bin/{name}"], build).strip().splitlines()[-1]
        for library in LIBRARIES.values():
            link = link.replace(f" lib/{library}", f" {folder}/{library}")
        run(["sh", "-c", link.replace(f"-o bin/{name} ", f"-o {folder}/{name} ")], build)
    return str(folder / "cosetd"), str(folder / "coset-load")
