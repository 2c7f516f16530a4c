"""The record that a command works on: one file that holds matches, and the one of them that is wanted."""

from __future__ import annotations

import os

from kotra_notation.errors import SeveralMatches, SeveralPages
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import STDIN, Opened, Trouble, opened, printable
from kotra_notation.reading import read_in_full, why_unread
from kotra_notation.rules import Ruleset
from kotra_notation.words import phrase


def record_file(source: str, max_size: int, stdin_name: str = STDIN) -> Opened:
    """The file of a record, standard input under a name; ValueError where it cannot be opened."""
    if os.path.isdir(source):
        raise ValueError(phrase("{file}: it is a folder; name a file.", file=printable(source)))
    file = next(opened([source], max_size, stdin_name))
    if isinstance(file, Trouble):
        raise ValueError(phrase("{file}: {why}.", file=printable(file.path), why=file.why))
    return file


def read(file: Opened, format: str | None, rules: Ruleset | None = None) -> Reading:
    """Return what a file says, by rules that were asked for; ValueError where it holds no match."""
    reading = read_in_full(Source(file.data, file.path), format, rules)
    if not reading.matches:
        why = why_unread(reading) if reading.findings else phrase("There is no match in this file.")
        raise ValueError(phrase("{file}: {why}", file=printable(file.path), why=why))
    return reading


def chosen(source: str, reading: Reading, number: int | None, *, pages: bool = False) -> int:
    """The number of the match that is wanted; ValueError where that is none, or not said.

    `pages`: all of them can be had at once.
    """
    count = len(reading.matches)
    if number is None and count > 1:
        several = SeveralPages if pages else SeveralMatches
        raise several("{file}: it holds {count} matches.", file=printable(source), count=count)
    if not 1 <= (number or 1) <= count:
        raise ValueError(
            phrase(
                "{file}: there is no match {number}; it holds {count}.",
                file=printable(source),
                number=number,
                count=count,
            )
        )
    return number or 1
