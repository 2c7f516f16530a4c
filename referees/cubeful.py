"""Cubeful equities of one position at a time, in plain numbers: what the engine's arrays must agree with."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.board import Points, flip_points
from kotra_notation.board.points import BAR, pips
from kotra_notation.equity.cubeful import (
    BEAR_OFF,
    CONTACT,
    RACE_A_PIP,
    RACE_BASE,
    RACE_LEAST,
    RACE_MOST,
    Arithmetic,
    Chances,
    CubeEquities,
    cube_equities,
    double_worth,
    share,
    worth,
)
from kotra_notation.equity.match_table import Stake

HOME = 6


def _along(place: float, knots: Sequence[tuple[float, float]]) -> float:
    (start, low), *others = knots
    for end, high in others:
        if place <= end and end > start:
            return low + (high - low) * (place - start) / (end - start)
        start, low = max(start, end), high
    return low


SINGLE = Arithmetic(share, _along)


def cubeful(chances: Sequence[float], stake: Stake, efficiency: float) -> float:
    """The equity of the side on roll, before its throw, that leaves the cube as it is."""
    return float(worth(Chances(*chances), stake, efficiency, SINGLE))


def cube_action(chances: Sequence[float], stake: Stake, efficiency: float) -> CubeEquities:
    """Return what doubling and not doubling are worth to the side on roll, before its throw."""
    take = float(double_worth(Chances(*chances), stake, efficiency, SINGLE))
    return cube_equities(stake, cubeful(chances, stake, efficiency), take)


def efficiency(points: Points) -> float:
    """Return how much of its full worth a live cube has for the side on roll, by the kind of position."""
    own, other = _farthest(points), _farthest(flip_points(points))
    if own + other > BAR:
        return CONTACT
    if own <= HOME and other <= HOME:
        return BEAR_OFF
    return min(max(RACE_BASE + RACE_A_PIP * pips(points), RACE_LEAST), RACE_MOST)


def _farthest(points: Points) -> int:
    """Return where the last man of the side on roll stands, 0 if it has none left."""
    return max((index for index, count in enumerate(points) if count > 0), default=0)
