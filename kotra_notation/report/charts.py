"""The charts of a page: one unit of width for each stop of the match, in the units of what they show."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from kotra_notation.board.points import race
from kotra_notation.report.overview import Border, Chart, ChartLine, ChartMarks
from kotra_notation.report.studies import Place, format_signed
from kotra_notation.report.view import GameView, Stop
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.decisions import Fortune, Prospect, WeighedDecision
from kotra_notation.words.tongues import N_, Tongue

THOUSAND = 1000  # equities are drawn in thousandths, so that all numbers of a chart are whole
HUNDRED = 100


def all_stops(games: Sequence[GameView]) -> Iterator[Stop]:
    """Yield all stops of a match in order, the end of each game one of them."""
    for game in games:
        yield from (*game.stops, game.end)


def charts(
    games: Sequence[GameView],
    analysis: Analysis,
    names: tuple[str, str],
    tongue: Tongue,
    rolls: Container[str] = (),
) -> tuple[Chart, ...]:
    """Return the charts of a match, the one that tells most first: if an engine spoke the chances to win.

    `rolls` are the anchors of lucky rolls to mark.
    """
    maker = _Charts(games, analysis, names, tongue, rolls)
    if len(maker.stops) < 2:
        return ()
    drawn = [maker.pips()]
    if 2 * len(analysis.prospects) > sum(analysis.thrown):
        drawn.insert(0, maker.points() if analysis.unit else maker.chances())
    if any(decision.faults for decision in analysis.decisions):
        drawn.append(maker.losses())
    if any(fortune.luck for fortune in analysis.fortunes):
        drawn.append(maker.luck())
    return tuple(drawn)


class _Charts:
    """The maker of all charts of a match; `x_of` has the stop of each event, `ends` those of the games."""

    def __init__(
        self,
        games: Sequence[GameView],
        analysis: Analysis,
        names: tuple[str, str],
        tongue: Tongue,
        rolls: Container[str],
    ) -> None:
        self.analysis, self.names, self.tongue, self.rolls = analysis, names, tongue, rolls
        self.stops: list[Stop] = []
        self.borders: list[Border] = []
        self.ends: list[int] = []
        self.x_of: dict[Place, int] = {}
        for game in games:
            self.borders.append(Border(x=len(self.stops), label=str(game.number)))
            for stop in all_stops([game]):
                self.x_of[(game.number, stop.place)] = len(self.stops)
                self.stops.append(stop)
            self.ends.append(len(self.stops) - 1)

    def x(self, event: WeighedDecision | Fortune | Prospect) -> int | None:
        """Return the stop of what an engine said."""
        return self.x_of.get((self.analysis.numbers[event.game], event.place))

    def _chart(
        self,
        name: str,
        title: str,
        lines: Sequence[Sequence[tuple[int, int]]],
        top: int,
        bottom: int,
        labels: tuple[str, str],
        summary: str,
    ) -> Chart:
        """Return a chart of lines by seat through points whose heights go from `bottom` to `top`."""
        return Chart(
            name=name,
            title=self.tongue.say(title),
            width=len(self.stops) - 1,
            height=top - bottom,
            lines=tuple(
                ChartLine(
                    seat=seat, label=self.names[seat], path=_path([(x, top - value) for x, value in points])
                )
                for seat, points in enumerate(lines)
            ),
            borders=tuple(self.borders),
            top=labels[0],
            bottom=labels[1],
            zero=top if bottom < 0 < top else None,
            summary=summary,
        )

    def pips(self) -> Chart:
        """Return the chart of the race."""
        counts = [pips_of(stop) for stop in self.stops]
        top = max(1, *map(max, counts))
        lines = [[(x, pair[seat]) for x, pair in enumerate(counts)] for seat in (0, 1)]
        summary = self.tongue.say(
            N_("Positions with the lead in the race: {name} {first}, {other} {second}"),
            name=self.names[0],
            other=self.names[1],
            first=sum(first < second for first, second in counts),
            second=sum(second < first for first, second in counts),
        )
        return self._chart("pips", N_("Pips left"), lines, top, 0, (str(top), "0"), summary)

    def chances(self) -> Chart:
        """Return the chance of the first side to win the match, or a game for money; errors on the line."""
        prospects = self.analysis.prospects
        in_match = bool(self.analysis.length) and all(prospect.mwc is not None for prospect in prospects)
        heights: dict[int, int] = {}
        for prospect in prospects:
            chance = prospect.mwc if in_match and prospect.mwc is not None else prospect.chance
            if (x := self.x(prospect)) is not None:
                heights[x] = round(THOUSAND * chance)
        if in_match:
            heights |= self._at_ends(self.analysis.ends)
        title = N_("Chance to win the match") if in_match else N_("Win probability")
        points = sorted(heights.items())
        summary = self._course(points, lambda height: f"{round(height / 10)} %")
        chart = self._chart("chances", title, [points], THOUSAND, 0, ("100 %", "0 %"), summary)
        return replace(
            chart, middle=THOUSAND // 2, marks=tuple(self._marks(heights, THOUSAND, THOUSAND // 2))
        )

    def points(self) -> Chart:
        """Return the points by which the first side is expected to win each game of the old game; errors."""
        heights = {
            x: round(THOUSAND * prospect.equity)
            for prospect in self.analysis.prospects
            if prospect.equity is not None and (x := self.x(prospect)) is not None
        }
        heights |= self._at_ends(self.analysis.gains)
        points = sorted(heights.items())
        most = -(-max(THOUSAND, *map(abs, heights.values())) // THOUSAND)
        top, labels = most * THOUSAND, (f"+{most}", f"−{most}")
        summary = self._course(points, lambda height: format_signed(height / THOUSAND, self.tongue, 1))
        chart = self._chart("points", N_("Points expected"), [points], top, -top, labels, summary)
        return replace(chart, marks=tuple(self._marks(heights, top, 0)))

    def _at_ends(self, values: Sequence[float | None]) -> dict[int, int]:
        """Return the heights at the ends of games, where they are known."""
        ends = zip(self.ends, values, strict=True)
        return {end: round(THOUSAND * value) for end, value in ends if value is not None}

    def _course(self, points: Sequence[tuple[int, int]], words: Callable[[int], str]) -> str:
        """Return a line for those who do not see it."""
        heights = [height for _, height in points]
        return self.tongue.say(
            N_("{name}: {first} at first, between {low} and {high}, {last} at the end"),
            name=self.names[0],
            first=words(heights[0]),
            low=words(min(heights)),
            high=words(max(heights)),
            last=words(heights[-1]),
        )

    def _marks(self, heights: Mapping[int, int], top: int, height: int) -> Iterator[ChartMarks]:
        """Yield the errors as points on the line, and very lucky rolls as strokes above or below it.

        A line without a length has round ends, or square ones.
        """
        stroke = top // 6 if not height else height // 4
        paths: dict[str, list[str]] = {}
        for x, stop in enumerate(self.stops):
            height = heights.get(x, height)
            if stop.anchor in self.rolls:
                up = (stop.fortune == "lucky") == (stop.seat == 0)
                way = -stroke if up else stroke
                begin = top - height + way // 2
                begin = max(begin, stroke) if up else min(begin, top - stroke)  # none leaves the chart
                paths.setdefault("joker", []).append(f"M{x} {begin}v{way}")
            if stop.grade:
                kind = f"{stop.grade} cube" if stop.cube else stop.grade
                paths.setdefault(kind, []).append(f"M{x} {top - height}h0")
        for kind, path in sorted(paths.items()):
            yield ChartMarks(kind=kind, path="".join(path))

    def losses(self) -> Chart:
        """Return the chart of what each side has lost by its decisions so far."""
        lost: tuple[list[tuple[int, float]], ...] = [], []
        for decision in self.analysis.decisions:
            if not decision.again and (x := self.x(decision)) is not None:
                for fault in decision.faults:
                    lost[fault.seat].append((x, fault.loss or 0))
        return self._sums("lost", N_("Points lost") if self.analysis.unit else N_("Equity lost"), lost)

    def luck(self) -> Chart:
        """Return the chart of the luck of each side so far."""
        luck: tuple[list[tuple[int, float]], ...] = [], []
        for fortune in self.analysis.fortunes:
            if fortune.luck and (x := self.x(fortune)) is not None:
                luck[fortune.seat].append((x, fortune.luck))
        return self._sums("luck", N_("Luck"), luck)

    def _sums(self, name: str, title: str, steps: Sequence[list[tuple[int, float]]]) -> Chart:
        """Return a chart of sums over the whole width, in hundredths if there are many."""
        sums = []
        for side in map(sorted, steps):
            totals = accumulate((value for _, value in side), initial=0.0)
            sums.append(list(zip([0, *(x for x, _ in side)], totals, strict=True)))
        span = max(max(total for _, total in side) - min(total for _, total in side) for side in sums)
        unit = THOUSAND if span < 1 else HUNDRED
        lines = []
        for side in sums:
            points = [(x, round(unit * total)) for x, total in side]
            lines.append([*points, (len(self.stops) - 1, points[-1][1])])
        values = [value for points in lines for _, value in points]
        top, bottom = max(1, *values), min(0, *values)
        low = self.tongue.number(-bottom / unit, 2)
        labels = self.tongue.number(top / unit, 2), f"−{low}" if bottom else low
        ends = [format_signed(points[-1][1] / unit, self.tongue, 2) for points in lines]
        summary = ", ".join(f"{player}: {end}" for player, end in zip(self.names, ends, strict=True))
        return self._chart(name, title, lines, top, bottom, labels, summary)


def _path(points: Sequence[tuple[int, int]]) -> str:
    """Return a line through points, a height held until the next: what does not change costs nothing."""
    x, y = points[0]
    parts = [f"M{x} {y}"]
    for to_x, to_y in points[1:]:
        if to_y != y:
            parts.append((f"h{to_x - x}" if to_x != x else "") + f"v{to_y - y}")
            x, y = to_x, to_y
    return "".join(parts) + f"H{points[-1][0]}"


def pips_of(stop: Stop) -> tuple[int, int]:
    """Return the pips of both seats."""
    own, other = race(stop.position.points, stop.position.turning)
    return (other, own) if stop.position.seat else (own, other)
