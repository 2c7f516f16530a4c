"""One source converted: what `convert` writes, and what it says of it. Names of targets are given to it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kotra_notation.api import supplied
from kotra_notation.board import Position
from kotra_notation.cli.files import (
    STDIN,
    Opened,
    Trouble,
    found_in,
    opened,
    shown,
    why_unwritten,
    write_whole,
)
from kotra_notation.cli.guarding import LIMIT, NotDoneError, guarded, is_fault
from kotra_notation.cli.streams import to_stdout
from kotra_notation.findings import Finding, phrase, reason, sentences
from kotra_notation.formats import named, write_matches, write_positions
from kotra_notation.formats.format import Content, Format, Reading, Source, Writing
from kotra_notation.formats.holding import Thing, several
from kotra_notation.model import Match, SetPosition
from kotra_notation.reading import read_in_full


@dataclass(frozen=True, slots=True)
class Wish:
    """How sources are to be read and written."""

    name: str
    dialect: str | None = None
    from_: str | None = None
    encoding: str | None = None
    strict: bool = False
    split: bool = False
    shorthand: bool = False
    max_size: int = 0
    limit: float = LIMIT


@dataclass(frozen=True, slots=True)
class Job:
    """A source and the file it goes to.

    `fresh` if nothing may lie there yet, `folders` if folders are to be made for it.
    """

    source: str
    target: str
    wish: Wish
    fresh: bool = False
    folders: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a source: the files written, what was found, and why it was refused, if it was."""

    source: str
    written: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    refused: str = ""
    unknown: bool = False
    passed_over: tuple[str, ...] = ()


Converted = tuple[list[Content], tuple[Finding, ...]]


def read_for(file: Opened, wish: Wish) -> Reading:
    """What a source says; ValueError where it is no record."""
    source = Source(file.data, file.path, wish.encoding, shorthand=wish.shorthand)
    reading = read_in_full(source, wish.from_)
    if not reading.format:
        found = reading.findings[0]
        raise ValueError(sentences(found))
    if not reading.matches and not reading.positions:
        why_not = next((one for one in reading.findings if one.severity == "error"), None)
        if why_not:
            raise ValueError(
                phrase(
                    "there is no match in this file, so there is nothing to convert. {finding}",
                    finding=why_not,
                )
            )
        raise ValueError(phrase("there is no match in this file, so there is nothing to convert."))
    return reading


def contents(reading: Reading, wish: Wish) -> tuple[list[Content], list[Finding]]:
    """The files a source makes, and what they could not hold; ValueError where they cannot be."""
    target = named(wish.name)
    if reading.matches and target.write:
        parts = parted(reading.matches, target, wish.split, wish.dialect)
        writings = [_written(part, wish) for part in parts]
    else:
        shown_only, told = positions_of(reading)
        writings = [write_positions(shown_only, wish.name, wish.dialect), Writing(content="", findings=told)]
    lost = [found for writing in writings for found in writing.findings]
    if wish.strict and lost:
        raise ValueError(phrase("{finding} --strict allows no loss.", finding=lost[0]))
    grave = next((found for found in lost if found.severity == "error"), None)
    if grave is not None:
        raise ValueError(sentences(grave))
    files = [writing.content for writing in writings if writing.content]
    if not files:
        raise ValueError(phrase("there is no match in this file, so there is nothing to convert."))
    return files, lost


def positions_of(reading: Reading) -> tuple[list[Position], tuple[Finding, ...]]:
    """The positions of a source, those of games that only show one too, and what is told beside them.

    ValueError for a record in which something is played.
    """
    left, ledger = several(reading.matches, frozenset({Thing.SETUPS}))
    positions = list(reading.positions)
    for ledger.match, match in enumerate(left, 1):
        for what in (
            *(player.name for player in match.players),
            *(f"{key}: {one}" for key, one in match.info),
        ):
            if what:
                ledger.lose("header-lost", what)
        for game in match.games:
            if not all(isinstance(event, SetPosition) for event in game.events):
                raise ValueError(phrase("positions are written so, and no matches."))
            positions += [event.position for event in game.events if isinstance(event, SetPosition)]
    return positions, tuple(ledger.findings)


def parted(
    matches: Sequence[Match], target: Format, split: bool, dialect: str | None = None
) -> list[list[Match]]:
    """The matches by the files they go to; ValueError where one file cannot hold them all."""
    unit = target.one_file(dialect)
    if split:
        if unit != "game":
            return [[match] for match in matches]
        return [[replace(match, games=(game,))] for match in matches for game in match.games]
    games = sum(len(match.games) for match in matches)
    if unit == "game" and games > 1:
        raise ValueError(
            phrase(
                "a file of {format} holds one game, and here are {number}; use --split.",
                format=target.name,
                number=games,
            )
        )
    if unit == "match" and len(matches) > 1:
        raise ValueError(
            phrase(
                "a file of {format} holds one match, and here are {number}; use --split.",
                format=target.name,
                number=len(matches),
            )
        )
    return [list(matches)]


def _written(matches: list[Match], wish: Wish) -> Writing:
    return write_matches([supplied(match, wish.name) for match in matches], wish.name, wish.dialect)


