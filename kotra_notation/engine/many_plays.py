"""The plays of many throws at once: boards in rows of an array, those of `rules/engine.py:legal_plays`.

Of all 21 throws of a board the compiled kernel knows the plays sooner, as numbers; without it they are made
here as those of any throws are.

A board is a row of 26 counts, seen by the side on roll: own men count up, the others' down; 25 is the own
bar, 0 the bar of the other side. A step that a die allows is made on all boards at once, so that the cost of
a board is that of a few operations on arrays. Tests hold what comes out equal to the rules.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.fast.kernel_throws import HIT, STEP, AllThrows
from kotra_notation.installation import kernel_is_compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Boards = NDArray[np.int8]
    Numbers = NDArray[np.intp]

BAR = 25
HOME = 6
WIDTH = 26
# The 21 throws, and of how many of the 36 each comes.
THROWS = tuple((one, two) for one in range(1, 7) for two in range(1, one + 1))
WEIGHTS = np.array([1 if one == two else 2 for one, two in THROWS], np.float64) / 36
POINTS = np.arange(WIDTH)
COMPILED = kernel_is_compiled()
# Boards in eight bytes at a time: how much larger than its men a byte of them is, so that adding to one never
# carries over to the next.
WORDS = 4
BIAS = 64
MIXED = np.array(
    [
        0x9E3779B97F4A7C15,
        0xC2B2AE3D27D4EB4F,
        0x165667B19E3779F9,
        0x27D4EB2F165667C5,
        0xD6E8FEB86659FD93,
        0xA0761D6478BD642F,
    ],
    np.uint64,
)


class ManyPlays(NamedTuple):
    """The boards behind the plays of many throws, still seen by who played, and of which throw each is."""

    boards: Boards
    throws: Numbers


NO_PLAYS = ManyPlays(np.empty((0, WIDTH), np.int8), np.empty(0, np.intp))


def from_other_side(boards: Boards) -> Boards:
    """The boards as the other side sees them."""
    return np.negative(boards[:, ::-1])


def plays(boards: Boards, dice: NDArray[np.integer]) -> ManyPlays:
    """The boards that the plays of each board's own throw lead to, each once, in the order of the throws."""
    high, low = dice.max(axis=1), dice.min(axis=1)
    same = np.flatnonzero(high == low)
    other = np.flatnonzero(high != low)
    plays_by_throw = [
        _plays_of_doublets(boards[same], high[same], same),
        _plays_of_two_dice(boards[other], high[other], low[other], other),
    ]
    after = np.concatenate([many_plays.boards for many_plays in plays_by_throw])
    throws = np.concatenate([many_plays.throws for many_plays in plays_by_throw])
    return in_order(after, throws)


def plays_of_all_throws(boards: Boards) -> ManyPlays:
    """The same of all 21 throws of each board, those of a throw in no certain order."""
    if COMPILED:
        return plays_by_kernel(boards)
    dice = np.tile(np.array(THROWS), (len(boards), 1))
    return plays(np.repeat(boards, len(THROWS), axis=0), dice)


