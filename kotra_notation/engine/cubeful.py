"""Cubeful equities of many positions at once: those of `equity.cubeful`, for arrays of chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.equity.janowski import Arithmetic, Chances, Numbers, dead_worth, worth

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

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


def cubeless_many(chances: ArrayLike, stake: Stake) -> Floats:
    """The equities of rows of five chances if nobody turned the cube again."""
    return np.asarray(dead_worth(_columns(chances), stake))


def _columns(chances: ArrayLike) -> Chances:
    return Chances(*np.moveaxis(np.asarray(chances, np.float64), -1, 0))
