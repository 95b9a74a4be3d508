"""Third-party parts of a build: found by what was linked, included and bundled. See tools/third_party."""

import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess

PROGRAMS = {"coset": "bin/coset", "cosetd": "bin/cosetd", "coset-load": "bin/coset-load", "libcoset": "lib/libcoset.so"}
ENGINE = "bin/coset.wasm"
DOCS = pathlib.Path("/usr/share/doc")
# Those whose copyright file is prose, by source package.
PROSE = {"gcc": "GPL-3+ with GCC runtime library exception", "glibc": "LGPL-2.1+", "krb5": "MIT (krb5)",
         "gnutls28": "LGPL-2.1+", "libtasn1-6": "LGPL-2.1+", "linux": "GPL-2 with syscall note",
         "cyrus-sasl2": "BSD-4-clause"}
COMMON_TEXTS = pathlib.Path("/usr/share/common-licenses")
COMMON = r"/usr/share/common-licenses/([\w.+-]+)"
HOW = ["in the file", "headers", "linked", "by another library"]


class Trouble(Exception):
    pass


@dataclasses.dataclass
class Part:
    name: str  # of a source package of Debian, an npm package or a font
    kind: str  # debian, npm, font
    licence: str
    texts: list  # files with the licence
    packages: dict = dataclasses.field(default_factory=dict)  # name: version
    how: set = dataclasses.field(default_factory=set)  # of HOW
    where: set = dataclasses.field(default_factory=set)  # in which of our files


def said(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C"))
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, command))[:200]}: {done.stderr.strip()[-300:]}")
    return done.stdout


# The libraries and headers of a program.

def libraries(program):
    """Every shared library of a program, and whether it names it itself."""
    direct = set(re.findall(r"NEEDED +(\S+)", said("objdump", "-p", program)))
    found = re.findall(r"(?m)^\s(\S+) => (/\S+)", said("ldd", program))
    return {path: name in direct for name, path in found}


def on_link_line(line):
    """Files of the system that a link line names: libraries by path, by -l, and objects."""
    folders, out = [], []
    words = shlex.split(line)
    for word in words:
        if word.startswith("-L"):
            folders.append(pathlib.Path(word[2:]))
    for word in words:
        if word.startswith("/usr/") and re.search(r"\.(a|o|so[.\d]*)$", word):
            out.append(word)
        elif re.fullmatch(r"-l[\w+.-]+", word):
            near = [folder / f"lib{word[2:]}{end}" for folder in folders for end in (".so", ".a")]
            out += [str(path) for path in near if path.exists()][:1]
    return out


def link_line(build, target):
    return said("ninja", "-C", build, "-t", "commands", "-s", target).splitlines()[-1]


def headers(build, target):
    """Headers of the system that the objects of a target include."""
    inputs = {line for line in said("ninja", "-C", build, "-t", "inputs", target).splitlines() if line.endswith((".o", ".obj"))}
    out, taken = set(), False
    for line in said("ninja", "-C", build, "-t", "deps").splitlines():
        if not line.startswith(" "):
            taken = line.split(":")[0] in inputs
        elif taken:
            path = os.path.realpath(os.path.join(build, line.strip()))
            if path.startswith("/usr/"):
                out.add(path)
    return out


# Debian's packages.

