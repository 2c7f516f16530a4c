"""The lines of a bgammon replay: what each says, read by the grammar once and remembered by its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.board import BAR, OFF
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in, hops_of, turned
from kotra_notation.model import CannotMove, Deed, Hop, Play

if TYPE_CHECKING:
    from lark import Token, Tree

INDEX = "bgammon-replay"
VARIANTS = ("", "acey-deucey", "tabula")


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a game; `winner` is a seat, or None."""

    started: int
    names: tuple[str, str]
    length: int
    score: tuple[int, int]
    winner: int | None
    points: int
    variant: int

    def follows(self, before: Head, decided: bool) -> bool:
        """Whether the game goes on with the match of another, which is `decided` if it has a result."""
        if (self.names, self.length) != (before.names, before.length):
            return False
        grown = sum(self.score) - sum(before.score)
        return grown > 0 or (grown == 0 and not decided)


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them in the points of the one who threw, by the number of the player."""

    dice: tuple[int, int]
    deeds: tuple[Deed, Deed]


@dataclass(frozen=True, slots=True)
class Doubled:
    """The value a cube was offered at, and whether it was taken."""

    value: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The player resigned or left."""


Event = Threw | Doubled | Ended


class Events(dict[str, Event | None]):
    """What events say by their texts; when there are too many, all go."""

    def __missing__(self, text: str) -> Event | None:
        if len(self) >= REMEMBERED:
            self.clear()
        said = self[text] = _plain(text) or _parsed(text)
        return said


event = Events().__getitem__


@lru_cache(maxsize=REMEMBERED)
def _ways(word: str) -> tuple[tuple[Hop, ...], tuple[Hop, ...]]:
    """The hops of one word, of which a few hundred make nearly all plays, for either player."""
    hops = hops_of(word)
    return hops, turned(hops)


def _plain(text: str) -> Threw | None:
    """A throw as the server writes it."""
    verb, *rest = text.split(" ")
    if verb != "r" or not rest or len(rest) > LONGEST:
        return None
    dice, *words = rest
    if (
        len(dice) != 3
        or dice[1] != "-"
        or not (dice[0] + dice[2]).isascii()
        or not (dice[0] + dice[2]).isdigit()
    ):
        return None
    try:
        ways = [_ways(word) for word in words]
    except ValueError:
        return None
    return _threw(dice, tuple([hop for way in ways for hop in way[0]]))


def _threw(dice: str, hops: tuple[Hop, ...]) -> Threw:
    thrown = (int(dice[0]), int(dice[2]))
    if not hops:
        return Threw(thrown, (CannotMove(), CannotMove()))
    return Threw(thrown, (Play(hops=hops), Play(hops=turned(hops))))


def _parsed(text: str) -> Event | None:
    """What the grammar makes of an event; None if nothing."""
    tree = _tree("event", text)
    if tree is None:
        return None
    if tree.data == "throw":
        dice, *play = tree.children
        hops = hops_in(play[0]) if play and not isinstance(play[0], str) else ()
        return (
            _threw(str(dice), hops) if all(OFF <= point <= BAR for hop in hops for point in hop[:2]) else None
        )
    if tree.data == "double":
        value, answer = tree.children
        return Doubled(int(str(value)), str(answer) == "1")
    return Ended()


def head(text: str) -> Head | None:
    """What the first line of a game says; None for any other line."""
    tree = _tree("head", text)
    if tree is None:
        return None
    started, first, second, *numbers = [str(part) for part in tree.children]
    length, mine, theirs, winner, points, variant = (int(number) for number in numbers)
    return Head(
        started=int(started),
        names=(first, second),
        length=length,
        score=(mine, theirs),
        winner=winner - 1 if winner else None,
        points=points,
        variant=variant,
    )


def _tree(start: str, text: str) -> Tree[Token] | None:
    from lark import Tree, UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        tree = parser("bgammon", "head", "event").parse(text, start=start)
    except UnexpectedInput:
        return None
    return tree if isinstance(tree, Tree) else None
