"""How SGF is changed in place: properties of nodes, and the letters that they are written in."""

from __future__ import annotations

import re

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching.exchange import Hand
from kotra_notation.formats.patching.habits import Habits, Patch
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.sgf import changing, letters
from kotra_notation.model import Event, Extra

_RULES = "sgf:RU"  # a word that is kept only where the scores need none


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of every file: letters, without anything between them."""
    return Hand(
        dice=re.compile(r"[A-Za-z]+\s*\[\s*([0-9])\s*([0-9])\s*"),
        reads=letters.hops_of,
        spells=letters.spelled,
        words=re.compile(r"[a-z]{2}"),
        points=re.compile(r"[a-z]"),
        between="",
        gap="",
        tail=re.compile(r"\s*\]\s*\Z"),
    )


def engine(source: Source, reading: Reading, sheet: Sheet) -> Patch:
    """Changes of nodes, in the trees of the file."""
    trees = changing.Trees(source)
    return lambda work, changes: changing.patch(work, changes, trees)


def as_written(event: Event) -> Event | None:
    """The event, but for a word that other nodes may need."""
    return None if isinstance(event, Extra) and event.key == _RULES else event


def renumbered(text: str, old: int, new: int) -> str:
    """The text of a tree with another number in its root, which counts from 0."""
    return re.sub(rf"\[\s*game\s*:\s*{old - 1}\s*\]", f"[game:{new - 1}]", text, count=1)


HABITS = Habits(hand=hand, engine=engine, anew=False, stated=as_written, renumbered=renumbered)
