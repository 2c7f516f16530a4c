"""Positions, one a line: XGIDs, OGIDs, GNU ids and position texts; lines beginning with `#` are remarks.

Leniencies: blanks at either end, blank lines, text before `XGID=`.
"""

from __future__ import annotations

import re

from kotra_notation.board import Position
from kotra_notation.board.ids import position
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Format, Reading, Source, lines_of
from kotra_notation.model import Span

LOOKED_AT = 8192
XGID = re.compile(r"XGID=\S+")


def looks_like(source: Source) -> bool:
    """Whether the first line that says anything is a position."""
    for line in lines_of(source.text[:LOOKED_AT]):
        if line.strip() and not line.lstrip().startswith("#"):
            return _position(line) is not None
    return False


def read(source: Source) -> Reading:
    """The positions of a file."""
    found: list[Finding] = []
    positions: list[Position] = []
    for number, line in enumerate(source.lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            positions.append(_read(line))
        except ValueError as error:
            span = Span(number, 1, len(line) + 1)
            found.append(finding("unreadable-position", span=span, written=line.strip()[:80], why=str(error)))
    return Reading(
        positions=tuple(positions), findings=tuple(found), format="positions", encoding=source.encoding
    )


def _read(line: str) -> Position:
    named = XGID.search(line)
    return position(named[0] if named else line.strip())


def _position(line: str) -> Position | None:
    try:
        return _read(line)
    except ValueError:
        return None


FORMAT = Format(
    name="positions",
    title="Positions: XGID, OGID, GNU Backgammon ids, position texts, one a line",
    suffixes=(".txt", ".xgid"),
    looks_like=looks_like,
    read=read,
)
