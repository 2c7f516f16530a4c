"""The output of `kotra archive export`: matches in a notation, or tables for other programs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import BinaryIO

import duckdb
import typer

from kotra_notation.archive.commands.ask import refuse
from kotra_notation.archive.commands.folders import file, folder, free
from kotra_notation.archive.export.originals import (
    Order,
    Rewritten,
    Work,
    file_name,
    reopened_files,
    rewrite_matches,
)
from kotra_notation.archive.export.tables import Mask, pieces, write_csv, write_parquet, write_sqlite
from kotra_notation.archive.manifest import arrow_schema
from kotra_notation.archive.views import QueryError, batches, person_of, resolve
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, fail
from kotra_notation.cli.files import not_itself
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, say, severity, tell, user_tongue
from kotra_notation.cli.streams import echo, stdout_bytes
from kotra_notation.features.convert.job import targets
from kotra_notation.findings import Finding
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Content
from kotra_notation.jobs.files import STDIN, printable
from kotra_notation.jobs.notations import ConvertOptions
from kotra_notation.jobs.rows import Row, document, json_value
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told

# What the JSON calls the rows of an answer.
ANSWER = "answer"
WRITERS = {"csv": write_csv, "parquet": write_parquet}
# The notation that is made for streams: a file of it holds any number of matches.
STREAMED = "ogxm"
# Those whose files are one document around all matches.
ENCLOSED = ("json",)
# So many sources that are gone are named; the rest is counted.
NAMED = 10


def export_tables(
    base: duckdb.DuckDBPyConnection,
    names: Sequence[str],
    target: str,
    to: str,
    *,
    anonymous: bool,
    force: bool,
) -> Mapping[str, int]:
    """Write these tables as far as they are shown; return the number of rows of each."""
    change = None
    if anonymous:
        resolve(base)
        change = Mask(base, person_of(base))
    if to == "sqlite":
        with file(target, force=force) as draft:
            return write_sqlite(draft, names, lambda name: pieces(base, name, change))
    for name in names:
        free(os.path.join(target, f"{name}.{to}"), force=force)
    with folder(target, force=force) as draft:
        return {
            name: WRITERS[to](draft / f"{name}.{to}", arrow_schema(name), pieces(base, name, change))
            for name in names
        }


def export_answer(base: duckdb.DuckDBPyConnection, query: str, target: str, to: str, *, force: bool) -> int:
    """Write the answer to a question; return the number of its rows."""
    try:
        schema, rows = batches(base, query)
        if target == STDIN:
            return write_csv(stdout_bytes(), schema, rows)
        with file(target, force=force) as draft:
            return WRITERS[to](draft, schema, rows)
    except QueryError as error:
        refuse(error, "--query")


def print_rows(rows: Mapping[str, int], target: str, output: str) -> None:
    """Print the numbers of rows that were written."""
    if output == "json":
        typer.echo(document({"version": 1, "target": printable(target), "rows": rows}, None))
        return
    for name, number in rows.items():
        text = count("{number} row", "{number} rows", number)
        echo(say("{number}.", number=text) if name == ANSWER else f"{name}: {text}")


def export_matches(
    base: duckdb.DuckDBPyConnection,
    target: str,
    options: ConvertOptions,
    *,
    anonymous: bool,
    force: bool,
    jobs: int | None,
    output: str,
) -> int:
    """Write the matches that the tables show, and print what was done; the status."""

    def write(shelf: Stream | Files) -> int:
        counts = ExportCount(output, err=target == STDIN)
        order = Order(options, anonymous)
        for match in track_files(rewrite_matches(_work(base, options.max_size, target), order, jobs)):
            counts.add(match, [] if match.trouble else shelf.put(match))
        return counts.finish()

    format = find_format(options.name)
    if target == STDIN:
        if format.name in ENCLOSED:
            fail("{format} files cannot be joined; name a folder.", format=format.name)
        return write(Stream(STDIN))
    if format.name == STREAMED:
        with file(target, force=force) as draft, open(draft, "wb") as stream:
            return write(Stream(target, stream))
    with folder(target, force=force) as draft:
        return write(Files(draft, target, format.suffixes[0], anonymous, force))


def _work(base: duckdb.DuckDBPyConnection, max_size: int, target: str) -> Iterator[Work]:
    """Yield every file with its bytes; none of them may be the target."""
    for source, matches in reopened_files(base, max_size):
        not_itself(source.path, target)
        yield source, matches


@dataclass(slots=True)
class Stream:
    """All matches one behind the other, in a file or on standard output."""

    name: str
    stream: BinaryIO | None = None
    begun: bool = False

    def put(self, match: Rewritten) -> list[str]:
        """Write a match behind the last; return the name of the stream."""
        for content in match.contents:
            gap = b"\n" if isinstance(content, str) and self.begun else b""
            if self.stream is None:
                typer.echo(gap + _bytes(content), nl=False)
            else:
                self.stream.write(gap + _bytes(content))
            self.begun = True
        return [printable(self.name)]


@dataclass(slots=True)
class Files:
    """A file for each match, or for each of its games where the notation wants that."""

    draft: Path
    target: str
    suffix: str
    anonymous: bool
    force: bool
    times: Counter[str] = field(default_factory=Counter)
    written: set[str] = field(default_factory=set)

    def put(self, match: Rewritten) -> list[str]:
        """Write the files of a match; return their names."""
        names = self._names("match" if self.anonymous else file_name(match.known), len(match.contents))
        for name, content in zip(names, match.contents, strict=True):
            free(os.path.join(self.target, name), force=self.force)
            (self.draft / name).write_bytes(_bytes(content))
        return names

    def _names(self, name: str, count: int) -> list[str]:
        """Return names that no file has; a second match of a name gets a number: `anna-jon-2.mat`."""
        while True:
            self.times[name] += 1
            number = self.times[name]
            names = [f"{name}{f'-{number}' if number > 1 or self.anonymous else ''}{self.suffix}"]
            if count > 1:
                names = targets(names[0], count, split=True)
            if self.written.isdisjoint(names):
                self.written.update(names)
                return names


def _bytes(content: Content) -> bytes:
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


class ExportCount:
    """Counts matches and findings, and prints them; on standard error where matches go to standard output."""

    def __init__(self, output: str, *, err: bool) -> None:
        self._json = output == "json"
        self._err = err
        self._matches = self._refused = 0
        self._grave = False
        self._first: dict[str, Finding] = {}
        self._times: Counter[str] = Counter()
        self._in: Counter[str] = Counter()
        if self._json:
            echo('{"version": 1, "matches": [', err=err)

    def add(self, match: Rewritten, names: Sequence[str]) -> None:
        """Count a match that was written to files with these names, or was not."""
        if self._json:
            comma = "," if self._matches + self._refused else ""
            echo(f"{comma}{document(_row(match, names), None)}", err=self._err)
        self._grave = self._grave or any(finding.severity == "error" for finding in match.findings)
        if match.trouble:
            self._refused += 1
            if not self._json and self._refused <= NAMED:
                complain("not exported: {why}", about=printable(match.path), why=tell(match.trouble))
            return
        self._matches += 1
        codes = [finding.code for finding in match.findings]
        for finding in match.findings:
            self._first.setdefault(finding.code, finding)
        self._times.update(codes)
        self._in.update(set(codes))

    def finish(self) -> int:
        """Print what was done; the status."""
        if self._json:
            times = dict(sorted(self._times.items()))
            data = {"matches": self._matches, "refused": self._refused, "findings": times}
            echo(f'], "summary": {document(data, None)}}}', err=self._err)
        else:
            self._print_sums()
        return FAILED if self._refused else FOUND if self._grave else DONE

    def _print_sums(self) -> None:
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
        echo(say("{parts}.", parts=", ".join(parts)), err=self._err)


def _row(match: Rewritten, names: Sequence[str]) -> Row:
    return {
        "match": match.known.match,
        "path": printable(match.path),
        "number": match.known.number,
        "written": [printable(name) for name in names],
        "refused": told(match.trouble, output_tongue()) or None,
        "findings": json_value(match.findings, output_tongue()),
    }
