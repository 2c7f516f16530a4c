"""What a net for contact sees beside the men: throws that hit, and throws that do not get through.

Both are counted in 36ths by tables. The points before a man lie in the bits of a number; what six of them, or
twelve, make of each throw was reckoned once. A throw counts as a hit if one man can make it: by one die, by
both, or by up to four of equal dice, landing on no point of the other side. It gets a man through if that man
can play both numbers of it.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.many_plays import BAR, HOME, from_other_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards

    Bits = NDArray[np.int32]
    Floats = NDArray[np.float32]

DICE = range(1, HOME + 1)
# Sets of throws are numbers too: a bit for each of the 15 unequal ones, then one for each of the equal ones.
UNEQUAL = {pair: 1 << at for at, pair in enumerate(combinations(DICE, 2))}
EQUAL = {die: 1 << len(UNEQUAL) + die - 1 for die in DICE}
ONE_THROW = np.float32(1 / 36)
AHEAD = 12
DEEP = 19  # from here up to the bar men are behind a wall, if there is one: it counts before any is there
# A chance for each point with a man of that side, one for all men that can be hit, and those of deep points.
HITS, WALLS = 24 + 1, BAR + BAR - DEEP + 1
INPUTS = 2 * (HITS + WALLS)


def _by_one_die(distances: Bits) -> Bits:
    """The throws with a die for one of these distances."""
    array = np.zeros_like(distances)
    for die in DICE:
        own = EQUAL[die] | sum(bit for pair, bit in UNEQUAL.items() if die in pair)
        array |= _if(distances >> die - 1, own)
    return array


def _by_both(distances: Bits, walls: Bits) -> Bits:
    """The unequal throws whose sum, 3 to 11, is one of these distances, and that have somewhere to land."""
    array = np.zeros_like(distances)
    for (one, two), bit in UNEQUAL.items():
        array |= _if(distances >> one + two - 3 & ~(walls >> one - 1 & walls >> two - 1), bit)
    return array


def _entering(open_points: Bits, distances: Bits) -> Bits:
    """The throws of which one die brings a man in and the other goes one of these distances."""
    array = np.zeros_like(distances)
    for one, two in product(DICE, DICE):
        bit = EQUAL[one] if one == two else UNEQUAL[min(one, two), max(one, two)]
        array |= _if(open_points >> one - 1 & distances >> two - 1, bit)
    return array


def _share_blocked(walls: Bits) -> Floats:
    """The share of throws that a man with these walls before him cannot play, 1 to 12 points ahead."""
    array = np.zeros(walls.shape, np.float32)
    for one, two in product(DICE, DICE):
        array += (walls >> one + two - 1 | walls >> one - 1 & walls >> two - 1) & 1
    return array * ONE_THROW


def _if(bits: Bits, throw: int) -> Bits:
    """The throw where the lowest bit is set, else none."""
    array: Bits = (bits & 1) * np.int32(throw)
    return array


def _share_of_bits(bits: int) -> Floats:
    """Return how many bits are set in each of the numbers of so many bits, as a share of the 36 throws."""
    numbers = np.arange(1 << bits)
    array = np.zeros(len(numbers), np.float32)
    for at in range(bits):
        array += numbers >> at & 1
    return array * ONE_THROW


SIX, SUMS = np.arange(1 << HOME, dtype=np.int32), np.arange(1 << 9, dtype=np.int32)
BY_ONE_DIE = _by_one_die(SIX)
BY_BOTH = _by_both(*(array.ravel() for array in np.meshgrid(SUMS, SIX, indexing="ij")))
ENTERING = _entering(*(array.ravel() for array in np.meshgrid(SIX, SIX, indexing="ij")))
BLOCKED = _share_blocked(np.arange(1 << AHEAD, dtype=np.int32))
SHARE_OF_UNEQUAL = 2 * _share_of_bits(len(UNEQUAL))
SHARE_OF_EQUAL = _share_of_bits(len(EQUAL))


def threats(boards: Boards) -> Floats:
    """Return what both sides can hit, and how each is held back."""
    others = from_other_side(boards)
    return np.concatenate([hits(boards), walls(boards), hits(others), walls(others)], axis=1)


def hits(boards: Boards) -> Floats:
    """For points 1 to 24 the share of throws that hit a man alone there, and the share that hit any."""
    array = np.zeros((len(boards), HITS), np.float32)
    rows, points = np.nonzero(boards[:, 1:BAR] == -1)
    if not len(rows):
        return array
    throws = _hitting(boards[rows], points + 1)
    array[rows, points] = _share(throws)
    begins = np.flatnonzero(np.diff(rows, prepend=-1))
    array[rows[begins], -1] = _share(np.bitwise_or.reduceat(throws, begins))
    return array


def walls(boards: Boards) -> Floats:
    """The share of throws that men of the side on roll cannot play, by point; and of men deep behind."""
    before = _bits(boards[:, :0:-1] <= -2)
    points = np.arange(1, BAR + 1, dtype=np.int32)
    held: Floats = BLOCKED.take(before[:, None] >> (BAR + 1 - points) & (1 << AHEAD) - 1)
    return np.concatenate([held * (boards[:, 1:] > 0), held[:, DEEP - 1 :]], axis=1)


def _hitting(boards: Boards, points: NDArray[np.intp]) -> Bits:
    """The set of throws with which the side on roll hits a man that stands at a point of its board."""
    own = boards > 0
    waiting = boards[:, BAR]
    behind = (points + 1).astype(np.int32)
    wall = _bits(boards <= -2)
    # Who has men on the bar plays those first; of one, the other die may be another man's.
    men = np.where(waiting > 0, np.int32(1 << BAR), _bits(own)) >> behind
    shut = wall >> behind
    found: Bits = BY_ONE_DIE[men & 63] | BY_BOTH[(men >> 2 & 511) << 6 | shut & 63]
    for die in DICE:
        twice, thrice, all_four = (men >> steps * die - 1 for steps in (2, 3, 4))
        open_two, open_three = (~(shut >> steps * die - 1) for steps in (2, 3))
        way = (twice | thrice & open_two | all_four & open_two & open_three) & ~(shut >> die - 1) & 1
        found |= way << len(UNEQUAL) + die - 1
    array = np.flatnonzero(waiting == 1)
    if len(array):
        others = _bits(own[array, :BAR]) >> behind[array]
        entry = ~_bits(boards[array, BAR - 1 : BAR - 1 - HOME : -1] <= -2) & 63
        found[array] |= ENTERING[entry << 6 | others & 63]
    return found


def _bits(where: NDArray[np.bool_]) -> Bits:
    """Each row as a number: bit 0 is the first column."""
    packed = np.packbits(where, axis=1, bitorder="little")
    whole = np.zeros((len(where), 4), np.uint8)
    whole[:, : packed.shape[1]] = packed
    array: Bits = whole.view("<i4")[:, 0]
    return array


def _share(throws: Bits) -> Floats:
    """Return how many of the 36 throws are in a set, as a share."""
    array: Floats = (
        SHARE_OF_UNEQUAL[throws & (1 << len(UNEQUAL)) - 1] + SHARE_OF_EQUAL[throws >> len(UNEQUAL)]
    )
    return array
