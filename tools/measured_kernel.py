"""Whether the engine chooses the same plays by the lists of the rules' kernel as by those of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import numpy as np

from kotra_notation.engine import evaluator as evaluators
from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.lockstep import DICE, dice
from kotra_notation.engine.many_plays import ManyPlays, in_order, plays, turned
from kotra_notation.engine.nets import is_over
from kotra_notation.rules import kernel_plays
from tools.measured_play import odd_plays
from tools.train import START

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
        with patch.object(evaluators, "plays", plays_of_kernel):
            other = _chosen(evaluator, boards, thrown, OTHER_BATCH)
        choices += int((one != other).any(axis=1).sum())
        done += GAMES
        after = odd_plays(evaluator, boards, thrown, chance)
        boards = np.where(is_over(after)[:, None], START, turned(after))
    return Agreement(done, lists, choices, not str(kernel_plays.__file__).endswith(".py"))


def plays_of_kernel(boards: Boards, thrown: Dice) -> ManyPlays:
    """What `many_plays.plays` gives, from the lists of the kernel."""
    after, throws = [], []
    for at, (board, (one, two)) in enumerate(zip(boards.tolist(), thrown.tolist(), strict=True)):
        found = kernel_plays.plays(kernel_plays.packed(board), one, two)
        after += [kernel_plays.unpacked(one) for one in found]
        throws += [at] * len(found)
    return in_order(np.array(after, np.int8).reshape(-1, 26), np.array(throws, np.intp))


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
        best = evaluator.weighed(boards[part], thrown[part], [CUBELESS], of)
        parts.append(best.first_of_each().boards)
    return np.concatenate(parts)
