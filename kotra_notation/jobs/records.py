"""Records that commands work on: one file with matches, or every file of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from kotra_notation.errors import KotraError, SeveralMatches, SeveralPages, wrong_type
from kotra_notation.findings import sentences
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, Opened, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.sources import only_file, open_paths, open_source, open_sources
from kotra_notation.reading import read_in_full, why_unread
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass
from kotra_notation.words import phrase


def record_file(source: str | bytes, max_size: int, stdin_name: str = STDIN) -> Opened:
    """The file of a record, standard input under a name; ValueError where it cannot be opened."""
    if isinstance(source, bytes) or ("\n" in source and not os.path.lexists(source)):
        return open_source(source)
    if os.path.isdir(source):
        raise KotraError("{file}: it is a folder; name a file.", file=printable(source))
    return only_file(open_paths([source], max_size, stdin_name), source)


def read_matches(file: Opened, format: str | None, rules: Ruleset | None = None) -> Reading:
    """Return what a file says, by rules that were asked for; ValueError where it holds no match."""
    reading = read_in_full(Source(file.data, file.path), format, rules)
    if not reading.matches:
        raise KotraError("{file}: {why}", file=printable(file.path), why=why_no_match(reading))
    return reading


def why_no_match(reading: Reading) -> str:
    """Return the reason why a file has no match."""
    return why_unread(reading) if reading.findings else phrase("There is no match in this file.")


def choose_match(source: str, reading: Reading, number: int | None, *, pages: bool = False) -> int:
    """The number of the match that is wanted; ValueError where that is none, or not said.

    `pages`: all of them can be had at once.
    """
    count = len(reading.matches)
    if number is None and count > 1:
        several = SeveralPages if pages else SeveralMatches
        raise several("{file}: it holds {count} matches.", file=printable(source), count=count)
    if not 1 <= (number or 1) <= count:
        raise KotraError(
            "{file}: there is no match {number}; it has {count}.",
            file=printable(source),
            number=number,
            count=count,
        )
    return number or 1


@dataclass(frozen=True, slots=True)
class FileReading:
    """One file: its reading, or in `trouble` why it could not be read."""

    path: str
    reading: Reading
    trouble: str = ""


def read_folder(path: str | os.PathLike[str], *, format: str | None = None) -> Iterator[FileReading]:
    """Yield the files below a folder at `path`, each with its reading, sorted by name.

    `path` may also be one file. A file that cannot be read, or exceeds the time limit, has a `trouble`. In a
    folder, files of unknown format are skipped. Raise ValueError for an unknown format.
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_type(path, phrase("the path of a folder"))
    if format is not None:
        find_format(format)
    return _readings(Path(path), format)


def _readings(path: Path, format: str | None) -> Iterator[FileReading]:
    for file in open_sources(path, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            yield FileReading(file.path, Reading(), file.why)
            continue
        try:
            with guard(LIMIT, len(file.data)):
                reading = read_in_full(Source(file.data, file.path), format)
        except NotDoneError as error:
            yield FileReading(file.path, Reading(findings=(error.found,)), sentences(error.found))
            continue
        if reading.format:
            yield FileReading(file.path, reading)
        elif not file.searched:
            yield FileReading(file.path, reading, why_unread(reading))
