"""Boards that are played for a stake, and cubeful equities, of many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import bearoff
from kotra_notation.engine.many_plays import BAR, HOME, POINTS, WEIGHTS
from kotra_notation.engine.nets import CHANCES, is_race, other_side
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
    Numbers,
    cube_equities,
    dead_worth,
    double_worth,
    worth,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from kotra_notation.engine.evaluator import Worths
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats
    from kotra_notation.equity.match_table import Owner, Stake


def _share(part: Worths, whole: Worths) -> Worths:
    return np.divide(part, whole, out=np.zeros(np.shape(whole)), where=whole > 0)


def _along(place: Worths, knots: Sequence[tuple[Numbers, Numbers]]) -> Worths:
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
# How far a roll of the other side moves winning chances: so many times as far as an own roll, at most so far.
SPREAD, MOST_SPREAD = 1.5, 0.1


def cubeful_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike) -> Worths:
    """The equities of rows of five chances, of the side on roll that leaves the cube as it is."""
    return np.asarray(worth(_columns(chances), stake, np.asarray(efficiency, np.float64), MANY))


def doubled_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike) -> Worths:
    """The equities behind a double of the side on roll that is taken, in units of the cube before it."""
    return np.asarray(double_worth(_columns(chances), stake, np.asarray(efficiency, np.float64), MANY))


def best_many(chances: ArrayLike, stake: Stake, efficiency: ArrayLike, held: Worths | None = None) -> Worths:
    """The equities of doubling where it should, answered best; minus this is what a play was worth.

    `held` are equities of leaving the cube, if they are known from a look ahead.
    """
    kept = cubeful_many(chances, stake, efficiency) if held is None else held
    if not stake.may_double:
        return kept
    taken = doubled_many(chances, stake, efficiency)
    if stake.beavers and stake.away is None:
        taken = np.where(taken < 0, 2 * taken, taken)
    return np.maximum(kept, np.minimum(taken, 1))


def cubeless_many(chances: ArrayLike, stake: Stake) -> Worths:
    """The equities of rows of five chances if nobody turned the cube again."""
    return np.asarray(dead_worth(_columns(chances), stake))


def efficiencies(boards: Boards) -> Worths:
    """How much of its full worth a live cube has for the side on roll, by the kind of each position."""
    array = np.full(len(boards), CONTACT)
    race = np.flatnonzero(is_race(boards))
    if len(race):
        array[race] = _of_races(boards[race])
    return array


def _of_races(boards: Boards) -> Worths:
    pips = np.maximum(boards, 0) @ POINTS
    array: Worths = np.clip(RACE_BASE + RACE_A_PIP * pips, RACE_LEAST, RACE_MOST)
    home = ~((boards[:, HOME + 1 :] > 0).any(axis=1) | (boards[:, : BAR - HOME] < 0).any(axis=1))
    array[home] = BEAR_OFF
    return array


def _with_wins(chances: Floats, wins: ArrayLike) -> Worths:
    """Return chances with other ones to win; gammons keep their shares."""
    moved = chances.astype(np.float64)
    before, after = moved[..., :1].copy(), np.clip(wins, 0, 1)[..., None]
    moved[..., :1] = after
    moved[..., 1:3] *= _share(after, before)
    moved[..., 3:] *= _share(1 - after, 1 - before)
    return moved


def _columns(chances: ArrayLike) -> Chances:
    return Chances(*np.moveaxis(np.asarray(chances, np.float64), -1, 0))


# What the table of short bear-offs calls the ways a cube may stand.
ENDS: dict[Owner, str] = {"none": "centred", "own": "own", "other": "theirs"}


class StakeArrays:
    """A stake that many boards are played for."""

    def __init__(self, stake: Stake) -> None:
        self.stake = stake

    @cached_property
    def _other(self) -> StakeArrays:
        return StakeArrays(self.stake.from_other_side())

    def other(self) -> StakeArrays:
        """The stake as the other side sees it."""
        return self._other

    def without_doubling(self) -> Unturned:
        """The stake whose cube nobody turns."""
        return Unturned(self)

    @cached_property
    def _after_double(self) -> StakeArrays:
        return StakeArrays(self.stake.after_double())

    def after_double(self) -> StakeArrays:
        """Return the stake behind a double of the side on roll that was taken."""
        return self._after_double

    def before_double(self, worths: Worths) -> Worths:
        """Return equities of the doubled stake in units of the cube before the double."""
        if self.stake.money:
            return 2 * worths
        return np.asarray(self.stake.equity(self.stake.after_double().mwc(worths)))  # type: ignore[arg-type]

    def worth(self, chances: Floats, boards: Boards, held: Worths | None = None) -> Worths:
        """The equity of the side on roll at each board, which doubles where it should."""
        array = best_many(chances, self.stake, efficiencies(boards), held)
        if self.stake.money:
            known = np.flatnonzero(bearoff.covers_both(boards))
            if len(known):
                array[known] = getattr(bearoff.two_sided(boards[known]).with_double(), ENDS[self.stake.owner])
        return array

    def holding_equity(self, chances: Floats, worths: Worths, boards: Boards) -> Worths:
        """Return the equity of leaving a centred cube, from the chances and worths behind each of all rolls.

        The other side is on roll there. If it does not double, this side may do so a turn later: then
        its best cube action counts, a little above and a little below its chances.
        """
        wins = chances[..., 0]
        spread = np.sqrt((wins - (wins @ WEIGHTS)[:, None]) ** 2 @ WEIGHTS)
        spread = np.minimum(np.minimum(SPREAD * spread, MOST_SPREAD)[:, None], np.minimum(wins, 1 - wins))
        lives = np.repeat(efficiencies(boards)[:, None], len(WEIGHTS), axis=1)
        both = [best_many(_with_wins(chances, wins + by), self.stake, lives) for by in (spread, -spread)]
        theirs, stake = other_side(chances.reshape(-1, CHANCES)), self._other.stake
        left = best_many(theirs, stake, lives.ravel()) <= cubeful_many(theirs, stake, lives.ravel())
        return np.where(left.reshape(wins.shape), (both[0] + both[1]) / 2, worths) @ WEIGHTS

    def rough(self, chances: ArrayLike) -> Worths:
        """The equity if nobody turned the cube again."""
        return cubeless_many(chances, self.stake)

    @cached_property
    def slopes(self) -> Worths:
        """By how much each chance moves that equity, to rank plays."""
        return self.rough(np.eye(CHANCES)) - self.rough(np.zeros(CHANCES))

    def cubes(
        self, chances: Floats, boards: Boards, looked: tuple[Worths, Worths] | None = None
    ) -> list[CubeEquities]:
        """Return what doubling and not doubling are worth; `looked` are equities known from a look ahead."""
        if looked:
            no_double, take = looked
        else:
            lives = efficiencies(boards)
            no_double = cubeful_many(chances, self.stake, lives)
            take = doubled_many(chances, self.stake, lives)
        if self.stake.money:
            known = np.flatnonzero(bearoff.covers_both(boards))
            if len(known):
                ends = bearoff.two_sided(boards[known])
                no_double[known], take[known] = getattr(ends, ENDS[self.stake.owner]), 2 * ends.theirs
        pairs = zip(no_double.tolist(), take.tolist(), strict=True)
        return [cube_equities(self.stake, *pair) for pair in pairs]


class Unturned:
    """A stake whose cube both sides leave where it is, though it has its worth."""

    def __init__(self, stake: StakeArrays) -> None:
        self.stake = stake

    def other(self) -> Unturned:
        """The stake as the other side sees it."""
        return Unturned(self.stake.other())

    def without_doubling(self) -> Unturned:
        """The same."""
        return self

    def worth(self, chances: Floats, boards: Boards, held: Worths | None = None) -> Worths:
        """The equity of the side on roll at each board, which does not double."""
        return cubeful_many(chances, self.stake.stake, efficiencies(boards)) if held is None else held

    @property
    def slopes(self) -> Worths:
        """By how much each chance moves the equity if nobody turned the cube again, to rank plays."""
        return self.stake.slopes
