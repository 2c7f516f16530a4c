"""The matches of a file written anew in another notation: what one process does of an export."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context

from kotra_notation.anonymous import anonymous
from kotra_notation.archive.export.originals import FileMatches, KnownMatch, Reopened
from kotra_notation.findings import Finding, phrase, reason
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.jobs.contents import ConvertOptions, write_contents
from kotra_notation.reading import read_in_full
from kotra_notation.report.site_map import folded
from kotra_notation.values import dataclass

# Files that go to a process together, and how many such packets are under way for each process.
PACKET, AHEAD = 8, 3
LONGEST = 60
_DAY = re.compile(r"[0-9]{4}(?:[-./][0-9]{1,2}){0,2}")
GONE = phrase("It is in the file no more as it was; build the archive again.")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A match in the notation that is wanted, in one file or several, and what was found on the way.

    `trouble` says why there is none.
    """

    known: KnownMatch
    path: str
    contents: tuple[Content, ...] = ()
    findings: tuple[Finding, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """How matches are written: the notation, and whether without the persons in them."""

    options: ConvertOptions
    anonymous: bool = False


Work = tuple[Reopened, FileMatches]


def rewritten(work: Iterable[Work], order: Order, jobs: int) -> Iterator[Rewritten]:
    """Every match of the files in their order; by several processes, no more in memory than they need."""
    if jobs == 1:
        for reopened, held in work:
            yield from of_file(reopened, held, order)
        return
    packets = _packets(iter(work))
    waiting: deque[Future[list[Rewritten]]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for packet in packets:
            waiting.append(pool.submit(of_files, packet, order))
            if len(waiting) >= jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _packets(work: Iterator[Work]) -> Iterator[list[Work]]:
    while packet := list(islice(work, PACKET)):
        yield packet


def of_files(work: list[Work], order: Order) -> list[Rewritten]:
    """The matches of some files."""
    return [one for reopened, held in work for one in of_file(reopened, held, order)]


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
    """The name of a match's file without its ending: its day, who played, its number in the archive."""
    day = _DAY.match(known.day)
    said = folded(" ".join(filter(None, (day[0] if day else "", *known.players))))[:LONGEST].strip("-")
    return f"{said}-{known.match}" if said else f"match-{known.match}"
