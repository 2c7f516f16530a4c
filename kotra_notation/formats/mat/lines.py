"""The lines of a match text: what kind each is, and a row split into its cells.

A cell is known by what it says, never by the column it stands in; columns only tell the seat of a cell
that stands alone in its row.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

HEADER = re.compile(r"\s*[;#]\s*\[\s*([^\"\]]{1,60}?)\s+\"(.*)\"\s*\]\s*$")
COMMENT = re.compile(r"\s*[;#]\s?(.*?)\s*$")
LENGTH = re.compile(r"\s*([0-9]{1,6})\s*-?\s*points?\s+match\b.*$", re.I)
GAME = re.compile(r"\s*Game\s+([0-9]{1,9})\s*(?:[.:]\s*)?$", re.I)
LATE_GAME = re.compile(r"(?<=\S)\s+(?=Game\s+[0-9]{1,9}\s*$)", re.I)
NAMES = re.compile(r"\s?(.*?)\s*:\s*([0-9]{1,9})(?:\s{2,}|\t)\s*(.*?)\s*:\s*([0-9]{1,9})\s*$")
CLOSE_NAMES = re.compile(r"\s?(.*?)\s*:\s*([0-9]{1,9})\s+(.*?)\s*:\s*([0-9]{1,9})\s*$")
ROW = re.compile(r"\s*([0-9]{1,9})\)")
RESULT = re.compile(r"\s*(?:wins?|losse?s|loses?)\s+[0-9]", re.I)
RATED = re.compile(r"(.*),\s*([0-9]+(?:[.,][0-9]+)?)\s*$")
SET_POSITION = re.compile(r"\s*Set Pos=(.*)$", re.I)

# A row number in the middle of a line: two rows stand in one.
GLUED = re.compile(r"(?<=\S)\s+(?=[0-9]{1,9}\)(?:\s|$))")

# Where a cell may begin: dice with their colon, a word of the cube or of the end.
CELL = re.compile(
    r"(?<!\S)(?:[0-9][ \-]?[0-9] *:|"
    r"(?:(?:re)?doubles?|takes?|accepts?|drops?|pass(?:es)?|rejects?|beavers?|rac?coons?|"
    r"wins?|losse?s|loses?|concedes?|resign(?:s|ed)?)\b)",
    re.I,
)
GAP = re.compile(r"\s{2,}")


class Cell(NamedTuple):
    """The text of a cell, without blanks at either end, and its place in the line counted from 0."""

    text: str
    start: int


def cells(line: str, start: int) -> list[Cell]:
    """The cells of a row from `start` on; what stands before the first known one is a cell, too."""
    begins = [match.start() for match in CELL.finditer(line, start)]
    bounds = pairwise([start, *begins, len(line)])
    found = [_cell(line, begin, end) for begin, end in bounds]
    return [cell for cell in found if cell.text]


def pieces(cell: Cell) -> list[Cell]:
    """A cell that says nothing known, split where blanks part it."""
    gaps = list(GAP.finditer(cell.text))
    begins = [0, *(gap.end() for gap in gaps)]
    ends = [*(gap.start() for gap in gaps), len(cell.text)]
    return [Cell(cell.text[begin:end], cell.start + begin) for begin, end in zip(begins, ends, strict=True)]


def column(line: str, index: int) -> int:
    """The column a place in a line is seen at, tabs taken for what they show."""
    return len(line[:index].expandtabs(8)) if "\t" in line else index


def _cell(line: str, begin: int, end: int) -> Cell:
    text = line[begin:end]
    return Cell(text.strip(), begin + len(text) - len(text.lstrip()))
