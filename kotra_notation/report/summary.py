"""The summary of a match that stands first: rate, errors and luck of both sides, as the sheet has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kotra_notation.report.cleaning import apart
from kotra_notation.report.overview import Summary, SummaryCell, SummaryCount, SummaryRow
from kotra_notation.report.studies import GRADES, signed
from kotra_notation.report.tables import NOTHING, shown_rate, shown_sum, why_not
from kotra_notation.statistics.conventions import Convention
from kotra_notation.statistics.decisions import PHASES
from kotra_notation.statistics.quality import SideQuality
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, Sum
from kotra_notation.words.tongues import N_, Tongue

SIDES = (":not(.b)", ".b")  # how the rows of either seat are chosen in the list


def summary(made: QualitySheet, names: Sequence[str], tongue: Tongue) -> Summary:
    """The summary of a sheet by the custom by which the list is marked: XG's, or that of the old game."""
    return Summary(
        engine=", ".join(map(apart, made.engines)),
        rows=tuple(_rows(made, tongue)),
        notes=tuple(why_not(made, names, tongue)),
        games=tuple(_losses(both, made.convention, tongue) for both in made.quality.games),
        parts=tuple(_parts(made, tongue)),
    )


def _parts(made: QualitySheet, tongue: Tongue) -> Iterator[tuple[str, str, str]]:
    """Yield what was lost in all, and in each phase where there is more than one."""
    custom = made.convention
    first, second = (_loss(side.total.equity, custom, tongue) for side in made.sides)
    if first or second:
        yield tongue.say(N_("Lost in all")), first, second
    phases = made.quality.phases
    for phase, both in phases.items() if len(phases) > 1 else ():
        yield tongue.say(N_("… {phase}"), phase=tongue.say(PHASES[phase])), *_losses(both, custom, tongue)


def _losses(both: tuple[SideQuality, SideQuality], custom: Convention, tongue: Tongue) -> tuple[str, str]:
    first, second = both
    return _loss(first.loss, custom, tongue), _loss(second.loss, custom, tongue)


def _loss(equity: float | None, custom: Convention, tongue: Tongue) -> str:
    """A loss with its sign; nothing where none is known."""
    if equity is None:
        return ""
    return signed(-equity, tongue, custom.places) if round(equity, custom.places) else "0"


def _rows(made: QualitySheet, tongue: Tongue) -> Iterator[SummaryRow]:
    custom = made.convention

    def row(label: str, cell: Callable[[SideSheet, int], SummaryCell]) -> SummaryRow:
        first, second = made.sides
        return SummaryRow(label=tongue.say(label), cells=(cell(first, 0), cell(second, 1)))

    def rate(side: SideSheet, _: int) -> SummaryCell:
        note = tongue.say(side.level.name) if side.level else ""
        if custom.in_points and side.error is not None:
            note = f"± {shown_rate(side.error, made, tongue)}"
        return SummaryCell(text=shown_rate(side.rate, made, tongue), note=note)

    def plays(side: SideSheet, seat: int) -> SummaryCell:
        counts = _marks(side.side.play_marked, custom, ":not(.cube)", seat, tongue)
        return _sum(side.play, custom, counts, tongue)

    def cubes(side: SideSheet, seat: int) -> SummaryCell:
        counts = _marks(side.side.cube_marked, custom, ".cube", seat, tongue)
        return _sum(side.cube, custom, counts, tongue)

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
            for line in custom.luck
        ]
        return SummaryCell(text=signed(side.luck.equity, tongue, custom.places), counts=tuple(counts))

    yield row(custom.rate if custom.in_points else N_("PR"), rate)
    yield row(N_("Lost in plays"), plays)
    if any(side.side.cubes for side in made.sides):
        yield row(N_("Lost at the cube"), cubes)
    if any(side.luck.equity is not None for side in made.sides):
        yield row(N_("Luck"), luck)


def _sum(lost: Sum, custom: Convention, counts: tuple[SummaryCount, ...], tongue: Tongue) -> SummaryCell:
    """Return what was lost: in equity, and beside it in chances to win the match or in points."""
    shown = shown_sum(lost, tongue, places=custom.places, alone=custom.in_points)
    text, _, note = shown.partition(" ")
    return SummaryCell(text=text, note=note, counts=counts)


def _marks(
    marked: Mapping[str, int], custom: Convention, what: str, seat: int, tongue: Tongue
) -> tuple[SummaryCount, ...]:
    return tuple(
        [
            SummaryCount(
                number=marked[line.key],
                word=tongue.say(line.name),
                kind=f"{GRADES[line.key]}{' cube' if what == '.cube' else ''}",
                only=f".{GRADES[line.key]}{what}{SIDES[seat]}",
            )
            for line in custom.errors
            if line.key in GRADES
        ]
    )
