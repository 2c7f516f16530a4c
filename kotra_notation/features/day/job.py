"""Checks across the files of a day: matches and pairings twice, names, and a table of results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from kotra_notation.compare.naming import Likeness, player_key, similar_names, usual_spellings, words
from kotra_notation.features.check.job import check_file, sound_file
from kotra_notation.features.day.results_against import (
    DayRecord,
    DayRecords,
    Pair,
    Placed,
    compare_with_table,
)
from kotra_notation.features.day.results_file import ResultsTable, results_table
from kotra_notation.findings import finding, select_findings
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.rows import Row, Table, Tabular, finding_row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import oneline
from kotra_notation.words.tongues import ENGLISH, Tongue

HOW = {
    Likeness.LETTERS: phrase("They differ only in case, accents or spaces."),
    Likeness.ORDER: phrase("The words are in a different order."),
    Likeness.NICK: phrase("One name appears next to the other in brackets or quotes."),
    Likeness.INITIALS: phrase("One has initials where the other has full names."),
    Likeness.TYPO: phrase("One letter differs, is missing, or is swapped with the next."),
    Likeness.PART: phrase("One name is part of the other."),
}
# The surest first; of the last two only what leads to one name.
_RANK = {how: rank for rank, how in enumerate(HOW)}
_SHORT = {Likeness.INITIALS, Likeness.PART}
_ROUND = re.compile(r"(?:round|runde|runda|umferð|omgång)?\s*(\d{1,2})")


@dataclass(frozen=True, slots=True, repr=False)
class Across(Tabular):
    """Findings across files, each with its path.

    `agree` of the `lines` in the table of `results` match the records.
    """

    findings: tuple[Placed, ...]
    matches: int = 0
    results: str = ""
    lines: int = 0
    agree: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the row of the document."""
        table = {"path": printable(self.results), "lines": self.lines, "agree": self.agree}
        return {
            "matches": self.matches,
            "results": table if self.results else None,
            "findings": [
                {"path": printable(path), **finding_row(finding, tongue)} for path, finding in self.findings
            ],
        }

    def _table(self) -> Table:
        rows = [
            (printable(path), finding.code, finding.severity, finding.message)
            for path, finding in self.findings
        ]
        return Table(("file", "code", "severity", "finding"), rows)


