"""Players of the old game to measure the engine against: at random, greedy ones, and the engine's levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.evaluator import AskedPositions
from kotra_notation.engine.old_rows import outcomes_won
from kotra_notation.engine.weighing import Weigher

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import Evaluator
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.old_arrays import OldArrays
    from kotra_notation.engine.weighing import Level
    from tools.measured_duels import Player

AT_A_TIME = 40


def greedy(game: OldArrays, liked: Callable[[Boards], NDArray[np.float64]], seed: int) -> Player:
    """A player who takes what wins at once, and else the board that is liked most."""
    chance = np.random.default_rng(seed)

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        found = game.plays(boards, thrown)
        worth = 1000 * game.flat(outcomes_won(found.boards)) + liked(found.boards)
        order = np.lexsort([-worth - 1e-3 * chance.random(len(worth)), found.throws])
        return found.boards[order[np.flatnonzero(np.diff(found.throws[order], prepend=-1))]]

    return play


def at_random(game: OldArrays, seed: int) -> Player:
    """A player to whom all plays are alike, what wins too."""
    chance = np.random.default_rng(seed)

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        found = game.plays(boards, thrown)
        counts = np.bincount(found.throws, minlength=len(boards))
        begins = np.cumsum(counts) - counts
        chosen: Boards = found.boards[begins + (chance.random(len(counts)) * counts).astype(np.intp)]
        return chosen

    return play


def hits(boards: Boards) -> NDArray[np.float64]:
    """Dead men, points closed where they enter, few men alone."""
    dead, closed = -boards[:, 0].astype(float), (boards[:, 7:13] > 1).sum(axis=1)
    return np.asarray(6 * dead + 3 * closed - _alone(boards))


def races(boards: Boards) -> NDArray[np.float64]:
    """Men off, few pips, few men alone."""
    own = boards[:, :26].clip(min=0).astype(float)
    return np.asarray(-10 * own.sum(axis=1) - 0.1 * own @ np.arange(26) - _alone(boards) / 2)


def is_careful(boards: Boards) -> NDArray[np.float64]:
    """Few men alone, many points made, no dead men."""
    made = (boards[:, 1:25] > 1).sum(axis=1)
    return np.asarray(made - 3.0 * _alone(boards) - 3.0 * boards[:, 25].clip(min=0))


def _alone(boards: Boards) -> NDArray[np.float64]:
    return np.asarray((boards[:, 1:25] == 1).sum(axis=1), np.float64)


def at_level(game: OldArrays, evaluator: Evaluator, level: Level) -> Player:
    """The best play as a level of the engine finds it."""
    weigher = Weigher(evaluator, level)

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        parts = []
        for begin in range(0, len(boards), AT_A_TIME):
            some = boards[begin : begin + AT_A_TIME]
            asked = AskedPositions(some, [game.stake], np.zeros(len(some), np.intp))
            parts.append(weigher.best(asked, thrown[begin : begin + AT_A_TIME]).boards)
        return np.concatenate(parts)

    return play
