"""Whole games without their luck, for the net to learn from: positions, and plays that were not made.

A one-step target repeats what the net already says. Here each game is played to its end. The target of a
position is a λ-return: the mean over all 21 throws, plus λ times what the rest of the game brought beyond the
net's own forecast. With λ = 1 only the result counts, less the luck of every throw; with λ = 0 one throw.

Plays that were not made are learned too: the leading plays of some throws, with exact targets.
"""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.lockstep import DICE, Lockstep, dice
from kotra_notation.engine.many_plays import BAR, HOME, from_other_side
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import MEN, is_over, is_race

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from kotra_notation.engine.lockstep import Round
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats, Nets

# Of the turns of a game, how many also give the leading plays of their throw, and how many of these.
SIBLING_TURNS = 0.12
SIBLINGS = 5
WIN = 0


class Lessons(NamedTuple):
    """Contact positions seen by the side on roll, with targets; and the leading plays of some throws.

    `plays` has a row of boards for each throw, of which the first `counts` are plays.
    """

    boards: Boards
    targets: Floats
    plays: Boards
    play_targets: Floats
    counts: Numbers
    games: int
    # Root of the mean square of the win chance between targets with λ = 1 and with λ = 0.
    gap: float


def play(nets: Nets, begins: Boards, seed: int, trace: float) -> Lessons:
    """Play games from these boards to their ends and return what contact positions are worth."""
    chance = np.random.default_rng(seed)
    evaluator = Evaluator(ModernArrays(nets))
    games = Lockstep(evaluator, begins, [CUBELESS], np.zeros(len(begins), np.intp))
    turns = list(games.run(dice(len(begins), [int(chance.integers(1 << 32))])))
    returns, results = games.endings.results, games.endings.results.copy()
    boards, targets, gaps = [], [], []
    for turn in reversed(turns):
        mean, best = games.of_first(turn.mean, turn.first), games.of_first(turn.best, turn.first)
        results[turn.games] += mean - best
        returns[turn.games] = mean + trace * (returns[turn.games] - best)
        contact = ~is_race(turn.boards)
        boards.append(turn.boards[contact])
        targets.append(games.of_first(returns[turn.games], turn.first)[contact].clip(0, 1))
        gaps.append((results[turn.games] - mean)[contact, WIN])
    gap = float((np.concatenate(gaps) ** 2).mean() ** 0.5)
    plays = _leading_plays(evaluator, turns, chance)
    return Lessons(np.concatenate(boards), np.concatenate(targets), *plays, len(begins), gap)


def _leading_plays(
    evaluator: Evaluator, turns: Sequence[Round], chance: np.random.Generator
) -> tuple[Boards, Floats, Numbers]:
    """Return the leading plays of some throws as positions of the other side, each with its exact target."""
    boards = np.concatenate([turn.boards for turn in turns])
    throws = np.concatenate([turn.throws for turn in turns])
    some = np.flatnonzero((chance.random(len(boards)) < SIBLING_TURNS) & ~is_race(boards))
    of = np.zeros(len(some), np.intp)
    found = evaluator.evaluate_plays(boards[some], DICE[throws[some]], [CUBELESS], of)
    others = from_other_side(found.boards)
    which = np.flatnonzero(~is_race(others) & ~is_over(found.boards))
    throw, rank = _places(found.throws[which])
    which, throw, rank = (one[rank < SIBLINGS] for one in (which, throw, rank))
    targets = evaluator.chances(others[which], [CUBELESS], np.zeros(len(which), np.intp), plies=1)
    counts = np.bincount(throw)
    plays = np.zeros((len(counts), SIBLINGS, others.shape[1]), np.int8)
    worths = np.zeros((len(counts), SIBLINGS, targets.shape[1]), np.float32)
    plays[throw, rank], worths[throw, rank] = others[which], targets
    several = counts > 1
    return plays[several], worths[several], counts[several]


def _places(throws: Numbers) -> tuple[Numbers, Numbers]:
    """Number the throws of rows in order from 0, and the rows of each throw from 0."""
    begins = np.flatnonzero(np.diff(throws, prepend=-1))
    sizes = np.diff(begins, append=len(throws))
    return np.repeat(np.arange(len(begins)), sizes), np.arange(len(throws)) - np.repeat(begins, sizes)


def is_rare(boards: Boards) -> NDArray[np.bool_]:
    """Tell which boards are of kinds that nets seldom reach and judge badly.

    A prime of five with a checker of the other side behind it; two anchors; a side that has borne off and
    still has to pass, or whose checker was hit.
    """
    own, theirs = boards >= 2, boards <= -2
    rare = np.zeros(len(boards), np.bool_)
    for first in range(1, BAR - 5):
        block = slice(first, first + 5)
        rare |= own[:, block].all(axis=1) & (boards[:, :first] < 0).any(axis=1)
        rare |= theirs[:, block].all(axis=1) & (boards[:, first + 5 :] > 0).any(axis=1)
    home, far = slice(1, HOME + 1), slice(BAR - HOME, BAR)
    rare |= (theirs[:, home].sum(axis=1) >= 2) | (own[:, far].sum(axis=1) >= 2)
    men, others = np.maximum(boards, 0).sum(axis=1), np.maximum(-boards, 0).sum(axis=1)
    rare |= (np.minimum(men, others) < MEN) & (np.minimum(men, others) > 0)
    return rare & ~is_race(boards)


def play_in_order(
    workers: int, games: Callable[[], tuple[Nets, Boards, float]], seed: int, number: int
) -> Iterator[Lessons]:
    """Yield the lessons of batch after batch, in order, so that the same seed gives the same nets.

    `games` hands out the nets, the boards that the next batch begins with, and λ. With workers, a batch is
    played by the nets as they stood when it was handed out.
    """
    if not workers:
        while True:
            number += 1
            yield _numbered(games(), seed, number)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[Lessons]] = []
        while True:
            while len(waiting) < 2 * workers:
                number += 1
                waiting.append(pool.submit(_numbered, games(), seed, number))
            yield waiting.pop(0).result()


def _numbered(handed: tuple[Nets, Boards, float], seed: int, number: int) -> Lessons:
    nets, begins, trace = handed
    return play(nets, begins, seed * 1_000_003 + number, trace)
