"""The view model as plain text for terminals and mails: lines of 78 columns, no sign that does anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial

from markupsafe import Markup

from kotra_notation.report.cleaning import bare, isolate
from kotra_notation.report.templating import Filters, render_text
from kotra_notation.report.text_layout import (
    LINE,
    board_text,
    fit_widths,
    side_by_side,
    turn_lines,
    wrap_text,
)
from kotra_notation.report.view import Page, Remark
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import Tongue

# The widths of the columns of each kind of table; with the gaps between them they fill a line.
SCORE = (6, 15, 15, 16, 6, 10)
CHOICES = (26, 8, 8, 30)
FIGURES = (38, 18, 18)
INDENT = "  "
BAR = "| "
_BLANK = re.compile(r"\n{3,}")


def plain_text(
    page: Page,
    tongue: Tongue,
    wishes: Wishes,
    template: str = "report.txt.j2",
    *,
    room: int = LINE,
    **facts: object,
) -> str:
    """Return the page as plain text in lines of so many columns; ValueError for broken templates."""
    text = render_text(
        template,
        tongue,
        wishes.templates,
        line,
        _filters(room),
        page=page,
        players=[
            f"{name} ({rating})" if rating else name
            for name, rating in zip(page.players, page.ratings, strict=True)
        ],
        board=lambda diagram: Markup(board_text(diagram, tongue, page, room)),
        sheet=lambda part, names=(): Markup(turn_lines(part, tongue, names, room)),
        widths={"score": SCORE, "choices": CHOICES, "figures": FIGURES},
        **facts,
    )
    return _BLANK.sub("\n\n", text).strip("\n") + "\n"


@lru_cache(maxsize=8)
def _filters(room: int) -> Filters:
    """Return the filters that lay texts out in lines of so many columns."""
    return (
        ("columns", partial(columns, room)),
        ("heading", partial(heading, room)),
        ("quoted", partial(quote, room)),
        ("wrapped", partial(paragraph, room)),
    )


def line(text: str) -> Markup:
    """Return words on one line."""
    return Markup(isolate(" ".join(bare(text).split())))


def paragraph(room: int, text: str, first: str = "", rest: str | None = None) -> Markup:
    """Return a text in lines, with what stands before the first and before the others."""
    return Markup("\n".join(wrap_text(text, room, first=first, rest=first if rest is None else rest)))


def heading(room: int, text: str, under: str = "-") -> Markup:
    """Return a text with a line below it."""
    lines = wrap_text(text, room)
    return Markup("\n".join([*lines, under * min(room, max(map(width, lines)))]))


def columns(room: int, row: Sequence[str], widths: Sequence[int]) -> Markup:
    """Return the cells of a row side by side."""
    return Markup(side_by_side([row], fit_widths(widths, room), len(INDENT)).rstrip("\n"))


def quote(room: int, remark: Remark) -> Markup:
    """Return a remark with its author before it and a bar at its side."""
    author = f"{remark.author}: " if remark.author.strip() else ""
    lines = bare(author + remark.text.strip()).splitlines()
    parts = [part.rstrip() for text in lines for part in wrap_text(text, room, first=BAR, rest=BAR)]
    return Markup("\n".join(parts))
