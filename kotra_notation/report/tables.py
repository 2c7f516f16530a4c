"""The tables of numbers of a page: what is counted, and what an engine in the record says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from kotra_notation.replay import Replay
from kotra_notation.report.cleaning import apart
from kotra_notation.report.deeds import capital, kind_word
from kotra_notation.report.studies import signed
from kotra_notation.report.view import NumberTable
from kotra_notation.rules.ruleset import Facts
from kotra_notation.statistics import (
    FAULTS,
    GNUBG,
    XG,
    Analysis,
    Convention,
    Quality,
    SeatCounts,
    Threshold,
    quality,
)
from kotra_notation.statistics.counted import Frames, counted
from kotra_notation.words.tongues import N_, Tongue

Row = tuple[str, str, str]
Some = TypeVar("Some")
CUBE_FAULTS = tuple(kind for kind in FAULTS if kind != "play")


def tables(replay: Replay, frames: Frames, found: Analysis, tongue: Tongue) -> tuple[NumberTable, ...]:
    """All tables of a match."""
    facts = replay.ruleset.facts
    sides = counted(replay, frames)
    shown = [
        NumberTable(
            name="play",
            title=tongue.say(N_("The play")),
            rows=tuple(_play(sides, tongue, facts)),
        ),
        NumberTable(name="dice", title=tongue.say(N_("Dice")), rows=tuple(_dice(sides, tongue, facts))),
    ]
    for convention in (GNUBG, XG):
        if judged := quality(found, convention):
            shown.append(_judged(judged, convention, found, tongue))
    return tuple(shown)


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


def _judged(judged: Quality, convention: Convention, found: Analysis, tongue: Tongue) -> NumberTable:
    """The sheet of errors and luck after the custom of a program."""
    say = tongue.say
    notes = [
        say(
            N_("Counted after the custom of {name}: {source}."),
            name=convention.name,
            source=say(convention.source),
        )
    ]
    if found.engines:
        notes.append(
            say(N_("Evaluated by {engines}."), engines=tongue.listed([apart(one) for one in found.engines]))
        )
    return NumberTable(
        name=f"quality-{convention.name.split()[0].lower()}",
        title=say(N_("Errors and luck, after {name}"), name=convention.name),
        rows=tuple(_sheet(judged, convention, tongue)),
        notes=tuple(notes),
    )


def _sheet(judged: Quality, convention: Convention, tongue: Tongue) -> Iterator[Row]:
    say, both = tongue.say, judged.sides

    def loss(value: float | None) -> str:
        return "–" if value is None else tongue.number(value, 3)

    def rate(value: float | None) -> str:
        return "–" if value is None else tongue.number(value, 1)

    def graded(text: str, line: Threshold) -> str:
        return say(text, grade=say(line.name), least=tongue.number(line.least, 3))

    yield _row(both, say(N_("Unforced plays")), lambda one: str(one.unforced))
    for line in convention.errors:
        label = graded(N_("Plays: {grade} (from {least})"), line)
        yield label, str(both[0].play_marked[line.key]), str(both[1].play_marked[line.key])
    yield _row(both, say(N_("Lost in plays")), lambda one: loss(one.play_loss))
    yield _row(both, say(N_("Cube decisions (close)")), lambda one: f"{one.cubes} ({one.close})")
    for kind in CUBE_FAULTS:
        pair = both[0].cube_faults[kind], both[1].cube_faults[kind]
        if any(one.count for one in pair):
            label = say(N_("Cube: {fault}"), fault=say(FAULTS[kind]))
            yield _row(pair, label, lambda one: f"{one.count} ({loss(one.loss)})")
    yield _row(both, say(N_("Lost at the cube")), lambda one: loss(one.cube_loss))
    yield _row(both, say(convention.rate), lambda one: rate(one.rate))
    if convention.bands:
        bands = judged.band(0), judged.band(1)
        yield _row(bands, say(N_("Level")), lambda band: say(band.name) if band else "–")
    if any(one.luck is not None for one in both):
        yield _row(both, say(N_("Luck")), lambda one: "–" if one.luck is None else signed(one.luck, tongue))
        for line in convention.luck:
            label = graded(N_("Rolls: {grade} (from {least})"), line)
            yield label, str(both[0].luck_marked[line.key]), str(both[1].luck_marked[line.key])
