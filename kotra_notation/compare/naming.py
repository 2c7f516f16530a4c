"""Names: whether two are of one person: case, accents, order of words, initials and ratings aside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from unicodedata import combining, normalize

# Letters that no decomposition takes apart, as they are written where a keyboard has none of them.
_PLAIN = str.maketrans(
    {"ð": "d", "đ": "d", "þ": "th", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ß": "ss", "ı": "i"}
)


class _Letters(dict[int, str]):
    """Every sign in a plain spelling, worked out when it is first met."""

    def __missing__(self, sign: int) -> str:
        plain = "".join(one for one in normalize("NFKD", chr(sign)) if not combining(one))
        self[sign] = plain.translate(_PLAIN)
        return self[sign]


_LETTERS = _Letters()
_RATING = re.compile(r"[,(\[ ]+\d{3,4}(?:[.,]\d+)?[)\]]?\s*$")
_WORD = re.compile(r"[^\W_]+")

# What programs write where they know no name.
_NOBODY = frozenset(
    {
        "white",
        "black",
        "player",
        "1 player",
        "2 player",
        "player1",
        "player2",
        "me",
        "you",
        "x",
        "o",
        "a",
        "b",
    }
)
_ALIKE = 0.75

Words = tuple[str, ...]


def words(name: str) -> Words:
    """The words of a name in a plain spelling and in the order of the alphabet; none for a mere title."""
    found = sorted(spelt(name))
    return () if " ".join(found) in _NOBODY else tuple(found)


def spelt(name: str) -> Words:
    """The words of a name in a plain spelling, in the order in which they are written; ratings left out."""
    return tuple(_WORD.findall(_RATING.sub("", name).casefold().translate(_LETTERS)))


def alike(one: Words, other: Words) -> bool:
    """Return whether two names may be one person's, spelt otherwise."""
    if not one or not other:
        return False
    if one == other or _within(one, other) or _within(other, one):
        return True
    return SequenceMatcher(None, " ".join(one), " ".join(other), autojunk=False).ratio() >= _ALIKE


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether every word of a name is one of the other, or the initial of one, and one of them is whole."""
    left = list(many)
    whole = False
    for word in sorted(few, key=len, reverse=True):
        fitting = next((one for one in left if one == word), None)
        whole = whole or (fitting is not None and len(word) > 1)
        fitting = fitting or next((one for one in left if len(word) == 1 and one.startswith(word)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return whole
