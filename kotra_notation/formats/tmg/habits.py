"""How a record of TrueMoneyGames is changed in place: throws stand above their plays, lines have numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.hands import Hand, Plain

_NUMBERED = re.compile(r"([ \t]*)(-?)([0-9]{1,6})([ \t]+)")


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a record."""
    return Hand(
        dice=re.compile(r"\s*-?[0-9]+\s+(?:4|1\s+([0-9])\s*([0-9])\s*:?)\s*"),
        spells=Plain.of(text, "25", "0"),
        cannot_move="0/0",
        dice_above=True,
    )


def numbered(lines: Sequence[str], above: str, below: str, keep: bool) -> list[str]:
    """Lines with their numbers: each thing that is done has the next, negative for the second player."""
    over = _NUMBERED.match(above)
    number = int(over[3]) if over else 0
    said: list[str] = []
    last = ""
    for line in lines:
        row = _NUMBERED.match(line)
        if row is None:
            said.append(line)
            continue
        if not keep and last != row[3]:
            number, last = number + 1, row[3]
        written = f"{row[2]}{number}"
        said.append(f"{written:>{len(row[1] + row[2] + row[3])}}{row[4]}{line[row.end() :]}")
    return said


HABITS = Habits(
    hand=hand,
    thrown=re.compile(r"(?P<side>[ \t]*-?[0-9]{1,6}[ \t]+)1[ \t]+([0-9])[ \t]*([0-9])[ \t]*:?[ \t]*$"),
    numbered=numbered,
)
