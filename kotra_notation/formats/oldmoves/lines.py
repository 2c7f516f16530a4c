"""The lines of FIBS oldmoves: what each says, read by the grammar once and remembered by its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.board import BAR, OFF
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED, Way, descending, hops_in, hops_of
from kotra_notation.model import Blank, CannotMove, Play

if TYPE_CHECKING:
    from lark import Token, Tree

NAMES = re.compile(r"\s*(\S.*?)\s+is\s+X\s+-\s+(\S.*?)\s+is\s+O\s*$")
SIDE = re.compile(r"\s*([XO])\s*:\s*(?=\S)")
_THROW = re.compile(r"\(([0-9]) ([0-9])\) ?(.*)")


@dataclass(frozen=True, slots=True)
class Score:
    """The line that begins a game: the score of X and of O, and the length, 0 where it is money."""

    score: tuple[int, int]
    length: int


@dataclass(frozen=True, slots=True)
class Did:
    """An action without dice: doubles, accepts, rejects, resigns."""

    verb: str


@dataclass(frozen=True, slots=True)
class Won:
    """A result."""

    points: int
    match: bool


Said = Threw | Did | Won


class Deeds(dict[str, Said | None]):
    """What deeds say by their texts; when there are too many, all go."""

    def __missing__(self, text: str) -> Said | None:
        if len(self) >= REMEMBERED:
            self.clear()
        said = self[text] = _plain(text) or _parsed(text)
        return said


deed = Deeds().__getitem__


def _plain(text: str) -> Threw | None:
    """A throw as the server writes it, whose words are read once each."""
    throw = _THROW.fullmatch(text)
    if not throw:
        return None
    try:
        ways = [_way(word) for word in throw[3].split()] if len(throw[3]) <= LONGEST else []
    except ValueError:
        return None
    hops = tuple([hop for way in ways for hop in way])
    if not hops and throw[3]:
        return None
    return Threw((int(throw[1]), int(throw[2])), Play(hops=descending(hops)) if hops else Blank())


@lru_cache(maxsize=REMEMBERED)
def _way(word: str) -> Way:
    """The hops of one word, of which a few hundred make nearly all plays."""
    return hops_of(word)


def score(text: str) -> Score | None:
    """What the line that begins a game says; None for any other line."""
    tree = _tree("score", text)
    if tree is None:
        return None
    first, second, *length = tree.children
    stated = [str(part) for part in length[0].children] if length and not isinstance(length[0], str) else []
    number = int(stated[0]) if stated and stated[0].isdigit() else 0
    return Score((int(str(first)), int(str(second))), number)


def _parsed(text: str) -> Said | None:
    """What the grammar makes of a deed; None if nothing."""
    tree = _tree("deed", text)
    if tree is None:
        return None
    if tree.data == "throw":
        return _threw(tree)
    if tree.data == "wins":
        points, *match = tree.children
        return Won(int(str(points)), bool(match))
    return Did(str(tree.data))


def _threw(tree: Tree[Token]) -> Threw | None:
    dice, *play = tree.children
    thrown = (int(str(dice)[1]), int(str(dice)[-2]))
    if not play:
        return Threw(thrown, Blank())
    if isinstance(play[0], str):
        return Threw(thrown, CannotMove())
    hops = hops_in(play[0])
    if not all(OFF <= point <= BAR for hop in hops for point in hop[:2]):
        return None
    return Threw(thrown, Play(hops=descending(hops)))


def _tree(start: str, text: str) -> Tree[Token] | None:
    from lark import Tree, UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        tree = parser("oldmoves", "score", "deed").parse(text, start=start)
    except UnexpectedInput:
        return None
    return tree if isinstance(tree, Tree) else None
