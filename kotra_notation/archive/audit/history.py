"""The columns of the chart of time: one for each year or month between the first and the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kotra_notation.archive.audit.figures import Period
from kotra_notation.archive.audit.groups import EARLIER, MOST_PERIODS
from kotra_notation.archive.audit.wording import percent, whole
from kotra_notation.words.tongues import Tongue

HEIGHT = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodColumn:
    """A period: how high its matches stand, how high those with errors, how high errors by throws."""

    label: str
    matches: str
    faulty: str
    share: str
    errors: str
    rate: str
    height: int
    faulty_height: int
    rate_height: int


def columns(periods: Sequence[Period], tongue: Tongue) -> tuple[PeriodColumn, ...]:
    """The columns, heights in thousandths of the highest."""
    shown = list(_filled(periods))
    most = max([one.matches for one in shown], default=0)
    worst = max(map(_rate, shown), default=0)
    return tuple(
        [
            PeriodColumn(
                label=tongue.say("earlier") if one.period == EARLIER else one.period,
                matches=whole(one.matches),
                faulty=whole(one.faulty),
                share=percent(one.faulty / one.matches) if one.matches else "",
                errors=whole(one.errors),
                rate=tongue.number(_rate(one), 2),
                height=_height(one.matches, most),
                faulty_height=_height(one.faulty, most),
                rate_height=_height(_rate(one), worst),
            )
            for one in shown
        ]
    )


def _filled(periods: Sequence[Period]) -> Iterator[Period]:
    """The periods, and where they are not too many those without a match between them."""
    known = {one.period: one for one in periods}
    dated = [one.period for one in periods if one.period != EARLIER]
    between = list(_between(dated[0], dated[-1])) if dated else []
    if not set(dated) <= set(between) or len(between) > MOST_PERIODS:
        yield from periods
        return
    if EARLIER in known:
        yield known[EARLIER]
    for period in between:
        yield known.get(period) or Period(period=period, matches=0, faulty=0, errors=0, turns=0)


def _between(first: str, last: str) -> Iterator[str]:
    if len(first) == len(last) == 4:
        yield from map(str, range(int(first), int(last) + 1))
    elif len(first) == len(last):
        start, end = (12 * int(one[:4]) + int(one[5:]) - 1 for one in (first, last))
        for month in range(start, end + 1):
            yield f"{month // 12}-{month % 12 + 1:02}"


def _rate(one: Period) -> float:
    return 1000 * one.errors / one.turns if one.turns else 0.0


def _height(number: float, most: float) -> int:
    return max(8, round(HEIGHT * number / most)) if number and most else 0
