"""The sources of an archive opened again: the very bytes that were read, or a word about what became of them.

What is in a zip or tar is taken out of it as it comes, so that each is gone through once.
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, groupby

import duckdb

from kotra_notation.archive.build import items
from kotra_notation.archive.build.records import digest
from kotra_notation.archive.build.sources import TAR, ZIP, inside
from kotra_notation.archive.views import statements
from kotra_notation.features.anonymize.job import anonymous
from kotra_notation.findings import Finding, phrase, reason
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.jobs.notations import ConvertOptions, write_contents
from kotra_notation.jobs.parallel import map_in_order
from kotra_notation.reading import read_in_full
from kotra_notation.report.site_map import ascii_slug
from kotra_notation.values import dataclass

_Waiting = tuple["Wanted", tuple[str, ...]]

SQL = statements(__file__, "originals.sql")
# So many files are looked at together.
MANY = 2_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file as the archive knows it: the digest of its bytes, and every path that it lay at."""

    file: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reopened:
    """A file again: its bytes and where they were, or why it does not give them any more."""

    file: str
    path: str
    data: bytes | None = None
    trouble: str = ""


def container_of(path: str) -> str | None:
    """The file that a path leads into, where there is one: a zip, a tar, or many matches in a row."""
    if os.path.exists(path):
        return None
    above = accumulate(path.split("/")[:-1], "{}/{}".format)
    if "://" in path:
        cut = path.rpartition("/line ")[0]
        return next((place for place in above if place.lower().endswith((*ZIP, *TAR))), cut or None)
    return next((place for place in above if os.path.isfile(place)), None)


def best(paths: Sequence[str]) -> tuple[str, ...]:
    """The paths of exact copies in the order to open them: a file of its own first, near the top."""
    return tuple(
        sorted(paths, key=lambda path: (container_of(path) is not None, path.count("/"), len(path), path))
    )


def reopen(wanted: Sequence[Wanted], max_size: int) -> Iterator[Reopened]:
    """Every file once: the first copy that still is what was read, or what is wrong with the first."""
    waiting = [(one, best(one.paths)) for one in wanted]
    waiting.sort(key=lambda pair: pair[1][0])
    for container, group in groupby(waiting, key=lambda pair: container_of(pair[1][0])):
        if container is None:
            for one, paths in group:
                yield _first(one, paths, max_size)
        else:
            yield from _of_container(container, list(group), max_size)


def _first(one: Wanted, paths: Sequence[str], max_size: int) -> Reopened:
    why = ""
    for path in paths:
        container = container_of(path)
        if container is None:
            again = _alone(one.file, path, max_size)
        else:
            (again,) = _of_container(container, [(one, (path,))], max_size)
        if again.data is not None:
            return again
        why = why or again.trouble
    return Reopened(one.file, paths[0], trouble=why)


def _alone(file: str, path: str, max_size: int) -> Reopened:
    try:
        if "://" in path:
            item = items.SourceFile(path=path, source=path, stamp="", size=0)
        else:
            place = items.system_path(path)
            status = os.stat(place)
            if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for
                return Reopened(file, path, trouble=phrase("It is not a regular file."))
            item = items.SourceFile(
                path=path, source=path, stamp=items.stamp_of(status), size=status.st_size, place=place
            )
    except OSError as error:
        return Reopened(file, path, trouble=items.refusal(error).trouble or "")
    return _check_file(file, item, max_size)


def _check_file(file: str, item: items.SourceFile, max_size: int) -> Reopened:
    """The bytes of a file, if they are those that were read."""
    try:
        data = items.bytes_of(item, max_size)
    except items.UnreadableFileError as why:
        return Reopened(file, item.path, trouble=why.trouble or "")
    if digest(data) != file:
        return Reopened(
            file,
            item.path,
            trouble=phrase("It has changed since the archive was built; build the archive again."),
        )
    return Reopened(file, item.path, data)


def _of_container(container: str, waiting: Sequence[_Waiting], max_size: int) -> Iterator[Reopened]:
    """The files in one container; those that it does not give are looked for at their other paths."""
    by_path = {paths[0]: (one, paths) for one, paths in waiting}
    for item in _items(container, by_path, max_size):
        if item.path in by_path:
            again = _check_file(by_path[item.path][0].file, item, max_size)
            if again.data is not None:
                del by_path[item.path]
                yield again
    for path, (one, paths) in by_path.items():
        gone = phrase("It is no longer in {container}, or has changed there.", container=container)
        again = _first(one, paths[1:], max_size) if paths[1:] else Reopened(one.file, path, trouble=gone)
        yield again if again.data is not None else Reopened(one.file, path, trouble=gone)


