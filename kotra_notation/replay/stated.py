"""A score that a record states within a game or behind it, and how far the game had come by then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kotra_notation.model import ScoreClaim
from kotra_notation.rules.ruleset import State


@dataclass(frozen=True, slots=True)
class Stated:
    """A stated score, and how far its game had come: `over`, or `won` with throws behind the win.

    `ways` is what had been awarded by then, by seat: as it was, and with what was claimed of it falsely.
    """

    claim: ScoreClaim
    over: bool
    won: bool
    ways: tuple[tuple[float, float], tuple[float, float]]


def stated_here(claim: ScoreClaim, state: State, *, said: bool, miscounted: Sequence[float]) -> Stated:
    """A score at its place in a game; `said`: the record has said how the game ended."""
    course = state.course
    first, second = course.total(0), course.total(1)
    return Stated(
        claim,
        over=state.ending is not None or (said and course.won is None),
        won=course.won is not None,
        ways=((first, second), (first + miscounted[0], second + miscounted[1])),
    )
