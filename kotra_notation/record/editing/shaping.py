"""A text as its notation is laid out: `.kotra` with one manner of spelling, match text with straight columns.

The content never changes: a line that would be read otherwise stays as it is, and where the whole would be,
nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.kotra.lines import read as read_line
from kotra_notation.formats.kotra.statements import ThrowStatement, UnreadableError, VerdictStatement
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.formats.mat.lines import INLINE_COMMENT, ROW, parse_names, split_cells
from kotra_notation.reading import read_in_full
from kotra_notation.record.editing.edited_text import MARK, EditedText, as_file

# Blanks that are none of a text between quotes or of a comment.
_BLANKS = re.compile(r"[ \t]+")
_KEPT = re.compile(r'"(?:[^"\\]|\\.)*"|#.*')
_COLON = re.compile(r"[ \t]+:(?=[ \t])")
_BEHIND_PLAY = frozenset({"half", "hálfur", "!", "?", "!!", "??", "!?", "?!"})
_GAME = re.compile(r"\s*(?:game|leikur|spil)(?!\w)", re.I)


def format_text(text: EditedText) -> str | None:
    """Return the text as it is laid out; None where nobody knows how, or nothing has to change."""
    shape = SHAPES.get(text.format)
    if shape is None:
        return None
    end = "\r\n" if "\r\n" in text.text else "\n"
    lines = [text.lines[0].removeprefix(MARK), *text.lines[1:]]
    shaped = MARK * text.shift + end.join(shape(text, lines))
    if shaped == text.text:
        return None
    again = read_in_full(Source(as_file(shaped).data, text.checked.path))
    return shaped if _content(again) == _content(text.checked.reading) else None


def _content(reading: Reading) -> object:
    """Return what two readings have in common that say the same and find the same."""
    findings = [(finding.code, finding.written) for finding in reading.findings]
    return reading.format, reading.matches, reading.positions, findings


def _kotra(text: EditedText, lines: list[str]) -> Iterator[str]:
    """Yield lines with one blank between words and none at the ends, an empty one before each game alone."""
    before = ""
    for number, line in enumerate(lines, 1):
        shaped = _kotra_line(line)
        if not shaped and number < len(lines):
            continue
        if before and shaped and _GAME.match(shaped):
            yield ""
        before = shaped
        yield shaped


def _kotra_line(line: str) -> str:
    parts, end = [], 0
    for kept in _KEPT.finditer(line):
        parts += [_COLON.sub(":", _BLANKS.sub(" ", line[end : kept.start()])), kept[0].rstrip()]
        end = kept.end()
    parts.append(_COLON.sub(":", _BLANKS.sub(" ", line[end:])))
    statements = _statements(line)
    head, colon, rest = line.partition(":")
    ways = "".join(parts).strip(), f"{_BLANKS.sub(' ', head).strip()}{colon} {rest.strip()}".strip()
    return next((way for way in ways if _statements(way) == statements), line)


def _statements(line: str) -> object:
    """Return the statements of a line of `.kotra`; one that cannot be read is known by itself."""
    if not line.strip():
        return None
    try:
        statements = [part.statement for part in read_line(line)]
    except UnreadableError:
        return line
    throws = ThrowStatement | VerdictStatement
    return [_shaped_play(each) if isinstance(each, throws) else each for each in statements]


def _shaped_play(throw: ThrowStatement | VerdictStatement) -> ThrowStatement | VerdictStatement:
    """Return a throw or a ruling with one blank between the words of a play."""
    words = throw.cell.split()
    plain = all("/" in word or word in _BEHIND_PLAY for word in words) or words == ["cannot", "move"]
    return throw._replace(cell=" ".join(words) if plain else throw.cell.rstrip(), at=0)


def _mat(text: EditedText, lines: list[str]) -> Iterator[str]:
    """Yield rows with their cells in two columns, and all else as it stands."""
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
    """Return the line of names and scores in its columns; any other line as it stands."""
    if ROW.match(line) or line[:1] in ";#" or not (read := parse_names(line)):
        return line
    left, right = (f"{name} : {score}" for name, score in zip(read.names, read.score, strict=True))
    shaped = f" {left:<{layout.name - 1}} {right}"
    return line if line.rstrip() == shaped.rstrip() or parse_names(shaped) is None else shaped


class ShapedRow(NamedTuple):
    """A row of a match text: its number, its cells, and the comment behind them."""

    number: str
    left: str
    right: str
    comment: str


def _row(line: str, number: int, seats: Mapping[tuple[int, int], int | None]) -> ShapedRow | None:
    """Return a row with a number and one cell or two, each of a side; None for any other line."""
    row = ROW.match(line)
    if row is None:
        return None
    comment = INLINE_COMMENT.search(line, row.end())
    row_cells = split_cells(line, row.end(), comment.start() if comment else None)
    sides: list[str] = ["", ""]
    for number_in_row, (cell, _) in enumerate(row_cells):
        seat = seats.get((number, cell.start + 1))
        if seat is None or sides[seat] or (number_in_row and not seat):
            return None
        sides[seat] = cell.text if cell.text[0].isdigit() else f" {cell.text}"
    behind = f" {line[comment.start() :].strip()}" if comment else ""
    return ShapedRow(row[1].lstrip("0") or "0", sides[0], sides[1], behind) if row_cells else None


SHAPES: dict[str, Callable[[EditedText, list[str]], Iterator[str]]] = {"kotra": _kotra, "mat": _mat}
