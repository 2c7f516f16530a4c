"""Habits for changing a match text in place: cells in rows of two columns, and their hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat import changing
from kotra_notation.formats.mat.changing.cells import Kind, OldCell, ShownStyle, find_cells
from kotra_notation.formats.mat.lines import LAYOUTS
from kotra_notation.formats.patching.exchange import Hand, Plain
from kotra_notation.formats.patching.lines import Habits, Patch
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.model import Turn


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a match text."""
    layout = LAYOUTS.get(dialect or "", LAYOUTS["gnubg"])
    counted = bool(re.search(r"[0-9*]\([2-4]\)", text))
    return Hand(
        dice=re.compile(r"([0-9])[ \-]?([0-9])\s*[:;.,]?\s*"),
        spells=Plain.of(text, layout.bar, layout.off, counted=counted),
        tail=re.compile(r"\s*[?!]{0,2}\s*\Z"),
        cannot_move=layout.cannot_move or LAYOUTS["gnubg"].cannot_move,
    )


def engine(source: Source, reading: Reading, sheet: Sheet) -> Patch:
    """Changes of cells, in rows as those of the file are laid out."""
    layout = LAYOUTS.get(reading.dialect or "", LAYOUTS["gnubg"])
    style = ShownStyle(sheet, _cells(reading)).style(layout)
    return lambda work, changes: changing.patch(work, changes, layout, style)


def _cells(reading: Reading) -> Iterator[tuple[OldCell, Kind]]:
    for match in reading.matches:
        for game in match.games:
            for cell in find_cells(game.events).cells:
                rolled = isinstance(game.events[cell.events[0]], Turn)
                yield cell, "result" if cell.result else "throw" if rolled else "words"


HABITS = Habits(hand=hand, engine=engine)