def across(
    source: Given | Iterable[Given],
    results: Given | None = None,
    *,
    rules: Rules = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Across:
    """Check records against each other and against a table of `results`, if given.

    Find duplicate matches and pairings, similar names, results that differ, and missing records. `select` and
    `ignore` work as in `check`. Raise ValueError for a table that cannot be read.
    """
    table = results_table(results) if results is not None else None
    ruleset = ruleset_of(rules)
    day = DayRecords()
    for file in open_sources(source, MAX_SIZE * MEGABYTE):
        if isinstance(file, Opened):
            with suppress(NotDoneError), guard(LIMIT, len(file.data)):
                day.add(file, (None if ruleset else sound_file(file)) or check_file(file, rules=ruleset))
    return across_day(day, table, select, ignore)


def across_day(
    day: DayRecords, table: ResultsTable | None = None, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> Across:
    """Return what shows across the records of a day that were checked."""
    twins = day.twins()
    copies = {(twin.path, twin.number) for twin, _, _ in twins}
    records = [record for record in day.records if (record.path, record.number) not in copies]
    held = compare_with_table(table, records, [twin for twin, _, _ in twins]) if table else None
    everything = chain(
        _twice(twins),
        _pairings(records, table),
        similar_spellings(day.records),
        () if table else _rounds(records),
        held.findings if held else (),
    )
    wanted, unwanted = tuple(select), tuple(ignore)
    kept = [placed for placed in everything if select_findings([placed[1]], wanted, unwanted)]
    return Across(
        tuple(kept),
        len(records),
        table.path if table else "",
        len(table.lines) if table else 0,
        held.agree if held else 0,
    )


def _twice(twins: Iterable[tuple[DayRecord, DayRecord, str]]) -> Iterator[Placed]:
    for twin, other, how in twins:
        if twin.path == other.path:
            continue  # said of the file itself
        yield twin.path, finding("match-twice", other=other.place, how=how).at(match=twin.number)


def _pairings(records: Iterable[DayRecord], table: ResultsTable | None) -> Iterator[Placed]:
    """Yield pairings that met twice in one round of an event, unless the table has them as often.

    Records without a round say nothing: in a club the same two meet every week.
    """
    listed: Counter[Pair] = Counter()
    for line in table.lines if table else ():
        low, high = sorted(line.names)
        listed[low, high] += 1
    met: dict[tuple[Pair, str, str, str], list[DayRecord]] = {}
    times: Counter[Pair] = Counter()
    for record in records:
        if all(record.names):
            times[record.pair] += 1
            if record.round:
                meeting = (record.pair, record.event, record.round, record.date)
                met.setdefault(meeting, []).append(record)
    for (pair, *_), met_records in met.items():
        if len(met_records) > 1 and times[pair] > listed[pair]:
            first, record, *more = met_records
            first_player, second_player = map(oneline, record.result.players)
            other: str = first.place
            if more:
                other = phrase("{place} and {number} more", place=other, number=len(more))
            yield (
                record.path,
                finding("pairing-twice", one=first_player, two=second_player, other=other).at(
                    match=record.number
                ),
            )


def similar_spellings(records: Sequence[DayRecord]) -> Iterator[Placed]:
    """Yield for each rare spelling the likely usual one; two names that met are two persons."""
    often = Counter(name for day_record in records for name in day_record.result.players if words(name))
    met = {day_record.pair for day_record in records}
    first: dict[str, DayRecord] = {}
    for record in records:
        for name in record.result.players:
            first.setdefault(name, record)
    known: dict[str, list[tuple[int, str, Likeness]]] = {}
    for pair in similar_names(often):
        rare, usual = sorted((pair.one, pair.other), key=lambda name: (often[name], name))
        low, high = sorted((words(rare), words(usual)))
        if (low, high) not in met:
            known.setdefault(rare, []).append((_RANK[pair.how], usual, pair.how))
    for rare, choices in known.items():
        _, usual, how = min(choices, key=lambda choice: (choice[0], -often[choice[1]], choice[1]))
        if how in _SHORT and len(choices) > 1:
            continue
        record = first[rare]
        doubt = finding(
            "name-spelt-otherwise",
            spelling=oneline(rare),
            known=oneline(usual),
            other=first[usual].place,
            how=HOW[how],
        )
        yield record.path, doubt.at(match=record.number)


def with_one_spelling(records: Sequence[DayRecord]) -> tuple[list[DayRecord], tuple[tuple[str, ...], ...]]:
    """Return the records with the most frequent spelling of each name, and the spellings that were merged.

    Case, accents and the order of the words make no difference.
    """
    usual = usual_spellings(chain.from_iterable([record.result.players for record in records]))
    keyed: list[DayRecord] = []
    for record in records:
        first, second = record.result.players
        result = replace(record.result, players=(usual[first], usual[second]))
        keyed.append(replace(record, names=(player_key(first), player_key(second)), result=result))
    spellings: dict[str, list[str]] = {}
    for name in sorted(usual):
        spellings.setdefault(usual[name], []).append(name)
    return keyed, tuple(sorted([tuple(names) for names in spellings.values() if len(names) > 1]))


def _rounds(records: Iterable[DayRecord]) -> Iterator[Placed]:
    """Rounds without a record before one that has some, where rounds are numbered."""
    events: dict[str, dict[int, DayRecord]] = {}
    for record in records:
        if numbered := _ROUND.fullmatch(record.round):
            events.setdefault(record.event, {}).setdefault(int(numbered[1]), record)
    for rounds in events.values():
        before = min(rounds)
        for number in sorted(rounds):
            for missing in range(before + 1, number):
                record = rounds[number]
                skipped = finding("round-skipped", round=str(missing), later=str(number))
                yield record.path, skipped.at(match=record.number)
            before = number
