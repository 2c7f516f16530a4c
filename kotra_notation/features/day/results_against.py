"""Records held against a table of results."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product
from typing import Any, TypeVar
from unicodedata import normalize

from kotra_notation.compare.naming import Words, similar_names, words
from kotra_notation.compare.same import MatchRecord
from kotra_notation.compare.same.sketches import Naming, Resemblance
from kotra_notation.features.check.job import Checked
from kotra_notation.features.check.results import MatchResult, results_of
from kotra_notation.features.day.results_file import ResultLine, ResultsTable
from kotra_notation.features.same.job import SketchedFiles
from kotra_notation.features.same.text import is_copy, other_players
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import Opened, printable
from kotra_notation.reading import read_in_full
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import oneline

Pair = tuple[Words, Words]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRecord:
    """A match of a file: the `number` of it among `of`, and what came of it."""

    path: str
    number: int
    of: int
    result: MatchResult
    names: Pair
    event: str
    round: str
    date: str

    @property
    def pair(self) -> Pair:
        """Return who met, whoever sat where."""
        low, high = sorted(self.names)
        return low, high

    @property
    def place(self) -> str:
        """The file, and which of its matches it is where it holds several."""
        path = printable(self.path)
        return phrase("{path}, match {number}", path=path, number=self.number) if self.of > 1 else path


@dataclass(slots=True)
class DayRecords:
    """The matches of the files that were checked so far, in their order."""

    records: list[DayRecord] = field(default_factory=list)
    _sketched: SketchedFiles = field(default_factory=SketchedFiles)

    def add(self, file: Opened, done: Checked) -> None:
        """Take in the matches of a file that was checked, once."""
        reading = read_in_full(Source(file.data, file.path)) if done.proof else done.reading
        if not reading.format or not self._sketched.is_new(file):
            return
        self._sketched.add_reading(file, reading)
        results = results_of(file.path, done).results
        for number, (match, result) in enumerate(zip(reading.matches, results, strict=True), 1):
            info = dict(match.info)
            self.records.append(
                DayRecord(
                    path=file.path,
                    number=number,
                    of=len(reading.matches),
                    result=result,
                    names=(words(result.players[0]), words(result.players[1])),
                    event=info.get("event", ""),
                    round=info.get("round", "").casefold().strip(),
                    date=info.get("date", "").strip(),
                )
            )

    def twins(self) -> list[tuple[DayRecord, DayRecord, str]]:
        """The records that are of the same match as another, with the fuller one, and how they are."""
        sketched, known = self._sketched.records, self._by_sketch()
        return [
            (
                known[other.record],
                known[other.against],
                _how(sketched[other.record], sketched[other.against], other.resemblance),
            )
            for group in self._sketched.sameness().groups
            for other in group.others
        ]

    def by_match(self) -> list[list[DayRecord]]:
        """Return the records of each match, the fullest first, in the order of the files."""
        known = self._by_sketch()
        groups = [[known[number] for number in group.records] for group in self._sketched.sameness().groups]
        grouped = {(record.path, record.number) for group in groups for record in group}
        alone = [[record] for record in self.records if (record.path, record.number) not in grouped]
        order = {(record.path, record.number): index for index, record in enumerate(self.records)}
        return sorted(
            [*groups, *alone], key=lambda group: min(order[record.path, record.number] for record in group)
        )

    def _by_sketch(self) -> list[DayRecord]:
        """The records in the order of their sketches."""
        known = {(record.path, record.number): record for record in self.records}
        return [known[record.path, record.number] for record in self._sketched.records]


def _how(record: MatchRecord, against: MatchRecord, resemblance: Resemblance) -> str:
    """Return how much of a record is the same."""
    if is_copy(record, against):
        return phrase("It is an exact copy.")
    how = phrase("{number} of {count} rolls are the same", number=resemblance.matched, count=record.throws)
    if resemblance.naming is Naming.OTHER:
        return phrase("{how}. {players}", how=how, players=other_players(against.players))
    return how


Score = tuple[float, float]
# The path of a file, and a finding about it.
Placed = tuple[str, Finding]
Some = TypeVar("Some")
# Where more lines have no record, the names in them are not held against those of records.
MOST_LINES = 3_000
Way = tuple[Callable[[ResultLine], Hashable], Callable[[DayRecord], Hashable]]


@dataclass(frozen=True, slots=True)
class Compared:
    """The findings, and how many lines of the table agree with a record."""

    findings: tuple[Placed, ...]
    agree: int


def compare_with_table(
    table: ResultsTable, records: Sequence[DayRecord], copies: Sequence[DayRecord]
) -> Compared:
    """The records of matches, one each, held against the table.

    `copies` are further records of them, which a line may name.
    """
    lines = _by_pair(table.lines, lambda line: line.names)
    kept = _by_pair(records, lambda record: record.names)
    further = _by_pair(copies, lambda record: record.names)
    found: list[Placed] = [(table.path, placed) for placed in table.findings]
    without_record: list[ResultLine] = []
    agree = 0
    compared: dict[Pair, tuple[ResultLine, DayRecord]] = {}
    for pair, pair_lines in lines.items():
        of_pair = kept.pop(pair, [])
        for line, record in [
            *_assign_lines(pair_lines, of_pair, WAYS),
            *_assign_lines(pair_lines, further.get(pair, []), WAYS[:1]),
        ]:
            doubt = _compare_line(table, line, record)
            found += doubt
            agree += not doubt
            compared[pair] = line, record
        without_record += pair_lines
        kept[pair] = of_pair
    without_line = [record for pair_lines in kept.values() for record in pair_lines]
    found += _find_unmatched(table, without_record, without_line, compared)
    return Compared(tuple(found), agree)


def lines_without_record(table: ResultsTable, records: Sequence[DayRecord]) -> list[ResultLine]:
    """Return the lines of matches that were played and have no record among these."""
    kept = _by_pair(records, lambda record: record.names)
    left: list[ResultLine] = []
    for pair, lines in _by_pair(table.lines, lambda line: line.names).items():
        for _ in _assign_lines(lines, kept.get(pair, []), WAYS):
            pass
        left += lines
    return [line for line in left if line.score or line.winner is not None]


def as_record(table: ResultsTable, line: ResultLine) -> DayRecord:
    """Return a line of a table as the record that it stands for; who is only named as winner has won 1–0."""
    winner = line.winner
    if line.score and line.score[0] != line.score[1]:
        winner = int(line.score[0] < line.score[1])
    score = line.score or (float(winner == 0), float(winner == 1))
    return DayRecord(
        path=table.path,
        number=line.number,
        of=1,
        result=MatchResult(line.players, line.length, 0, score, winner=winner),
        names=line.names,
        event="",
        round=line.round,
        date="",
    )


def _by_pair(some: Iterable[Some], names: Callable[[Some], Pair]) -> dict[Pair, list[Some]]:
    groups: dict[Pair, list[Some]] = {}
    for item in some:
        first, second = sorted(names(item))
        groups.setdefault((first, second), []).append(item)
    return groups


def _assign_lines(
    lines: list[ResultLine], records: list[DayRecord], ways: Iterable[Way]
) -> Iterator[tuple[ResultLine, DayRecord]]:
    """Lines and records of one pairing that belong together, both taken out of the lists."""
    for of_line, of_record in ways:
        waiting: dict[Hashable, list[DayRecord]] = {}
        for record in reversed(records):
            waiting.setdefault(of_record(record), []).append(record)
        left: list[ResultLine] = []
        taken: set[int] = set()
        for line in lines:
            key = of_line(line)
            if key and (fitting := waiting.get(key)):
                taken.add(id(fitting[-1]))
                yield line, fitting.pop()
            else:
                left.append(line)
        lines[:] = left
        records[:] = [day_record for day_record in records if id(day_record) not in taken]


def _claimed_score(line: ResultLine) -> Score | None:
    """The score of a line, of who comes first in the alphabet first."""
    return line.score and _order_score(cap_score(line.score, line.length), line.names)


def _derived_score(record: DayRecord) -> Score:
    return _order_score(cap_score(record.result.score, record.result.length), record.names)


def _order_score(score: Score, names: Pair) -> Score:
    return score if names[0] <= names[1] else score[::-1]


def cap_score(score: Score, length: int) -> Score:
    """A score as far as the match goes."""
    return (min(score[0], length), min(score[1], length)) if length else score


def _file_name(path: str) -> str:
    """The name of a file, wherever it lies and on whichever system that was written."""
    return normalize("NFC", path.replace("\\", "/").rpartition("/")[2])


# How a line and a record of one pairing know each other; what says most goes first: the file, the round and
# the result, the result, the round, and at last the order.
WAYS: tuple[Way, ...] = (
    (
        lambda line: line.file and (_file_name(line.file), line.match),
        lambda day_record: (_file_name(printable(day_record.path)), day_record.number),
    ),
    (
        lambda line: line.round and (line.round, _claimed_score(line)),
        lambda day_record: (day_record.round, _derived_score(day_record)),
    ),
    (_claimed_score, _derived_score),
    (lambda line: line.round, lambda day_record: day_record.round),
    (lambda line: True, lambda one: True),
)


def _compare_line(table: ResultsTable, line: ResultLine, record: DayRecord) -> list[Placed]:
    """Return what a line says otherwise than the record of its match, or does not say."""
    result = record.result
    swapped = line.names != record.names and line.names[::-1] == record.names
    derived = cap_score(result.score, result.length)
    if line.score:
        written = line.score[::-1] if swapped else line.score
        claimed = cap_score(written, result.length)
        further = not result.complete and derived[0] <= claimed[0] and derived[1] <= claimed[1]
        if further or claimed == derived:
            return []
        return [_contradiction(table, line, record, _score_text(written))]
    if line.winner is None:
        facts = _facts(record)
        return [(table.path, finding("result-unentered", span=table.span(line), **facts))]
    winner = line.winner ^ swapped
    if not result.complete or derived[winner] > derived[not winner]:
        return []
    return [_contradiction(table, line, record, phrase("{player} wins", player=_players(record)[winner]))]


def _contradiction(table: ResultsTable, line: ResultLine, record: DayRecord, claimed: str) -> Placed:
    facts = _facts(record) | {"results": table.name, "place": table.place(line), "claimed": claimed}
    return record.path, finding("results-contradicted", **facts).at(match=record.number)


def _facts(record: DayRecord) -> dict[str, Any]:
    one, two = _players(record)
    return {"one": one, "two": two, "derived": _score_text(record.result.score)}


def _players(record: DayRecord) -> tuple[str, str]:
    first, second = record.result.players
    return oneline(first) or phrase("White"), oneline(second) or phrase("Black")


def _score_text(score: Score) -> str:
    return "–".join(f"{points:g}" for points in score)


def _find_unmatched(
    table: ResultsTable,
    lines: Sequence[ResultLine],
    records: Sequence[DayRecord],
    compared: Mapping[Pair, tuple[ResultLine, DayRecord]],
) -> Iterator[Placed]:
    """Records without a line and lines without a record; names that are alike are said, and not believed."""
    known = _alike_names(lines, records) if records and len(lines) <= MOST_LINES else {}
    waiting = _by_pair(lines, lambda line: line.names)
    proposed: set[int] = set()
    for record in records:
        maybe = [line for pair in _alike_pairs(record.names, known) for line in waiting.get(pair, ())]
        meant = ""
        if len(maybe) == 1:
            [line] = maybe
            proposed.add(id(line))
            one, two = map(oneline, line.players)
            where = table.place(line)
            meant = phrase("Perhaps it is {place}, {one} – {two}.", place=where, one=one, two=two)
        elif record.pair in compared:
            line, other = compared[record.pair]
            meant = phrase(
                "The players of {place} are the same; it was compared with {record}.",
                place=table.place(line),
                record=other.place,
            )
        found = finding("results-line-missing", results=table.name, **_facts(record))
        yield record.path, found.at(match=record.number, meant=meant)
    yield from _without_record(table, [line for line in lines if id(line) not in proposed])


def _alike_names(lines: Iterable[ResultLine], records: Iterable[DayRecord]) -> dict[Words, set[Words]]:
    """Return for each name those that may be the same person's."""
    names = {name for line in lines for name in line.players}
    names.update(name for record in records for name in record.result.players)
    alike: dict[Words, set[Words]] = {}
    for pair in similar_names(dict.fromkeys(filter(words, names), 1)):
        first, second = words(pair.one), words(pair.other)
        alike.setdefault(first, set()).add(second)
        alike.setdefault(second, set()).add(first)
    return alike


