"""What the engine says of plays, throws and cubes; values that need no numpy."""

from __future__ import annotations

from kotra_notation.board import Points
from kotra_notation.equity.cubeful import CubeEquities
from kotra_notation.rules import RULESETS, Step
from kotra_notation.rules.engine import steps_of_way
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

# What the engine calls itself in a record, and the header that tells of its analysis.
NAME = "Kotra"
HEADER = "analysis"
# More men than a side ever has the engine does not know.
MOST_MEN = 15
# The library behind numpy does its sums in one order only where it has one thread; it asks when it is loaded.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
MODERN = RULESETS["modern"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """What a worth rests on that was found by playing: so many games, and its standard error.

    `plain_error` is what the error would be had luck not been taken out of the results, `chances_errors` are
    those of the five chances. Of a cube `standard_error` is that of no double.
    """

    games: int
    standard_error: float
    plain_error: float
    chances_errors: tuple[float, ...]
    double_take_error: float | None = None


@dataclass(frozen=True, slots=True)
class WeighedPlay:
    """A play from one board to another, with what it is worth to who makes it.

    `plies` tells how far was looked, `way` how it is played, as the kernel has it (`rules/kernel_plays.py`);
    `rolled`, that it was played out.
    """

    before: Points
    points: Points
    way: int
    equity: float
    chances: tuple[float, ...]
    plies: int
    rolled: Rolled | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """One way to play it, one man and one die a step."""
        return steps_of_way(self.way)

    @property
    def text(self) -> str:
        """The play as it is written."""
        return play_text(MODERN.facts, self.before, self.steps)


@dataclass(frozen=True, slots=True)
class WeighedThrow:
    """The plays of a throw, the best first, and by how much it was better than a throw is."""

    plays: tuple[WeighedPlay, ...]
    luck: float | None = None


@dataclass(frozen=True, slots=True)
class WeighedCube:
    """What the cube is worth to the side on roll, and what its chances are."""

    equities: CubeEquities
    cubeless: float
    chances: tuple[float, ...]
    plies: int
    rolled: Rolled | None = None
