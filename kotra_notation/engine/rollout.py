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

from kotra_notation.engine.evaluator import DIGITS
from kotra_notation.engine.lockstep import Endings, Lockstep, even_dice
from kotra_notation.engine.results import Rolled, WeighedCube, WeighedPlay, WeighedPosition, WeighedThrow
from kotra_notation.engine.stakes import StakeArrays, cubeful_many, doubled_many, efficiencies
from kotra_notation.engine.weighing import Narrowing
from kotra_notation.equity.cubeful import cubeless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.evaluator import GameArrays
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


class Sample(NamedTuple):
    """What came of the games of one board: the mean chances of the side on roll, and the games one by one."""

    game: GameArrays
    chances: Floats
    endings: Endings

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return len(self.endings.results)

    def errors(self) -> Worths:
        """The standard errors of the five chances."""
        return _error(self.endings.without_luck)

    def errors_of(self, worth: Callable[[Floats], Worths]) -> tuple[float, float]:
        """The standard error of what chances are worth, and what it would be with luck."""
        plain = self._error_of(worth, self.endings.results)
        return self._error_of(worth, self.endings.without_luck), plain

    def _error_of(self, worth: Callable[[Floats], Worths], values: Floats) -> float:
        """The standard error of what the mean of rows of chances is worth.

        Equity bends where a cube would be turned or passed. So the chances are moved as far as they may be
        wrong, in each direction in which they vary by themselves, and the side counts on which equity moves
        more.
        """
        mean = self.chances
        squares, axes = np.linalg.eigh(np.cov(values, rowvar=False, dtype=np.float64) / len(values))
        steps = FAR * (axes * np.sqrt(np.maximum(squares, 0))).T
        array = worth(self.game.possible(np.concatenate([mean[None], mean + steps, mean - steps])))
        above, below = np.abs(array[1:] - array[0]).reshape(2, -1)
        return float(np.hypot.reduce(np.maximum(above, below) / FAR))


