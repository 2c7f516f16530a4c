"""Decisions weighed: the plays of a throw, best first, the luck of it, and whether to turn the cube.

A decision is a position with what was thrown there. Many are weighed at a time; what a level looks at, how
far and where it stops is in `LEVELS`. Looking a throw further the nets err the other way, for then the other
side is on roll: what a deeper look says counts as much as all that the looks before it said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.evaluator import AT_ONCE, Evaluator, Weighed
from kotra_notation.engine.many_plays import THROWS, WEIGHTS
from kotra_notation.engine.nets import shipped_nets
from kotra_notation.engine.old_arrays import OldArrays, kind
from kotra_notation.engine.results import NAME, WeighedCube, WeighedPlay, WeighedPosition, WeighedThrow
from kotra_notation.engine.stakes import StakeArrays
from kotra_notation.equity.cubeful import CubeEquities
from kotra_notation.equity.match_table import kazaross
from kotra_notation.installation import VERSION
from kotra_notation.rules.named import dialect, specification
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.evaluator import AskedPositions, PlayKey, Worths
    from kotra_notation.engine.many_plays import Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules import Ruleset

PLACES = {throw: place for place, throw in enumerate(THROWS)}
NONE = np.empty(0, np.intp)
# How the first throw of a game falls: no doubles.
OPENING = np.array([one != two for one, two in THROWS]) / 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """Which plays are looked at more deeply: so many at most, none that is so much worse than the best."""

    most: int
    within: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How deeply plays are looked at, a step for each roll ahead, and cubes that are close.

    All cubes are looked at one roll ahead, and `cubes` rolls where a double gains or costs less than `close`.
    """

    name: str
    steps: tuple[Narrowing, ...] = ()
    cubes: int = 2
    close: float = 0.15

    @property
    def plies(self) -> int:
        """Return how many throws are looked ahead."""
        return len(self.steps)


QUICK = Level(name="quick", cubes=1)
NORMAL = Level(name="normal", steps=(Narrowing(most=4, within=0.08),), close=0.10)
DEEP = Level(name="deep", steps=(Narrowing(most=8, within=0.16), Narrowing(most=4, within=0.06)))
LEVELS = {level.name: level for level in (QUICK, NORMAL, DEEP)}


