"""The matches of many files as sketches, with what names them; nothing else of them is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from kotra_notation.cli.files import STDIN, Opened
from kotra_notation.compare.sketches import Sketch, sketch
from kotra_notation.findings import sentences
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
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


@dataclass(slots=True)
class Gathered:
    """The matches found so far, how many files they are of, and what was left out."""

    records: list[Record] = field(default_factory=list)
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
        records: list[Record] = []
        without_throws = 0
        for number, match in enumerate(reading.matches, 1):
            sketched = sketch(match)
            if not sketched.throws:
                without_throws += 1
                continue
            record = Record(
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

    def copies(self) -> Iterator[tuple[int, int]]:
        """The places of matches that stand at the same place in files of the same bytes."""
        first: dict[tuple[bytes, int], int] = {}
        for place, record in enumerate(self.records):
            before = first.setdefault((record.digest, record.number), place)
            if before != place:
                yield before, place
