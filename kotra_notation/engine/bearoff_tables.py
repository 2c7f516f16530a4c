"""The bear-off by dynamic programming: the tables that `bearoff` reads, made from nothing.

With all men home every number of a throw can be played, for a number too large takes the highest man off. So
a play is a row of steps, each the best there is before those that follow it. Every step leads to a position
with fewer pips: the positions are gone through by their pips, many at once. Sums are made one after another,
never by a library, so that the tables come out the same to the bit wherever arithmetic is that of IEEE.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.many_plays import HOME, THROWS, WEIGHTS, WIDTH, plays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Numbers

    Table = NDArray[np.float32]
    Values = NDArray[np.float64]

MEN = 15
POSITIONS = comb(MEN + HOME, HOME)
# From this number on there are fifteen men on the board.
FULL = comb(MEN - 1 + HOME, HOME)
# Columns of the one-sided table: the chance of each number of throws until all men are off, and until the
# first of fifteen is. Fewer than one game in a thousand million take more.
TO_OFF = 22
TO_FIRST = 10
TO_LEAVE = 22
# Two sides with so many men at most are worked out together.
FEW = 6
FEW_POSITIONS = comb(FEW + HOME, HOME)
# Columns of the two-sided table: the chance to win, and equities by who may double.
WIN, CENTRED, OWN, THEIRS = range(4)
FOR_THE_OTHER = [WIN, CENTRED, THEIRS, OWN]
# Means that differ by less are alike.
DIGITS = 12
# How many positions come before one: the sum of what is found by its men on the sixth point, the sixth and
# fifth, and so on.
BEFORE = np.array([[comb(men + place, place + 1) for men in range(MEN + 1)] for place in range(HOME)])
PLACES = np.arange(HOME)


def numbers(counts: NDArray[np.integer]) -> Numbers:
    """The number of each row of men on the points 1 to 6: fewer men come first, a step always lowers it."""
    sums = counts[:, ::-1].cumsum(axis=1, dtype=np.intp)
    array: Numbers = BEFORE[PLACES, sums].sum(axis=1)
    return array


@cache
def positions() -> NDArray[np.int8]:
    """The men on the points 1 to 6, a row for each number."""
    chosen = np.array(list(combinations(range(MEN + HOME), HOME)))
    counts = np.diff(chosen - PLACES, axis=1, prepend=0)[:, ::-1].astype(np.int8)
    array = np.empty_like(counts)
    array[numbers(counts)] = counts
    return array


def pips() -> Numbers:
    """The pips of each position."""
    return positions() @ np.arange(1, HOME + 1)


def steps(*, leaving: bool = False) -> Numbers:
    """Where each die leads from a point: by point, position, die; `POSITIONS` where it may not be played.

    A checker that is `leaving` may move out by any die that takes it there, others behind it or not.
    """
    counts = positions()
    above = counts[:, ::-1].cumsum(axis=1)[:, ::-1] - counts
    array = np.full((HOME, len(counts), HOME), len(counts))
    for die in range(1, HOME + 1):
        for point in range(1, HOME + 1):
            allowed = counts[:, point - 1] > 0
            if point < die and not leaving:
                allowed &= above[:, point - 1] == 0
            after = counts[allowed]
            after[:, point - 1] -= 1
            if point > die:
                after[:, point - die - 1] += 1
            array[point - 1, allowed, die - 1] = numbers(after)
    return array


def one_sided() -> Table:
    """Return how many throws each position takes, when each play is the one with the smallest mean."""
    men = positions().sum(axis=1)
    following = steps()
    parts = [_throws(following, men == 0, TO_OFF), _throws(following, men < MEN, TO_FIRST)]
    return np.concatenate(parts, axis=1).astype("<f4")


def leaving() -> Table:
    """Return how many throws each position takes till all checkers have left its six points for others."""
    empty = positions().sum(axis=1) == 0
    return _throws(steps(leaving=True), empty, TO_LEAVE).astype("<f4")


def _throws(following: Numbers, reached: NDArray[np.bool_], most: int) -> Values:
    """The chance of each number of throws until one of the positions that end it is reached."""
    chances = np.zeros((POSITIONS, most))
    chances[reached, 0] = 1
    means = np.zeros(POSITIONS + 1)
    means[POSITIONS] = np.inf
    # The best position behind one to four steps of a die; nothing follows where the end is reached.
    repeated = np.full((POSITIONS + 1, 4, HOME), POSITIONS)
    ends = np.flatnonzero(reached)
    repeated[ends] = ends[:, None, None]
    for rows in _by_pips(~reached):
        best = _best_results(following[:, rows], repeated, rows, means)
        mean = np.ones(len(rows))
        chance = np.zeros((len(rows), most))
        for (high, low), weight in zip(THROWS, WEIGHTS, strict=True):
            result = best[:, high - 1, low - 1]
            mean += weight * means[result]
            chance[:, 1:] += weight * chances[result, :-1]
        means[rows] = np.round(mean, DIGITS)
        chances[rows] = chance
    return chances


def _by_pips(wanted: NDArray[np.bool_]) -> list[Numbers]:
    """The positions that are wanted, those of equal pips together, the fewest first."""
    rows = np.flatnonzero(wanted)
    there = pips()[rows]
    order = np.argsort(there, kind="stable")
    return np.split(rows[order], np.flatnonzero(np.diff(there[order])) + 1)


def _best_results(after: Numbers, repeated: Numbers, rows: Numbers, means: Values) -> Numbers:
    """The best position behind each two dice of the rows that step to `after`; fills `repeated`."""
    dice = np.arange(HOME)
    repeated[rows, 0] = _best(after, means)
    for times in range(1, 4):
        repeated[rows, times] = _best(repeated[after, times - 1, dice], means)
    first = _best(repeated[after, 0], means)
    array = _best(np.stack([first, first.swapaxes(1, 2)]), means)
    array[:, dice, dice] = repeated[rows, 3]
    return array


def _best(candidates: Numbers, means: Values) -> Numbers:
    """Of the positions on the first axis the one with the smallest mean, of equal ones the lowest number."""
    mean = means[candidates]
    best = mean == mean.min(axis=0)
    array: Numbers = np.where(best, candidates, POSITIONS).min(axis=0)
    return array


def two_sided() -> Table:
    """What each pair of positions of few men is worth to the side on roll, each side playing its best."""
    order = np.argsort(pips()[:FEW_POSITIONS], kind="stable")
    results, begins = _results(order)
    # The other's position, that of the side on roll, and the four values; in the order of pips.
    worth = np.empty((FEW_POSITIONS, FEW_POSITIONS, 4))
    worth[0], worth[:, 0] = -1, 1
    rolled = worth.copy()
    levels = np.flatnonzero(np.diff(pips()[order], append=-1)) + 1
    for begin, end in pairwise(levels):
        level, behind = slice(begin, end), slice(end, FEW_POSITIONS)
        for mover, other in ((level, slice(begin, FEW_POSITIONS)), (behind, level)):
            of_throws = begins[mover.start * len(THROWS) : mover.stop * len(THROWS) + 1]
            expected = _mean_over_throws(np.ascontiguousarray(worth[:, other]), results, of_throws)
            rolled[other, mover] = expected
            worth[other, mover] = with_double(expected)
    array = np.empty_like(rolled)
    array[order[:, None], order] = rolled.swapaxes(0, 1)
    array[:, :, WIN] = (array[:, :, WIN] + 1) / 2
    return array.astype("<f4")


def _results(order: Numbers) -> tuple[Numbers, Numbers]:
    """The ranks of what the plays of each rank and throw lead to, and where those of a throw begin."""
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    boards = np.zeros((len(order), WIDTH), np.int8)
    boards[:, 1 : HOME + 1] = positions()[order]
    many_plays = plays(np.repeat(boards, len(THROWS), axis=0), np.tile(THROWS, (len(order), 1)))
    begins = np.searchsorted(many_plays.throws, np.arange(len(order) * len(THROWS) + 1))
    return ranks[numbers(many_plays.boards[:, 1 : HOME + 1])], begins


def _mean_over_throws(worth: Values, results: Numbers, begins: Numbers) -> Values:
    """Return what the best plays give in the mean: by the other's position, and the rank that throws."""
    best = _least(worth, results, begins).reshape(-1, len(THROWS), *worth.shape[1:])
    array = np.zeros((len(best), *worth.shape[1:]))
    for throw, weight in enumerate(WEIGHTS):
        array -= weight * best[:, throw]
    return array.swapaxes(0, 1)[..., FOR_THE_OTHER]


def _least(worth: Values, results: Numbers, begins: Numbers) -> Values:
    """The least worths of the results between begins: by their first result, then the second and so on."""
    lengths = np.diff(begins)
    order = np.argsort(-lengths, kind="stable")
    first = begins[order]
    best = worth[results[first]]
    for place in range(1, lengths.max(initial=0)):
        longer = np.count_nonzero(lengths > place)
        np.minimum(best[:longer], worth[results[first[:longer] + place]], out=best[:longer])
    array = np.empty_like(best)
    array[order] = best
    return array


def with_double(rolled: Values) -> Values:
    """The same values for a side that may double before it rolls, where the cube lets it."""
    array = rolled.copy()
    doubled = np.minimum(2 * rolled[..., THEIRS], 1)
    for cube in (CENTRED, OWN):
        np.maximum(rolled[..., cube], doubled, out=array[..., cube])
    return array
