"""The sheet of errors and luck as a table: the report shows it, and so do the commands that analyse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kotra_notation.report.cleaning import apart, bare
from kotra_notation.report.event_words import capital, kind_word
from kotra_notation.report.overview import NumberTable
from kotra_notation.report.studies import signed
from kotra_notation.rules.ruleset import Facts
from kotra_notation.statistics.conventions import GNUBG, XG, Convention, Threshold
from kotra_notation.statistics.counts import SeatCounts
from kotra_notation.statistics.cubes import FAULTS
from kotra_notation.statistics.decisions import PHASES
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, Sum
from kotra_notation.words.phrases import shortened, told
from kotra_notation.words.tongues import N_, Tongue

Row = tuple[str, str, str]
Shown = Callable[[SideSheet], str]
CUBE_FAULTS = tuple(kind for kind in FAULTS if kind != "play")
NOTHING = "–"
NAMED = 40  # how much of a name a note repeats


def sheet_table(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> NumberTable:
    """The sheet of errors and luck after the custom of a program; `names` are those of the players."""
    convention = sheet.convention
    return NumberTable(
        name=f"quality-{convention.name.split()[0].lower()}",
        title=_title(convention, tongue),
        rows=tuple(_Sheet(sheet, tongue).rows()),
        notes=tuple(_notes(sheet, names, tongue)),
    )


def _title(convention: Convention, tongue: Tongue) -> str:
    if convention.in_points:
        return tongue.say(N_("Errors and luck, in points"))
    return tongue.say(N_("Errors and luck, after {name}"), name=convention.name)


def _custom(sheet: QualitySheet, tongue: Tongue) -> Iterator[str]:
    """By which custom is counted."""
    say, convention = tongue.say, sheet.convention
    if not convention.in_points:
        yield say(
            N_("Counted after the custom of {name}: {source}."),
            name=convention.name,
            source=say(convention.source),
        )
        return
    yield say(
        N_(
            "All numbers are points of the old game. The lines from which an error or luck is named "
            "grow with what jan is worth. PR, Snowie's rate, levels and ratings are scales of modern "
            "kotra and are not given."
        )
    )


def _notes(sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Iterator[str]:
    say = tongue.say
    yield from _custom(sheet, tongue)
    if sheet.engines:
        engines = tongue.listed([apart(engine) for engine in sheet.engines])
        if sheet.levels:
            engines += f" ({', '.join(map(apart, sheet.levels))})"
        yield say(N_("Evaluated by {engines}."), engines=engines)
    if sheet.engine_share is not None:
        number = shown_rate(sheet.engine_share, sheet, tongue)
        yield say(
            N_("The rate is {number} less than the engine found: its own average error."), number=number
        )
    if sheet.table:
        yield say(N_("Match winning chances by the match equity table {name}."), name=sheet.table)
    yield from why_not(sheet, names, tongue)


def why_not(quality_sheet: QualitySheet, names: Sequence[str], tongue: Tongue) -> Iterator[str]:
    """Yield why numbers are missing, and whose."""
    for why in dict.fromkeys(why for side in quality_sheet.sides for why in side.why):
        sides = zip(names, quality_sheet.sides, strict=True)
        whose = [apart(shortened(bare(name).strip(), NAMED)) for name, sheet in sides if why in sheet.why]
        yield f"{tongue.listed(whose)}: {told(why, tongue)}"


def shown_number(value: float | None, digits: int, tongue: Tongue) -> str:
    """A number, or what stands for none."""
    return NOTHING if value is None else tongue.number(value, digits)


def shown_rate(value: float | None, sheet: QualitySheet, tongue: Tongue) -> str:
    """A rate with the digits of its convention."""
    return shown_number(value, sheet.convention.digits, tongue)


def shown_sum(
    value: Sum,
    tongue: Tongue,
    spelled: Callable[[float | None, int], str] | None = None,
    digits: int = 2,
    *,
    places: int = 3,
    alone: bool = False,
) -> str:
    """A sum in equity, and behind it, unless it stands `alone`, in chances to win the match or in points."""
    number = spelled or partial(shown_number, tongue=tongue)
    text = number(value.equity, places)
    if alone:
        return text
    if value.mwc is not None:
        return f"{text} ({number(100 * value.mwc, digits)} %)"
    return text if value.points is None else f"{text} ({number(value.points, 3)})"


class _Sheet:
    """The rows of a sheet in a language."""

    def __init__(self, sheet: QualitySheet, tongue: Tongue) -> None:
        self.found = sheet
        self.tongue = tongue
        self.places = sheet.convention.places

    def rows(self) -> Iterator[Row]:
        """All rows: plays, the cube, both together, luck, the result."""
        yield from self._plays()
        if not self.found.convention.in_points:
            yield from self._cube()
        yield from self._together()
        if any(side.side.luck is not None for side in self.found.sides):
            yield from self._luck()
        yield from self._result()

    def _plays(self) -> Iterator[Row]:
        yield self._row(N_("Turns (evaluated)"), lambda sheet: f"{sheet.thrown} ({sheet.weighed})")
        yield self._row(N_("Unforced plays"), lambda sheet: str(sheet.side.unforced))
        for line in self.found.convention.errors:
            yield self._graded(
                N_("Plays: {grade} (from {least})"), line, lambda sheet, key: sheet.side.play_marked[key]
            )
        yield self._row(
            N_("Lost in plays"),
            lambda sheet: self._sum(sheet.play),
        )
        if not self.found.convention.in_points:
            yield self._row(N_("Rate of the plays"), lambda sheet: self._rate(sheet.play_rate))

    def _cube(self) -> Iterator[Row]:
        yield self._row(
            N_("Cube decisions (close)"), lambda sheet: f"{sheet.side.cubes} ({sheet.side.close})"
        )
        if not any(side.side.cubes for side in self.found.sides):
            return
        yield self._row(
            N_("Doubles, takes, drops"),
            lambda sheet: f"{sheet.side.doubles} / {sheet.side.takes} / {sheet.side.passes}",
        )
        for kind in CUBE_FAULTS:
            if any(side.side.cube_faults[kind].count for side in self.found.sides):
                label = self.tongue.say(N_("Cube: {fault}"), fault=self.tongue.say(FAULTS[kind]))
                yield label, *self._both(partial(self._fault, kind))
        yield self._row(
            N_("Lost at the cube"),
            lambda sheet: self._sum(sheet.cube),
        )
        yield self._row(N_("Rate at the cube"), lambda sheet: self._rate(sheet.cube_rate))

    def _together(self) -> Iterator[Row]:
        if not self.found.convention.in_points:
            yield self._row(N_("Lost in all"), lambda sheet: self._sum(sheet.total))
        for phase, sides in self.found.quality.phases.items():
            label = self.tongue.say(N_("… {phase}"), phase=self.tongue.say(PHASES[phase]))
            first, second = (
                self._sum(Sum(equity=side.loss, mwc=side.mwc_loss, points=side.points_lost)) for side in sides
            )
            yield label, first, second
        yield self._row(self.found.convention.rate, lambda sheet: self._rate(sheet.rate, sheet.error))
        yield from self._known(N_("Lost a game"), lambda sheet: self._number(sheet.a_game, self.places))
        yield from self._known(N_("Snowie's error rate"), lambda sheet: self._number(sheet.snowie_rate, 1))
        if self.found.convention.bands:
            yield self._row(
                N_("Level"), lambda sheet: self.tongue.say(sheet.level.name) if sheet.level else NOTHING
            )

    def _luck(self) -> Iterator[Row]:
        yield self._row(
            N_("Luck"),
            lambda sheet: self._sum(sheet.luck, self._signed),
        )
        rolls, throws = N_("Rolls: {grade} (from {least})"), N_("Throws: {grade} (from {least})")
        label = throws if self.found.convention.in_points else rolls
        for line in self.found.convention.luck:
            yield self._graded(label, line, lambda sheet, key: sheet.side.luck_marked[key])

    def _result(self) -> Iterator[Row]:
        yield from self._known(N_("Result"), lambda sheet: self._won(sheet.result.won))
        yield from self._known(N_("Result without luck"), lambda sheet: self._won(sheet.result.without_luck))
        yield from self._known(
            N_("FIBS rating, by the errors"), lambda sheet: self._number(sheet.rating.estimate, 0)
        )

    def _both(self, shown: Shown) -> tuple[str, str]:
        first, second = self.found.sides
        return shown(first), shown(second)

    def _row(self, label: str, shown: Shown) -> Row:
        return self.tongue.say(label), *self._both(shown)

    def _known(self, label: str, shown: Shown) -> Iterator[Row]:
        """A row, unless nothing is known of either side."""
        row = self._row(label, shown)
        if row[1:] != (NOTHING, NOTHING):
            yield row

    def _graded(self, label: str, line: Threshold, count: Callable[[SideSheet, str], int]) -> Row:
        least = self.tongue.number(line.least, self.places)
        text = self.tongue.say(label, grade=self.tongue.say(line.name), least=least)
        return text, *self._both(lambda sheet: str(count(sheet, line.key)))

    def _number(self, value: float | None, digits: int) -> str:
        return shown_number(value, digits, self.tongue)

    def _signed(self, value: float | None, digits: int) -> str:
        return NOTHING if value is None else signed(value, self.tongue, digits)

    def _rate(self, value: float | None, error: float | None = None) -> str:
        text = shown_rate(value, self.found, self.tongue)
        return text if error is None else f"{text} ± {shown_rate(error, self.found, self.tongue)}"

    def _sum(
        self, value: Sum, spelled: Callable[[float | None, int], str] | None = None, digits: int = 2
    ) -> str:
        """A sum in equity, and behind it in chances to win the match or in points."""
        alone = self.found.convention.in_points
        return shown_sum(value, self.tongue, spelled, digits, places=self.places, alone=alone)

    def _fault(self, kind: str, sheet: SideSheet) -> str:
        fault = sheet.side.cube_faults[kind]
        if not fault.count:
            return "0"
        cost = Sum(equity=fault.loss, mwc=fault.mwc_loss, points=fault.points)
        return f"{fault.count}: {self._sum(cost, digits=1)}"

    def _won(self, value: float | None) -> str:
        if value is None:
            return NOTHING
        return f"{self._signed(100 * value, 2)} %" if self.found.length else self._signed(value, self.places)


Some = TypeVar("Some")
Sheets = Sequence[QualitySheet]  # by the customs of GNU Backgammon and of XG, or by that of the old game


def tables(
    sides: tuple[SeatCounts, SeatCounts],
    facts: Facts,
    sheets: Sheets,
    names: tuple[str, str],
    tongue: Tongue,
) -> tuple[NumberTable, ...]:
    """All tables of a match between players of these names; `sheets` are those of what an engine said."""
    shown = [
        NumberTable(
            name="play",
            title=tongue.say(N_("The play")),
            rows=tuple(_play(sides, tongue, facts)),
        ),
        NumberTable(name="dice", title=tongue.say(N_("Dice")), rows=tuple(_dice(sides, tongue, facts))),
    ]
    return (*shown, *_sheets(sheets, names, tongue))


def _sheets(sheets: Sheets, names: tuple[str, str], tongue: Tongue) -> Iterator[NumberTable]:
    """The sheet by the custom of the engine that spoke, and what the other program counts otherwise."""
    made = [_known(sheet_table(sheet, names, tongue)) for sheet in sheets]
    if len(made) < 2:
        yield from made
        return
    gnubg, xg = made
    first, second = (xg, gnubg) if XG.name in sheets[1].engines else (gnubg, xg)
    other = GNUBG if first is xg else XG
    yield first
    rows = tuple([row for row in second.rows if row not in first.rows])
    notes = tuple([note for note in second.notes if note not in first.notes])
    title = tongue.say(N_("What counts otherwise after {name}"), name=other.name)
    yield replace(second, title=title, rows=rows, notes=notes)


def _known(table: NumberTable) -> NumberTable:
    """The table without what is not known of either side: its notes say why."""
    return replace(table, rows=tuple([row for row in table.rows if row[1:] != (NOTHING, NOTHING)]))


def _row(both: tuple[Some, Some], label: str, value: Callable[[Some], str]) -> Row:
    """A label with the value of either side."""
    return label, value(both[0]), value(both[1])


def _play(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue, facts: Facts) -> Iterator[Row]:
    say, nouns = tongue.say, facts.nouns.facts

    def number(value: float | None, digits: int = 1) -> str:
        return "–" if value is None else tongue.number(value, digits)

    yield _row(sides, say(N_("Games won")), lambda side: str(side.games_won))
    yield _row(sides, say(N_("Turns")), lambda side: str(side.turns))
    if any(side.unknown for side in sides):
        yield _row(sides, say(N_("… of which uncertain")), lambda side: str(side.unknown))
    yield _row(sides, say(N_("Hits")), lambda side: str(side.hits))
    yield _row(sides, say(N_("{Checkers} entered"), **nouns), lambda side: str(side.entered))
    yield _row(sides, say(N_("Turns without a play")), lambda side: str(side.dances))
    yield _row(sides, say(N_("Pips that could not be played")), lambda side: str(side.pips_lost))
    yield _row(sides, say(N_("Longest prime")), lambda side: str(side.longest_prime))
    yield _row(sides, say(N_("Blots left, a turn")), lambda side: number(side.blots_left))
    if facts.cube:
        yield _row(sides, say(N_("Doubles (cube)")), lambda side: str(side.cube_turns))
        yield _row(sides, say(N_("Takes and drops")), lambda side: f"{side.takes} / {side.drops}")
    if facts.forms:
        kinds = dict.fromkeys(award.kind for side in sides for award in side.awards)
        for kind in kinds:
            yield capital(kind_word(kind, tongue)), str(sides[0].awarded(kind)), str(sides[1].awarded(kind))
    if any(side.timed for side in sides):
        yield _row(sides, say(N_("Seconds, a turn")), lambda side: number(side.average_seconds))
        yield _row(sides, say(N_("Longest turn, seconds")), lambda side: number(side.longest_seconds, 0))


def _dice(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue, facts: Facts) -> Iterator[Row]:
    say, nouns = tongue.say, facts.nouns.facts
    yield _row(sides, say(N_("{Rolls}"), **nouns), lambda side: str(side.dice.throws + side.dice.lone))
    yield _row(
        sides,
        say(N_("Doubles {rolled} (expected)"), **nouns),
        lambda side: f"{side.dice.doublets} ({tongue.number(side.dice.expected_doublets, 1)})",
    )
    yield _row(
        sides,
        say(N_("Pips {rolled} (expected)"), **nouns),
        lambda side: f"{side.dice.pips} ({tongue.number(side.dice.expected_pips, 0)})",
    )
    yield _row(sides, say(N_("Dice showing 1 to 6")), lambda side: " ".join(map(str, side.dice.faces)))
