"""The view model as HTML: a whole page, or a fragment of one."""

from __future__ import annotations

import json
import re

from markupsafe import Markup

from kotra_notation.report.cards import card
from kotra_notation.report.live import live
from kotra_notation.report.page_words import FirstUses
from kotra_notation.report.templating import render
from kotra_notation.report.view import Page
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import N_, Tongue

# What may be shown alone, by the CSS selector of its rows.
FINDINGS, COMMENTS, CUBE = ".error,.warning,.note,.finding", ".comment,.commented", ".cube"
ERRORS, LUCK = ".wrong,.blunder", ".lucky,.unlucky"
FILTERS = (
    ("", N_("All turns")),
    (FINDINGS, N_("Findings")),
    (COMMENTS, N_("Comments")),
    (CUBE, N_("Cube")),
    (ERRORS, N_("Errors")),
    (LUCK, N_("Luck")),
)
_INDENT = re.compile(r"\n\s+<")  # before a tag; in a stranger's words no tag can stand
_UNSAFE = re.compile("[<>&\u2028\u2029]")


def html(page: Page, tongue: Tongue, wishes: Wishes | None = None) -> str:
    """The page as HTML, or a fragment; ValueError for a theme there is not, and for broken templates."""
    wishes, kinds = wishes or Wishes(), page.kinds
    text = render(
        "embed.html.j2" if wishes.embed else "report.html.j2",
        tongue,
        wishes.templates,
        sheet="report",
        theme=wishes.theme,
        within="embed.css" if wishes.embed else "",
        page=page,
        kinds=kinds,
        first_use=FirstUses(page.words),
        embed=wishes.embed,
        around=wishes.around,
        card=card(page, wishes),
        live=Markup(script_json(live(page, tongue))),
        filters=[(name, tongue.say(text)) for name, text in _filters(page, kinds)],
    )
    return _INDENT.sub("\n<", text)


def _filters(page: Page, kinds: frozenset[str]) -> list[tuple[str, str]]:
    """The filters that have something to show, and the one that shows all."""
    there = {
        FINDINGS: bool(page.found),
        COMMENTS: "remark" in kinds,
        CUBE: "cube" in kinds,
        ERRORS: bool(kinds & {"wrong", "blunder"}),
        LUCK: bool(kinds & {"lucky", "unlucky"}),
    }
    return [(rows, text) for rows, text in FILTERS if there.get(rows, True)]


def script_json(value: object) -> str:
    """JSON that may stand in a script element whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
