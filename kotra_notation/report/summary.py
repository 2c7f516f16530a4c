"""The summary of a match that stands first: rate, errors and luck of both sides, as the sheet has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kotra_notation.report.cleaning import apart
from kotra_notation.report.overview import Summary, SummaryCell, SummaryCount, SummaryRow
from kotra_notation.report.sheets import NOTHING, shown_rate, shown_sum, why_not
from kotra_notation.report.studies import DIGITS, GRADES, signed
from kotra_notation.statistics import PHASES, XG, QualitySheet, SideQuality, SideSheet, Sum
from kotra_notation.words.tongues import N_, Tongue

SIDES = (":not(.b)", ".b")  # how the rows of either seat are chosen in the list


def summary(made: QualitySheet, names: Sequence[str], tongue: Tongue) -> Summary:
    """The summary of a sheet by XG's custom, by which the list is marked."""
    return Summary(
        engine=", ".join(map(apart, made.engines)),
        rows=tuple(_rows(made, tongue)),
        notes=tuple(why_not(made, names, tongue)),
        games=tuple(_losses(both, tongue) for both in made.quality.games),
        parts=tuple(_parts(made, tongue)),
    )


def _parts(made: QualitySheet, tongue: Tongue) -> Iterator[tuple[str, str, str]]:
    """What was lost in all, and in each phase where there is more than one."""
    first, second = (_loss(side.total.equity, tongue) for side in made.sides)
    if first or second:
        yield tongue.say(N_("Lost in all")), first, second
    phases = made.quality.phases
    for phase, both in phases.items() if len(phases) > 1 else ():
        yield tongue.say(N_("… {phase}"), phase=tongue.say(PHASES[phase])), *_losses(both, tongue)


def _losses(both: tuple[SideQuality, SideQuality], tongue: Tongue) -> tuple[str, str]:
    first, second = both
    return _loss(first.loss, tongue), _loss(second.loss, tongue)


def _loss(equity: float | None, tongue: Tongue) -> str:
    """A loss with its sign; nothing where none is known."""
    if equity is None:
        return ""
    return signed(-equity, tongue) if round(equity, DIGITS) else "0"


def _rows(made: QualitySheet, tongue: Tongue) -> Iterator[SummaryRow]:
    def row(label: str, cell: Callable[[SideSheet, int], SummaryCell]) -> SummaryRow:
        first, second = made.sides
        return SummaryRow(label=tongue.say(label), cells=(cell(first, 0), cell(second, 1)))

    def rate(side: SideSheet, _: int) -> SummaryCell:
        level = tongue.say(side.level.name) if side.level else ""
        return SummaryCell(text=shown_rate(side.rate, made, tongue), note=level)

    def plays(side: SideSheet, seat: int) -> SummaryCell:
        counts = _marks(side.side.play_marked, ":not(.cube)", seat, tongue)
        return _sum(side.play, counts, tongue)

    def cubes(side: SideSheet, seat: int) -> SummaryCell:
        counts = _marks(side.side.cube_marked, ".cube", seat, tongue)
        return _sum(side.cube, counts, tongue)

    def luck(side: SideSheet, seat: int) -> SummaryCell:
        if side.luck.equity is None:
            return SummaryCell(text=NOTHING)
        counts = [
            SummaryCount(
                number=side.side.luck_marked[line.key],
                word=tongue.say(line.name),
                kind="unlucky" if line.key == "unlucky" else "lucky",
                only=f".{'unlucky' if line.key == 'unlucky' else 'lucky'}{SIDES[seat]}",
            )
            for line in XG.luck
        ]
        return SummaryCell(text=signed(side.luck.equity, tongue), counts=tuple(counts))

    yield row(N_("PR"), rate)
    yield row(N_("Lost in plays"), plays)
    if any(side.side.cubes for side in made.sides):
        yield row(N_("Lost at the cube"), cubes)
    if any(side.luck.equity is not None for side in made.sides):
        yield row(N_("Luck"), luck)


def _sum(lost: Sum, counts: tuple[SummaryCount, ...], tongue: Tongue) -> SummaryCell:
    """What was lost: in equity, and beside it in chances to win the match or in points."""
    text, _, note = shown_sum(lost, tongue).partition(" ")
    return SummaryCell(text=text, note=note, counts=counts)


def _marks(marked: Mapping[str, int], what: str, seat: int, tongue: Tongue) -> tuple[SummaryCount, ...]:
    return tuple(
        [
            SummaryCount(
                number=marked[line.key],
                word=tongue.say(line.name),
                kind=f"{GRADES[line.key]}{' cube' if what == '.cube' else ''}",
                only=f".{GRADES[line.key]}{what}{SIDES[seat]}",
            )
            for line in XG.errors
        ]
    )
