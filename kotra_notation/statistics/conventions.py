"""The customs by which programs name errors and luck, and where their lines are drawn.

The old game has a custom of its own: it is played for points, and a jan is worth so many that the lines
of modern kotra would call every play a blunder. They are drawn as many times farther as an error is dearer.
"""

from __future__ import annotations

from kotra_notation.installation import read_table
from kotra_notation.rules import Ruleset
from kotra_notation.rules.old_outcome import value
from kotra_notation.statistics.decisions import Fortune
from kotra_notation.values import dataclass

# What lies nearer than so many places is taken for the same number.
MOST_PLACES = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A class of errors or luck, and the `least` amount for it."""

    key: str
    name: str
    least: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """A program's way to count errors and luck.

    `errors` are thresholds from worst to least, `luck` from greatest. A play counts unless all choices are
    within `alike`. A cube decision counts if it was acted on, or if doubling gains or loses less than `close`
    and no double is worth more than `hopeless`. The average loss times `factor` is the `rate`, which `bands`
    name. `one_point` and `variants` multiply it in one-point matches and variants. `estimates`: ratings are
    estimated. `unplayed`: rolls without a play count for luck. `in_points`: losses are points of the old
    game.
    """

    key: str
    name: str
    source: str
    errors: tuple[Threshold, ...]
    luck: tuple[Threshold, ...]
    close: float
    alike: float | None = None
    hopeless: float | None = None
    factor: float
    rate: str
    digits: int = 1
    bands: tuple[Threshold, ...] = ()
    estimates: bool = False
    unplayed: bool = True
    one_point: float = 1.0
    variants: tuple[tuple[str, float], ...] = ()
    in_points: bool = False
    places: int = 3

    def counts(self, fortune: Fortune) -> bool:
        """Return whether the luck of a throw counts."""
        return self.unplayed or fortune.played

    def factor_for(self, length: int, variant: str) -> float:
        """Return the factor of an average loss in a match to `length` in a variant of the game."""
        return self.factor * (self.one_point if length == 1 else 1.0) * dict(self.variants).get(variant, 1.0)

    def error(self, loss: float) -> Threshold | None:
        """Return what a loss is called, None for one that has no name."""
        return next((threshold for threshold in self.errors if loss >= threshold.least), None)

    def places_for(self, loss: float) -> int:
        """Return the places a loss is shown with: more if it would be rounded up to what it is not called."""
        called = self.error(loss)
        places = range(self.places, MOST_PLACES)
        return next((count for count in places if self.error(round(loss, count)) == called), self.places)

    def fortune(self, luck: float) -> Threshold | None:
        """Return what a throw's luck is called, None for what has no name."""
        same = [threshold for threshold in self.luck if threshold.key.endswith("unlucky") == (luck < 0)]
        return next((threshold for threshold in same if abs(luck) >= threshold.least), None)

    def band(self, rate: float) -> Threshold | None:
        """Return what a rate is called."""
        return next((threshold for threshold in reversed(self.bands) if rate >= threshold.least), None)


def _convention(key: str, unit: float = 1.0) -> Convention:
    """Return a custom, its lines drawn so many times farther."""
    row = _TABLE[key]
    lines = {
        kind: tuple(
            Threshold(key=name, name=text, least=least * unit) for name, (text, least) in some.items()
        )
        for kind in ("errors", "luck", "bands")
        if (some := row.get(kind))
    }
    return Convention(key=key, **row | lines | {"variants": tuple(row.get("variants", {}).items())})


_TABLE = read_table(__file__, "conventions.toml")
GNUBG, XG = _convention("gnubg"), _convention("xg")
CONVENTIONS = (GNUBG, XG)
# An error of a tenth of a point in modern kotra is one of a point where jan is worth fifteen.
UNIT_OF_JAN = 2 / 3


def unit_of(ruleset: Ruleset) -> float | None:
    """Return how many times dearer an error is in the old game than in modern kotra; None for the latter."""
    return UNIT_OF_JAN * value("jan", ruleset.options) if ruleset.facts.forms else None


def points_custom(unit: float) -> Convention:
    """Return the custom of the old game where an error is so many times dearer than in modern kotra."""
    return _convention("points", unit)
