"""Values of properties: points as letters, boards, actions and results, each parsed once.

A point is White's letter for both sides, `a` to `x`; `y` is the bar and `z` off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from kotra_notation.board import BAR, OFF, Points, flip_points, on_board
from kotra_notation.formats.plays import REMEMBERED, Way
from kotra_notation.formats.recorder import Threw, tree_of
from kotra_notation.model import CannotMove, Hop, Play
from kotra_notation.values import dataclass

SEATS = "WB"
MOST_MEN = 15

# The point of each letter, as White and as Black see it.
POINTS: tuple[dict[str, int], dict[str, int]] = (
    {letter: point for point, letter in enumerate(ascii_lowercase[:BAR], 1)} | {"z": OFF},
    {letter: BAR - point for point, letter in enumerate(ascii_lowercase[: BAR - 1], 1)}
    | {"y": BAR, "z": OFF},
)
LETTERS = tuple({point: letter for letter, point in points.items()} for points in POINTS)
HOPS = tuple(
    {a + b: Hop(source, target) for a, source in points.items() for b, target in points.items()}
    for points in POINTS
)
_TURN = re.compile(r"[0-9]{2}(?:[a-z]{2})*+")
_CANNOT_MOVE = CannotMove()


@dataclass(frozen=True, slots=True)
class SgfResult:
    """A result: who won how many points, and whether by resignation."""

    seat: int
    points: int | None
    resigned: bool


def parse_hops(letters: str, seat: int) -> Way:
    """Return the hops of pairs of letters; KeyError where they are none."""
    pairs = HOPS[seat]
    return tuple([pairs[letters[i : i + 2]] for i in range(0, len(letters), 2)])


def spell_hops(hops: Iterable[Hop], seat: int) -> str:
    """Return hops as pairs of letters; KeyError for points that no board has."""
    letters = LETTERS[seat]
    return "".join([letters[hop.source] + letters[hop.target] for hop in hops])


def parse_board(lists: Mapping[str, Iterable[str]]) -> Points:
    """Return the men as White sees them, from the lists of both sides; ValueError for no board."""
    sides: list[list[int]] = []
    for name, seat in (("AW", 0), ("AB", 1)):
        men = [0] * (BAR + 1)
        for entry in lists.get(name, ()):
            for letter in _letters(entry.strip()):
                men[POINTS[seat][letter]] += 1
        men[OFF] = 0
        if sum(men) > MOST_MEN:
            raise ValueError(f"There are more than {MOST_MEN} men of a side.")
        sides.append(men)
    white, black = sides
    if any(white[point] and black[BAR - point] for point in range(1, BAR)):
        raise ValueError("Men of both sides stand on one point.")
    return (-black[BAR], *(white[point] - black[BAR - point] for point in range(1, BAR)), white[BAR])


def _letters(entry: str) -> str:
    """Return the letters of an entry: a point, or all from one to another."""
    first, colon, last = entry.partition(":")
    last = last if colon else first
    if len(first) != 1 or len(last) != 1 or not (first in POINTS[0] and last in POINTS[0]):
        raise ValueError(f"{entry[:20]!r} names no point.")
    low, high = sorted((ascii_lowercase.index(first), ascii_lowercase.index(last)))
    return ascii_lowercase[low : high + 1]


def spell_board(points: Points) -> str | None:
    """Return the lists of both sides for a board as White sees it; None for one that they cannot hold."""
    written = [f"AE[a:{ascii_lowercase[BAR - 1]}]"]
    for name, seat, men in (("AW", 0, points), ("AB", 1, flip_points(points))):
        if on_board(men) > MOST_MEN or len(men) != BAR + 1 or men[BAR] < 0:
            return None
        letters = sorted(LETTERS[seat][point] * men[point] for point in range(1, BAR + 1) if men[point] > 0)
        if letters:
            written.append(name + "".join([f"[{letter}]" for letter in "".join(letters)]))
    return "".join(written)


@lru_cache(maxsize=REMEMBERED)
def parse_action(text: str, seat: int) -> Threw | str | None:
    """Return the throw of a side, or its cube action: double, take, drop; None where it cannot be read."""
    if _TURN.fullmatch(text):
        return _threw(text[:2], text[2:], seat)
    parts = _parts("action", text)
    if not parts:
        return None
    dice, *hops = parts
    if dice.type != "DICE":
        return str(dice).lower()
    return _threw(str(dice), "".join([str(letter) for hop in hops for letter in hop.children]), seat)


def _threw(dice: str, letters: str, seat: int) -> Threw | None:
    try:
        hops = parse_hops(letters, seat)
    except KeyError:
        return None
    return Threw((int(dice[0]), int(dice[1])), Play(hops=hops) if hops else _CANNOT_MOVE)


@lru_cache(maxsize=1000)
def parse_result(text: str) -> SgfResult | None:
    """Return the result of a game, None where it cannot be read."""
    parts = _parts("result", text)
    if parts is None:
        return None
    words = {part.type: str(part) for part in parts}
    points = int(words["POINTS"]) if "POINTS" in words else None
    return SgfResult(SEATS.index(words["SIDE"].upper()), points, "RESIGNED" in words)


@lru_cache(maxsize=1000)
def parse_match_item(text: str) -> tuple[str, int] | None:
    """Return the name and number of an item of the match: `length:5`."""
    parts = _parts("match_item", text)
    return (str(parts[0]).lower(), int(str(parts[1]))) if parts else None


@lru_cache(maxsize=1000)
def parse_rules(text: str) -> tuple[str, ...] | None:
    """Return the words of the rules, None where they cannot be read."""
    parts = _parts("rules", text)
    return None if parts is None else tuple([str(part) for part in parts])


@lru_cache(maxsize=1000)
def parse_context(text: str) -> tuple[int, bool, tuple[str, ...]] | None:
    """Return the settings of an evaluation: plies, whether with the cube, and further details."""
    parts = _parts("context", text)
    if not parts:
        return None
    cubeful = len(parts) > 1 and parts[1].type == "CUBEFUL"
    return int(str(parts[0])), cubeful, tuple([str(part) for part in parts[1 + cubeful :]])


def _parts(start: str, text: str) -> list[Any] | None:
    """Return the parts the grammar finds in a value, None where it knows no such value."""
    tree = tree_of("sgf", text, start, ("action", "result", "match_item", "rules", "context"))
    return tree.children if tree else None
