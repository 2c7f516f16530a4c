"""Matches of an archive written anew: a file each in a folder, or one stream; then counted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

import typer

from kotra_notation.archive.commands.delivering import file, folder, free
from kotra_notation.archive.export.originals import (
    Order,
    Rewritten,
    Work,
    file_name,
    files_with_matches,
    reopened,
    rewritten,
)
from kotra_notation.cli import speaking
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, fail
from kotra_notation.cli.files import not_itself
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, say, severity, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.features.convert.job import targets
from kotra_notation.findings import Finding
from kotra_notation.formats import named
from kotra_notation.formats.format import Content
from kotra_notation.jobs.contents import ConvertOptions
from kotra_notation.jobs.files import STDIN, printable
from kotra_notation.jobs.rows import Row, document, json_value
from kotra_notation.words.phrases import told

if TYPE_CHECKING:
    import duckdb


# So many sources that are gone are named; the rest is counted.
NAMED = 10


class ExportCount:
    """Keeps count, and prints it: on standard error where the matches go to standard output."""

    def __init__(self, output: str, *, aloud: bool) -> None:
        self._json = output == "json"
        self._err = not aloud
        self._matches = self._refused = 0
        self._grave = False
        self._first: dict[str, Finding] = {}
        self._times: Counter[str] = Counter()
        self._in: Counter[str] = Counter()
        if self._json:
            self._say('{"version": 1, "matches": [')

    def add(self, one: Rewritten, written: Sequence[str]) -> None:
        """Count a match, and what its files are called."""
        if self._json:
            comma = "," if self._matches + self._refused else ""
            self._say(f"{comma}{document(_row(one, written), None)}")
        self._grave = self._grave or any(finding.severity == "error" for finding in one.findings)
        if one.trouble:
            self._refused += 1
            if not self._json and self._refused <= NAMED:
                complain("not exported: {why}", about=printable(one.path), why=tell(one.trouble))
            return
        self._matches += 1
        for finding in one.findings:
            self._first.setdefault(finding.code, finding)
            self._times[finding.code] += 1
        self._in.update({finding.code for finding in one.findings})

    def finish(self) -> int:
        """Print what was done; the status."""
        if self._json:
            data = {
                "matches": self._matches,
                "refused": self._refused,
                "findings": dict(sorted(self._times.items())),
            }
            self._say(f'], "summary": {document(data, None)}}}')
        else:
            self._sum()
        return FAILED if self._refused else FOUND if self._grave else DONE

    def _sum(self) -> None:
        for code, first in sorted(self._first.items()):
            complain(
                "{severity} {code} {name}, {times} in {matches}; the first: {message}",
                severity=severity(first),
                code=code,
                name=first.kind.name,
                times=count("{number} time", "{number} times", self._times[code]),
                matches=count("{number} match", "{number} matches", self._in[code]),
                message=first.told(user_tongue()).message,
            )
        parts = [count("{number} match written", "{number} matches written", self._matches)]
        if self._refused:
            parts.append(count("{number} not exported", "{number} not exported", self._refused))
        self._say(say("{parts}.", parts=", ".join(parts)))

    def _say(self, text: str) -> None:
        echo(text, err=self._err)


def _row(one: Rewritten, written: Sequence[str]) -> Row:
    return {
        "match": one.known.match,
        "path": printable(one.path),
        "number": one.known.number,
        "written": [printable(name) for name in written],
        "refused": told(one.trouble, speaking.output_tongue()) or None,
        "findings": json_value(one.findings, speaking.output_tongue()),
    }


# The notation that is made for streams: a file of it holds any number of matches.
STREAMED = "ogxm"
# Those whose files are one document around all matches.
ENCLOSED = ("json",)


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
            if format.name in ENCLOSED:
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
        for one in track_files(rewritten(_work(base, self.options.max_size, target), order, self.jobs)):
            count.add(one, [] if one.trouble else shelf.put(one))
        return count.finish()


def _work(base: duckdb.DuckDBPyConnection, max_size: int, target: str) -> Iterator[Work]:
    """Every file with its bytes; it is not to be written over."""
    for some in files_with_matches(base):
        by_file = {file_matches.wanted.file: file_matches for file_matches in some}
        for again in reopened([file_matches.wanted for file_matches in some], max_size):
            not_itself(again.path, target)
            yield again, by_file[again.file]


def _bytes(content: Content) -> bytes:
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