class Rollout:
    """A position that is played out: the plays of its dice that lead, or itself where it has none."""

    def __init__(
        self,
        weigher: Weigher,
        position: Position,
        games: int,
        seed: int = 1,
        choose: Callable[[Sequence[WeighedPlay]], Sequence[WeighedPlay]] | None = None,
    ) -> None:
        self.weigher = weigher
        self.games = -(-games // EVEN) * EVEN
        self.seed = seed
        self.position = position
        self.game = weigher.game
        self.asked = self.game.arrays_of([position])
        self.stake = self.asked.stakes[0]
        self.plays: tuple[WeighedPlay, ...] = ()
        if position.dice:
            (throw,) = weigher.throws([position], [None])
            self.plays = tuple(choose(throw.plays)) if choose else throw.plays
        self.chosen = choose is not None
        self.behind = self._behind()
        self.leading = [at for at, play in enumerate(self.plays) if self._leads(at, play)]
        self.endings: list[list[Endings]] = []

    @property
    def games_played(self) -> int:
        """Return how many games of each board are played."""
        return sum(len(some[0].results) for some in self.endings)

    def run(self) -> Iterator[int]:
        """Play the games, some at a time; how many are done. What is done counts, wherever it is stopped."""
        boards, stake = self._boards(), (self.stake.other() if self.plays else self.stake).without_doubling()
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
        """The plays: those that were played out or end the game first, the best before the others."""
        if not self.endings:
            return WeighedThrow(self.plays)
        plays = [self._play(at, sample) for at, sample in self._samples(self.leading)]
        others = []
        for at, play in enumerate(self.plays):
            if self.game.is_over(self.behind[at : at + 1])[0]:
                plays.append(replace(play, rolled=_exact(self.games_played, len(play.chances))))
            elif at not in self.leading:
                others.append(play)
        plays.sort(key=lambda play: -round(play.equity, DIGITS))
        return WeighedThrow((*plays, *others))

    def cube(self) -> WeighedCube:
        """The cube, by the chances that the games came to."""
        ((_, sample),) = self._samples([0])
        assert isinstance(self.stake, StakeArrays)
        board, stake = self._boards(), self.stake.stake
        chances = tuple(sample.chances.tolist())
        efficiency = efficiencies(board)
        kept = sample.errors_of(lambda some: cubeful_many(some, stake, efficiency))
        taken = sample.errors_of(lambda some: doubled_many(some, stake, efficiency))
        rolled = replace(_summary(sample, kept), double_take_error=taken[0])
        (equities,) = self.stake.cubes(sample.chances[None], board)
        return WeighedCube(equities, cubeless(chances, stake), chances, 0, rolled)

    def value(self) -> WeighedPosition:
        """Return what a position of a game without a cube is worth, by what the games came to."""
        ((_, sample),) = self._samples([0])
        board = self._boards()

        def worth(chances: Floats) -> Worths:
            return self.stake.worth(chances, np.repeat(board, len(chances), axis=0))

        rolled = _summary(sample, sample.errors_of(worth))
        (points,) = worth(sample.chances[None]).tolist()
        return WeighedPosition(points, tuple(sample.chances.tolist()), 0, rolled)

    def _leads(self, at: int, play: WeighedPlay) -> bool:
        """Return whether a play is played out: a chosen one, or one of the best, unless it ends the game."""
        near = at < ALWAYS or self.plays[0].equity - play.equity <= PLAYED_OUT.within * self.game.unit
        return (self.chosen or (at < PLAYED_OUT.most and near)) and not self.game.is_over(
            self.behind[at : at + 1]
        )[0]

    def _behind(self) -> Boards:
        """The boards behind the plays, seen by who makes them."""
        if not self.plays:
            return self.asked.boards[:0]
        array = self.game.plays(self.asked.boards, np.array([self.position.dice])).boards
        places = {tuple(one): at for at, one in enumerate(array[:, self.game.key_columns].tolist())}
        return array[[places[play.key] for play in self.plays]]

    def _boards(self) -> Boards:
        """Return what is played out, seen by who is on roll there."""
        if not self.position.dice:
            return self.asked.boards
        return self.game.for_next_throw(self.behind[self.leading])

    def _samples(self, which: list[int]) -> Iterator[tuple[int, Sample]]:
        """Yield what came of each board."""
        for at, parts in zip(which, zip(*self.endings, strict=True), strict=True):
            whole = Endings(*(np.concatenate(some) for some in zip(*parts, strict=True)))
            mean = whole.without_luck.mean(axis=0, dtype=np.float64)
            yield at, Sample(self.game, self.game.possible(mean[None])[0], whole)

    def _play(self, at: int, sample: Sample) -> WeighedPlay:
        """A play as the games behind it came out."""
        stake, after = self.stake.other(), self.behind[at : at + 1]

        def worth(chances: Floats) -> Worths:
            many = np.repeat(after, len(chances), axis=0)
            return stake.worth(self.game.by_the_other(many, chances.copy()), self.game.for_next_throw(many))

        theirs = self.game.by_the_other(after, sample.chances[None].copy())
        own = self.game.other_side(theirs)[0]
        rolled = _summary(sample, sample.errors_of(worth))
        mirrored = tuple([rolled.chances_errors[column] for column in self.game.mirrored_columns])
        return replace(
            self.plays[at],
            equity=-float(worth(sample.chances[None])[0]),
            chances=tuple(own.tolist()),
            rolled=replace(rolled, chances_errors=mirrored),
        )


def _summary(sample: Sample, errors: tuple[float, float]) -> Rolled:
    return Rolled(
        games=sample.games,
        standard_error=errors[0],
        plain_error=errors[1],
        chances_errors=tuple(sample.errors().tolist()),
    )


def _exact(games: int, outcomes: int) -> Rolled:
    """Return the summary of a play that ends the game: nothing is left to chance."""
    nothing = (0.0,) * outcomes
    return Rolled(games=games, standard_error=0.0, plain_error=0.0, chances_errors=nothing)


def _error(values: Floats | Worths) -> Worths:
    """The standard error of the mean of rows."""
    array: Worths = np.std(values, axis=0, ddof=1, dtype=np.float64) / len(values) ** 0.5
    return array
