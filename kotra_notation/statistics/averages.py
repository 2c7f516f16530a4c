"""How well somebody played over several matches: what the decisions of all of them lost on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from kotra_notation.statistics.conventions import Threshold
from kotra_notation.statistics.noise import noise_of
from kotra_notation.statistics.sheet import FEWEST, QualitySheet


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageRate:
    """The rate of one player over the matches that tell what was lost in them, by one convention.

    `rate` is None where it would say more than is known: of few decisions, and below what the engines are
    off; `error` is its standard error, None where a match does not tell how its losses spread.
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
    count = sum(one.side.counting for _, one in told)
    engines = tuple(sorted({engine for sheet, _ in told for engine in sheet.engines}))
    if not told:
        return AverageRate()
    losses = [one.total.equity or 0.0 for _, one in told]
    noise = max((one for one in map(noise_of, engines) if one is not None), default=0.0)
    if count < FEWEST or sum(losses) / count < noise:
        return AverageRate(matches=len(told), decisions=count, engines=engines)
    rate = sum(loss * one.side.factor for loss, (_, one) in zip(losses, told, strict=True)) / count
    return AverageRate(
        matches=len(told),
        decisions=count,
        rate=rate,
        error=_error([(one.side.spread, one.side.counting, one.side.factor) for _, one in told], count),
        level=told[0][0].convention.band(rate),
        engines=engines,
    )


def _error(parts: Iterable[tuple[float | None, int, float]], count: int) -> float | None:
    """The standard error of an average over parts, each with the spread of its losses."""
    squares = 0.0
    for spread, number, factor in parts:
        if spread is None:
            return None
        squares += number * (spread * factor) ** 2
    return sqrt(squares) / count
