"""`kn.same`: which records are of the same match. Of each match a sketch is kept, and what names it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from hashlib import blake2b
from typing import Any

from kotra_notation.compare.same import MatchRecord, SameMatch, groups
from kotra_notation.compare.same.sketches import Sketch, sketch
from kotra_notation.features.same.text import group_rows
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, Given, Opened, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.reading import read_in_full, unread_error
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1


@dataclass(frozen=True, slots=True, repr=False)
class SameRecords(Tabular):
    """Records grouped by match, and `troubles` with files that could not be read."""

    gathered: SketchedFiles
    groups: tuple[SameMatch, ...]
    troubles: tuple[Trouble, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra same --json` prints."""
        gathered = self.gathered
        summary = row(gathered, "files without_throws passed_over", tongue)
        return {
            "version": VERSION,
            "groups": [
                {"records": group_rows(group, self.records, record_row, tongue)} for group in self.groups
            ],
            "summary": summary | {"matches": len(gathered.records), "groups": len(self.groups)},
        }

    @property
    def records(self) -> Mapping[int, MatchRecord]:
        """Return the records by the numbers used in the groups."""
        return dict(enumerate(self.gathered.records))

    def _table(self) -> Table:
        rows = [
            (number, record["path"], record["match"], record.get("reason", ""))
            for number, group in enumerate(self.as_json()["groups"], 1)
            for record in group["records"]
        ]
        return Table(("group", "file", "match", "why"), rows)


def record_row(record: MatchRecord) -> Row:
    """The row of a record in the document."""
    return {
        "path": printable(record.path),
        "match": record.number,
        **row(record, "format dialect players length games throws"),
    }


def same(source: Given | Iterable[Given], *, format: str | None = None) -> SameRecords:
    """Find records of the same match among files and folders, and how they differ."""
    gathered = SketchedFiles()
    files = open_sources(source, MAX_SIZE * MEGABYTE)
    troubles = work_on_each(files, LIMIT, lambda file: gathered.add(file, format))
    return gathered.sameness(filter(None, list(troubles)))


@dataclass(slots=True)
class SketchedFiles:
    """The matches found so far, how many files they are of, and what was left out."""

    records: list[MatchRecord] = field(default_factory=list)
    sketches: list[Sketch] = field(default_factory=list)
    files: int = 0
    passed_over: int = 0
    without_throws: int = 0
    _seen: set[str] = field(default_factory=set)

    def add(self, file: Opened, format: str | None = None) -> None:
        """Take in the matches of a file, once; ValueError for a file that was named and is no record."""
        if not self.is_new(file):
            return
        reading = read_in_full(Source(file.data, file.path), format)
        if reading.format:
            self.add_reading(file, reading)
        elif file.searched:
            self.passed_over += 1
        else:
            raise unread_error(reading)

    def is_new(self, file: Opened) -> bool:
        """Return whether this is asked for the first time about a file; standard input is always new."""
        path = os.path.realpath(file.path)
        if path in self._seen and file.path != STDIN:
            return False
        self._seen.add(path)
        return True

    def new_files(self, files: Iterable[Opened | Trouble]) -> Iterator[Opened | Trouble]:
        """Yield each file once, however often it is named."""
        return (file for file in files if isinstance(file, Trouble) or self.is_new(file))

    def add_reading(self, file: Opened, reading: Reading) -> tuple[int | None, ...]:
        """Take in the matches of a file that was read; return their numbers, None for one without a roll."""
        digest = blake2b(file.data, digest_size=16).hexdigest()
        records: list[MatchRecord] = []
        sketches: list[Sketch] = []
        numbers: list[int | None] = []
        for number, match in enumerate(reading.matches, 1):
            sketched = sketch(match)
            numbers.append(len(self.records) + len(records) if sketched.throws else None)
            if not sketched.throws:
                continue
            sketches.append(sketched)
            record = MatchRecord(
                path=file.path,
                number=number,
                of=len(reading.matches),
                format=reading.format,
                dialect=reading.dialect,
                players=(match.players[0].name, match.players[1].name),
                length=match.length,
                games=len(sketched.games),
                throws=len(sketched.throws),
                digest=digest,
            )
            records.append(record)
        # All of a file or nothing, whatever ends the work on it.
        self.files += 1
        self.without_throws += numbers.count(None)
        self.records += records
        self.sketches += sketches
        return tuple(numbers)

    def join(self, other: SketchedFiles) -> int:
        """Take in the matches of other files; return the number of the first of them."""
        before = len(self.records)
        self.files += other.files
        self.without_throws += other.without_throws
        self.records += other.records
        self.sketches += other.sketches
        return before

    def copies_left_out(self, worth: Callable[[int], Any]) -> dict[int, int]:
        """Return further records of a match, each with the one that counts: the worthiest, then fullest."""
        best = [(group.records, max(group.records, key=worth)) for group in self.sameness().groups]
        return {number: kept for numbers, kept in best for number in numbers if number != kept}

    def sameness(self, troubles: Iterable[Trouble] = ()) -> SameRecords:
        """Return which of the matches are the same."""
        same_matches = groups(self.sketches, self.copies())
        return SameRecords(self, tuple(same_matches), tuple(troubles))

    def copies(self) -> Iterator[tuple[int, int]]:
        """The places of matches that stand at the same place in files of the same bytes."""
        first: dict[tuple[str, int], int] = {}
        for index, record in enumerate(self.records):
            before = first.setdefault((record.digest, record.number), index)
            if before != index:
                yield before, index
