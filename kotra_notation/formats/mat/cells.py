"""What a cell of a match text says: read by the grammar once and remembered by its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kotra_notation.formats.parsers import parser
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play

if TYPE_CHECKING:
    from lark import Token, Tree

REMEMBERED = 50_000
UNKNOWN_DICE = (0, 0)
LONGEST = 400  # no cell is longer; a longer text is not given to the grammar

WORDS = (
    "doubles",
    "redoubles",
    "takes",
    "accepts",
    "drops",
    "passes",
    "rejects",
    "beavers",
    "raccoons",
    "wins",
    "losses",
    "loses",
    "concedes",
    "resigns",
)


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them; `line` is the position line of an illegal play."""

    dice: tuple[int, int]
    deed: Deed
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Did:
    """A cube action by its verb: double, take, drop, beaver, raccoon, resign."""

    verb: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A result."""

    points: int
    lost: bool
    match: bool


@dataclass(frozen=True, slots=True)
class Garbled:
    """Nothing the grammar knows, from `offset` on; `dice` where at least these could be read."""

    offset: int
    dice: tuple[int, int] | None = None


Content = Threw | Did | Ended | Garbled


@lru_cache(maxsize=REMEMBERED)
def content(text: str) -> Content:
    """What a cell says, its text without blanks at either end."""
    if _THROW.match(text):
        ways = [_way(word) for word in text[3:].split()]
        if None not in ways:
            hops = tuple([hop for way in ways if way for hop in way])
            return Threw((int(text[0]), int(text[1])), Play(hops=hops) if hops else Blank())
    return _parsed(text)


@lru_cache(maxsize=REMEMBERED)
def _way(word: str) -> list[Hop] | None:
    """The hops of one word, of which a few hundred make nearly all plays; None for any other word."""
    said = _parsed(f"11: {word}") if "/" in word else None
    return list(said.deed.hops) if isinstance(said, Threw) and isinstance(said.deed, Play) else None


def _parsed(text: str) -> Content:
    """What the grammar makes of a text."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return _garbled(text, LONGEST)
    try:
        tree = parser("mat").parse(text)
    except UnexpectedInput as error:
        return _garbled(text, min(max(getattr(error, "pos_in_stream", 0) or 0, 0), len(text)))
    said = _said(tree)
    return said if said is not None else _garbled(text, 0)


_THROW = re.compile(r"[0-9]{2}:(?: |$)")
_LEADING_DICE = re.compile(r"([0-9])[ \-]?([0-9]) *:")


def _garbled(text: str, offset: int) -> Garbled:
    dice = _LEADING_DICE.match(text)
    return Garbled(offset, (int(dice[1]), int(dice[2])) if dice else None)


def _said(tree: Tree[Token]) -> Content | None:
    parts = tree.children
    match tree.data:
        case "not_recorded":
            return Threw(UNKNOWN_DICE, NotRecorded())
        case "turn":
            return _threw(str(parts[0]), parts[1:])
        case "double" | "take" | "drop":
            return Did(tree.data, _value(parts))
        case "beaver":
            animal = "beaver" if getattr(parts[0], "type", "") == "BEAVERS" else "raccoon"
            return Did(animal, _value(parts[1:]))
        case "result":
            kinds = [getattr(part, "type", "") for part in parts]
            return Ended(int(str(parts[1])), kinds[0] == "LOSES", "AND_THE_MATCH" in kinds)
        case _:
            return Did("resign")


def _value(parts: list[Tree[Token] | Token]) -> int | None:
    return int(str(parts[0])) if parts else None


def _threw(dice: str, parts: list[Tree[Token] | Token]) -> Threw | None:
    thrown = (int(dice[0]), int(dice[-1]))
    if not parts:
        return Threw(thrown, Blank())
    play = parts[0]
    assert not isinstance(play, str)
    match play.data:
        case "hops":
            hops = [hop for part in play.children for hop in _hops(part)]
            within = all(0 <= point <= 25 for hop in hops for point in hop[:2])
            return Threw(thrown, Play(hops=tuple(hops))) if within else None
        case "no_play":
            return Threw(thrown, CannotMove())
        case "illegal":
            return Threw(thrown, NotRecorded(), str(play.children[0])[1:-1])
        case _:
            return Threw(thrown, NotRecorded())


def _hops(tree: Tree[Token] | Token) -> list[Hop]:
    """The hops of one man over all his landings, as often as the count says."""
    assert not isinstance(tree, str)
    times = 1
    places: list[tuple[int, int]] = []
    for part in tree.children:
        assert not isinstance(part, str)
        if part.data == "count":
            times = int(str(part.children[0]))
        elif part.data == "point":
            places.append((_point(part, 25), 0))
        else:
            landing, *hit = part.children
            assert not isinstance(landing, str)
            places.append((_point(landing, 0), len(hit)))
    way = [Hop(source[0], target[0], target[1]) for source, target in pairwise(places)]
    return way * times


def _point(tree: Tree[Token], _end: int) -> int:
    token = tree.children[0]
    kind = getattr(token, "type", "")
    return 25 if kind == "BAR" else 0 if kind == "OFF" else int(str(token))
