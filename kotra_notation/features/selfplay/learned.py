"""Figures of many games: each with the bounds between which it lies 95 times of 100. They need no numpy."""

from __future__ import annotations

from kotra_notation.jobs.engine import learned_elsewhere
from kotra_notation.jobs.rows import Row, row
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# How a figure was found: with the luck of the throws taken out, or as it was counted.
LUCK_FREE, COUNTED = "luck-free", "counted"
DIGITS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigure:
    """A `value` between the bounds `low` and `high`, by section and name, `seen` in that many games."""

    section: str
    name: str
    unit: str
    value: float
    low: float
    high: float
    method: str
    seen: int

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the figure, rounded to its precision."""
        rounded = {name: round(getattr(self, name), DIGITS) for name in ("value", "low", "high")}
        return row(self, "section name unit value low high method seen", tongue) | rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTable:
    """The figures of games under one rule set.

    `engine` names the nets, `learned` the rules they were trained under. `unfinished` games were given up,
    and no figure counts them.
    """

    rules: str
    learned: str
    engine: str
    games: int
    unfinished: int
    figures: tuple[PlayFigure, ...]

    @property
    def learned_elsewhere(self) -> bool:
        """Return whether the nets were trained under other rules."""
        return learned_elsewhere(self.rules) is not None

    def figure(self, section: str, name: str) -> PlayFigure | None:
        """Return a figure, or None if it is not counted under these rules."""
        return next(
            (
                play_figure
                for play_figure in self.figures
                if (play_figure.section, play_figure.name) == (section, name)
            ),
            None,
        )

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the table as JSON."""
        return row(self, "rules learned engine games unfinished figures", tongue)
