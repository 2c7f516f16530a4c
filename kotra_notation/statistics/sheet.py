"""The sheet of a match: of either side sums, rates and level, luck and the result without it, a rating.

A number that the record does not tell, or that would say more than it knows, is None, and the sheet says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot, log10, sqrt
from statistics import stdev

from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import GNUBG, Convention, Threshold
from kotra_notation.statistics.decisions import Fortune
from kotra_notation.statistics.quality import Quality, SideQuality, Sum, in_games, quality
from kotra_notation.statistics.scales import TABLE
from kotra_notation.statistics.uncertainty import Noise, noise_of
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

FEWEST = 20  # decisions below which a rate says nothing of a player
THOUSAND = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a side, with and without luck, as match-winning chances or points.

    `games` were finished. `a_game` and `a_game_without_luck` are averages of money sessions, with standard
    errors.
    """

    games: int = 0
    won: float | None = None
    without_luck: float | None = None
    a_game: tuple[float, float] | None = None
    a_game_without_luck: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """Estimates in FIBS rating points, by GNU Backgammon's formulas.

    `play_loss` and `cube_loss` are the cost of errors, `estimate` the rating that remains. `difference` is
    how much better the luck-adjusted result is than an equal player's.
    """

    play_loss: float | None = None
    cube_loss: float | None = None
    estimate: float | None = None
    difference: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSheet:
    """The statistics of one seat: totals and rates; `error` is the standard error of `rate`.

    `weighed` of `thrown` turns were evaluated or forced. `a_game` is the loss in each game (old game). `why`
    explains missing numbers.
    """

    side: SideQuality
    thrown: int
    weighed: int
    play: Sum
    cube: Sum
    total: Sum
    luck: Sum
    play_rate: float | None = None
    cube_rate: float | None = None
    rate: float | None = None
    error: float | None = None
    a_game: float | None = None
    snowie_rate: float | None = None
    level: Threshold | None = None
    result: Result = Result()
    rating: Rating = Rating()
    why: tuple[str, ...] = ()


# So many points a game the two results of the old game may differ.
FAR = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class QualitySheet:
    """The statistics of both seats by a convention, with the engines and levels.

    `table` is the match equity table used, empty for money. `noise` is the engine's own error, None if
    unknown.
    """

    convention: Convention
    quality: Quality
    engines: tuple[str, ...]
    levels: tuple[str, ...]
    length: int
    table: str
    noise: Noise | None
    sides: tuple[SideSheet, SideSheet]

    @property
    def engine_share(self) -> float | None:
        """Return the engine's average own error, which has been subtracted from the rates."""
        return self.noise and self.noise.added * self.sides[0].side.factor

    @property
    def other_result(self) -> float | None:
        """Return the first side's result by losses alone, if that differs much from the luck-adjusted one.

        Both would be the same if the engine were right. In the old game it knows little of wild play.
        """
        first, second = self.sides
        result, lost, gained = first.result, first.total.equity, second.total.equity
        if not self.convention.in_points or result.without_luck is None or lost is None or gained is None:
            return None
        return gained - lost if abs(result.without_luck - (gained - lost)) > FAR * result.games else None


def sheet(analysis: Analysis, convention: Convention = GNUBG) -> QualitySheet | None:
    """Return the sheet of what an engine said, None where there is nothing to add up."""
    added = quality(analysis, convention)
    if added is None:
        return None
    measured = analysis.engines and not added.convention.in_points
    levels = {decision.level for decision in analysis.decisions if decision.aspect == "play"}
    noise = noise_of(analysis.engines[0], levels or analysis.levels) if measured else None
    first, second = (_side(seat, analysis, added, noise or Noise(0.0, 0.0)) for seat in (0, 1))
    return QualitySheet(
        convention=added.convention,
        quality=added,
        engines=analysis.engines,
        levels=analysis.levels,
        length=analysis.length,
        table=TABLE if analysis.length else "",
        noise=noise,
        sides=(first, second),
    )


def _side(seat: int, analysis: Analysis, added: Quality, noise: Noise) -> SideSheet:
    convention, side, other = added.convention, added.sides[seat], added.sides[1 - seat]
    nothing = Sum(equity=0.0, mwc=0.0) if analysis.length else Sum(equity=0.0, points=0.0)
    play, cube = side.play, side.cube
    if play.equity is None and analysis.weighed[seat] == analysis.thrown[seat] and not side.unweighed:
        play = nothing  # every turn was looked at, and none had a choice
    if not side.cubes and (not analysis.cube or any(decision.cube for decision in analysis.decisions)):
        cube = nothing  # the record evaluates cubes, and this seat had none
    total = play.and_(cube)
    few = total.equity is not None and side.counting < FEWEST
    loss = total.equity
    if loss is not None:
        loss = None if few or side.uncounted else max(loss - side.counting * noise.added, 0.0)
    rate = _average(loss, side.counting, side.factor)
    within_noise = rate is None or rate < 2 * noise.error(side.counting) * side.factor
    error = None
    if rate is not None and side.spread is not None:
        error = hypot(side.spread, noise.spread) / sqrt(side.counting) * side.factor
    vague = ""
    if rate is not None and within_noise and convention.bands:
        vague = phrase("No level: the rate is too close to the engine's own error.")
    result, luckless = _result(seat, analysis, convention)
    in_points = convention.in_points
    games = sum(map(any, analysis.turns))  # of which an engine spoke
    return SideSheet(
        side=side,
        thrown=analysis.thrown[seat],
        weighed=analysis.weighed[seat],
        play=play,
        cube=cube,
        total=total,
        luck=side.luck,
        play_rate=_average(play.equity, side.unforced, side.factor),
        cube_rate=None if side.uncounted else _average(cube.equity, side.close, side.factor),
        rate=rate,
        error=error,
        a_game=_average(total.equity, games, 1) if in_points else None,
        snowie_rate=None if few or in_points else _average(total.equity, side.turns + other.turns, THOUSAND),
        level=None if rate is None or within_noise else convention.band(rate),
        result=result,
        rating=_rating(side, play, cube, analysis, result) if convention.estimates else Rating(),
        why=tuple(filter(None, (*_unknown(side, play, cube, few), vague, luckless))),
    )


