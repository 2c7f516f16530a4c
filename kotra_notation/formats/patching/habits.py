"""Habits for changing a notation in place: the `HABITS` of the module that its `Format` names.

A notation of one event a line needs no more than these: what differs between two spellings of an event is
exchanged, and lines come and go.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching.changes import Changes
from kotra_notation.formats.patching.exchange import Hand, Plain
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.patching.work import Work
from kotra_notation.model import Event
from kotra_notation.values import dataclass

Patch = Callable[[Work, Changes], None]


def usual_hand(text: str, dialect: str | None) -> Hand:
    """The hand of most: two digits for the dice, and steps as `bar/22*`."""
    return Hand(
        dice=re.compile(r".*?(?<![0-9])([0-9])[ \-,]?([0-9])(?![0-9/).])\s*:?\s*"),
        spells=Plain.of(text, "bar", "off"),
    )


def renumber(text: str, old: int, new: int) -> str:
    """The text of a game with another number in its first line."""
    first, end, rest = text.partition("\n")
    return re.sub(rf"(?<![0-9-]){old}(?![0-9-])", str(new), first, count=1) + end + rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The ways a notation is written by hand, and changed.

    `hand`: how dice and plays stand in a text of a dialect, so that dice and points can be changed alone.
    `dialect` of a text, where it is not the one that was read. `engine` makes the changes of a file in
    another way than line by line, and `anew` tells whether the rows of a game can be written anew. `stated`
    takes from an event what its reader tells from other lines, or the whole of it. `renumber` gives a game
    another number. `game` begins the line of a game, which may be missing; `continued` begins a line that
    belongs to the one above.
    """

    hand: Callable[[str, str | None], Hand] = usual_hand
    dialect: Callable[[str], str] | None = None
    engine: Callable[[Source, Reading, Sheet], Patch] | None = None
    anew: bool = True
    stated: Callable[[Event], Event | None] | None = None
    renumber: Callable[[str, int, int], str] = renumber
    game: re.Pattern[str] | None = None
    continued: re.Pattern[str] | None = None


HABITS = Habits()