def _alike_pairs(names: Pair, known: Mapping[Words, set[Words]]) -> set[Pair]:
    """The pairings that may be this one, were a name spelt otherwise."""
    first, second = ({name, *known.get(name, ())} for name in names)
    pairs = [sorted(pair) for pair in product(first, second)]
    return {(low, high) for low, high in pairs}


def _without_record(table: ResultsTable, lines: Sequence[ResultLine]) -> Iterator[Placed]:
    """A finding for each line that lacks a record, and one for a round of which there is none."""
    played = [line for line in lines if line.score or line.winner is not None]
    missing: dict[str, list[ResultLine]] = {}
    for line in played:
        missing.setdefault(line.round, []).append(line)
    whole: dict[str, int] = {}
    for line in table.lines:
        whole[line.round] = whole.get(line.round, 0) + (line.score is not None or line.winner is not None)
    for name, round_lines in missing.items():
        if name and len(round_lines) == whole[name] > 1:
            yield (
                table.path,
                finding(
                    "round-missing",
                    span=table.span(round_lines[0]),
                    round=oneline(name),
                    number=len(round_lines),
                ),
            )
            continue
        for line in round_lines:
            one, two = map(oneline, line.players)
            claimed = (
                _score_text(line.score)
                if line.score
                else phrase("{player} wins", player=(one, two)[line.winner or 0])
            )
            yield (
                table.path,
                finding("record-missing", span=table.span(line), one=one, two=two, claimed=claimed),
            )
