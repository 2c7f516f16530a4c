"""The records of a day: of each match its names and score, and which records are of one match."""

from __future__ import annotations

from dataclasses import field

from kotra_notation.compare.naming import Words, words
from kotra_notation.compare.same.groups import MatchRecord
from kotra_notation.compare.same.resemblance import Resemblance
from kotra_notation.features.check.job import Checked
from kotra_notation.features.day.results import MatchResult, results_of
from kotra_notation.features.same.job import SketchedFiles
from kotra_notation.features.same.text import copied
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import Opened, printable
from kotra_notation.reading import read_in_full
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

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
        one, other = sorted(self.names)
        return one, other

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
        if not reading.format or not self._sketched.take(file, reading):
            return
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
        known = {(record.path, record.number): record for record in self.records}
        sketched = self._sketched.records
        return [
            (
                known[sketched[other.record].path, sketched[other.record].number],
                known[sketched[other.against].path, sketched[other.against].number],
                _how(sketched[other.record], sketched[other.against], other.resemblance),
            )
            for group in self._sketched.sameness().groups
            for other in group.others
        ]


def _how(record: MatchRecord, against: MatchRecord, resemblance: Resemblance) -> str:
    """Return how much of a record is the same."""
    if copied(record, against):
        return phrase("It is a copy, byte for byte.")
    return phrase("{number} of {count} rolls are the same", number=resemblance.matched, count=record.throws)
