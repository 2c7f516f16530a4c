"""The view model through the templates: a whole page that knows its own style and script by their hash."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from kotra_notation import __version__
from kotra_notation.board.themes import MARKS, PARTS, themed
from kotra_notation.board.wording import Wording
from kotra_notation.report.live import live
from kotra_notation.report.view import Diagram, Page
from kotra_notation.resources import folder
from kotra_notation.words.templates import install
from kotra_notation.words.tongues import N_, Tongue

FILTERS = (
    ("", N_("All turns")),
    ("findings", N_("Findings")),
    ("comments", N_("Comments")),
    ("cube", N_("Cube")),
    ("errors", N_("Errors")),
)
# What a picture has for programs that know no style sheet, and what it needs where it stands alone.
_PLAIN = re.compile(r' (?:(?:fill|stroke)="#[0-9a-f]+"|xmlns="[^"]*"|font-family="[^"]*")')
_TEXTS = re.compile(r"""("[^"]*"|'[^']*'|`[^`]*`|/(?![ *])[^/]+/[a-z]*)""")  # of a script, each within a line
_APART = re.compile(r" ?((?<![+-] )[+-](?! [+-])|[=<>?:&|,;(){}*]+) ?")
_LOOSE = re.compile(r" ?([{};,>]|:(?= )) ?\n?")  # blanks that a style sheet can do without
_REMARK = re.compile(r"^\s*//[^\n]*\n|/\*.*?\*/", re.M | re.S)
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is the same on every page of a language: the templates, the style and the script."""

    environment: Environment
    style: str
    script: str


def html(page: Page, tongue: Tongue, *, templates: Path | None = None) -> str:
    """The page as HTML; a file in `templates` stands for ours of the same name."""
    sheets = _sheets(tongue) if templates is None else _made(tongue, templates)
    return sheets.environment.get_template("report.html.j2").render(
        page=page,
        style=Markup(sheets.style),
        script=Markup(sheets.script),
        hashes={"style": _hash(sheets.style), "script": _hash(sheets.script)},
        live=Markup(_json(live(page, tongue))),
        filters=[(name, tongue.say(text)) for name, text in _filters(page)],
        version=__version__,
    )


@cache
def _sheets(tongue: Tongue) -> Sheets:
    """Our own."""
    return _made(tongue, None)


def _made(tongue: Tongue, templates: Path | None) -> Sheets:
    environment = _environment(tongue, templates)
    style = _style(environment.get_template("report.css").render()) + _colours("paper")
    return Sheets(environment, style, _script(environment.get_template("report.js").render()))


def _filters(page: Page) -> list[tuple[str, str]]:
    """The filters that have something to show, and the one that shows all."""
    return [
        (name, text)
        for name, text in FILTERS
        if (name != "errors" or page.evaluated)
        and (name != "findings" or page.found)
        and (name != "cube" or not page.lettered)
    ]


def _environment(tongue: Tongue, templates: Path | None) -> Environment:
    ours = FileSystemLoader(folder("templates"))
    theirs: list[BaseLoader] = [FileSystemLoader(templates)] if templates else []
    environment = Environment(
        loader=ChoiceLoader([*theirs, ours, PrefixLoader({"kotra": ours})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    install(environment, tongue)
    wording = _wording(tongue)

    def drawn(
        diagram: Diagram, *, names: tuple[str, str] | None = None, view: str = "towards", small: bool = False
    ) -> Markup:
        position = diagram.position
        bottom = 0 if names else None
        drawing = position.svg(
            names=names,
            bottom=bottom,
            view=view,
            wording=wording,
            arrows=diagram.arrows,
            style=False,
            labels=not small,
        )
        return Markup(_PLAIN.sub("", drawing))

    environment.filters["drawn"] = drawn
    environment.filters["plain"] = _plain
    return environment


def _wording(tongue: Tongue) -> Wording:
    """The sentences of a drawn board in a language."""
    english = Wording()
    said = {
        one.name: tongue.say(text)
        for one in fields(Wording)
        if isinstance(text := getattr(english, one.name), str)
    }
    white, black = (tongue.say(name) for name in english.colours)
    return Wording(colours=(white, black), **said)


def _plain(text: str) -> str:
    """The words of a rule without the signs of its markup."""
    return re.sub(r"[*`]", "", text)


def _style(text: str) -> str:
    """A style sheet without remarks and blanks that it can do without."""
    return _LOOSE.sub(r"\1", "\n".join(_lines(text)))


def _script(text: str) -> str:
    """A script without remarks, indentation and, outside its texts, loose blanks."""
    return "\n".join(
        "".join(
            part if place % 2 else _APART.sub(r"\1", part) for place, part in enumerate(_TEXTS.split(line))
        )
        for line in _lines(text)
    )


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in _REMARK.sub("", text).splitlines() if line.strip())


def _colours(name: str) -> str:
    """The colours of the boards, which follow the scheme of the page."""
    theme = themed(name)
    shown = {part: pair for part, pair in theme.colours.items() if theme.shows(part)}
    values = "".join(f"--kotra-{part}:{_both(*pair)};" for part, pair in shown.items())
    sources = {part: (PARTS[part], part) for part in shown}
    sources |= {part: ("fill", source) for part, source in MARKS.items()}
    rules = "".join(f".kotra-{part}{{{how}:var(--kotra-{one})}}" for part, (how, one) in sources.items())
    return f".kotra-report{{{values}}}{rules}"


def _both(light: str, dark: str) -> str:
    """A colour for both schemes."""
    return light if light == dark else f"light-dark({light},{dark})"


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _json(value: object) -> str:
    """JSON that may stand in a script element whatever it holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