def _items(container: str, names: dict[str, _Waiting], max_size: int) -> Iterator[items.SourceFile]:
    """Those of a container that are wanted, with their bytes, as far as it can be read."""
    if "://" in container or not container.lower().endswith(ZIP):
        yield from inside(container, max_size)
        return
    try:
        packed = zipfile.ZipFile(container)
    except (OSError, zipfile.BadZipFile):
        return
    with packed:
        for path in list(names):
            try:
                with packed.open(path[len(container) + 1 :]) as file:
                    data = file.read(max_size + 1)
            except (OSError, KeyError, *items.BROKEN):
                continue
            yield items.SourceFile(path=path, source=container, stamp="", size=len(data), data=data)


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A match as its table knows it: its number there and in its file, its day, who played."""

    match: int
    number: int
    day: str
    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FileMatches:
    """A file with those of its matches that are wanted."""

    wanted: Wanted
    matches: tuple[KnownMatch, ...]


def files_with_matches(base: duckdb.DuckDBPyConnection) -> Iterator[list[FileMatches]]:
    """The files with the matches that the tables show, some files at a time, in the order of their paths."""
    asked = base.execute(SQL["files"])
    while rows := asked.fetchmany(MANY):
        yield [
            FileMatches(Wanted(file, tuple(paths)), tuple(map(_known_match, matches)))
            for file, matches, paths in rows
        ]


def reopened_files(base: duckdb.DuckDBPyConnection, max_size: int) -> Iterator[Work]:
    """Yield every file with matches that the tables show, with its bytes."""
    for files in files_with_matches(base):
        by_file = {file_matches.wanted.file: file_matches for file_matches in files}
        for source in reopen([file_matches.wanted for file_matches in files], max_size):
            yield source, by_file[source.file]


def _known_match(row: dict[str, object]) -> KnownMatch:
    return KnownMatch(
        int(str(row["match"])),
        int(str(row["number"])),
        str(row["day"] or ""),
        (str(row["player0"] or ""), str(row["player1"] or "")),
    )


LONGEST = 60
_DAY = re.compile(r"[0-9]{4}(?:[-./][0-9]{1,2}){0,2}")
GONE = phrase("It is no longer in the file, or has changed there; build the archive again.")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A match in the wanted notation, with findings; `trouble` is why it could not be written."""

    known: KnownMatch
    path: str
    contents: tuple[Content, ...] = ()
    findings: tuple[Finding, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """An order to write matches: the notation, and whether without the persons in them."""

    options: ConvertOptions
    anonymous: bool = False


Work = tuple[Reopened, FileMatches]


def rewrite_matches(work: Iterable[Work], order: Order, jobs: int | None) -> Iterator[Rewritten]:
    """Every match of the files in their order; by several processes, no more in memory than they need."""
    return chain.from_iterable(map_in_order(partial(matches_of_file, order=order), work, jobs))


def matches_of_file(work: Work, order: Order) -> list[Rewritten]:
    """The matches of a file."""
    reopened, held = work
    return [*of_file(reopened, held, order)]


def of_file(reopened: Reopened, held: FileMatches, order: Order) -> Iterator[Rewritten]:
    """The matches of a file that are wanted; a file that is gone says so for each."""
    if reopened.data is None:
        for known in held.matches:
            yield Rewritten(known, reopened.path, trouble=reopened.trouble)
        return
    reading = read_in_full(Source(reopened.data, reopened.path))
    first = held.matches[0].number if held.matches else 0
    for known in held.matches:
        if known.number > len(reading.matches):
            yield Rewritten(known, reopened.path, trouble=GONE)
            continue
        places = (None, known.number) if known.number == first else (known.number,)
        findings = tuple(finding for finding in reading.findings if finding.match in places)
        yield _one(known, reopened.path, reading, findings, order)


def _one(
    known: KnownMatch, path: str, reading: Reading, findings: tuple[Finding, ...], order: Order
) -> Rewritten:
    match = reading.matches[known.number - 1]
    if order.anonymous:
        match = anonymous(match).match
    try:
        files, lost = write_contents(replace(reading, matches=(match,), positions=()), order.options)
    except ValueError as refused:
        return Rewritten(known, path, findings=findings, trouble=reason(refused))
    return Rewritten(known, path, tuple(files), (*findings, *lost))


def file_name(known: KnownMatch) -> str:
    """The name of a match's file without its ending: its day, and who played."""
    day = _DAY.match(known.day)
    words = " ".join(filter(None, (day[0] if day else "", *known.players)))
    name = ascii_slug(words)[:LONGEST].strip("-")
    return name if "-" in name else f"match-{name}".rstrip("-")
