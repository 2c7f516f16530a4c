"""Matches of an archive written anew: a file each in a folder, or one stream."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

import typer

from kotra_notation.archive.export.originals import KnownMatch, files_with_matches, reopened
from kotra_notation.cli.archive.delivering import file, folder, free
from kotra_notation.cli.archive.records_text import ExportCount
from kotra_notation.cli.archive.rewriting import Order, Rewritten, Work, rewritten
from kotra_notation.cli.failing import fail
from kotra_notation.cli.files import not_itself, watched
from kotra_notation.formats import named
from kotra_notation.formats.format import Content
from kotra_notation.jobs.convert import ConvertOptions, targets
from kotra_notation.jobs.files import STDIN, printable
from kotra_notation.report.names import folded

if TYPE_CHECKING:
    import duckdb

# The notation that is made for streams: a file of it holds any number of matches.
STREAMED = "ogxm"
# Those whose files are one document around all matches.
ENCLOSED = ("json",)
LONGEST = 60
_DAY = re.compile(r"[0-9]{4}(?:[-./][0-9]{1,2}){0,2}")


class Shelf(Protocol):
    """Where matches are put."""

    def put(self, one: Rewritten) -> list[str]:
        """Put a match there; the names of its files."""


@dataclass(slots=True)
class Stream:
    """All matches one behind the other."""

    name: str
    stream: BinaryIO | None = None
    begun: bool = False

    def put(self, one: Rewritten) -> list[str]:
        """Put a match behind the last."""
        for content in one.contents:
            if isinstance(content, str) and self.begun:
                self._write(b"\n")
            self._write(_bytes(content))
            self.begun = True
        return [printable(self.name)]

    def _write(self, data: bytes) -> None:
        if self.stream is None:
            typer.echo(data, nl=False)
        else:
            self.stream.write(data)


@dataclass(slots=True)
class Files:
    """A file for each match, or for each of its games where the notation wants that."""

    draft: Path
    target: str
    suffix: str
    anonymous: bool
    force: bool
    number: int = field(default=0)

    def put(self, one: Rewritten) -> list[str]:
        """Write the files of a match."""
        self.number += 1
        name = f"match-{self.number}" if self.anonymous else file_name(one.known)
        names = [f"{name}{self.suffix}"]
        if len(one.contents) > 1:
            names = targets(names[0], len(one.contents), split=True)
        for each, content in zip(names, one.contents, strict=True):
            free(os.path.join(self.target, each), force=self.force)
            (self.draft / each).write_bytes(_bytes(content))
        return names


def file_name(known: KnownMatch) -> str:
    """The name of a match's file without its ending: its day, who played, its number in the archive."""
    day = _DAY.match(known.day)
    said = folded(" ".join(filter(None, (day[0] if day else "", *known.players))))[:LONGEST].strip("-")
    return f"{said}-{known.match}" if said else f"match-{known.match}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsExport:
    """What is to be written, and how it is told what was done."""

    options: ConvertOptions
    anonymous: bool
    force: bool
    jobs: int
    output: str

    def write(self, base: duckdb.DuckDBPyConnection, target: str) -> int:
        """Write the matches that the tables show; the status."""
        format = named(self.options.name)
        if target == STDIN:
            if format.one_file(self.options.dialect) != "matches" or format.name in ENCLOSED:
                fail(
                    "matches in {format} cannot be put one behind the other; name a folder.",
                    format=format.name,
                )
            return self._count(base, Stream(STDIN), target)
        if self.options.name == STREAMED:
            with file(target, force=self.force) as draft, open(draft, "wb") as stream:
                return self._count(base, Stream(target, stream), target)
        with folder(target, force=self.force) as draft:
            shelf = Files(draft, target, format.suffixes[0], self.anonymous, self.force)
            return self._count(base, shelf, target)

    def _count(self, base: duckdb.DuckDBPyConnection, shelf: Shelf, target: str) -> int:
        """Put every match on the shelf, and print what came of it."""
        count = ExportCount(self.output, aloud=target != STDIN)
        order = Order(self.options, self.anonymous)
        for one in watched(rewritten(_work(base, self.options.max_size, target), order, self.jobs)):
            count.add(one, [] if one.trouble else shelf.put(one))
        return count.finish()


def _work(base: duckdb.DuckDBPyConnection, max_size: int, target: str) -> Iterator[Work]:
    """Every file with its bytes; it is not to be written over."""
    for some in files_with_matches(base):
        by_file = {one.wanted.file: one for one in some}
        for again in reopened([one.wanted for one in some], max_size):
            not_itself(again.path, target)
            yield again, by_file[again.file]


def _bytes(content: Content) -> bytes:
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