def owners(paths):
    """The package of each file."""
    forms = {}
    for path in paths:
        real = os.path.realpath(path)
        for form in {path, real, real.removeprefix("/usr"), path.removeprefix("/usr")}:
            forms.setdefault(form, set()).add(path)
    done = subprocess.run(["dpkg-query", "-S", *sorted(forms)], capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C"))
    out = {}
    for line in done.stdout.splitlines():
        names, _, path = line.rpartition(": ")
        if path in forms and not names.startswith("diversion"):
            out.update(dict.fromkeys(forms[path], names.split(",")[0].split(":")[0].strip()))
    lost = [path for path in paths if path not in out]
    if lost:
        raise Trouble(f"no package has {', '.join(lost[:5])}")
    return out


def debian_licence(text, source):
    """The licence of a package as its copyright file says: of all files first, then of some."""
    if not text.startswith("Format:"):
        for prefix, licence in PROSE.items():
            if re.fullmatch(re.escape(prefix) + r"(-\d+)?", source):
                return licence
        raise Trouble(f"the copyright file of {source} is prose: say its licence in PROSE in tools/licences.py")
    main, some = [], []
    for paragraph in re.split(r"\n\s*\n", text):
        files = re.search(r"(?m)^Files:((?:.*\n?)(?:[ \t].*\n?)*)", paragraph)
        licence = re.search(r"(?mi)^License:[ \t]*(\S.*)$", paragraph)
        if not files or not licence or files.group(1).strip().startswith("debian/"):
            continue
        (main if files.group(1).split()[0] == "*" else some).append(licence.group(1).strip())
    first = (main or some)[:1]
    if not first:
        raise Trouble(f"no licence is found in the copyright file of {source}")
    return first[0]


def facts_of(packages):
    """Source package and version of each."""
    lines = said("dpkg-query", "-W", "-f", "${Package}\t${source:Package}\t${Version}\n", *sorted(packages)).splitlines()
    return {name: (source, version) for name, source, version in (line.split("\t") for line in lines)}


def add_debian(parts, found):
    """`found`: (file, how, where) of each file of the system."""
    by_file = owners(sorted({path for path, _, _ in found}))
    facts = facts_of(set(by_file.values()))
    for path, how, where in found:
        package = by_file[path]
        source, version = facts[package]
        if source not in parts:
            text = DOCS / package / "copyright"
            parts[source] = Part(source, "debian", debian_licence(text.read_text(errors="replace"), source), [text])
        part = parts[source]
        part.packages[package] = version
        part.how.add(how)
        part.where.add(where)


# The web client.

def head_of(path):
    """The comment with which a script begins; of other files all."""
    text = path.read_text(errors="replace")
    if path.suffix not in (".js", ".mjs", ".cjs"):
        return text
    return "".join(re.match(r"(?:\s*(?://.*|/\*(?s:.*?)\*/))*", text).group(0)).strip()


def npm_part(root, name):
    folder = root / "web/node_modules" / name
    facts = json.loads((folder / "package.json").read_text())
    texts = sorted(path for path in folder.iterdir() if re.match(r"(?i)(licen[cs]e|copying)", path.name))
    main = folder / facts.get("main", "index.js")
    if not texts and main.is_file() and "Copyright" in head_of(main):
        texts = [main]  # it says so where it begins
    return Part(name, "npm", facts.get("license", "?"), texts, {name: facts["version"]}, {"in the file"}, {"web client"})


def font_parts(root):
    for text in sorted((root / "web/src/app/fonts").glob("*.OFL.txt")):
        holder = text.read_text().splitlines()[0]
        name = re.search(r"The (.+?) Project Authors", holder).group(1)
        yield Part(f"{name} ({text.name.removesuffix('.OFL.txt')}.woff2)", "font", "OFL-1.1", [text], {}, {"in the file"}, {"web client"})


def collect(root, of=None):
    """Every part, by kind and name; or those of some of our files alone."""
    release, wasm, site = root / "build/release", root / "build/wasm", root / "web/dist/.vite/packages.json"
    programs = {name: path for name, path in PROGRAMS.items() if of is None or name in of}
    for path in (*(release / path for path in programs.values()), wasm / ENGINE, site):
        if not path.exists():
            raise Trouble(f"{path.relative_to(root)} is not there: run tools/check release web")
    found = []
    for name, path in programs.items():
        found += [(library, "linked" if direct else "by another library", name)
                  for library, direct in libraries(release / path).items()]
        found += [(library, "linked", name) for library in on_link_line(link_line(release, path))]
        found += [(header, "headers", name) for header in headers(release, path)]
    # All that is linked into the engine is in its file.
    line = said("sh", "-c", link_line(wasm, ENGINE).split("&&")[1] + " -### 2>&1", cwd=wasm).splitlines()[-1]
    found += [(path, "in the file", "web client") for path in on_link_line(line)]
    found += [(header, "headers", "web client") for header in headers(wasm, ENGINE)]
    debian = {}
    add_debian(debian, found)
    packages = [npm_part(root, name) for name in json.loads(site.read_text())]
    return [*sorted(debian.values(), key=lambda part: part.name), *packages, *font_parts(root)]


# What is made of it.

def rows(parts, *heads):
    out = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for part in parts:
        cells = {"Source package": part.name, "Package": part.name, "Font": part.name, "Licence": part.licence,
                 "How": ", ".join(how for how in HOW if how in part.how), "In": ", ".join(sorted(part.where)),
                 "Copyright": part.texts[0].read_text().splitlines()[0].split(" (http")[0] if part.kind == "font" else ""}
        out.append("| " + " | ".join(cells[head] for head in heads) + " |")
    return out


def page(parts):
    kinds = {kind: [part for part in parts if part.kind == kind] for kind in ("debian", "npm", "font")}
    return "\n".join([
        "# Third-party code", "",
        "Coset itself is under [Apache 2.0](LICENSE). This page lists what it is linked with and what is inside of its",
        "files, by the licence that each calls its main one. `tools/third_party` makes it from what the linker, the",
        "compiler and the bundler took; `tools/check licences` fails when it is out of date. `tools/third_party --sbom",
        "FILE` writes the same with versions as CycloneDX, `--notices FILE` all licence texts.", "",
        "## From Debian", "",
        "\"Linked\" are libraries that a program names, shared ones that Debian installs beside it; \"by another library\"",
        "those that these bring; \"headers\" is code that was compiled in.", "",
        *rows(kinds["debian"], "Source package", "Licence", "How", "In"), "",
        "## In the scripts of the web client", "",
        "Packages of npm that have code in what a browser loads, whether or not `package.json` calls them dependencies.", "",
        *rows(kinds["npm"], "Package", "Licence"), "",
        "## Fonts of the web client", "",
        *rows(kinds["font"], "Font", "Licence", "Copyright"), ""])


def bill(parts):
    """CycloneDX 1.5."""
    def licence(part):
        return [{"license": {"name": part.licence}}] if part.kind == "debian" else [{"license": {"id": part.licence}}]

    components = []
    for part in parts:
        if part.kind == "font":
            components.append({"type": "file", "name": part.name, "licenses": licence(part)})
        for name, version in sorted(part.packages.items()):
            url = f"pkg:deb/debian/{name}@{version}?distro=debian-12" if part.kind == "debian" else f"pkg:npm/{name.replace('@', '%40')}@{version}"
            components.append({"type": "library", "bom-ref": url, "name": name, "version": version, "purl": url,
                               "licenses": licence(part),
                               "properties": [{"name": "coset:how", "value": ", ".join(sorted(part.how))},
                                              {"name": "coset:in", "value": ", ".join(sorted(part.where))}]})
    return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
                       "metadata": {"component": {"type": "application", "name": "coset", "licenses": [{"license": {"id": "Apache-2.0"}}]}},
                       "components": components}, indent=1) + "\n"


