"""A text as its notation is laid out: `.kotra` with one manner of spelling, match text with straight columns.

What a text says never changes: a line that would be read otherwise stays as it is, and where the whole would
be, nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.kotra.lines import read as read_line
from kotra_notation.formats.kotra.statements import ThrowStatement, UnreadableError, VerdictStatement
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.formats.mat.lines import INLINE_COMMENT, ROW, cells, names
from kotra_notation.reading import read_in_full
from kotra_notation.record.editing.edited_text import MARK, EditedText, as_file

# Blanks that are none of a text between quotes or of a comment.
_BLANKS = re.compile(r"[ \t]+")
_KEPT = re.compile(r'"(?:[^"\\]|\\.)*"|#.*')
_COLON = re.compile(r"[ \t]+:(?=[ \t])")
_BEHIND_PLAY = frozenset({"half", "hálfur", "!", "?", "!!", "??", "!?", "?!"})
_GAME = re.compile(r"\s*(?:game|leikur|spil)(?!\w)", re.I)


def formatted(text: EditedText) -> str | None:
    """The text as it is laid out; None where nobody knows how, or nothing has to change."""
    shape = SHAPES.get(text.format)
    if shape is None:
        return None
    end = "\r\n" if "\r\n" in text.text else "\n"
    lines = [text.lines[0].removeprefix(MARK), *text.lines[1:]]
    done = MARK * text.shift + end.join(shape(text, lines))
    return done if done != text.text and same(text.checked.reading, _read(text, done)) else None


def _read(text: EditedText, other: str) -> Reading:
    return read_in_full(Source(as_file(other).data, text.checked.path))


def same(one: Reading, other: Reading) -> bool:
    """Return whether two readings say the same, of the same notation, and find the same."""
    found = [[(finding.code, finding.written) for finding in reading.findings] for reading in (one, other)]
    return (one.format, one.matches, one.positions) == (
        other.format,
        other.matches,
        other.positions,
    ) and found[0] == found[1]


def _kotra(text: EditedText, lines: list[str]) -> Iterator[str]:
    """One blank between words, an empty line before a game and nowhere else, none at the ends of lines."""
    before = ""
    for at, line in enumerate(lines):
        shaped = _kotra_line(line)
        if not shaped and at < len(lines) - 1:
            continue
        if before and shaped and _GAME.match(shaped):
            yield ""
        before = shaped
        yield shaped


def _kotra_line(line: str) -> str:
    parts, at = [], 0
    for kept in _KEPT.finditer(line):
        parts += [_COLON.sub(":", _BLANKS.sub(" ", line[at : kept.start()])), kept[0].rstrip()]
        at = kept.end()
    parts.append(_COLON.sub(":", _BLANKS.sub(" ", line[at:])))
    said = _says(line)
    head, colon, rest = line.partition(":")
    ways = "".join(parts).strip(), f"{_BLANKS.sub(' ', head).strip()}{colon} {rest.strip()}".strip()
    return next((way for way in ways if _says(way) == said), line)


def _says(line: str) -> object:
    """Return what a line of `.kotra` says; one that says nothing is known by itself."""
    if not line.strip():
        return None
    try:
        said = [statement_at.statement for statement_at in read_line(line)]
    except UnreadableError:
        return line
    return [_shaped_play(one) if isinstance(one, ThrowStatement | VerdictStatement) else one for one in said]


def _shaped_play(throw: ThrowStatement | VerdictStatement) -> ThrowStatement | VerdictStatement:
    """A throw or a ruling; how many blanks stand between the words of a play does not matter."""
    words = throw.cell.split()
    plain = all("/" in word or word in _BEHIND_PLAY for word in words) or words == ["cannot", "move"]
    return throw._replace(cell=" ".join(words) if plain else throw.cell.rstrip(), at=0)


def _mat(text: EditedText, lines: list[str]) -> Iterator[str]:
    """Rows with their cells in two columns; all else as it stands."""
    layout = LAYOUTS.get(text.checked.reading.dialect or "", LAYOUTS["gnubg"])
    seats = {
        (event.span.line, event.span.column): getattr(event.event, "seat", None) for event in text.events
    }
    rows = [_row(line, number, seats) for number, line in enumerate(lines, 1)]
    left = max([layout.left, *(len(row.left) for row in rows if row)])
    for line, row in zip(lines, rows, strict=True):
        if row is None:
            yield _head(line, layout)
            continue
        both = f"{row.left:<{left}} {row.right}".rstrip()
        shaped = layout.number.format(number=row.number) + both + row.comment
        yield line if line.rstrip() == shaped else shaped


def _head(line: str, layout: MatLayout) -> str:
    """The line of names and scores in its columns; any other line as it stands."""
    if ROW.match(line) or line[:1] in ";#" or not (read := names(line)):
        return line
    one, other = (f"{name} : {score}" for name, score in zip(read.names, read.score, strict=True))
    shaped = f" {one:<{layout.name - 1}} {other}"
    return line if line.rstrip() == shaped.rstrip() or names(shaped) is None else shaped


class ShapedRow(NamedTuple):
    """A row of a match text: its number, its cells, and the comment behind them."""

    number: str
    left: str
    right: str
    comment: str


def _row(line: str, number: int, seats: Mapping[tuple[int, int], int | None]) -> ShapedRow | None:
    """A row with a number and one cell or two, each of a side; None for any other line."""
    row = ROW.match(line)
    if row is None:
        return None
    comment = INLINE_COMMENT.search(line, row.end())
    found = cells(line, row.end(), comment.start() if comment else None)
    sides: list[str] = ["", ""]
    for place, (cell, _) in enumerate(found):
        seat = seats.get((number, cell.start + 1))
        if seat is None or sides[seat] or (place and not seat):
            return None
        sides[seat] = cell.text if cell.text[0].isdigit() else f" {cell.text}"
    behind = f" {line[comment.start() :].strip()}" if comment else ""
    return ShapedRow(row[1].lstrip("0") or "0", sides[0], sides[1], behind) if found else None


SHAPES: dict[str, Callable[[EditedText, list[str]], Iterator[str]]] = {"kotra": _kotra, "mat": _mat}
