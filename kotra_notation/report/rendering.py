"""The view model through the templates: a whole page that knows its own style and script by their hash."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from kotra_notation.board.themes import MARKS, PARTS, themed
from kotra_notation.board.wording import Wording
from kotra_notation.report.cards import card
from kotra_notation.report.live import live
from kotra_notation.report.templating import environment, hashed, shrunk_script, shrunk_style, told
from kotra_notation.report.view import Diagram, Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.version import VERSION
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
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is the same on every page of a language: the templates, the style and the script."""

    environment: Environment
    style: str
    script: str


def html(page: Page, tongue: Tongue, wishes: Wishes | None = None) -> str:
    """The page as HTML, or a fragment; ValueError for a theme there is not, and for broken templates."""
    wishes = wishes or Wishes()
    with told(wishes.templates):
        sheets = (_sheets if wishes.templates is None else _made)(tongue, wishes.theme, wishes.templates)
        style = f"@scope (.kotra-report){{{sheets.style}}}" if wishes.embed else sheets.style
        template = sheets.environment.get_template("embed.html.j2" if wishes.embed else "report.html.j2")
        return template.render(
            page=page,
            card=card(page, wishes),
            style=Markup(style),
            script=Markup(sheets.script),
            hashes={"style": hashed(style), "script": hashed(sheets.script)},
            live=Markup(_json(live(page, tongue))),
            filters=[(name, tongue.say(text)) for name, text in _filters(page)],
            version=VERSION,
        )


def _made(tongue: Tongue, theme: str, templates: Path | None) -> Sheets:
    environment = _environment(tongue, templates)
    style = shrunk_style(environment.get_template("report.css").render()) + _colours(theme)
    return Sheets(environment, style, shrunk_script(environment.get_template("report.js").render()))


_sheets = cache(_made)  # our own, which are the same for every page


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
    made = environment(tongue, templates)
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

    made.filters["drawn"] = drawn
    made.filters["plain"] = _plain
    return made


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


def _json(value: object) -> str:
    """JSON that may stand in a script element whatever it holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
