"""Make the folder: Python for browsers, kotra, the pages of the desk in every language, and what joins them.

Pyodide comes from `--pyodide FOLDER`, the unpacked npm package `pyodide`; without it npm fetches the package.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hatch_build import compile_all, write_shrunk
from kotra_notation.desk.checking import check_page
from kotra_notation.desk.pages import TEXTS, DeskSite, record_page
from kotra_notation.formats import FORMATS
from kotra_notation.words.tongues import LANGUAGES, tongue
from tools.web.icon import icon_png, icon_svg

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
PYODIDE = "pyodide@314.0.7"
RUNTIME, LIBRARY = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"), "python_stdlib.zip"
# Packages that kotra needs; parts of kotra that no page in the browser needs, and modules of Python.
NEEDED = ("jinja2", "lark", "markupsafe")
LEFT_OUT = re.compile(
    r"archive/|engine/(?!__init__|results)|lsp/|words/locale/|templates/(?:audit|desk_archive)"
    r"|cli/(?!__init__|failing|losses|progress|speaking|streams)|features/\w+/(?:command|gnubg)"
    r"|features/(?:day|edit|met|selfplay|standings|watch)/"
)
# What the engine needs beside that, loaded when it is first asked.
OF_ENGINE = re.compile(r"engine/(?!__init__|results|lockstep|rollout)|features/analyse/gnubg")
NOT_NEEDED = re.compile(
    r"(?:_pyrepl|ensurepip|idlelib|multiprocessing|sqlite3|unittest|wsgiref|xml|xmlrpc|curses|dbm|venv)/"
    r"|(?:_pyio|bdb|cProfile|cmd|code|configparser|doctest|ftplib|imaplib|mailbox|optparse|pdb|pickletools|plistlib"
    r"|poplib|profile|pstats|pyclbr|pydoc|smtplib|sysconfig/__main__|trace|turtle|zipapp)\."
)
# How a file may end that another program hands to kotra.
ENDINGS = sorted({".zip", *(suffix for format in FORMATS.values() for suffix in format.suffixes)})
RUNTIME_LICENSES = """\
pyodide/: Pyodide, Mozilla Public License 2.0, https://github.com/pyodide/pyodide
CPython and its library, PSF License, https://docs.python.org/3/license.html
The modules here are compiled; some are left out.
"""
STAMP = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.web", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder to make")
    parser.add_argument("--pyodide", type=Path, help="the unpacked npm package pyodide")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        make_folder(options.output, options.pyodide or fetched_pyodide(Path(scratch)))
    size = sum(len(gzip.compress(path.read_bytes())) for path in downloaded(options.output))
    print(f"{options.output}: {size / 1e6:.1f} MB to download once, compressed")


def fetched_pyodide(scratch: Path) -> Path:
    """The npm package, unpacked."""
    subprocess.run(["npm", "pack", PYODIDE, "--silent"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    shutil.unpack_archive(next(scratch.glob("*.tgz")), scratch, filter="data")
    return scratch / "package"


def downloaded(folder: Path) -> list[Path]:
    """The files that a browser loads to check a record, in English."""
    names = ("index.html", "browser.js", "worker.js", "kotra.zip")
    return [folder / name for name in (*names, *(f"pyodide/{name}" for name in (*RUNTIME, LIBRARY)))]


def of_engine(folder: Path) -> list[Path]:
    """The files that a browser loads beside these when the engine is first asked."""
    return sorted((folder / "engine").iterdir())


def make_folder(folder: Path, pyodide: Path) -> None:
    """Write everything; a folder of before is replaced."""
    if folder.exists():
        if not (folder / "sw.js").exists():
            raise SystemExit(f"{folder} holds something else; name another folder.")
        shutil.rmtree(folder)
    compile_all(ROOT)
    for name, content in files(pyodide):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def files(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """Every file with its content; the pages name the version, which is made of all others."""
    zips = packed(library_files(pyodide)), packed(kotra_files()), packed(engine_files())
    library, kotra, engine = compiled(pyodide, *zips)
    made = {
        **{f"pyodide/{name}": (pyodide / name).read_bytes() for name in RUNTIME},
        f"pyodide/{LIBRARY}": library,
        "pyodide/pyodide-lock.json": empty_lock((pyodide / "pyodide-lock.json").read_bytes()),
        "kotra.zip": kotra,
        "engine/engine.zip": engine,
        **{f"engine/{path.name}": path.read_bytes() for path in sorted((HERE / "numpy").glob("*.mjs"))},
        "worker.js": (HERE / "worker.js").read_bytes(),
        "browser.js": (HERE / "browser.js").read_bytes(),
        "licenses.txt": licenses().encode(),
        "icon.svg": icon_svg().encode(),
        **{f"icon-{size}.png": icon_png(size) for size in (192, 512)},
    }
    for language in LANGUAGES:
        below = "" if language == "en" else f"{language}/"
        if below:
            made[f"words/{language}.zip"] = packed(catalogues(language))
        made |= {f"{below}{name}": content for name, content in pages(language, "../" if below else "")}
    version = sha256(b"".join(made.values())).hexdigest()[:12]
    for name in made:
        if name.endswith(".html"):
            made[name] = made[name].replace(b'browser.js"', f'browser.js?{version}"'.encode())
    first = [name for name in made if name.count("/") == 0 or name.startswith("pyodide/")]
    listed = json.dumps(["./" if name == "index.html" else name for name in sorted(first)])
    made["sw.js"] = (HERE / "sw.js").read_bytes()
    made["sw.js"] = (
        made["sw.js"].replace(b"@version@", version.encode()).replace(b'["@files@"]', listed.encode())
    )
    yield from made.items()


def compiled(pyodide: Path, *zips: bytes) -> list[bytes]:
    """Zips with their modules compiled by the Python that will run them, for which they wait half as long."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = [Path(scratch) / f"{number}.zip" for number in range(len(zips))]
        for path, content in zip(paths, zips, strict=True):
            path.write_bytes(content)
        subprocess.run(["node", HERE / "compile.mjs", pyodide.resolve(), *paths], check=True)
        return [path.read_bytes() for path in paths]


