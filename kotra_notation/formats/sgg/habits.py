"""How a record of GamesGrid is changed in place: throws stand above their plays, lines have numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.hands import Hand, Plain
from kotra_notation.formats.sgg.headers import STAR
from kotra_notation.model import Event, Extra

_NUMBERED = re.compile(r"([ \t]*)([0-9]{1,6})([ \t]+)")


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a record."""
    between = ", " if ", " in text else " "
    return Hand(
        dice=re.compile(r"([0-9])[ \-]?([0-9])\s*:\s*"),
        spells=Plain.of(text, "25", "0", between=between),
        between=between,
        cannot_move="O-O",
    )


def as_written(event: Event) -> Event | None:
    """The event, but for a word that other lines may need."""
    return None if isinstance(event, Extra) and event.key == STAR else event


def numbered(lines: Sequence[str], above: str, below: str, keep: bool) -> list[str]:
    """Lines with their numbers: both sides share one; the first side, with one tab, has it first."""
    over, under = _NUMBERED.match(above), _NUMBERED.match(below)
    number, right = (int(over[2]), _right(over)) if over else (0, True)
    said: list[str] = []
    last = ""
    for line in lines:
        row = _NUMBERED.match(line)
        if row is None:
            said.append(line)
            continue
        if not keep and last != row[0]:
            if _right(row):
                number += right
            elif under is not None and _right(under) and int(under[2]) > number:
                number = int(under[2])
            else:
                number += 1
            right, last = _right(row), row[0]
        said.append(f"{row[1]}{number}{row[3]}{line[row.end() :]}")
    return said


def _right(row: re.Match[str]) -> bool:
    return row[3].count("\t") > 1


HABITS = Habits(
    hand=hand,
    stated=as_written,
    thrown=re.compile(r"(?P<side>[ \t]*[0-9]{1,6}[ \t]+)([0-9])[ \-]?([0-9])\s*:\s*$"),
    repeated=True,
    numbered=numbered,
)