def plays_by_kernel(boards: Boards) -> ManyPlays:
    """The plays of all throws that the kernel tells, made on the boards: what their steps change is added."""
    all_throws = AllThrows()
    for board in boards.tolist():
        all_throws.add(board)
    steps, counts = np.array(all_throws.plays, np.int64), np.array(all_throws.counts)
    throws = np.repeat(np.arange(len(counts)), counts)
    biased = np.full((len(boards), 8 * WORDS), BIAS, np.uint8)
    biased[:, :WIDTH] += boards.view(np.uint8)
    after = biased.view(np.uint64).take(throws // len(THROWS), axis=0)
    changes = _changes()
    for shift in range(0, 4 * STEP, STEP):
        after += changes.take(steps >> shift & (2 * HIT - 1), axis=0)
    return ManyPlays((after.view(np.uint8)[:, :WIDTH] - np.uint8(BIAS)).view(np.int8), throws)


@cache
def _changes() -> NDArray[np.uint64]:
    """Return what each step of the kernel changes on a board; no step changes nothing."""
    array = np.zeros((2 * HIT, 8 * WORDS), np.int64)
    for die in range(1, HOME + 1):
        for source in range(1, BAR + 1):
            target, step = source - die, source << 3 | die
            array[[step, step | HIT], source] -= 1
            if target > 0:
                array[[step, step | HIT], target] += 1
                array[step | HIT, target] += 1
                array[step | HIT, 0] -= 1
    shifts = np.uint64(1) << np.arange(0, 64, 8, dtype=np.uint64)
    words: NDArray[np.uint64] = (array.reshape(-1, WORDS, 8).astype(np.uint64) * shifts).sum(axis=2)
    return words


def _plays_of_doublets(boards: Boards, dice: NDArray[np.integer], throws: Numbers) -> ManyPlays:
    """The results of equal dice: four steps, or as many as can be made."""
    levels = [ManyPlays(boards, throws)]
    most = np.full(len(boards), BAR)
    for _ in range(4):
        before = levels[-1]
        after, parents, sources = _step(before.boards, dice, most)
        levels.append(ManyPlays(after, before.throws[parents]))
        dice, most = dice[parents], sources
    return _longest(levels)


def _plays_of_two_dice(
    boards: Boards, high: NDArray[np.integer], low: NDArray[np.integer], throws: Numbers
) -> ManyPlays:
    """The results of two different dice: both, else the higher, else the lower."""
    most = np.full(len(boards), BAR)
    first, firsts, _ = _step(boards, high, most)
    second, seconds, _ = _step(boards, low, most)
    both, of_first, _ = _step(first, low[firsts], most[firsts])
    swapped, of_second, _ = _step(second, high[seconds], most[seconds])
    return _longest(
        [
            ManyPlays(boards, throws),
            ManyPlays(second, throws[seconds]),
            ManyPlays(first, throws[firsts]),
            ManyPlays(
                np.concatenate([both, swapped]),
                throws[np.concatenate([firsts[of_first], seconds[of_second]])],
            ),
        ]
    )


def _longest(levels: list[ManyPlays]) -> ManyPlays:
    """Of each throw the results that use most of it; and those that end the game, which need no more."""
    size = 1 + max((int(level.throws.max()) for level in levels if len(level.throws)), default=0)
    deepest = np.zeros(size, np.int8)
    for depth, level in enumerate(levels):
        deepest[level.throws] = depth
    kept = [
        (deepest[level.throws] == depth) | ((level.boards[:, 1:] <= 0).all(axis=1) if depth else False)
        for depth, level in enumerate(levels)
    ]
    return ManyPlays(
        np.concatenate([level.boards[keep] for level, keep in zip(levels, kept, strict=True)]),
        np.concatenate([level.throws[keep] for level, keep in zip(levels, kept, strict=True)]),
    )


def _step(
    boards: Boards, dice: NDArray[np.integer], most: NDArray[np.integer]
) -> tuple[Boards, Numbers, Numbers]:
    """The boards behind one step of a die from no point above `most`; whose they are; the steps' sources."""
    own = boards > 0
    own[:, 0] = False
    top = BAR - own[:, ::-1].argmax(axis=1)
    allowed = own & (most[:, None] >= POINTS)
    allowed[own[:, BAR], :BAR] = False
    for die in range(1, HOME + 1):
        rows = np.flatnonzero(dice == die)
        if len(rows):
            block = allowed[rows]
            block[:, die + 1 :] &= boards[rows, 1 : WIDTH - die] >= -1
            off = POINTS[1 : die + 1]
            block[:, 1 : die + 1] &= ((off == die) | (off == top[rows, None])) & (top[rows, None] <= HOME)
            allowed[rows] = block
    parents, sources = np.nonzero(allowed)
    after = boards[parents]
    targets = np.maximum(sources - dice[parents], 0)
    flat, begins = after.ravel(), np.arange(len(parents)) * WIDTH
    flat[begins + sources] -= 1
    places = begins + targets
    there = flat[places]
    hit = (there == -1) & (targets > 0)
    flat[places] = there + (targets > 0) + hit
    flat[begins] -= hit
    return after, parents, sources


def in_order(boards: Boards, throws: Numbers) -> ManyPlays:
    """Each board once in its throw, throw by throw, in an order that is the same wherever they come from."""
    bits = int(throws.max(initial=0)).bit_length()
    keys = throws.astype(np.uint64) << np.uint64(63 - bits) | _keys(boards) >> np.uint64(bits + 1)
    order = np.argsort(keys)
    in_order = keys[order]
    new = np.ones(len(order), bool)
    new[1:] = in_order[1:] != in_order[:-1]
    kept = order[new]
    return ManyPlays(boards[kept], throws[kept])


def distinct(boards: Boards, of: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """Rows that hold each board once, or once for each of what they belong to; and where each row is there.

    The same boards of several come one after the other.
    """
    keys = _keys(boards)
    if of is not None:
        keys = keys << np.uint64(int(of.max(initial=0)).bit_length()) | of.astype(np.uint64)
    _, once, again = np.unique(keys, return_index=True, return_inverse=True)
    return once, again


def repeat(plays: ManyPlays, which: Numbers) -> tuple[Numbers, Numbers]:
    """The plays of all throws again for each of these boards: their rows, and whose throws they are now."""
    begins = np.searchsorted(plays.throws, np.arange(int(which.max(initial=-1)) + 2) * len(THROWS))
    sizes = np.diff(begins)[which]
    ends = sizes.cumsum(axis=0)
    rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins[which] - ends + sizes, sizes)
    return rows, plays.throws[rows] + np.repeat(np.arange(len(which)) - which, sizes) * len(THROWS)


def join(lists: Sequence[ManyPlays]) -> ManyPlays:
    """Several lists as one."""
    return ManyPlays(*map(np.concatenate, zip(*lists, strict=True))) if lists else NO_PLAYS


def _keys(boards: Boards) -> NDArray[np.uint64]:
    """Numbers that are the same for the same board."""
    width = boards.shape[1]
    factors = MIXED[: -(-width // 8)]
    padded = np.zeros((len(boards), 8 * len(factors)), np.int8)
    padded[:, :width] = boards
    mixed = padded.view(np.uint64) * factors
    mixed ^= mixed >> np.uint64(29)
    keys: NDArray[np.uint64] = (mixed * factors[::-1]).sum(axis=1, dtype=np.uint64)
    return keys
