"""Whether the engine chooses the same plays by the lists of the rules' kernel as by those of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import numpy as np

from kotra_notation.engine import modern_arrays
from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.lockstep import DICE, dice
from kotra_notation.engine.many_plays import (
    THROWS,
    ManyPlays,
    from_other_side,
    in_order,
    plays,
    plays_by_kernel,
)
from kotra_notation.engine.nets import is_over
from kotra_notation.installation import kernel_is_compiled
from tools.measured_play import odd_plays
from tools.modern_training import START

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards

    Dice = NDArray[np.integer]

GAMES = 200
# Sums are not the same to the last digit for batches of other sizes; the choices should be.
ONE_BATCH, OTHER_BATCH = 200, 16


class Agreement(NamedTuple):
    """How many decisions were made in both ways, of how many lists or choices differ, and the kernel."""

    decisions: int
    lists_apart: int
    choices_apart: int
    compiled: bool


def agreement(evaluator: Evaluator, decisions: int, seed: int) -> Agreement:
    """Decisions of games in which each side plays at random now and then."""
    chance = np.random.default_rng(seed)
    boards, throws = np.tile(START, (GAMES, 1)), dice(GAMES, (seed,))
    done = lists = choices = 0
    while done < decisions:
        thrown = DICE[next(throws)]
        lists += _lists_apart(boards, thrown)
        one = _chosen(evaluator, boards, thrown, ONE_BATCH)
        with patch.object(modern_arrays, "plays", plays_of_kernel):
            other = _chosen(evaluator, boards, thrown, OTHER_BATCH)
        choices += int((one != other).any(axis=1).sum())
        done += GAMES
        after = odd_plays(evaluator, boards, thrown, chance)
        boards = np.where(is_over(after)[:, None], START, from_other_side(after))
    return Agreement(done, lists, choices, kernel_is_compiled())


def plays_of_kernel(boards: Boards, thrown: Dice) -> ManyPlays:
    """What `many_plays.plays` gives, from the kernel's lists of all throws."""
    found = plays_by_kernel(boards)
    parents, numbers = found.throws // len(THROWS), found.throws % len(THROWS)
    high, low = thrown.max(axis=1), thrown.min(axis=1)
    of_throw = np.flatnonzero((high * (high - 1) // 2 + low - 1)[parents] == numbers)
    return in_order(found.boards[of_throw], parents[of_throw])


def _lists_apart(boards: Boards, thrown: Dice) -> int:
    """Of how many throws the two lists differ."""
    one, other = plays(boards, thrown), plays_of_kernel(boards, thrown)
    sizes = [np.bincount(some.throws, minlength=len(boards)) for some in (one, other)]
    apart = sizes[0] != sizes[1]
    if not apart.any():
        apart[one.throws[(one.boards != other.boards).any(axis=1)]] = True
    return int(apart.sum())


def _chosen(evaluator: Evaluator, boards: Boards, thrown: Dice, batch: int) -> Boards:
    """The best play of each throw by the nets alone."""
    parts = []
    for begin in range(0, len(boards), batch):
        part = slice(begin, begin + batch)
        of = np.zeros(len(boards[part]), np.intp)
        best = evaluator.evaluate_plays(boards[part], thrown[part], [CUBELESS], of)
        parts.append(best.first_of_each().boards)
    return np.concatenate(parts)