def library_files(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """The standard library, without what is not needed."""
    with ZipFile(pyodide / LIBRARY) as library:
        for name in library.namelist():
            if not name.endswith("/") and not NOT_NEEDED.match(name):
                yield name, library.read(name)


def empty_lock(content: bytes) -> bytes:
    """The list of Pyodide's packages without any: nothing is ever loaded from elsewhere."""
    return json.dumps(json.loads(content) | {"packages": {}}).encode()


def kotra_files() -> Iterator[tuple[str, bytes]]:
    """What is unpacked in the browser: kotra but for what needs a server, its data, and its packages."""
    package = ROOT / "kotra_notation"
    with tempfile.TemporaryDirectory() as shrunk:
        write_shrunk(ROOT / "templates", Path(shrunk))
        places = {"": package, "templates/": Path(shrunk), "grammar/": ROOT / "grammar"}
        for below, place in places.items():
            for path in sorted(place.rglob("*")):
                name = below + path.relative_to(place).as_posix()
                if path.is_file() and not LEFT_OUT.match(name) and "__pycache__" not in name:
                    yield f"kotra_notation/{name}", path.read_bytes()
    yield "kotra_notation/docs/rules.md", (ROOT / "docs" / "rules.md").read_bytes()
    for name in NEEDED:
        yield from python_files(name)


def engine_files() -> Iterator[tuple[str, bytes]]:
    """Yield the modules and nets of the engine, and what stands in for numpy."""
    package = ROOT / "kotra_notation"
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        if path.suffix in (".py", ".npz") and OF_ENGINE.match(name):
            yield f"kotra_notation/{name}", path.read_bytes()
    for path in sorted((HERE / "numpy").glob("*.py")):
        yield f"numpy/{path.name}", path.read_bytes()


def python_files(name: str) -> Iterator[tuple[str, bytes]]:
    """The modules and grammars of an installed package, without what is compiled for this machine."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".lark") and "__pyinstaller" not in path.parts:
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def catalogues(language: str) -> Iterator[tuple[str, bytes]]:
    """The texts of a language."""
    for path in sorted((ROOT / "kotra_notation" / "words" / "locale" / language).rglob("*.mo")):
        yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def packed(some: Iterator[tuple[str, bytes]]) -> bytes:
    """A zip that is the same for the same files."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in some:
            archive.writestr(ZipInfo(name, STAMP), data, ZIP_DEFLATED, 9)
    return content.getvalue()


def licenses() -> str:
    """The licenses of all that the folder hands out."""
    texts = [f"kotra-notation\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}", RUNTIME_LICENSES]
    for name in NEEDED:
        for path in metadata.files(name) or ():
            if path.name.upper().startswith("LICENSE"):
                texts.append(f"{name}\n\n{path.read_text(encoding='utf-8')}")
    return f"\n{'-' * 72}\n\n".join(texts)


def pages(language: str, base: str) -> Iterator[tuple[str, bytes]]:
    """The pages in a language, and what a phone needs to install them."""
    site = DeskSite(tongue=tongue(language), root=".", alone=True, base=base, engine=True)
    yield "index.html", check_page(site).encode()
    for name in ("write", "play"):
        yield f"{name}.html", record_page(site, name).encode()
    yield "kotra.webmanifest", json.dumps(manifest(site), ensure_ascii=False, indent=1).encode()


def manifest(site: DeskSite) -> dict[str, object]:
    """What a phone or a computer needs to install kotra, and to share files with it."""
    accepted = {"name": "files", "accept": [*ENDINGS, "text/*", "application/*"]}
    params = {"title": "title", "text": "text", "files": [accepted]}
    share = {"action": "share", "method": "POST", "enctype": "multipart/form-data", "params": params}
    png = [
        {"src": f"{site.base}icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return {
        "name": "kotra",
        "short_name": "kotra",
        "description": site.tongue.say(TEXTS["browser"]["about"]),
        "lang": site.tongue.language,
        "start_url": "./",
        "scope": site.base or "./",
        "display": "standalone",
        "background_color": "#fffdf8",
        "theme_color": "#fffdf8",
        "icons": [{"src": f"{site.base}icon.svg", "sizes": "any", "type": "image/svg+xml"}, *png],
        "share_target": share,
        "file_handlers": [{"action": "./", "accept": {"application/octet-stream": ENDINGS}}],
    }


if __name__ == "__main__":
    main()
