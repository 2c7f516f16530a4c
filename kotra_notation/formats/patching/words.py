"""Words at the beginning of cells spelled otherwise; what stands to the right of them stays in its column."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.model import Span

LEAST_GAP = 2  # blanks between two cells


class WordChange(NamedTuple):
    """The first word of a cell, and how it is to be spelled."""

    cell: Span
    word: str
    spelled: str


def respell(sheet: Sheet, change: WordChange) -> None:
    """Spell a word otherwise, and keep the next cell in its column."""
    cell, word, spelled = change
    start, end = sheet.offset(cell.line, cell.column), sheet.offset(cell.line, cell.end_column)
    rest = sheet.text[end : sheet.ends[cell.line - 1]]
    blanks = len(rest) - len(rest.lstrip(" "))
    gap = blanks
    if rest.strip() and blanks >= LEAST_GAP:
        gap = max(blanks - len(spelled) + len(word), LEAST_GAP)
    text = spelled + sheet.text[start + len(word) : end] + " " * gap
    sheet.exchange(start, end + blanks, text)
