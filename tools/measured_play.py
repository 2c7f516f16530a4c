"""What the engine's own games tell of it: whether its chances come true, and what is left without luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine import bearoff
from kotra_notation.engine.evaluator import CUBELESS, LOOKED_AT, Evaluator
from kotra_notation.engine.lockstep import DICE, Lockstep, dice
from kotra_notation.engine.many_plays import THROWS, WEIGHTS, WIDTH, from_other_side, plays
from kotra_notation.engine.nets import cubeless, final_chances, is_over, other_side
from tools.measured_duels import Board

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats

    Points = NDArray[np.float64]

AT_A_TIME = 500
TENTHS = 10
# How often a side plays at random where skill, too, is accounted for; how many men bear-offs begin with.
ODDLY = 0.3
MEN = 6


class Said(NamedTuple):
    """What was said of positions before their throw, what came of their games, and the games without luck.

    `steady` is what came of them without the luck since: the same on average, less by chance. `games` are the
    numbers of their games.
    """

    games: Numbers
    said: Floats
    came: Floats
    steady: Floats
    results: Points
    without_luck: Points

    @property
    def left(self) -> float:
        """The share of the variance of results that is left without luck."""
        return float(self.without_luck.var() / self.results.var())


class Tenth(NamedTuple):
    """The positions whose chance lies in a tenth: how many, what was said on average, and what happened.

    `error` is the standard error of `steady` less `said`; the positions of a game are one datum.
    """

    positions: int
    said: float
    came: float
    steady: float
    error: float


def own_games(board: Board, evaluator: Evaluator, games: int, seed: int) -> Said:
    """Games for money without a cube, from the start to the last man; they may begin with a double."""
    parts = [
        _own_games(board, evaluator, min(AT_A_TIME, games - begin), (seed, begin))
        for begin in range(0, games, AT_A_TIME)
    ]
    return Said(*(np.concatenate(some) for some in zip(*parts, strict=True)))


def _own_games(board: Board, evaluator: Evaluator, games: int, seed: tuple[int, int]) -> Said:
    boards = np.tile(board.start, (games, 1))
    lockstep = Lockstep(evaluator, boards, [board.stake], np.zeros(games, np.intp), to_the_end=True)
    endings = lockstep.endings
    said, numbers, first, before = [], [], [], []
    lucks = endings.lucks.copy()
    for turn in lockstep.run(dice(games, seed)):
        said.append(board.game.chances(turn.boards))
        numbers.append(turn.games)
        first.append(turn.first)
        before.append(lucks[turn.games])
        lucks = endings.lucks.copy()
    games_of, roller = np.concatenate(numbers), np.concatenate(first)[:, None]
    came = endings.results[games_of]
    steady = endings.without_luck[games_of] + np.concatenate(before)
    came, steady = (np.where(roller, one, board.game.other_side(one)) for one in (came, steady))
    points = (board.game.flat(some).astype(np.float64) for some in (endings.results, endings.without_luck))
    return Said(seed[1] + games_of, np.concatenate(said), came, steady, *points)


def tenths(games: Said, chance: int) -> list[Tenth]:
    """What was said of one of the chances against what happened, by tenths."""
    three = [one[:, chance] for one in (games.said, games.came, games.steady)]
    which = np.minimum((three[0] * TENTHS).astype(np.intp), TENTHS - 1)
    found = []
    for tenth in range(TENTHS):
        rows = which == tenth
        if count := int(rows.sum()):
            apart = (three[2] - three[0])[rows]
            of_games = np.bincount(games.games[rows], weights=apart - apart.mean())
            error = float(np.hypot.reduce(of_games)) / count
            said, came, steady = (float(one[rows].mean()) for one in three)
            found.append(Tenth(count, said, came, steady, error))
    return found


class Accounts(NamedTuple):
    """What results of bear-offs are made of, in points: what is left over when all has been accounted for."""

    games: int
    most: float
    mean: float


def accounts(evaluator: Evaluator, games: int, seed: int, looked_at: int = LOOKED_AT) -> Accounts:
    """Whether results are the worth of the beginning, luck and changes by skill, where all are exact.

    Bear-offs of few men are known exactly. Both sides play at random now and then, so that skill counts.
    """
    chance = np.random.default_rng(seed)
    boards = _bear_offs(games, chance)
    live, sign = np.arange(games), np.ones(games)
    result, total = np.zeros(games), _worth(evaluator, boards)
    while len(live):
        thrown = chance.integers(0, 36, len(live))
        some = DICE[_places(thrown)]
        of = np.zeros(len(live), np.intp)
        best = evaluator.evaluate_plays(*_all_throws(boards), [CUBELESS], of.repeat(21), 0, looked_at)
        by_throw = best.first_of_each().worths.reshape(-1, len(THROWS))
        of_throw = by_throw[np.arange(len(live)), _places(thrown)]
        after = odd_plays(evaluator, boards, some, chance)
        made = -_worth(evaluator, from_other_side(after), after)
        total[live] += sign * (of_throw - by_throw @ WEIGHTS + made - of_throw)
        over = is_over(after)
        result[live[over]] = sign[over] * _points(final_chances(after[over]))
        boards, live, sign = from_other_side(after[~over]), live[~over], -sign[~over]
    apart = np.abs(result - total)
    return Accounts(games, float(apart.max()), float(apart.mean()))


def _places(thrown: Numbers) -> Numbers:
    high, low = np.maximum(thrown // 6, thrown % 6), np.minimum(thrown // 6, thrown % 6)
    found: Numbers = high * (high + 1) // 2 + low
    return found


def _all_throws(boards: Boards) -> tuple[Boards, NDArray[np.integer]]:
    return np.repeat(boards, len(THROWS), axis=0), np.tile(DICE, (len(boards), 1))


def _bear_offs(games: int, chance: np.random.Generator) -> Boards:
    """Boards with a few men of each side, all home."""
    boards = np.zeros((games, WIDTH), np.int8)
    rows = np.arange(games)
    for _ in range(MEN):
        boards[rows, chance.integers(1, 7, games)] += 1
        boards[rows, chance.integers(19, 25, games)] -= 1
    assert bearoff.covers_both(boards).all()
    return boards


def odd_plays(
    evaluator: Evaluator, boards: Boards, some: NDArray[np.integer], chance: np.random.Generator
) -> Boards:
    """The best play of each throw by the nets alone, now and then any."""
    of = np.zeros(len(boards), np.intp)
    made = evaluator.evaluate_plays(boards, some, [CUBELESS], of).first_of_each().boards
    odd = np.flatnonzero(chance.random(len(boards)) < ODDLY)
    if len(odd):
        after, throws = plays(boards[odd], some[odd])
        counts = np.bincount(throws, minlength=len(odd))
        begins = np.cumsum(counts) - counts
        made[odd] = after[begins + (chance.random(len(odd)) * counts).astype(np.intp)]
    return made


def _worth(evaluator: Evaluator, boards: Boards, after: Boards | None = None) -> Points:
    """What boards are worth to the side on roll; behind a play that ended the game, what that was worth."""
    said = evaluator.chances(boards, [CUBELESS], np.zeros(len(boards), np.intp))
    if after is not None and (over := is_over(after)).any():
        said[over] = other_side(final_chances(after[over]))
    return _points(said)


def _points(chances: Floats) -> Points:
    return cubeless(chances).astype(np.float64)
