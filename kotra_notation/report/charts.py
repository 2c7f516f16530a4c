"""The charts of a page: one unit of width for each stop of the match, in the units of what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from kotra_notation.board.points import race
from kotra_notation.report.overview import Border, Chart, ChartLine, ChartMarks
from kotra_notation.report.studies import Place, signed
from kotra_notation.report.view import GameView, Stop
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.words.tongues import N_, Tongue

THOUSAND = 1000  # equities are drawn in thousandths, so that all numbers of a chart are whole


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartGround:
    """What all charts of a match share; `at` gives the stop of an event, `ends` are those of the games."""

    width: int
    borders: tuple[Border, ...]
    names: tuple[str, str]
    tongue: Tongue
    at: Mapping[Place, int]
    ends: tuple[int, ...]


def stops(games: Sequence[GameView]) -> Iterator[Stop]:
    """All stops of a match in order, the end of each game one of them."""
    for game in games:
        yield from (item for item in game.items if isinstance(item, Stop))
        yield game.end


def charts(
    games: Sequence[GameView], analysis: Analysis, names: tuple[str, str], tongue: Tongue
) -> tuple[Chart, ...]:
    """The charts of a match, the one that tells most first: where an engine spoke the chances to win."""
    shown = list(stops(games))
    if len(shown) < 2:
        return ()
    ground = _ground(games, names, tongue)
    drawn = [_pips(shown, ground)]
    if 2 * len(analysis.prospects) > sum(analysis.thrown):
        drawn.insert(0, (_points if analysis.unit else _chances)(analysis, shown, ground))
    if any(decision.faults for decision in analysis.decisions):
        drawn.append(_lost(analysis, ground))
    if any(fortune.luck for fortune in analysis.fortunes):
        drawn.append(_luck(analysis, ground))
    return tuple(drawn)


def _ground(games: Sequence[GameView], names: tuple[str, str], tongue: Tongue) -> ChartGround:
    borders: list[Border] = []
    at: dict[Place, int] = {}
    ends: list[int] = []
    x = 0
    for game in games:
        borders.append(Border(x=x, label=str(game.number)))
        for stop in stops([game]):
            at[(game.number, stop.place)] = x
            x += 1
        ends.append(x - 1)
    return ChartGround(
        width=x - 1, borders=tuple(borders), names=names, tongue=tongue, at=at, ends=tuple(ends)
    )


def _chart(
    ground: ChartGround,
    name: str,
    title: str,
    lines: Sequence[tuple[int, Sequence[tuple[int, int]]]],
    top: int,
    bottom: int,
    labels: tuple[str, str],
) -> Chart:
    """A chart of lines by seat through points whose heights go from `bottom` to `top`."""
    return Chart(
        name=name,
        title=ground.tongue.say(title),
        width=ground.width,
        height=top - bottom,
        lines=tuple(
            ChartLine(
                seat=seat,
                label=ground.names[seat],
                path=_path([(x, top - value) for x, value in points]),
            )
            for seat, points in lines
        ),
        borders=ground.borders,
        top=labels[0],
        bottom=labels[1],
        zero=top if bottom < 0 < top else None,
    )


def _path(points: Sequence[tuple[int, int]]) -> str:
    """A line through points, a height held until the next: what does not change costs nothing."""
    x, y = points[0]
    parts = [f"M{x} {y}"]
    for to_x, to_y in points[1:]:
        if to_y != y:
            parts.append((f"h{to_x - x}" if to_x != x else "") + f"v{to_y - y}")
            x, y = to_x, to_y
    return "".join(parts) + f"H{points[-1][0]}"


def _pips(shown: Sequence[Stop], ground: ChartGround) -> Chart:
    counts = []
    for position in (stop.position for stop in shown):
        own, other = race(position.points, position.turning)
        counts.append((other, own) if position.seat else (own, other))
    top = max(1, *(max(pair) for pair in counts))
    ahead = sum(one < other for one, other in counts), sum(other < one for one, other in counts)
    lines = [(seat, [(x, pair[seat]) for x, pair in enumerate(counts)]) for seat in (0, 1)]
    chart = _chart(ground, "pips", N_("Pips to go"), lines, top, 0, (str(top), "0"))
    told = N_("{name} ahead in the race {first} times, {other} {second} times")
    name, rival = ground.names
    summary = ground.tongue.say(told, name=name, other=rival, first=ahead[0], second=ahead[1])
    return replace(chart, summary=summary)


def _chances(analysis: Analysis, shown: Sequence[Stop], ground: ChartGround) -> Chart:
    """The chance of the first side to win the match, or a game for money, in thousandths; errors on it."""
    in_match = bool(analysis.length) and all(prospect.mwc is not None for prospect in analysis.prospects)
    heights: dict[int, int] = {}
    for prospect in analysis.prospects:
        chance = prospect.mwc if in_match and prospect.mwc is not None else prospect.chance
        if (x := ground.at.get((prospect.game + 1, prospect.place))) is not None:
            heights[x] = round(THOUSAND * chance)
    for end, worth in zip(ground.ends, analysis.ends, strict=True) if in_match else ():
        if worth is not None:
            heights[end] = round(THOUSAND * worth)
    title = N_("Chance to win the match") if in_match else N_("Win probability")
    points = sorted(heights.items())
    chart = _chart(ground, "chances", title, [(0, points)], THOUSAND, 0, ("100 %", "0 %"))
    return replace(
        chart,
        middle=THOUSAND // 2,
        marks=tuple(_marks(shown, heights)),
        summary=_sentence(ground, points),
    )


def _points(analysis: Analysis, shown: Sequence[Stop], ground: ChartGround) -> Chart:
    """The points by which the first side is expected to win each game of the old game; errors on the line."""
    heights = {
        x: round(THOUSAND * prospect.equity)
        for prospect in analysis.prospects
        if prospect.equity is not None
        and (x := ground.at.get((prospect.game + 1, prospect.place))) is not None
    }
    heights |= {
        end: round(THOUSAND * won)
        for end, won in zip(ground.ends, analysis.gains, strict=True)
        if won is not None
    }
    points = sorted(heights.items())
    most = max(THOUSAND, *(abs(height) for height in heights.values()))
    most = -(-most // THOUSAND) * THOUSAND
    label = str(most // THOUSAND)
    chart = _chart(
        ground, "points", N_("Points expected"), [(0, points)], most, -most, (f"+{label}", f"−{label}")
    )
    first, low, high, last = (
        signed(height / THOUSAND, ground.tongue, 1)
        for height in (points[0][1], min(heights.values()), max(heights.values()), points[-1][1])
    )
    return replace(
        chart,
        marks=tuple(_marks(shown, heights, most, even=0)),
        summary=ground.tongue.say(
            N_("{name}: {first} at first, between {low} and {high}, {last} in the end"),
            name=ground.names[0],
            first=first,
            low=low,
            high=high,
            last=last,
        ),
    )


def _marks(
    shown: Sequence[Stop], heights: Mapping[int, int], top: int = THOUSAND, even: int = THOUSAND // 2
) -> Iterator[ChartMarks]:
    """The errors as points on the line: a line without a length has round ends, or square ones."""
    paths: dict[str, list[str]] = {}
    height = even
    for x, stop in enumerate(shown):
        height = heights.get(x, height)
        if stop.grade:
            kind = f"{stop.grade} cube" if stop.cube else stop.grade
            paths.setdefault(kind, []).append(f"M{x} {top - height}h0")
    for kind, path in sorted(paths.items()):
        yield ChartMarks(kind=kind, path="".join(path))


def _sentence(ground: ChartGround, points: Sequence[tuple[int, int]]) -> str:
    """The chart for those who do not see it."""
    heights = [height for _, height in points]
    first, low, high, last = (
        f"{round(height / 10)} %" for height in (heights[0], min(heights), max(heights), heights[-1])
    )
    return ground.tongue.say(
        N_("{name}: {first} at first, between {low} and {high}, {last} in the end"),
        name=ground.names[0],
        first=first,
        low=low,
        high=high,
        last=last,
    )


def _lost(analysis: Analysis, ground: ChartGround) -> Chart:
    """Return what each side has lost by its decisions so far."""
    lost: dict[int, list[tuple[int, float]]] = {0: [], 1: []}
    for decision in analysis.decisions:
        if not decision.again and (x := ground.at.get((decision.game + 1, decision.place))) is not None:
            for fault in decision.faults:
                lost[fault.seat].append((x, fault.loss or 0))
    lines = [(seat, _stairs(sorted(lost[seat]), ground)) for seat in (0, 1)]
    return _summed("lost", N_("Points lost") if analysis.unit else N_("Equity lost"), lines, ground)


def _luck(analysis: Analysis, ground: ChartGround) -> Chart:
    """The luck of each side so far."""
    luck: dict[int, list[tuple[int, float]]] = {0: [], 1: []}
    for fortune in analysis.fortunes:
        if fortune.luck and (x := ground.at.get((fortune.game + 1, fortune.place))) is not None:
            luck[fortune.seat].append((x, fortune.luck))
    lines = [(seat, _stairs(sorted(luck[seat]), ground)) for seat in (0, 1)]
    return _summed("luck", N_("Luck"), lines, ground)


def _stairs(steps: Sequence[tuple[int, float]], ground: ChartGround) -> list[tuple[int, int]]:
    """Sums as a line over the whole width."""
    sums = accumulate((value for _, value in steps), initial=0.0)
    points = [
        (x, round(THOUSAND * total)) for x, total in zip([0, *(x for x, _ in steps)], sums, strict=True)
    ]
    return [*points, (ground.width, points[-1][1])]


def _summed(
    name: str, title: str, lines: Sequence[tuple[int, Sequence[tuple[int, int]]]], ground: ChartGround
) -> Chart:
    values = [value for _, points in lines for _, value in points]
    top, bottom = max(1, *values), min(0, *values)
    low = ground.tongue.number(-bottom / THOUSAND, 2)
    labels = ground.tongue.number(top / THOUSAND, 2), f"−{low}" if bottom else low
    ends = [signed(points[-1][1] / THOUSAND, ground.tongue, 2) for _, points in lines]
    told = ", ".join(f"{who}: {end}" for who, end in zip(ground.names, ends, strict=True))
    return replace(_chart(ground, name, title, lines, top, bottom, labels), summary=told)
