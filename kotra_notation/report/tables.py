"""The tables of numbers: what is counted of a match, and the sheets of errors and luck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kotra_notation.report.cleaning import apart, bare
from kotra_notation.report.event_words import capital, kind_word
from kotra_notation.report.overview import NumberTable, Summary, SummaryCell, SummaryCount, SummaryRow
from kotra_notation.report.studies import GRADES, counted_word, format_signed
from kotra_notation.rules.ruleset import Facts
from kotra_notation.statistics.conventions import GNUBG, XG, Threshold
from kotra_notation.statistics.counts import Dice, SeatCounts
from kotra_notation.statistics.cubes import FAULTS
from kotra_notation.statistics.decisions import PHASES
from kotra_notation.statistics.quality import FaultCount, SideQuality, Sum
from kotra_notation.statistics.sheet import QualitySheet, SideSheet
from kotra_notation.words.phrases import shorten, told
from kotra_notation.words.tongues import N_, Tongue

Row = tuple[str, str, str]
Shown = Callable[[SideSheet], str]
CUBE_FAULTS = tuple(kind for kind in FAULTS if kind != "play")
NOTHING = "–"
ZERO = re.compile(r"0(?:[.,]00+(?: \(0[.,]0+(?: %)?\))?)?")
NAMED = 40  # how much of a name a note repeats


def tables(
    sides: tuple[SeatCounts, SeatCounts],
    facts: Facts,
    sheets: Sequence[QualitySheet],
    names: tuple[str, str],
    tongue: Tongue,
) -> tuple[NumberTable, ...]:
    """Return all tables of a match between players of these names.

    `sheets` are those of what an engine said: by the customs of GNU Backgammon and of XG, or by that of the
    old game. The first is that of the engine that spoke; of the other there is what it counts otherwise, the
    whole of it in `whole`.
    """
    play = NumberTable(name="play", title=tongue.say(N_("The play")), rows=tuple(_play(sides, tongue, facts)))
    dice = NumberTable(name="dice", title=tongue.say(N_("Dice")), rows=tuple(_dice(sides, tongue, facts)))
    sheet_tables = [sheet_table(sheet, names, tongue) for sheet in sheets]
    # Rows that are unknown (the notes say why) or zero for both sides are left out.
    sheet_tables = [
        replace(table, rows=tuple(row for row in table.rows if _is_known(row) and not _is_zero(row)))
        for table in sheet_tables
    ]
    if len(sheet_tables) > 1:
        (first, second), other = sheet_tables, XG
        if XG.name in sheets[1].engines:
            first, second, other = second, first, GNUBG
        second = replace(second, notes=tuple(note for note in second.notes if note not in first.notes))
        sheet_tables = [
            first,
            replace(
                second,
                title=tongue.say(N_("Counted differently by {name}"), name=other.name),
                rows=tuple(row for row in second.rows if row not in first.rows),
                whole=second,
            ),
        ]
    return play, dice, *sheet_tables


def _is_known(row: Row) -> bool:
    return row[1:] != (NOTHING, NOTHING)


def _is_zero(row: Row) -> bool:
    """Return whether a row counts nothing of either side, or a loss of nothing."""
    return all(ZERO.fullmatch(text) for text in row[1:])


def _play(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue, facts: Facts) -> Iterator[Row]:
    say, nouns = tongue.say, facts.nouns.facts

    def row(label: str, value: Callable[[SeatCounts], object]) -> Row:
        return label, str(value(sides[0])), str(value(sides[1]))

    def number(value: float | None, digits: int = 1) -> str:
        return NOTHING if value is None else tongue.number(value, digits)

    yield row(say(N_("Games won")), lambda side: side.games_won)
    yield row(say(N_("Turns")), lambda side: side.turns)
    if any(side.unknown for side in sides):
        yield row(say(N_("… of these uncertain")), lambda side: side.unknown)
    yield row(say(N_("Hits")), lambda side: side.hits)
    yield row(say(N_("{Checkers} entered"), **nouns), lambda side: side.entered)
    yield row(say(N_("Turns without a play")), lambda side: side.dances)
    yield row(say(N_("Pips that could not be played")), lambda side: side.pips_lost)
    yield row(say(N_("Longest prime")), lambda side: side.longest_prime)
    yield row(say(N_("Blots left per turn")), lambda side: number(side.blots_left))
    if facts.cube:
        yield row(say(N_("Doubles (cube)")), lambda side: side.doubles + side.beavers)
        yield row(say(N_("Takes and drops")), lambda side: f"{side.takes} / {side.drops}")
    if facts.forms:
        for kind in dict.fromkeys(award.kind for side in sides for award in side.awards):
            yield (
                capital(kind_word(kind, tongue)),
                str(sides[0].count_awards(kind)),
                str(sides[1].count_awards(kind)),
            )
    if any(side.timed for side in sides):
        yield row(say(N_("Seconds per turn")), lambda side: number(side.average_seconds))
        yield row(say(N_("Longest turn, seconds")), lambda side: number(side.longest_seconds, 0))


def _dice(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue, facts: Facts) -> Iterator[Row]:
    say, nouns = tongue.say, facts.nouns.facts

    def row(label: str, value: Callable[[Dice], str]) -> Row:
        return label, value(sides[0].dice), value(sides[1].dice)

    yield row(say(N_("{Rolls}"), **nouns), lambda dice: str(dice.throws + dice.lone))
    yield row(
        say(N_("Doubles {rolled} (expected)"), **nouns),
        lambda dice: f"{dice.doublets} ({tongue.number(dice.expected_doublets, 1)})",
    )
    yield row(
        say(N_("Pips {rolled} (expected)"), **nouns),
        lambda dice: f"{dice.pips} ({tongue.number(dice.expected_pips, 0)})",
    )
    yield row(say(N_("Dice showing 1 to 6")), lambda dice: " ".join(map(str, dice.faces)))


def sheet_table(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> NumberTable:
    """Return the sheet of errors and luck after the custom of a program, of players of these names."""
    convention = sheet.convention
    title = N_("Errors and luck, in points") if convention.in_points else N_("Errors and luck, as in {name}")
    return NumberTable(
        name=f"quality-{convention.name.split()[0].lower()}",
        title=tongue.say(title, name=convention.name),
        rows=tuple(SheetWords(sheet, tongue).rows()),
        notes=tuple(_notes(sheet, names, tongue)),
    )


def _notes(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Iterator[str]:
    say, convention = tongue.say, sheet.convention
    if convention.in_points:
        yield say(
            N_(
                "All numbers are points of the old game. The thresholds for errors and luck grow with "
                "the value of jan. PR, Snowie's error rate, levels and ratings are scales of modern "
                "kotra and are not given."
            )
        )
    else:
        yield say(N_("Counted as in {name}: {source}."), name=convention.name, source=say(convention.source))
    if sheet.engines:
        engines = tongue.list_items([apart(engine) for engine in sheet.engines])
        if sheet.levels:
            engines += f" ({', '.join(map(apart, sheet.levels))})"
        yield say(N_("Evaluated by {engines}."), engines=engines)
    if sheet.engine_share is not None:
        number = tongue.number(sheet.engine_share, convention.digits)
        yield say(
            N_(
                "{number} is subtracted from the overall rate: the engine's own mistakes add about that much."
            ),
            number=number,
        )
    if sheet.table:
        yield say(
            N_("In brackets: match-winning chances, by the match equity table {name}."), name=sheet.table
        )
    elif not convention.in_points and any(side.total.points is not None for side in sheet.sides):
        yield say(N_("In brackets: points."))
    if (by_losses := sheet.other_result) is not None:
        yield say(
            N_(
                "The luck-adjusted result rests on what the engine takes for luck. By its losses alone it "
                "would be {number}: the engine knows little of such play."
            ),
            number=format_signed(by_losses, tongue, convention.places),
        )
    yield from why_not(sheet, names, tongue)


def why_not(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Iterator[str]:
    """Yield why numbers are missing, and whose."""
    for why in dict.fromkeys(why for side in sheet.sides for why in side.why):
        sides = zip(names, sheet.sides, strict=True)
        whose = [apart(shorten(bare(name).strip(), NAMED)) for name, side in sides if why in side.why]
        yield f"{tongue.list_items(whose)}: {told(why, tongue)}"


class SheetWords:
    """The numbers of a sheet in a language, and its rows."""

    def __init__(self, sheet: QualitySheet, tongue: Tongue) -> None:
        self.sheet, self.tongue, self.convention = sheet, tongue, sheet.convention

    def number(self, value: float | None, digits: int) -> str:
        """Return a number, or what stands for none."""
        return NOTHING if value is None else self.tongue.number(value, digits)

    def format_signed(self, value: float | None, digits: int) -> str:
        """Return a number with its sign, or what stands for none."""
        return NOTHING if value is None else format_signed(value, self.tongue, digits)

    def rate(self, value: float | None, error: float | None = None) -> str:
        """Return a rate with the digits of its convention, and its standard error."""
        text = self.number(value, self.convention.digits)
        return text if error is None else f"{text} ± {self.number(error, self.convention.digits)}"

    def sum(self, value: Sum, percent_digits: int = 2, *, signs: bool = False) -> str:
        """Return a sum in equity, and behind it in chances to win the match or in points for money."""
        number = self.format_signed if signs else self.number
        text = number(value.equity, self.convention.places)
        if self.convention.in_points:
            return text
        if value.mwc is not None:
            return f"{text} ({number(100 * value.mwc, percent_digits)} %)"
        return text if value.points is None else f"{text} ({number(value.points, 3)})"

    def head(self, value: Sum, *, signs: bool = False) -> tuple[str, str]:
        """Return a sum as the head of the page has it: chances to win the match first, equity in brackets."""
        text, _, note = self.sum(value, signs=signs).partition(" ")
        return (note[1:-1], f"({text})") if value.mwc is not None and note else (text, note)

    def rows(self) -> Iterator[Row]:
        """Yield all rows: plays, the cube, both together, luck, the result."""
        yield from self._plays()
        if not self.convention.in_points:
            yield from self._cube()
        yield from self._totals()
        if any(side.side.luck is not None for side in self.sheet.sides):
            yield from self._luck()
        yield from self._known_row(N_("Result"), lambda side: self._result_text(side.result.won))
        yield from self._known_row(
            N_("Luck-adjusted result"), lambda side: self._result_text(side.result.without_luck)
        )
        rating = N_("Estimated FIBS rating")
        yield from self._known_row(rating, lambda side: self.number(side.rating.estimate, 0))

    def _plays(self) -> Iterator[Row]:
        yield self._row(N_("Turns (analysed)"), lambda side: f"{side.thrown} ({side.weighed})")
        yield self._row(N_("Unforced plays"), lambda side: str(side.side.unforced))
        label = N_("Plays: {grade} ({least} or more)")
        for line in self.convention.errors:
            yield self._grade_row(label, line, lambda side: side.play_marked)
        yield self._row(N_("Checker-play loss"), lambda side: self.sum(side.play))
        if not self.convention.in_points:
            yield self._row(N_("Checker error rate"), lambda side: self.rate(side.play_rate))

    def _cube(self) -> Iterator[Row]:
        sides = [side.side for side in self.sheet.sides]
        yield self._row(N_("Cube decisions (close)"), lambda side: f"{side.side.cubes} ({side.side.close})")
        if not any(side.cubes for side in sides):
            return
        yield self._row(
            N_("Doubles, takes, drops"),
            lambda side: f"{side.side.doubles} / {side.side.takes} / {side.side.passes}",
        )
        for kind in CUBE_FAULTS:
            if any(side.cube_faults[kind].count for side in sides):
                label = self.tongue.say(N_("Cube: {fault}"), fault=self.tongue.say(FAULTS[kind]))
                first, second = (self._fault(side.cube_faults[kind]) for side in sides)
                yield label, first, second
        yield self._row(N_("Cube loss"), lambda side: self.sum(side.cube))
        yield self._row(N_("Cube error rate"), lambda side: self.rate(side.cube_rate))

    def _fault(self, fault: FaultCount) -> str:
        return f"{fault.count}: {self.sum(fault.cost, 1)}" if fault.count else "0"

    def _totals(self) -> Iterator[Row]:
        if not self.convention.in_points:
            yield self._row(N_("Total error"), lambda side: self.sum(side.total))
        for phase, sides in self.sheet.quality.phases.items():
            label = self.tongue.say(N_("… {phase}"), phase=self.tongue.say(PHASES[phase]))
            first, second = (self.sum(side.total) for side in sides)
            yield label, first, second
        yield self._row(self.convention.rate, lambda side: self.rate(side.rate, side.error))
        places = self.convention.places
        yield from self._known_row(N_("Loss per game"), lambda side: self.number(side.a_game, places))
        yield from self._known_row(N_("Snowie's error rate"), lambda side: self.number(side.snowie_rate, 1))
        if self.convention.bands:
            yield self._row(
                N_("Level"), lambda side: self.tongue.say(side.level.name) if side.level else NOTHING
            )

    def _luck(self) -> Iterator[Row]:
        yield self._row(N_("Luck"), lambda side: self.sum(side.luck, signs=True))
        rolls, throws = N_("Rolls: {grade} ({least} or more)"), N_("Throws: {grade} ({least} or more)")
        for line in self.convention.luck:
            label = throws if self.convention.in_points else rolls
            yield self._grade_row(label, line, lambda side: side.luck_marked)

    def _result_text(self, value: float | None) -> str:
        if value is None or not self.sheet.length:
            return self.format_signed(value, self.convention.places)
        return f"{self.format_signed(100 * value, 2)} %"

    def _row(self, label: str, shown: Shown) -> Row:
        first, second = self.sheet.sides
        return self.tongue.say(label), shown(first), shown(second)

    def _known_row(self, label: str, shown: Shown) -> Iterator[Row]:
        """Yield a row, unless nothing is known of either side."""
        row = self._row(label, shown)
        if _is_known(row):
            yield row

    def _grade_row(
        self, label: str, line: Threshold, marked: Callable[[SideQuality], Mapping[str, int]]
    ) -> Row:
        least = self.tongue.number(line.least, self.convention.places)
        first, second = (str(marked(side.side)[line.key]) for side in self.sheet.sides)
        return self.tongue.say(label, grade=self.tongue.say(line.name), least=least), first, second


SIDES = (":not(.b)", ".b")  # how the rows of either seat are chosen in the list


def summary(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Summary:
    """Return the summary of a sheet by the custom by which the list is marked: XG's, or the old game's."""
    custom, phases = sheet.convention, sheet.quality.phases

    def losses(sides: tuple[SideQuality, SideQuality]) -> tuple[str, str]:
        return loss(sides[0].total.equity), loss(sides[1].total.equity)

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

    def count(number: int, name: str, kind: str, only: str) -> SummaryCount:
        return SummaryCount(number=number, word=counted_word(name, number, tongue), kind=kind, only=only)

    def loss_cell(total: Sum, marked: Mapping[str, int], seat: int, cube: bool) -> SummaryCell:
        """Return what was lost, in equity behind it, and the marks."""
        text, note = words.head(total)
        suffix = f"{'.cube' if cube else ':not(.cube)'}{SIDES[seat]}"
        counts = [
            count(marked[line.key], line.name, grade + " cube" * cube, f".{grade}{suffix}")
            for line in custom.errors
            if (grade := GRADES.get(line.key))
        ]
        return SummaryCell(text=text, note=note, counts=tuple(counts))

    def luck(side: SideSheet, seat: int) -> SummaryCell:
        if side.luck.equity is None:
            return SummaryCell(text=NOTHING)
        kinds = {line: "unlucky" if line.key == "unlucky" else "lucky" for line in custom.luck}
        counts = [
            count(side.side.luck_marked[line.key], line.name, kind, f".{kind}{SIDES[seat]}")
            for line, kind in kinds.items()
        ]
        text, note = words.head(side.luck, signs=True)
        return SummaryCell(text=text, note=note, counts=tuple(counts))

    yield row(custom.rate if custom.in_points else N_("PR"), rate)
    yield row(
        N_("Checker-play loss"),
        lambda side, seat: loss_cell(side.play, side.side.play_marked, seat, cube=False),
    )
    if any(side.side.cubes for side in sheet.sides):
        yield row(
            N_("Cube loss"), lambda side, seat: loss_cell(side.cube, side.side.cube_marked, seat, cube=True)
        )
    if any(side.luck.equity is not None for side in sheet.sides):
        yield row(N_("Luck"), luck)
