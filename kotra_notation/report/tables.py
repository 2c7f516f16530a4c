"""The tables of numbers of a page: what is counted, and the sheets of errors and luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from kotra_notation.report.deeds import capital, kind_word
from kotra_notation.report.overview import NumberTable
from kotra_notation.report.sheets import NOTHING, sheet_table
from kotra_notation.rules.ruleset import Facts
from kotra_notation.statistics import GNUBG, XG, QualitySheet, SeatCounts
from kotra_notation.words.tongues import N_, Tongue

Row = tuple[str, str, str]
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