def _average(loss: float | None, count: int, factor: float) -> float | None:
    return None if loss is None or not count else loss / count * factor


def _unknown(side: SideQuality, play: Sum, cube: Sum, few: bool) -> Iterator[str]:
    """Yield what the record does not tell, and why no rate is given of `few` decisions."""
    if play.equity is None and not side.unforced:
        yield phrase("No play is analysed.")
    if cube.equity is None and not side.cubes:
        yield phrase("No cube decision is analysed.")
    if side.unweighed:
        yield phrase("Decisions whose cost is unknown: {count}.", count=side.unweighed)
    if side.uncounted:
        yield phrase("The record does not show which cube decisions were close.")
    if side.luck.equity is None:
        yield phrase("The record does not give the luck of the rolls.")
    if few:
        yield phrase(
            "Only {count} decisions count; a rate needs at least {fewest}.",
            count=side.counting,
            fewest=FEWEST,
        )


def _result(seat: int, analysis: Analysis, convention: Convention) -> tuple[Result, str]:
    """Return the result of a seat with and without luck, and why the latter is not known."""
    gains = [gain if seat == 0 else -gain for gain in analysis.gains if gain is not None]
    if not gains:
        return Result(), phrase("No game was finished.")
    money = not analysis.length
    result = Result(games=len(gains), won=sum(gains), a_game=_mean(gains) if money else None)
    if len(gains) < len(analysis.gains):
        return result, phrase("A game was not finished, so the luck-adjusted result is unknown.")
    fortunes = [fortune for fortune in analysis.fortunes if convention.counts(fortune)]
    if not fortunes:
        return result, ""
    freed = list(gains)
    unknown = len(fortunes) < sum(analysis.thrown)
    for game, throws in in_games(fortunes).items():
        luck = [_luck(fortune, seat) for fortune in throws]
        unknown = unknown or None in luck
        freed[game] -= sum(worth for worth in luck if worth is not None)
    if unknown:
        return result, phrase("The luck of some rolls is missing, so the luck-adjusted result is unknown.")
    return (replace(result, without_luck=sum(freed), a_game_without_luck=_mean(freed) if money else None), "")


def _luck(fortune: Fortune, seat: int) -> float | None:
    """Return how lucky a throw was for a seat, in chances to win the match or in points."""
    worth = fortune.mwc
    if fortune.stake is not None:
        worth = None if fortune.luck is None else fortune.luck * fortune.stake
    return worth if worth is None or fortune.seat == seat else -worth


def _mean(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the average and its standard error, None of a single value."""
    if len(values) < 2:
        return None
    return sum(values) / len(values), stdev(values) / sqrt(len(values))


def _rating(side: SideQuality, play: Sum, cube: Sum, analysis: Analysis, result: Result) -> Rating:
    """Return the estimates for a match."""
    if not analysis.length:
        return Rating()
    plays = _average(play.equity, side.unforced, 8798 + 25526 / analysis.length)
    cubes = _average(cube.equity, side.close, 863 - 519 / analysis.length)
    known = play.equity is not None and cube.equity is not None
    share = 0.5 + result.without_luck if result.without_luck is not None else 0.0
    return Rating(
        play_loss=plays,
        cube_loss=cubes,
        estimate=2050 - (plays or 0) - (cubes or 0) if known else None,
        difference=-2000 / sqrt(analysis.length) * log10(1 / share - 1) if 0 < share < 1 else None,
    )


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
    """Return the rate over matches, each a sheet and the seat that the player had."""
    sides = [
        (sheet.noise or Noise(0.0, 0.0), sheet, sheet.sides[seat].side, equity)
        for sheet, seat in played
        if (equity := sheet.sides[seat].total.equity) is not None
        and sheet.sides[seat].side.counting
        and not sheet.sides[seat].side.uncounted
    ]
    if not sides:
        return AverageRate()
    count = sum(side.counting for _, _, side, _ in sides)
    engines = tuple(sorted({engine for _, sheet, _, _ in sides for engine in sheet.engines}))
    if count < FEWEST:
        return AverageRate(matches=len(sides), decisions=count, engines=engines)
    losses = ((equity - side.counting * noise.added) * side.factor for noise, _, side, equity in sides)
    rate = max(sum(losses) / count, 0.0)
    own_error = _average_error([(noise.spread, side) for noise, _, side, _ in sides], count) or 0.0
    by_chance = _average_error([(side.spread, side) for _, _, side, _ in sides], count)
    return AverageRate(
        matches=len(sides),
        decisions=count,
        rate=rate,
        error=None if by_chance is None else hypot(by_chance, own_error),
        level=sides[0][1].convention.band(rate) if rate >= 2 * own_error else None,
        engines=engines,
    )


def _average_error(parts: Iterable[tuple[float | None, SideQuality]], count: int) -> float | None:
    """Return the standard error of an average over matches; None if a match does not tell its spread."""
    squares = 0.0
    for spread, side in parts:
        if spread is None:
            return None
        squares += side.counting * (spread * side.factor) ** 2
    return sqrt(squares) / count