def notices(parts, of=None):
    """The texts that the licences ask for: of every part, or of those inside some of our files."""
    out, named = ["Coset itself is under the Apache License 2.0. It contains third-party code:\n"], {"Apache-2.0"}
    for part in parts:
        if of is not None and not part.where & set(of):
            continue
        texts = [head_of(text).rstrip() + "\n" for text in part.texts]
        out += [under(f"{part.name}: {part.licence}"), *texts]
        named |= {name for text in texts for name in re.findall(COMMON, text)}
    # Debian's files refer to these; a system without Debian gets them here.
    for name in sorted(name.rstrip(".") for name in named):
        text = COMMON_TEXTS / name
        if text.is_file():
            out += [under(f"{name}: the whole text"), text.read_text(errors="replace").rstrip() + "\n"]
    return "\n".join(out)


def under(title):
    return f"{'=' * 100}\n{title}\n{'=' * 100}\n"


def complaints(root, parts, kept):
    """What is wrong with the page that is kept, and what the lockfile says otherwise."""
    out = []
    wanted, there = page(parts).splitlines(), kept.splitlines()
    out += [f"THIRD_PARTY.md lacks: {line}" for line in wanted if line not in there]
    out += [f"THIRD_PARTY.md has too much: {line}" for line in there if line not in wanted]
    lock = json.loads((root / "web/package-lock.json").read_text())["packages"]
    bundled = {part.name: part for part in parts if part.kind == "npm"}
    for name, part in bundled.items():
        locked = lock.get(f"node_modules/{name}")
        if not locked:
            out.append(f"{name} is in the bundle and not in the lockfile")
        elif (locked["version"], locked.get("license")) != (part.packages[name], part.licence):
            out.append(f"{name}: the lockfile says {locked['version']} {locked.get('license')}, "
                       f"and {part.packages[name]} {part.licence} is installed")
        if not part.texts:
            out.append(f"{name} has no text of its licence")
    out += [f"{name} is a dependency of web/package.json and not in the bundle"
            for name in lock[""].get("dependencies", {}) if name not in bundled]
    out += [f"{part.name} has no licence" for part in parts if part.licence in ("", "?")]
    return out