class Weigher:
    """An evaluator at a level."""

    name = NAME

    def __init__(self, evaluator: Evaluator, level: Level = QUICK, rests_on: str = kazaross().name) -> None:
        self.evaluator = evaluator
        self.game = evaluator.game
        # The first look through a cube is by the large nets: there an error costs more than at a play.
        self.thorough = Evaluator(self.game, self.game)
        self.level = level
        # The name that evaluations carry: program, version and which nets.
        self.source = f"{NAME} {VERSION} ({self.game.nets.digest})"

        self.rests_on = rests_on
        self.others: dict[str, Weigher] = {}

    @property
    def settings(self) -> str:
        """What an analysis rests on: engine, nets, level, and match equities or the rules of the old game."""
        return f"{self.source}, {self.level.name}, {self.rests_on}"

    def knowing(self, ruleset: Ruleset) -> Weigher:
        """The engine with the nets for a game, at the same level."""
        if not ruleset.facts.forms:
            return self
        rules = specification(ruleset)
        if rules not in self.others:
            arrays = OldArrays(ruleset.options, shipped_nets(kind(dialect(ruleset))))
            self.others[rules] = Weigher(Evaluator(arrays), self.level, rules)
        return self.others[rules]

    def throws(
        self,
        positions: Sequence[Position],
        made: Sequence[PlayKey | None],
        first: Sequence[bool] | None = None,
        kept: int | None = None,
    ) -> list[WeighedThrow]:
        """The best plays of the dice of each position, `kept` ones or all, and the one that was made.

        `made` are the boards behind the plays that were made; these are looked at as deeply as the best. With
        `first`, which tells of each throw whether it is the first of its game, each has its luck too.
        """
        if not positions:
            return []
        asked = self.game.arrays_of(positions)
        if first is None:
            dice = np.array([one.dice for one in positions])
            weighed = self.evaluator.evaluate_plays(asked.boards, dice, asked.stakes, asked.of)
            lucks: Sequence[float | None] = [None] * len(positions)
        else:
            thrown = np.array([PLACES[_high_first(one.dice)] for one in positions])
            weighed, best = self.evaluator.thrown_and_all(asked.boards, thrown, asked.stakes, asked.of)
            lucks = self._lucks(positions, thrown, best.worths.reshape(-1, len(THROWS)), first)
        weighed, plies = self._look_ahead(asked, weighed, made)
        if kept is not None:
            shown = (_places(weighed) < kept) | self._are_made(weighed, made)
            weighed, plies = weighed.rows(np.flatnonzero(shown)), plies[shown]
        ends = np.searchsorted(weighed.throws, np.arange(len(positions) + 1)).tolist()
        return [
            WeighedThrow(self._plays(one, weighed, plies, slice(ends[at], ends[at + 1])), luck)
            for at, (one, luck) in enumerate(zip(positions, lucks, strict=True))
        ]

    def best(self, asked: AskedPositions, dice: NDArray[np.integer]) -> Weighed:
        """The best play of each throw, with none that was made to be looked at beside it."""
        weighed = self.evaluator.evaluate_plays(asked.boards, dice, asked.stakes, asked.of)
        return self._look_ahead(asked, weighed, [None] * len(dice))[0].first_of_each()

    def _look_ahead(
        self, asked: AskedPositions, weighed: Weighed, made: Sequence[PlayKey | None]
    ) -> tuple[Weighed, Numbers]:
        """The plays as this level weighs them, those first that were looked at most deeply."""
        plies = np.zeros(len(weighed.throws), np.intp)
        for step in self.level.steps:
            weighed, plies = self._deeper(asked, weighed, plies, step, self._are_made(weighed, made))
        return weighed, plies

    def _lucks(
        self, positions: Sequence[Position], thrown: Numbers, best: Worths, first: Sequence[bool]
    ) -> list[float]:
        """By how much each throw was better than throws are on average, each with its best play.

        It is seen by the nets alone, on whatever level plays are weighed. A `first` throw that decides who
        begins is compared with those of either side, of which none is a double.
        """
        means = best @ WEIGHTS
        begun = np.flatnonzero(first) if self.game.opening_throw else NONE
        if len(begun):
            asked = self.game.arrays_of([positions[at].passed() for at in begun.tolist()])
            others = self.evaluator.best_of_all_throws(asked.boards, asked.stakes, asked.of).worths
            means[begun] = ((best[begun] - others.reshape(-1, len(THROWS))) @ OPENING) / 2
        lucks: list[float] = (best[np.arange(len(positions)), thrown] - means).tolist()
        return lucks

    def cubes(self, positions: Sequence[Position]) -> list[WeighedCube]:
        """Return what doubling is worth in positions before the throw.

        The equities of leaving the cube and of a take are the means over all throws, each with its best play
        for that cube.
        """
        if not positions:
            return []
        asked = self.game.arrays_of(positions)
        chances = self.evaluator.chances(asked.boards, asked.stakes, asked.of)
        weighed_cubes = _cubes(asked, chances)
        for ply in range(1, self.level.cubes + 1):
            margin = self.level.close if ply > 1 else np.inf
            close = np.array(
                [at for at, cube in enumerate(weighed_cubes) if _close(cube.equities, margin)], np.intp
            )
            looked = self._through(asked.some(close), chances[close], ply)
            for at, cube in zip(close.tolist(), looked, strict=True):
                weighed_cubes[at], chances[at] = cube, cube.chances
        return weighed_cubes

    def _through(self, asked: AskedPositions, chances: Floats, plies: int) -> list[WeighedCube]:
        """Return cube equities by so many rolls looked ahead; the chances are means with those before."""
        stakes = [stake for stake in asked.stakes if isinstance(stake, StakeArrays)]
        both = [*stakes, *(stake.after_double() for stake in stakes)]
        evaluator = self.thorough if plies == 1 else self.evaluator
        found = []
        for begin in range(0, len(asked.boards), AT_ONCE):
            some = asked.some(np.arange(begin, min(begin + AT_ONCE, len(asked.boards))))
            of = np.concatenate([some.of, some.of + len(stakes)])
            best = evaluator.best_of_all_throws(np.tile(some.boards, (2, 1)), both, of)
            ahead, worths = best.chances, best.worths
            if plies > 1:
                each = np.repeat(of, len(THROWS))
                ahead, worths = evaluator.behind(best.boards, both, each, plies - 1)
            ahead = ahead.reshape(2, -1, len(THROWS), self.game.outcomes)[0]
            worths = worths.reshape(2, -1, len(THROWS))
            kept, taken = worths @ WEIGHTS
            for number, stake in enumerate(stakes):
                at = np.flatnonzero(some.of == number)
                taken[at] = stake.before_double(taken[at])
                if plies == 1 and stake.stake.owner == "none":
                    kept[at] = stake.holding_equity(ahead[at], worths[0, at], some.boards[at])
            means = (chances[begin : begin + AT_ONCE] + np.einsum("nrc,r->nc", ahead, WEIGHTS)) / 2
            found += _cubes(some, means, plies, kept, taken)
        return found

    def position(self, position: Position) -> WeighedPosition:
        """Return what a position without a cube is worth before the throw."""
        asked = self.game.arrays_of([position])
        chances = self.evaluator.chances(asked.boards, asked.stakes, asked.of)
        for ply in range(1, self.level.plies + 1):
            chances += self.evaluator.chances(asked.boards, asked.stakes, asked.of, ply)
            chances /= 2
        (points,) = asked.stakes[0].worth(chances, asked.boards).tolist()
        return WeighedPosition(points, tuple(chances[0].tolist()), self.level.plies)

    def _deeper(
        self,
        asked: AskedPositions,
        weighed: Weighed,
        plies: Numbers,
        narrowing: Narrowing,
        made: NDArray[np.bool_],
    ) -> tuple[Weighed, Numbers]:
        """The plays that lead, weighed a throw further; they come first."""
        deepest = plies == plies.max(initial=0)
        places = _places(weighed)
        begins = np.arange(len(places)) - places
        lost = weighed.worths[begins] - weighed.worths
        leading = deepest & (places < narrowing.most) & (lost <= narrowing.within * self.game.unit)
        leading |= made
        alone = np.bincount(weighed.throws) == 1
        which = np.flatnonzero(leading & ~alone[weighed.throws])
        worths, chances, plies = weighed.worths.copy(), weighed.chances.copy(), plies.copy()
        plies[which] = ply = int(plies.max(initial=0)) + 1
        of = asked.of[weighed.throws[which]]
        deeper, worth = self.evaluator.behind(weighed.boards[which], asked.stakes, of, ply)
        chances[which] = (chances[which] + deeper) / 2
        worths[which] = (worths[which] + worth) / 2
        order = self.evaluator.order(chances, worths, -plies, weighed.throws)
        return Weighed(weighed.boards, weighed.throws, chances, worths).rows(order), plies[order]

    def _are_made(self, weighed: Weighed, made: Sequence[PlayKey | None]) -> NDArray[np.bool_]:
        """Return which rows are the plays that were made."""
        columns = self.game.key_columns
        wanted = np.array([one or (127,) * len(columns) for one in made], np.int8)
        return np.asarray((weighed.boards[:, columns] == wanted[weighed.throws]).all(axis=1))

    def _plays(
        self, position: Position, weighed: Weighed, plies: Numbers, which: slice
    ) -> tuple[WeighedPlay, ...]:
        """The plays of a throw, each with a way to play it; of two that lead to one board the better."""
        ways = self.game.ways(position)
        plays: dict[tuple[int, ...], WeighedPlay] = {}
        for row, worth, chances, ply in zip(
            weighed.boards[which][:, self.game.key_columns].tolist(),
            weighed.worths[which].tolist(),
            weighed.chances[which].tolist(),
            plies[which].tolist(),
            strict=True,
        ):
            if (key := tuple(row)) not in plays:
                plays[key] = WeighedPlay(
                    position=position,
                    key=key,
                    steps=ways(key),
                    equity=worth,
                    chances=tuple(chances),
                    plies=ply,
                )
        return tuple(plays.values())


