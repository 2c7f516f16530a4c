"""`kn.board`: a position to draw, by its text or id, or at a turn of a match."""

from __future__ import annotations

import re
from importlib.util import find_spec
from os import PathLike
from struct import pack
from zlib import crc32

from kotra_notation.board.position import Position, position
from kotra_notation.errors import KotraError
from kotra_notation.jobs.files import Given


def board(source: Position | Given, at: str | None = None, *, match: int | None = None) -> Position:
    """Return a position to draw: `board("start").svg()`; in a notebook it is a picture.

    `source` is a position, its text or its id; or a match file, with `at` for a turn such as "3.12", and
    `match` for the number of the match if the file holds several. Raise ValueError for an invalid position or
    turn.
    """
    if at is not None and not isinstance(source, Position):
        from kotra_notation.features.show.job import as_source, turn_at

        return turn_at(as_source(source), at, match=match).position
    if at is not None or isinstance(source, PathLike):
        raise KotraError(
            "To ask about a turn, give a match file and the turn: {example}.",
            example='kn.board("match.mat", at="3.12")',
        )
    return source if isinstance(source, Position) else position(source)


def own_checkers_after(position: Position, play: str) -> list[int]:
    """Return the checkers of the side on roll after a written play; ValueError if it does not fit."""
    from kotra_notation.api import arrows

    own = [max(men, 0) for men in position.points]
    for arrow in arrows(position, play):
        own[arrow.source] -= 1
        own[arrow.target] += arrow.target > 0
    return own


PREVIEW = (1200, 630)
_SIZE = re.compile(r' width="[0-9]+" height="[0-9]+"')
# A picture begins with so many bytes of signature and header; behind them it says which program wrote it.
HEADER = 33
_TEXT = b"tEXtSoftware\0kotra-notation"
SOFTWARE = pack(">I", len(_TEXT) - 4) + _TEXT + pack(">I", crc32(_TEXT))
INSTALL = 'pip install "kotra-notation[png]"'


def drawable() -> bool:
    """Return whether the package is there."""
    return find_spec("resvg_py") is not None


def png(svg: str) -> bytes:
    """An SVG without custom properties, which the package does not know, as PNG; ValueError without it."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise KotraError(
            "A PNG needs the package {package}: {command}", package="resvg-py", command=INSTALL
        ) from None
    data = bytes(svg_to_bytes(svg_string=svg))
    return data[:HEADER] + SOFTWARE + data[HEADER:]


def preview(svg: str, ground: str) -> str:
    """A picture in the shape that programs show beside a link, on a ground of its own colour."""
    wide, high = PREVIEW
    inner = _SIZE.sub(f' width="{wide}" height="{high}"', svg, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        f'<rect width="{wide}" height="{high}" fill="{ground}"/>{inner}</svg>'
    )
