"""The documentation as a site: `python -m tools.site` puts its pages together and has Sphinx build them.

It needs the extra `docs` and no network. The pages are those of `docs/`, the documents that lie elsewhere
in the repository (`ELSEWHERE`), and what is made here: the commands by their help, the findings, a page
each, and an anchor for each rule. A warning, such as of a link that leads nowhere, is an error.

With `--web FOLDER` kotra in the browser (`python -m tools.web`) is on the site too, and a page leads there.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.cli.helping import HELP_ALL
from kotra_notation.explained import HEADING, codes, page
from kotra_notation.findings import BY_CODE

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
# Documents of the repository, and what they are called on the site.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "samples/README.md": "samples.md",
    "tests/README.md": "tests.md",
    "tools/README.md": "tools.md",
    "packaging/README.md": "packaging.md",
    "referees/README.md": "referees.md",
}
NAVIGATION = {
    "Start": "tasks index.is index.da index.sv index.de",
    "Recipes": "recipes/director recipes/transcriber recipes/webmaster recipes/archivist recipes/programmer"
    " recipes/player recipes/historian",
    "What it does": "desk web editors tournament report quiz stats engine repair archive automation judged",
    "Notations and games": "notation forn-kotra forn-kotra.is forn-first-steps forn-first-steps.is samples",
    "To look up": "commands findings/index rules api plugins changelog",
    "How it is built": "architecture decisions contributing tests tools referees releasing packaging",
}
# Where kotra in the browser stands on the site, and the page that leads there.
WEB = "try"
WEB_PAGE = """\
# Try it

<p><a class="reference external" href="try/index.html"><strong>Open kotra in your browser</strong></a></p>

Drop a record there, paste one, write a match down, or play against the computer. Nothing is installed, and
your files stay on your device. [What it can do](web.md) tells more.
"""
FAMILIES = {
    "N": "Reading",
    "P": "Plays",
    "C": "Cube",
    "S": "Score",
    "D": "Rules in the header",
    "L": "Lost in writing",
}
WIDTH = 100
GROUPS = ("kotra", "kotra archive")
_LINK = re.compile(r"(?<=\]\()([^)#\s:]+)(#[^)\s]*)?(?=\))")
_PAGE = re.compile(r"kotra_notation/pages/([A-Z]\d+)-.+\.md")
_RULE = re.compile(r"`kotra explain ((?:MOD|FORN)-[A-Z]+-\d+)`")


def pages(*, web: bool = False) -> dict[str, str]:
    """Every page of the site by its path: what is written by hand, and what is made; `web`: one to try it."""
    found = dict(written())
    found["rules.md"] = HEADING.sub(r"(\1)=\n\g<0>", found["rules.md"])
    if web:
        found[f"{WEB}.md"] = WEB_PAGE
        found["index.md"] += toctree("Try it", WEB)
    found["index.md"] += "".join(map(toctree, NAVIGATION, NAVIGATION.values()))
    found["commands.md"] = commands()
    found["findings/index.md"] = findings()
    found |= {f"findings/{code}.md": finding(code) for code in codes()}
    return found


def written() -> Iterator[tuple[str, str]]:
    """The documents of the repository, their links as the site has them."""
    own = {f"docs/{path.relative_to(DOCS).as_posix()}": path for path in DOCS.rglob("*.md")}
    others = {name: ROOT / name for name in ELSEWHERE if ELSEWHERE[name] != "index.md"}
    for name, path in (own | others).items():
        yield place_of(name), _LINK.sub(partial(_led, name), path.read_text(encoding="utf-8"))


def place_of(name: str) -> str:
    """Where a document of the repository stands on the site; the pages of findings by their codes."""
    if found := _PAGE.fullmatch(name):
        return f"findings/{found[1]}.md"
    return ELSEWHERE.get(name, name.removeprefix("docs/"))


def _led(name: str, link: re.Match[str]) -> str:
    """A link of a document, as it leads from where that stands on the site."""
    target = place_of(normpath(str(PurePosixPath(name).parent / link[1])))
    start = str(PurePosixPath(place_of(name)).parent)
    return relpath(target, start) + (link[2] or "")


def toctree(caption: str, names: str) -> str:
    """A part of the navigation."""
    entries = "\n".join(f"/{name}" for name in names.split())
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"


def commands() -> str:
    """Every command with its help."""
    parts = [f"## {name}\n\n```text\n{_help(name)}```\n" for name in names(get_command(app), "kotra")]
    head = "# Commands\n\nThe whole help of every command; `--language is` prints it in Icelandic.\n\n"
    return head + "\n".join(parts)


def names(command: Any, name: str) -> Iterator[str]:
    """A command and those below it, by the words they are called with."""
    yield name
    if hasattr(command, "list_commands"):
        for one in command.list_commands(None):
            if (below := command.get_command(None, one)) is not None and not below.hidden:
                yield from names(below, f"{name} {one}")


def _help(name: str) -> str:
    words = [*name.split()[1:], "--help" if name in GROUPS else HELP_ALL]
    done = CliRunner().invoke(app, words, env={"COLUMNS": str(WIDTH), "TERMINAL_WIDTH": str(WIDTH)})
    return done.stdout.strip("\n") + "\n"


def findings() -> str:
    """What can be found, by families, each leading to its page."""
    parts = ["# Findings\n", "What `kotra check` can find; `kotra explain P203` prints the page of one.\n"]
    for letter, title in FAMILIES.items():
        parts.append(f"## {title}\n\n| code | name | severity |\n|---|---|---|")
        parts += [
            f"| [{code}]({code}.md) | {BY_CODE[code].name} | {BY_CODE[code].severity} |"
            for code in codes()
            if code[0] == letter
        ]
        parts.append("")
    hidden = "\n".join(codes())
    return "\n".join(parts) + f"\n```{{toctree}}\n:hidden:\n\n{hidden}\n```\n"


def finding(code: str) -> str:
    """The page of a finding, which leads to the rules it names."""
    text = page(code)
    assert text is not None
    return _RULE.sub(lambda rule: f"[{rule[1]}](../rules.md#{rule[1].lower()})", text)


def put(found: Mapping[str, str], folder: Path) -> None:
    """Write the pages, and what lies beside those of `docs/` and is no page, into a folder."""
    for name, text in found.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for other in (*DOCS.rglob("*.svg"), *DOCS.rglob("*.ipynb")):
        shutil.copy(other, folder / other.relative_to(DOCS))


def built(found: Mapping[str, str], to: Path, web: Path | None = None) -> int:
    """Build pages into a folder; the status of Sphinx, which is not 0 where there is any warning.

    `web` is the folder of kotra in the browser, which is copied beside them.
    """
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        put(found, folder / "pages")
        words = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(DOCS), "-d", str(folder / "kept")]
        status = build_main([*words, str(folder / "pages"), str(to)])
    if web:
        shutil.copytree(web, to / WEB, dirs_exist_ok=True)
    return status


def main() -> None:
    """Build the site, and leave with the status of Sphinx."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--web", type=Path, metavar="FOLDER", help="what python -m tools.web made")
    options = parser.parse_args()
    sys.exit(built(pages(web=options.web is not None), options.output, options.web))


if __name__ == "__main__":
    main()
