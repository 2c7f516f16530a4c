"""The summary of a match that stands first: rate, errors and luck of both sides, as the sheet has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kotra_notation.report.cleaning import apart
from kotra_notation.report.overview import Summary, SummaryCell, SummaryCount, SummaryRow
from kotra_notation.report.studies import GRADES, format_signed
from kotra_notation.report.tables import NOTHING, SheetWords, why_not
from kotra_notation.statistics.decisions import PHASES
from kotra_notation.statistics.quality import SideQuality
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, Sum
from kotra_notation.words.tongues import N_, Tongue

SIDES = (":not(.b)", ".b")  # how the rows of either seat are chosen in the list


def summary(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Summary:
    """Return the summary of a sheet by the custom by which the list is marked: XG's, or the old game's."""
    custom, phases = sheet.convention, sheet.quality.phases

    def losses(sides: tuple[SideQuality, SideQuality]) -> tuple[str, str]:
        return loss(sides[0].loss), loss(sides[1].loss)

    def loss(equity: float | None) -> str:
        if equity is None:
            return ""
        return format_signed(-equity, tongue, custom.places) if round(equity, custom.places) else "0"

    first, second = (loss(side.total.equity) for side in sheet.sides)
    parts = [(tongue.say(N_("Total error")), first, second)] if first or second else []
    for phase, sides in phases.items() if len(phases) > 1 else ():
        parts.append((tongue.say(N_("… {phase}"), phase=tongue.say(PHASES[phase])), *losses(sides)))
    return Summary(
        engine=", ".join(map(apart, sheet.engines)),
        rows=tuple(_rows(sheet, tongue)),
        notes=tuple(why_not(sheet, names, tongue)),
        games=tuple(map(losses, sheet.quality.games)),
        parts=tuple(parts),
    )


def _rows(sheet: QualitySheet, tongue: Tongue) -> Iterator[SummaryRow]:
    custom, words = sheet.convention, SheetWords(sheet, tongue)

    def row(label: str, cell: Callable[[SideSheet, int], SummaryCell]) -> SummaryRow:
        first, second = sheet.sides
        return SummaryRow(label=tongue.say(label), cells=(cell(first, 0), cell(second, 1)))

    def rate(side: SideSheet, _: int) -> SummaryCell:
        note = tongue.say(side.level.name) if side.level else ""
        if custom.in_points and side.error is not None:
            note = f"± {words.rate(side.error)}"
        return SummaryCell(text=words.rate(side.rate), note=note)

    def loss_cell(total: Sum, marked: Mapping[str, int], seat: int, cube: bool) -> SummaryCell:
        """Return what was lost in equity, beside it in match winning chances or points, and the marks."""
        text, _, note = words.sum(total).partition(" ")
        counts = [
            SummaryCount(
                number=marked[line.key],
                word=tongue.say(line.name),
                kind=GRADES[line.key] + " cube" * cube,
                only=f".{GRADES[line.key]}{'.cube' if cube else ':not(.cube)'}{SIDES[seat]}",
            )
            for line in custom.errors
            if line.key in GRADES
        ]
        return SummaryCell(text=text, note=note, counts=tuple(counts))

    def luck(side: SideSheet, seat: int) -> SummaryCell:
        if side.luck.equity is None:
            return SummaryCell(text=NOTHING)
        kinds = {line: "unlucky" if line.key == "unlucky" else "lucky" for line in custom.luck}
        counts = [
            SummaryCount(
                number=side.side.luck_marked[line.key],
                word=tongue.say(line.name),
                kind=kind,
                only=f".{kind}{SIDES[seat]}",
            )
            for line, kind in kinds.items()
        ]
        return SummaryCell(text=format_signed(side.luck.equity, tongue, custom.places), counts=tuple(counts))

    yield row(custom.rate if custom.in_points else N_("PR"), rate)
    yield row(
        N_("Lost in plays"), lambda side, seat: loss_cell(side.play, side.side.play_marked, seat, cube=False)
    )
    if any(side.side.cubes for side in sheet.sides):
        yield row(
            N_("Lost at the cube"),
            lambda side, seat: loss_cell(side.cube, side.side.cube_marked, seat, cube=True),
        )
    if any(side.luck.equity is not None for side in sheet.sides):
        yield row(N_("Luck"), luck)