def _cubes(
    asked: AskedPositions,
    chances: Floats,
    plies: int = 0,
    kept: Worths | None = None,
    taken: Worths | None = None,
) -> list[WeighedCube]:
    """Return cube equities from those of leaving the cube and of a take; by the chances if none are given."""
    cubes: list[WeighedCube | None] = [None] * len(chances)
    for number, stake in enumerate(asked.stakes):
        assert isinstance(stake, StakeArrays)
        at = np.flatnonzero(asked.of == number)
        looked = None if kept is None or taken is None else (kept[at], taken[at])
        equities = stake.cubes(chances[at], asked.boards[at], looked)
        rows = zip(
            at.tolist(), equities, stake.rough(chances[at]).tolist(), chances[at].tolist(), strict=True
        )
        for place, cube, dead, row in rows:
            cubes[place] = WeighedCube(cube, dead, tuple(row), plies)
    return [cube for cube in cubes if cube]


def _close(equities: CubeEquities, margin: float) -> bool:
    """Return whether doubling and not doubling are so near each other that a better look is worth while."""
    return equities.may_double and abs(equities.double - equities.no_double) < margin


def _high_first(dice: tuple[int, int] | None) -> tuple[int, int]:
    assert dice is not None
    return max(dice), min(dice)


def _places(weighed: Weighed) -> Numbers:
    """The place of each play among those of its throw."""
    begins = np.searchsorted(weighed.throws, weighed.throws)
    return np.arange(len(begins)) - begins
