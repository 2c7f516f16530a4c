"""Patterns of a board in words: `W holds 5 6 7, B on bar`.

    W | B | roll | other          whose men: of seat 0, of seat 1, of the side on roll, of the other
    holds 4 5 6 | holds 4-6       two men or more on each of these own points
    holds 5 points                two men or more on at least so many points
    prime 5                       so many held points in a row, or more
    has 3 on 6                    at least so many men on a point; `has 0 on 6`: none
    on bar | 2 on bar             at least one man, or so many, on the bar
    off 3                         at least so many men borne off

Points are the own ones of the side, 24 to 1. All clauses, parted by commas, must hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kotra_notation.archive.boards import Boards
from kotra_notation.board.points import BAR
from kotra_notation.words import phrase

Array = Any
Test = Callable[[Array], Array]

MEN = 15
HELD = 2

# Clauses with a number in them, which goes without saying where it is 1, and what they ask of the men.
_CLAUSES: tuple[tuple[str, Callable[[Array, int], Array]], ...] = (
    (r"holds (\d+) points?", lambda men, count: (_points(men) >= HELD).sum(axis=1) >= count),
    (r"prime (\d+)", lambda men, count: _longest(_points(men) >= HELD) >= count),
    (r"(?:(\d+) )?on (?:the )?bar", lambda men, count: men[:, BAR] >= count),
    (r"off (\d+)", lambda men, count: MEN - men.sum(axis=1) >= count),
)
_HOLDS = re.compile(r"holds ((?:\d+(?:-\d+)?)(?:(?: and | )\d+(?:-\d+)?)*)")
_HAS = re.compile(r"has (\d+) on (\d+)")
_SIDE = re.compile(r"(W|B|roll|other)\s+(.+)", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """One demand on the men of a side, who is a seat, or `roll` or `other`."""

    side: str
    test: Test

    def holds(self, mine: Array, theirs: Array, seats: Array) -> Array:
        """On which boards it is met; `mine` are the men of the sides on roll, each seen by its own side."""
        if self.side in ("roll", "other"):
            return self.test(mine if self.side == "roll" else theirs)
        own = (seats == (self.side == "b"))[:, None]
        return self.test(np.where(own, mine, theirs))


def pattern(text: str) -> tuple[Clause, ...]:
    """Return what a text asks for; ValueError with the clause that cannot be understood."""
    return tuple([_clause(part.strip()) for part in text.split(",")])


def fitting(boards: Boards, seats: Array, clauses: tuple[Clause, ...]) -> Array:
    """The boards on which all clauses are met."""
    mine = np.clip(boards.points, 0, None)
    theirs = np.clip(boards.turned().points, 0, None)
    met = np.ones(len(boards.points), bool)
    for clause in clauses:
        met &= clause.holds(mine, theirs, seats)
    return met


def _clause(text: str) -> Clause:
    side = _SIDE.fullmatch(text)
    test = _test(" ".join(side[2].lower().split())) if side else None
    if side is None or test is None:
        raise ValueError(
            phrase(
                "The pattern {clause} is not understood. Write such as: W holds 5 points, B on bar",
                clause=repr(text),
            )
        )
    return Clause(side[1].lower(), test)


def _test(words: str) -> Test | None:
    for shape, test in _CLAUSES:
        if found := re.fullmatch(shape, words):
            return partial(_counted, test, int(found[1] or 1))
    if found := _HAS.fullmatch(words):
        count, point = int(found[1]), int(found[2])
        if not 1 <= point < BAR:
            return None
        return (lambda men: men[:, point] >= count) if count else (lambda men: men[:, point] == 0)
    if found := _HOLDS.fullmatch(words):
        points = _numbers(found[1])
        if points and all(1 <= point < BAR for point in points):
            return lambda men: (men[:, points] >= HELD).all(axis=1)
    return None


def _counted(test: Callable[[Array, int], Array], count: int, men: Array) -> Array:
    return test(men, count)


def _numbers(text: str) -> list[int]:
    """The points of a list such as `4-6 13`."""
    numbers: list[int] = []
    for part in text.replace(" and ", " ").split():
        first, _, last = part.partition("-")
        ends = sorted((int(first), int(last or first)))
        numbers += range(ends[0], min(ends[1], BAR) + 1)
    return numbers


def _points(men: Array) -> Array:
    return men[:, 1:BAR]


def _longest(held: Array) -> Array:
    """The longest run of held points of each board."""
    run = np.zeros(len(held), np.int16)
    longest = run.copy()
    for column in held.T:
        run = np.where(column, run + 1, 0)
        longest = np.maximum(longest, run)
    return longest
