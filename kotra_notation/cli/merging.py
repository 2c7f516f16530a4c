"""What `kotra merge` does: records chosen, merged and written, and every decision told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kotra_notation.api import supplied
from kotra_notation.cli.endings import asked_for, ending
from kotra_notation.cli.files import STDIN, Opened, shown
from kotra_notation.cli.merge import LETTERS
from kotra_notation.cli.merge_told import versions
from kotra_notation.cli.speaking import written
from kotra_notation.compare.merging import Decision, Merged, Prefer, merged
from kotra_notation.compare.resemblance import Resemblance, resemblance
from kotra_notation.compare.sketches import sketch
from kotra_notation.findings import Finding, Severity, phrase, sentences
from kotra_notation.formats import named, write_matches
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from kotra_notation.rules import Ruleset

# Whoever names two records says that they are of one match: less has to speak for it than in an archive.
ENOUGH = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The records to be merged with what they are called, and the notation of the result."""

    paths: tuple[str, ...]
    matches: tuple[Match, ...]
    format: str
    dialect: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The result as it is written, what that could not hold, and what is found wrong with it still."""

    work: Work
    merged: Merged
    content: Content
    lost: tuple[Finding, ...]
    wrong: int
    ruleset: Ruleset


def prepared(
    files: Sequence[Opened], from_: str | None, to: str | None, out: str, number: int | None
) -> Work:
    """The matches of some files, all of one match; ValueError where they are not, or cannot be written.

    The notation of the result is the one asked for, else the one that the name of the file says, else that
    of the first file.
    """
    readings = [_read(file, from_) for file in files]
    base = _base(files[0], readings[0], number)
    matches = [
        base,
        *(_like(base, file, reading) for file, reading in zip(files[1:], readings[1:], strict=True)),
    ]
    name, _, dialect = (to or "").partition(":")
    if not to:
        name, dialect = _notation(files[0], readings[0], out)
    paths = tuple([file.path for file in files])
    return Work(paths=paths, matches=tuple(matches), format=name, dialect=dialect or None)


def _notation(file: Opened, reading: Reading, out: str) -> tuple[str, str]:
    """The notation of a result of that name, and its dialect: where the name allows it those of the base."""
    known = named(reading.format)
    asked = asked_for(out)
    if asked and not (known.write and ending(out) in known.suffixes):
        return asked, ""
    if known.write is None:
        raise ValueError(
            phrase(
                "{file}: {format} is read, not written; name another notation with --to.",
                file=shown(file.path),
                format=phrase(known.title),
            )
        )
    return reading.format, reading.dialect if reading.dialect in known.dialects else ""


def _read(file: Opened, from_: str | None) -> Reading:
    reading = read_in_full(Source(file.data, file.path), from_)
    if not reading.format:
        raise ValueError(phrase("{file}: {why}", file=shown(file.path), why=sentences(reading.findings[0])))
    if not reading.matches:
        raise ValueError(phrase("{file}: There is no match in this file.", file=shown(file.path)))
    return reading


def _base(file: Opened, reading: Reading, number: int | None) -> Match:
    count = len(reading.matches)
    if number is None and count > 1:
        raise ValueError(
            phrase(
                "{file}: it holds {count} matches; choose one with --match.",
                file=shown(file.path),
                count=count,
            )
        )
    if not 1 <= (number or 1) <= count:
        raise ValueError(
            phrase(
                "{file}: there is no match {number}; it holds {count}.",
                file=shown(file.path),
                number=number,
                count=count,
            )
        )
    return reading.matches[(number or 1) - 1]


def _like(base: Match, file: Opened, reading: Reading) -> Match:
    """The match of a file that is the one of the base."""
    sketched = sketch(base)
    alike: list[tuple[Resemblance, Match]] = []
    for match in reading.matches:
        if found := resemblance(sketched, sketch(match), ENOUGH):
            alike.append((found, match))
    if not alike:
        raise ValueError(
            phrase(
                "{file}: this is not the same match; too few of its throws agree.",
                file=shown(file.path),
            )
        )
    return max(alike, key=lambda pair: pair[0].matched)[1]


def merged_records(work: Work, prefer: Prefer) -> Done:
    """The records merged and written; ValueError where the notation cannot hold the match."""
    names = [Path(path).stem if path != STDIN else LETTERS[at] for at, path in enumerate(work.paths)]
    ruleset = replay(work.matches[0]).ruleset

    def mark(decision: Decision) -> str:
        told = versions(decision, work.matches[0], ruleset, names, written())
        return written().say("The records differ here: {versions}.", versions="; ".join(told))

    done = merged(work.matches, names, prefer=prefer, mark=mark)
    writing = write_matches([supplied(done.match, work.format)], work.format, work.dialect)
    grave = next((found for found in writing.findings if found.severity is Severity.ERROR), None)
    if grave is not None:
        raise ValueError(sentences(grave))
    replayed = replay(done.match)
    wrong = sum(found.severity is not Severity.NOTE for found in replayed.findings)
    return Done(
        work=work,
        merged=done,
        content=writing.content,
        lost=writing.findings,
        wrong=wrong,
        ruleset=replayed.ruleset,
    )
