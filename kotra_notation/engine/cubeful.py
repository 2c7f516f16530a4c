"""Cubeful equities of many positions at once: those of `equity.janowski`, for arrays of chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.many_plays import BAR, HOME, POINTS
from kotra_notation.engine.nets import is_race
from kotra_notation.equity.cubeful import BEAR_OFF, CONTACT, RACE_A_PIP, RACE_BASE, RACE_LEAST, RACE_MOST
from kotra_notation.equity.janowski import Arithmetic, Chances, Numbers, dead_worth, double_worth, worth

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.equity.stake import Stake

    Floats = NDArray[np.float64]


def _share(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros(np.shape(whole)), where=whole > 0)


def _along(place: Floats, knots: Sequence[tuple[Numbers, Numbers]]) -> Floats:
    (start, low), *others = knots
    conditions, heights = [], []
    with np.errstate(divide="ignore", invalid="ignore"):
        for end, high in others:
            conditions.append((place <= end) & np.greater(end, start))
            slope = np.subtract(high, low) / np.subtract(end, start)
            heights.append(low + slope * (place - start))
            start, low = np.maximum(start, end), high
    return np.select(conditions, heights, low)


MANY = Arithmetic(_share, _along)


def cubeful_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike) -> Floats:
    """The equities of rows of five chances, of the side on roll that leaves the cube as it is."""
    return np.asarray(worth(_columns(chances), stake, np.asarray(efficiency, np.float64), MANY))


def doubled_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike) -> Floats:
    """The equities behind a double of the side on roll that is taken, in units of the cube before it."""
    return np.asarray(double_worth(_columns(chances), stake, np.asarray(efficiency, np.float64), MANY))


def best_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike) -> Floats:
    """The equities of the side on roll that doubles where it should, the other side answering best.

    What a play is worth is minus this, asked for the other side, which is to throw behind it.
    """
    kept = cubeful_many(chances, stake, efficiency)
    if not stake.may_double:
        return kept
    taken = doubled_many(chances, stake, efficiency)
    if stake.beavers and stake.away is None:
        taken = np.where(taken < 0, 2 * taken, taken)
    return np.maximum(kept, np.minimum(taken, 1))


def cubeless_many(chances: ArrayLike, stake: Stake) -> Floats:
    """The equities of rows of five chances if nobody turned the cube again."""
    return np.asarray(dead_worth(_columns(chances), stake))


def efficiencies(boards: Boards) -> Floats:
    """How much of its full worth a live cube has for the side on roll, by the kind of each position."""
    array = np.full(len(boards), CONTACT)
    race = np.flatnonzero(is_race(boards))
    if len(race):
        array[race] = _of_races(boards[race])
    return array


def _of_races(boards: Boards) -> Floats:
    pips = np.maximum(boards, 0) @ POINTS
    array: Floats = np.clip(RACE_BASE + RACE_A_PIP * pips, RACE_LEAST, RACE_MOST)
    home = ~((boards[:, HOME + 1 :] > 0).any(axis=1) | (boards[:, : BAR - HOME] < 0).any(axis=1))
    array[home] = BEAR_OFF
    return array


def _columns(chances: ArrayLike) -> Chances:
    return Chances(*np.moveaxis(np.asarray(chances, np.float64), -1, 0))
