"""Habits for changing a `.kotra` file in place, with points as numbers, letters or the path."""

from __future__ import annotations

import re

from kotra_notation.formats.kotra.spelling import ENDS, Points, read_hops, spell_hops
from kotra_notation.formats.patching.exchange import Hand
from kotra_notation.formats.patching.lines import Habits

_ENDS = "|".join(sorted(ENDS, key=len, reverse=True))
_STOP = rf"(?:[0-9]{{1,18}}|{_ENDS}|[a-x])"
_WAY = rf"(?<!\S){_STOP}(?:/{_STOP}(?:\*[0-9]{{0,9}})?)+(?:\([0-9]{{1,2}}\))?(?!\S)"
_LETTERED = re.compile(r"\s[a-x]/(?:[a-x]|off|út(?:af)?)\b", re.I)
_PATH = re.compile(r"^\s*(?:points|reitir)\s*:\s*path\s*$", re.M)


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a file."""
    path, points = bool(_PATH.search(text)), _points(text)
    return Hand(
        dice=re.compile(
            r"\w+\s+(?:([0-9?])\s*(?:[-+]|og|und|and)?\s*([0-9?])|[^\W\d_]+(?:\s+[^\W\d_]+){0,2})\s*:\s*"
        ),
        reads=lambda word, seat: tuple(read_hops(word, seat, path)),
        spells=lambda hops, seat: spell_hops(hops, seat, points),
        words=re.compile(_WAY, re.I),
        points=re.compile(rf"(?<!\*)(?:[0-9]+|{_ENDS}|[a-x])", re.I),
        tail=re.compile(r"\s*\Z"),
        cannot_move="cannot move",
    )


def dialect(text: str) -> str:
    """Return how a file names its points."""
    return _points(text).value


def _points(text: str) -> Points:
    if _PATH.search(text):
        return Points.PATH
    return Points.LETTERS if _LETTERED.search(text) else Points.NUMBERS


HABITS = Habits(
    hand=hand,
    dialect=dialect,
    game=re.compile(r"\s*(?:[0-9]+[.)]\s+)?(?:game|leikur)(?!\w)"),
    continued=re.compile(r"\s*(?:choice\b|#\+)"),
)
