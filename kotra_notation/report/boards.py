"""The boards of a page: drawn in its language, in colours that follow its scheme."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from kotra_notation.board.diagram import NAME_WIDTH
from kotra_notation.board.themes import MARKS, PARTS, find_theme
from kotra_notation.board.wording import Wording, translate_wording
from kotra_notation.report.cleaning import ISOLATE, bare, isolate
from kotra_notation.report.text_layout import LINE, wrap_text
from kotra_notation.report.view import Diagram, Page
from kotra_notation.words.tongues import Tongue

# What a picture has for programs that know no style sheet, and what it needs where it stands alone.
_ALONE = re.compile(r' (?:(?:fill|stroke)="#[0-9a-f]+"|xmlns="[^"]*"|font-family="[^"]*")')


@cache
def wording(tongue: Tongue) -> Wording:
    """Return the sentences of a drawn board in a language."""
    return translate_wording(tongue.say)


def board_svg(
    diagram: Diagram,
    tongue: Tongue,
    *,
    names: tuple[str, str] | None = None,
    view: str = "towards",
    bottom: int = 0,
    small: bool = False,
    paths: bool = False,
) -> Markup:
    """Return the picture of a diagram for a page that has the colours in its style sheet.

    With `names` it is seen from `bottom`, without them from the seat on roll.
    """
    picture = diagram.position.svg(
        names=names,
        bottom=bottom if names else None,
        view=view,
        wording=wording(tongue),
        arrows=diagram.arrows,
        marked=diagram.marked,
        style=False,
        labels=not small,
        paths=paths,
    )
    return without_style(picture)


def without_style(picture: str) -> Markup:
    """Return a picture without what it has for programs that know no style sheet."""
    return Markup(_ALONE.sub("", picture))


def board_text(diagram: Diagram, tongue: Tongue, page: Page, room: int = LINE) -> str:
    """Return the diagram in letters and lines that every fixed font has, and what programs know it by."""
    first, second = (isolate(bare(name)[: NAME_WIDTH - len(ISOLATE.format(""))]) for name in page.players)
    drawn = diagram.position.diagram(
        ascii_only=True,
        room=room,
        names=(first, second),
        view=page.view,
        wording=wording(tongue),
        arrows=diagram.arrows,
        paths=page.paths,
    )
    texts = diagram.position.spellings()
    identifier = wrap_text(texts["xgid"] or texts["text"] or "", room, first=" ", rest=" ")
    return "\n".join([drawn, *identifier, ""])


def colours(name: str) -> str:
    """Return the style rules of a theme, each for both schemes; ValueError for one there is not."""
    theme = find_theme(name)
    values = {
        part: light if light == dark else f"light-dark({light},{dark})"
        for part, (light, dark) in theme.colours.items()
        if theme.shows(part)
    }
    used = {part: (PARTS[part], value) for part, value in values.items()}
    used |= {part: ("fill", values[source]) for part, source in MARKS.items()}
    return "".join(f".kotra-{part}{{{property}:{value}}}" for part, (property, value) in used.items())
