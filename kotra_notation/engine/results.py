"""What the engine says of plays, throws and cubes; values that need no numpy."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.board import Points, Position
from kotra_notation.equity.cubeful import CubeEquities
from kotra_notation.fast.judges import lists_plays
from kotra_notation.model import CHANCES
from kotra_notation.rules import RULESETS, Ruleset, Step
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

# What the engine calls itself in a record, and the header that tells of its analysis.
NAME = "Kotra"
HEADER = "analysis"
# More men than a side ever has the engine does not know.
MOST_MEN = 15
# The library behind numpy does its sums in one order only where it has one thread; it asks when it is loaded.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
# How plays are written in either game, and of how many points a board tells.
FACTS = {ruleset.facts.turning: ruleset.facts for ruleset in RULESETS.values()}
WIDTH = 26
# What can come of a game of the old game, by name: for one side, and for the other with a minus before it.
FORM_NAMES = tuple(FORMS)
OWN_OUTCOMES = ("uttekt", "jan", "stor_jan", *FORM_NAMES, *(f"half_{name}" for name in FORM_NAMES), "mor")
OUTCOMES = (*OWN_OUTCOMES, *(f"-{name}" for name in OWN_OUTCOMES), "draw")
DIGITS = 4


def knows(ruleset: Ruleset) -> bool:
    """Return whether the engine knows what plays there are under these rules, and what they win.

    Of the old game it knows all but dice that are thrown one after the other.
    """
    if ruleset.facts.forms:
        return not ruleset.options["one_die"]
    return lists_plays(ruleset)


def names_of(chances: Sequence[float]) -> tuple[str, ...]:
    """Return what chances tell of, modern kotra's or the old game's."""
    return OUTCOMES if len(chances) == len(OUTCOMES) else CHANCES


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The precision of a rollout: the number of games and the standard error.

    `plain_error` is the error without variance reduction. `chances_errors` are the errors of the chances. For
    a cube decision, `standard_error` is that of no double.
    """

    games: int
    standard_error: float
    plain_error: float
    chances_errors: tuple[float, ...]
    double_take_error: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedPlay:
    """A play with its equity and the winning chances after it, for the side that makes it.

    `key` identifies the board after the play. `plies` is the search depth; `rolled` is set by a rollout.
    """

    position: Position
    key: tuple[int, ...]
    steps: tuple[Step, ...]
    equity: float
    chances: tuple[float, ...]
    plies: int
    rolled: Rolled | None = None

    @property
    def points(self) -> Points:
        """Return the board after the play, seen by the side that made it."""
        return self.key[:WIDTH]

    @property
    def half(self) -> bool:
        """Return whether half a win is declared (old game)."""
        return any(self.key[WIDTH:])

    @property
    def tells_outcomes(self) -> bool:
        """Return whether `chances` are those of the old game."""
        return names_of(self.chances) is OUTCOMES

    @property
    def outcomes(self) -> dict[str, float]:
        """Return the chances of each outcome by name (old game only)."""
        if not self.tells_outcomes:
            return {}
        shares = zip(OUTCOMES, (round(chance, DIGITS) for chance in self.chances), strict=True)
        return {name: share for name, share in shares if share}

    @property
    def text(self) -> str:
        """Return the play in notation."""
        position = self.position
        written = play_text(FACTS[position.turning], position.points, self.steps, position.seat)
        return f"{written} half" if self.half else written


@dataclass(frozen=True, slots=True)
class WeighedThrow:
    """The plays of a throw, the best first, and by how much it was better than a throw is."""

    plays: tuple[WeighedPlay, ...]
    luck: float | None = None


@dataclass(frozen=True, slots=True)
class WeighedCube:
    """An engine's verdict on a cube decision: equities and winning chances of the side on roll."""

    equities: CubeEquities
    cubeless: float
    chances: tuple[float, ...]
    plies: int
    rolled: Rolled | None = None


@dataclass(frozen=True, slots=True)
class WeighedPosition:
    """The value of a position before the roll, in points (old game)."""

    points: float
    chances: tuple[float, ...]
    plies: int
    rolled: Rolled | None = None
