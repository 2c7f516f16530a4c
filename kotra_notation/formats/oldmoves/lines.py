"""The lines of FIBS oldmoves: what each says, read by the grammar once and remembered by its text."""

from __future__ import annotations

import re

from kotra_notation.formats.acts import Act, Remembered, Threw, act_of, tree_of
from kotra_notation.formats.plays import descending, hops_by_word
from kotra_notation.model import Blank, Play
from kotra_notation.values import dataclass

STARTS = ("score", "deed")
NAMES = re.compile(r"\s*(\S.*?)\s+is\s+X\s+-\s+(\S.*?)\s+is\s+O\s*$")
SIDE = re.compile(r"\s*([XO])\s*:\s*(?=\S)")
_THROW = re.compile(r"\(([0-9]) ([0-9])\) ?(.*)")


@dataclass(frozen=True, slots=True)
class Score:
    """The line that begins a game: the score of X and of O, and the length, 0 where it is money."""

    score: tuple[int, int]
    length: int


def _plain(text: str) -> Threw | None:
    """A throw as the server writes it, whose words are read once each."""
    throw = _THROW.fullmatch(text)
    hops = hops_by_word(throw[3]) if throw else None
    if throw is None or hops is None or (throw[3] and not hops):
        return None
    return Threw((int(throw[1]), int(throw[2])), Play(hops=descending(hops)) if hops else Blank())


def score(text: str) -> Score | None:
    """Return what the line that begins a game says; None for any other line."""
    tree = tree_of("oldmoves", text, "score", STARTS)
    if tree is None:
        return None
    first, second, *length = tree.children
    stated = [str(part) for part in length[0].children] if length and not isinstance(length[0], str) else []
    number = int(stated[0]) if stated and stated[0].isdigit() else 0
    return Score((int(str(first)), int(str(second))), number)


def _parsed(text: str) -> Act | None:
    """Return what the grammar makes of a deed; None if nothing."""
    tree = tree_of("oldmoves", text, "deed", STARTS)
    act = act_of(tree) if tree else None
    if isinstance(act, Threw) and isinstance(act.deed, Play):
        return Threw(act.dice, Play(hops=descending(act.deed.hops)))
    return act


act = Remembered(lambda text: _plain(text) or _parsed(text)).__getitem__
