"""The view model through the templates: a whole page that knows its own style and script by their hash."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from kotra_notation.board.measures import MEASURES
from kotra_notation.report.boards import colours, drawn
from kotra_notation.report.cards import card
from kotra_notation.report.cleaning import plain
from kotra_notation.report.live import live
from kotra_notation.report.templating import environment, hashed, shrunk_script, shrunk_style, told
from kotra_notation.report.view import Page
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
_SIZE = re.compile(r"\bsize\.([a-z_]+)")  # a measure of the board in the script
_INDENT = re.compile(r"\n\s+<")  # before a tag; in a stranger's words no tag can stand
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
        style = f"@scope (.kotra-embed){{{sheets.style}}}" if wishes.embed else sheets.style
        template = sheets.environment.get_template("embed.html.j2" if wishes.embed else "report.html.j2")
        text = template.render(
            page=page,
            embed=wishes.embed,
            card=card(page, wishes),
            style=Markup(style),
            script=Markup(sheets.script),
            hashes={"style": hashed(style), "script": hashed(sheets.script)},
            live=Markup(_json(live(page, tongue))),
            filters=[(name, tongue.say(text)) for name, text in _filters(page)],
            version=VERSION,
        )
    return _INDENT.sub("\n<", text)


def _made(tongue: Tongue, theme: str, templates: Path | None) -> Sheets:
    environment = _environment(tongue, templates)
    style = shrunk_style(environment.get_template("report.css").render()) + colours(theme)
    script = shrunk_script(environment.get_template("report.js").render())
    return Sheets(environment, style, _SIZE.sub(lambda size: str(MEASURES[size[1]]), script))


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
    made.filters["drawn"] = partial(drawn, tongue=tongue)
    made.filters["plain"] = plain
    return made


def _json(value: object) -> str:
    """JSON that may stand in a script element whatever it holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