def do(job: Job) -> Done:
    """Read a source and write its target, or several; nothing is written where a part of it is refused."""
    file = next(opened([job.source], job.wish.max_size))
    if isinstance(file, Trouble):
        return Done(job.source, refused=phrase("{why}.", why=file.why))
    try:
        with guarded(job.wish.limit, len(file.data)):
            made = _converted(job, file)
        return made if isinstance(made, Done) else _delivered(job, *made)
    except NotDoneError as error:
        return Done(job.source, refused=reason(error))


def _converted(job: Job, file: Opened) -> Done | Converted:
    """The files a source makes and what was found; why there are none, where it is refused."""
    try:
        reading = read_for(file, job.wish)
    except ValueError as refused:
        if is_fault(refused):
            raise
        return Done(job.source, refused=reason(refused), unknown=True)
    return _contents(job, reading)


def _contents(job: Job, reading: Reading) -> Done | Converted:
    try:
        files, lost = contents(reading, job.wish)
    except ValueError as refused:
        if is_fault(refused):
            raise
        return Done(job.source, findings=reading.findings, refused=reason(refused))
    return files, (*reading.findings, *lost)


def _delivered(job: Job, files: list[Content], found: tuple[Finding, ...]) -> Done:
    """Write the files of a source; nothing where one of them may not be."""
    names = targets(job.target, len(files), job.wish.split)
    there = [name for name in names if job.fresh and os.path.lexists(name)]
    if there:
        return Done(
            job.source,
            (),
            found,
            phrase("{name} is there already; --force writes over it.", name=shown(there[0])),
        )
    for name, content in zip(names, files, strict=True):
        if name == STDIN:
            to_stdout(content)
            continue
        try:
            if job.folders:
                os.makedirs(os.path.dirname(name), exist_ok=True)
            write_whole(name, content)
        except OSError as error:
            return Done(
                job.source,
                (),
                found,
                phrase("{name} was not written: {why}.", name=shown(name), why=why_unwritten(error)),
            )
    return Done(job.source, tuple(names), found)


def targets(target: str, count: int, split: bool) -> list[str]:
    """The names of the files one target is split into: `day-1.mat`, `day-2.mat`."""
    if not split or target == STDIN:
        return [target] * count
    path = Path(target)
    width = len(str(count))
    return [str(path.with_name(f"{path.stem}-{at:0{width}}{path.suffix}")) for at in range(1, count + 1)]


def pairs(source: str, target: str, wish: Wish, *, fresh: bool) -> tuple[list[Job], list[Trouble]]:
    """The jobs of a folder, and what in it could not be opened.

    ValueError where two files would go to one, or one out of the target folder.
    """
    root = os.path.realpath(target)
    if root == os.path.realpath(source):
        raise ValueError(
            phrase("{name}: the target is the source itself; name another folder.", name=shown(target))
        )
    suffix = named(wish.name).suffixes[0]
    jobs: dict[str, Job] = {}
    troubles: list[Trouble] = []
    for path in found_in(source, troubles):
        inside = os.path.relpath(path, source)
        if os.path.realpath(path).startswith(root + os.sep):
            continue
        name = os.path.join(target, os.path.splitext(inside)[0] + suffix)
        if not os.path.realpath(name).startswith(root + os.sep):
            raise ValueError(
                phrase(
                    "{name} leads out of the target folder by a link; take the link away.", name=shown(name)
                )
            )
        if name in jobs:
            raise ValueError(
                phrase(
                    "{one} and {other} would both become {target}; rename one of them.",
                    one=shown(jobs[name].source),
                    other=shown(path),
                    target=shown(name),
                )
            )
        jobs[name] = Job(path, name, wish, fresh=fresh, folders=True)
    return list(jobs.values()), troubles


def join(source: str, target: str, wish: Wish) -> Done:
    """All matches of a source, or below a folder, written into one file."""
    matches: list[Match] = []
    found: list[Finding] = []
    passed_over: list[str] = []
    for file in opened([source], wish.max_size):
        if isinstance(file, Trouble):
            return Done(source, refused=phrase("{name}: {why}.", name=shown(file.path), why=file.why))
        if file.searched and os.path.exists(target) and os.path.samefile(file.path, target):
            continue
        try:
            with guarded(wish.limit, len(file.data)):
                reading = read_for(file, wish)
        except NotDoneError as error:
            return Done(source, refused=phrase("{name}: {why}", name=shown(file.path), why=reason(error)))
        except ValueError as refused:
            if file.searched:
                passed_over.append(file.path)
                continue
            return Done(source, refused=reason(refused))
        if not reading.matches:
            passed_over.append(file.path)
        matches += reading.matches
        found += reading.findings
    if not matches:
        return Done(source, refused=phrase("there is no match in it, so there is nothing to convert."))
    whole = Reading(matches=tuple(matches), findings=tuple(found))
    job = Job(source, target, wish)
    try:
        with guarded(None):
            made = _contents(job, whole)
        done = made if isinstance(made, Done) else _delivered(job, *made)
    except NotDoneError as error:
        done = Done(source, refused=reason(error))
    return replace(done, passed_over=tuple(passed_over))
