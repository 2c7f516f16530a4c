"""How well somebody played over several matches: what the decisions of all of them lost on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot, sqrt

from kotra_notation.statistics.conventions import Threshold
from kotra_notation.statistics.quality import SideQuality
from kotra_notation.statistics.sheet import FEWEST, QualitySheet, SideSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageRate:
    """The rate of one player over the matches that tell what was lost in them, by one convention.

    `rate` is None for few decisions; the engine's average own error has been subtracted. `error` is its
    standard error, None where a match does not tell how its losses spread. `level` is None if the engine's
    own errors could account for the whole rate.
    """

    matches: int = 0
    decisions: int = 0
    rate: float | None = None
    error: float | None = None
    level: Threshold | None = None
    engines: tuple[str, ...] = ()


def average_rate(played: Iterable[tuple[QualitySheet, int]]) -> AverageRate:
    """The rate over matches, each a sheet and the seat that the player had."""
    told = [
        (sheet, side)
        for sheet, seat in played
        if (side := sheet.sides[seat]).total.equity is not None and side.side.counting
        if not side.side.uncounted
    ]
    count = sum(side_sheet.side.counting for _, side_sheet in told)
    engines = tuple(sorted({engine for sheet, _ in told for engine in sheet.engines}))
    if not told:
        return AverageRate()
    if count < FEWEST:
        return AverageRate(matches=len(told), decisions=count, engines=engines)
    rate = max(sum(_adjusted_loss(sheet, side_sheet) for sheet, side_sheet in told) / count, 0.0)
    off = _error(
        [(noise.spread if (noise := sheet.noise) else 0.0, side_sheet.side) for sheet, side_sheet in told],
        count,
    )
    by_chance = _error([(side_sheet.side.spread, side_sheet.side) for _, side_sheet in told], count)
    return AverageRate(
        matches=len(told),
        decisions=count,
        rate=rate,
        error=None if by_chance is None else hypot(by_chance, off or 0),
        level=told[0][0].convention.band(rate) if rate >= 2 * (off or 0) else None,
        engines=engines,
    )


def _adjusted_loss(sheet: QualitySheet, side_sheet: SideSheet) -> float:
    """Return the loss of a side on the scale of its rate, minus the engine's average own error."""
    share = side_sheet.side.counting * sheet.noise.added if sheet.noise else 0.0
    return ((side_sheet.total.equity or 0.0) - share) * side_sheet.side.factor


def _error(parts: Iterable[tuple[float | None, SideQuality]], count: int) -> float | None:
    """Return the standard error of an average over matches; None if a match does not tell its spread."""
    squares = 0.0
    for spread, side in parts:
        if spread is None:
            return None
        squares += side.counting * (spread * side.factor) ** 2
    return sqrt(squares) / count
