"""`kn.same`: which records are of the same match. Of each match a sketch is kept, and what names it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from kotra_notation.compare.sameness import Group, Member, groups
from kotra_notation.compare.sketches import Sketch, sketch
from kotra_notation.findings import reason, sentences
from kotra_notation.formats.format import Source
from kotra_notation.jobs import same_words
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, Given, Opened, Trouble, given, shown
from kotra_notation.jobs.guarding import LIMIT, guarded
from kotra_notation.jobs.rows import Row, row
from kotra_notation.jobs.tables import table
from kotra_notation.reading import read_in_full
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchedMatch:
    """One match of a file: the `number` of it among `of`, and a digest of the bytes of the file."""

    path: str
    number: int
    of: int
    format: str
    dialect: str | None
    players: tuple[str, str]
    length: int | None
    sketch: Sketch
    digest: bytes

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of the match in the document."""
        return {
            "path": shown(self.path),
            "match": self.number,
            **row(self, "format dialect players length", tongue),
            "games": len(self.sketch.games),
            "throws": len(self.sketch.throws),
        }


@dataclass(frozen=True, slots=True)
class SameRecords:
    """What was read, the groups of records of one match, and the files that could not be read."""

    gathered: SketchedFiles
    groups: tuple[Group, ...]
    troubles: tuple[Trouble, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """What `kotra same --json` prints."""
        gathered = self.gathered
        summary = row(gathered, "files without_throws passed_over", tongue)
        return {
            "version": VERSION,
            "groups": [{"records": self._rows(group, tongue)} for group in self.groups],
            "summary": summary | {"matches": len(gathered.records), "groups": len(self.groups)},
        }

    def _rows(self, group: Group, tongue: Tongue) -> list[Row]:
        """The records of a group, the fullest first; `against` is the place here of the one compared."""
        records = self.gathered.records
        places = [group.best, *(member.place for member in group.members)]
        rows = [records[group.best].as_json(tongue) | {"against": None}]
        for member in group.members:
            record, against = records[member.place], records[member.against]
            further = {
                "against": places.index(member.against),
                "kind": same_words.kind(record, against, member.resemblance),
                "reason": self.reason(group, member, tongue),
                "differences": same_words.differences(member.resemblance),
            }
            rows.append(record.as_json(tongue) | further)
        return rows

    def reason(self, group: Group, member: Member, tongue: Tongue = ENGLISH) -> str:
        """In what a record differs from the one it is held against."""
        records = self.gathered.records
        record, against = records[member.place], records[member.against]
        first = member.against == group.best
        return same_words.reason(record, against, member.resemblance, tongue, first=first)

    def _repr_html_(self) -> str:
        rows = [
            (number, one["path"], one["match"], one.get("reason", ""))
            for number, group in enumerate(self.as_json()["groups"], 1)
            for one in group["records"]
        ]
        return table(("group", "file", "match", "why"), rows)


def same(source: Given | Iterable[Given], *, format: str | None = None) -> SameRecords:
    """The records among files and folders that are of the same match, and in what they differ."""
    gathered = SketchedFiles()
    troubles: list[Trouble] = []
    for file in given(source, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            troubles.append(file)
            continue
        try:
            with guarded(LIMIT, len(file.data)):
                gathered.add(file, format)
        except ValueError as error:
            troubles.append(Trouble(file.path, reason(error)))
    return gathered.sameness(troubles)


@dataclass(slots=True)
class SketchedFiles:
    """The matches found so far, how many files they are of, and what was left out."""

    records: list[SketchedMatch] = field(default_factory=list)
    files: int = 0
    passed_over: int = 0
    without_throws: int = 0
    _seen: set[str] = field(default_factory=set)

    def add(self, file: Opened, format: str | None = None) -> None:
        """Take in the matches of a file, once; ValueError for a file that was named and is no record."""
        if file.path != STDIN:
            place = os.path.realpath(file.path)
            if place in self._seen:
                return
            self._seen.add(place)
        reading = read_in_full(Source(file.data, file.path), format)
        if not reading.format:
            if not file.searched:
                raise ValueError(sentences(reading.findings[0]))
            self.passed_over += 1
            return
        digest = blake2b(file.data, digest_size=16).digest()
        records: list[SketchedMatch] = []
        without_throws = 0
        for number, match in enumerate(reading.matches, 1):
            sketched = sketch(match)
            if not sketched.throws:
                without_throws += 1
                continue
            record = SketchedMatch(
                path=file.path,
                number=number,
                of=len(reading.matches),
                format=reading.format,
                dialect=reading.dialect,
                players=(match.players[0].name, match.players[1].name),
                length=match.length,
                sketch=sketched,
                digest=digest,
            )
            records.append(record)
        # All of a file or nothing, whatever ends the work on it.
        self.files += 1
        self.without_throws += without_throws
        self.records += records

    def sameness(self, troubles: Iterable[Trouble] = ()) -> SameRecords:
        """Which of the matches are the same."""
        found = groups([record.sketch for record in self.records], self.copies())
        return SameRecords(self, tuple(found), tuple(troubles))

    def copies(self) -> Iterator[tuple[int, int]]:
        """The places of matches that stand at the same place in files of the same bytes."""
        first: dict[tuple[bytes, int], int] = {}
        for place, record in enumerate(self.records):
            before = first.setdefault((record.digest, record.number), place)
            if before != place:
                yield before, place
