"""Rollouts: what plays and cubes are worth by playing them out many times.

Each game is played by the nets at once, both sides choosing with the cube in mind as it stands. It is not
turned, and nobody plays as if it were: behind a sure pass all plays would be the same. What comes of the
games are chances, and these are made equities as always (`equity.cubeful`). The luck of every throw is taken
out of the results, which changes nothing on average and makes errors a fraction. The first two throws come
evenly; several plays have the same throws. The same seed gives the same result.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.cubeful import cubeful_many, doubled_many, efficiencies
from kotra_notation.engine.evaluator import DIGITS
from kotra_notation.engine.lockstep import Endings, Lockstep, even_dice
from kotra_notation.engine.many_plays import turned
from kotra_notation.engine.nets import nested, other_side
from kotra_notation.engine.results import Rolled, WeighedCube, WeighedPlay, WeighedThrow
from kotra_notation.engine.stakes import StakeArrays
from kotra_notation.engine.weighing import Narrowing
from kotra_notation.equity.cubeful import cubeless
from kotra_notation.equity.stake import stake_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats
    from kotra_notation.engine.weighing import Weigher

    Worths = NDArray[np.float64]

# Games come by as many as two dice fall; so many boards or so are played at a time.
EVEN = 36
AT_A_TIME = 360
# The plays that are played out: the best two, and so many at most of those that are hardly worse.
ALWAYS = 2
PLAYED_OUT = Narrowing(most=5, within=0.16)
# So many standard errors chances are moved to see how much equity moves with them.
FAR = 2


class Unturned:
    """A stake whose cube both sides leave where it is, though it has its worth."""

    def __init__(self, stake: StakeArrays) -> None:
        self.stake = stake

    def other(self) -> Unturned:
        """The stake as the other side sees it."""
        return Unturned(self.stake.other())

    def worth(self, chances: Floats, boards: Boards) -> Worths:
        """The equity of the side on roll at each board, which does not double."""
        return cubeful_many(chances, self.stake.stake, efficiencies(boards))

    @property
    def slopes(self) -> Worths:
        """By how much each chance moves the equity if nobody turned the cube again, to rank plays."""
        return self.stake.slopes


class Sample(NamedTuple):
    """What came of the games of one board: the mean chances of the side on roll, and the games one by one."""

    chances: Floats
    endings: Endings

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.endings.results)

    def errors(self) -> Worths:
        """The standard errors of the five chances."""
        return _error(self.endings.without_luck)

    def errors_of(self, worth: Callable[[Floats], Worths]) -> tuple[float, float]:
        """The standard error of what chances are worth, and what it would be with luck."""
        plain = _error_of(worth, self.chances, self.endings.results)
        return _error_of(worth, self.chances, self.endings.without_luck), plain


class Rollout:
    """A position that is played out: the plays of its dice that lead, or itself where it has none."""

    def __init__(self, weigher: Weigher, position: Position, games: int, seed: int = 1) -> None:
        self.weigher = weigher
        self.games = -(-games // EVEN) * EVEN
        self.seed = seed
        self.position = position
        self.stake = StakeArrays(stake_of(position.standing, position.cube, position.seat))
        self.plays: tuple[WeighedPlay, ...] = ()
        if position.dice:
            (throw,) = weigher.throws([position], [None])
            self.plays = throw.plays
        self.leading = [at for at, play in enumerate(self.plays) if self._leads(at, play)]
        self.endings: list[list[Endings]] = []

    @property
    def played(self) -> int:
        """How many games of each board are played."""
        return sum(len(some[0].results) for some in self.endings)

    def run(self) -> Iterator[int]:
        """Play the games, some at a time; how many are done. What is done counts, wherever it is stopped."""
        boards, stake = self._boards(), Unturned(self.stake.other() if self.plays else self.stake)
        if not len(boards):
            return
        step = max(AT_A_TIME // len(boards) // EVEN, 1) * EVEN
        for begin in range(0, self.games, step):
            end = min(begin + step, self.games)
            many = np.repeat(boards, end - begin, axis=0)
            lockstep = Lockstep(self.weigher.evaluator, many, [stake], np.zeros(len(many), np.intp))
            throws = (np.tile(some, len(boards)) for some in even_dice(begin, end, self.seed))
            for _ in lockstep.run(throws):
                pass
            whole = lockstep.endings
            parts = (np.split(some, len(boards)) for some in whole)
            self.endings.append([Endings(*some) for some in zip(*parts, strict=True)])
            yield end

    def throw(self) -> WeighedThrow:
        """The plays: those that were played out first, the best before the others."""
        if not self.endings:
            return WeighedThrow(self.plays)
        found = [self._play(self.plays[at], sample) for at, sample in self._samples(self.leading)]
        found.sort(key=lambda play: -round(play.equity, DIGITS))
        return WeighedThrow((*found, *(p for at, p in enumerate(self.plays) if at not in self.leading)))

    def cube(self) -> WeighedCube:
        """The cube, by the chances that the games came to."""
        ((_, sample),) = self._samples([0])
        board, stake = self._boards(), self.stake.stake
        chances = tuple(sample.chances.tolist())
        efficiency = efficiencies(board)
        kept = sample.errors_of(lambda some: cubeful_many(some, stake, efficiency))
        taken = sample.errors_of(lambda some: doubled_many(some, stake, efficiency))
        rolled = replace(_rolled(sample, kept), double_take_error=taken[0])
        (equities,) = self.stake.cubes(sample.chances[None], board)
        return WeighedCube(equities, cubeless(chances, stake), chances, 0, rolled)

    def _leads(self, at: int, play: WeighedPlay) -> bool:
        """Whether a play is played out; one that ends the game is not."""
        near = at < ALWAYS or self.plays[0].equity - play.equity <= PLAYED_OUT.within
        return at < PLAYED_OUT.most and near and any(count > 0 for count in play.points[1:])

    def _boards(self) -> Boards:
        """What is played out, seen by who is on roll there."""
        if not self.position.dice:
            return np.array([self.position.points], np.int8)
        points = np.array([self.plays[at].points for at in self.leading], np.int8)
        return turned(points.reshape(-1, 26))

    def _samples(self, which: list[int]) -> Iterator[tuple[int, Sample]]:
        """What came of each board."""
        for at, parts in zip(which, zip(*self.endings, strict=True), strict=True):
            whole = Endings(*(np.concatenate(some) for some in zip(*parts, strict=True)))
            mean = whole.without_luck.mean(axis=0, dtype=np.float64)
            yield at, Sample(_possible(mean[None])[0], whole)

    def _play(self, play: WeighedPlay, sample: Sample) -> WeighedPlay:
        """A play as the games behind it came out."""
        stake, board = self.stake.other(), turned(np.array([play.points], np.int8))

        def worth(chances: Floats) -> Worths:
            return stake.worth(chances, np.repeat(board, len(chances), axis=0))

        own = other_side(sample.chances[None])[0]
        equity = -float(worth(sample.chances[None])[0])
        rolled = _rolled(sample, sample.errors_of(worth))
        theirs = rolled.chances_errors
        mirrored = (theirs[0], *theirs[3:], *theirs[1:3])
        return replace(
            play, equity=equity, chances=tuple(own.tolist()), rolled=replace(rolled, chances_errors=mirrored)
        )


def _rolled(sample: Sample, errors: tuple[float, float]) -> Rolled:
    return Rolled(
        games=sample.games,
        standard_error=errors[0],
        plain_error=errors[1],
        chances_errors=tuple(sample.errors().tolist()),
    )


def _error(values: Floats | Worths) -> Worths:
    """The standard error of the mean of rows."""
    found: Worths = np.std(values, axis=0, ddof=1, dtype=np.float64) / len(values) ** 0.5
    return found


def _error_of(worth: Callable[[Floats], Worths], mean: Floats, values: Floats) -> float:
    """The standard error of what the mean of rows of chances is worth.

    Equity bends where a cube would be turned or passed. So the chances are moved as far as they may be wrong,
    in each direction in which they vary by themselves, and the side counts on which equity moves more.
    """
    squares, axes = np.linalg.eigh(np.cov(values, rowvar=False, dtype=np.float64) / len(values))
    steps = FAR * (axes * np.sqrt(np.maximum(squares, 0))).T
    found = worth(_possible(np.concatenate([mean[None], mean + steps, mean - steps])))
    above, below = np.abs(found[1:] - found[0]).reshape(2, -1)
    return float(np.hypot.reduce(np.maximum(above, below) / FAR))


def _possible(chances: Worths) -> Floats:
    """Rows of chances that can be: without luck they may come to lie a little beyond 0 and 1."""
    return nested(np.clip(chances, 0, 1).astype(np.float32))
