"""What is in an archive more than once: files of the same bytes, and records of the same match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

import duckdb
import numpy as np
import pyarrow.parquet as pq

from kotra_notation.archive.marks import MOST, Array, Throws, pairs
from kotra_notation.archive.sketches import Sketches
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connected
from kotra_notation.compare.heaps import Heaps
from kotra_notation.compare.resemblance import ENOUGH, Resemblance
from kotra_notation.compare.sameness import Group, groups_among
from kotra_notation.words import phrase

# By so many bits more than all its pairs are worth, chance agrees once in as many archives as that is.
_SELDOM = 9.0
# So many sketches are held at a time.
_WINDOW = 100_000


@dataclass(frozen=True, slots=True)
class Record:
    """A match of the archive as one of a group: where it stands, and how sound it is."""

    match: int
    paths: tuple[str, ...]
    number: int
    of: int
    format: str
    dialect: str | None
    players: tuple[str, str]
    length: int | None
    games: int
    throws: int
    errors: int
    lost: int
    digest: str

    @property
    def path(self) -> str:
        """The first of its paths."""
        return self.paths[0]


@dataclass(frozen=True, slots=True)
class Held:
    """A record and what it has otherwise than another of its group."""

    match: int
    against: int
    resemblance: Resemblance


@dataclass(frozen=True, slots=True)
class SameMatch:
    """Records of one match, by their numbers: the best copy, and the others."""

    best: int
    others: tuple[Held, ...]

    @property
    def matches(self) -> tuple[int, ...]:
        """The numbers of all, the best first."""
        return (self.best, *(one.match for one in self.others))


@dataclass(frozen=True, slots=True)
class Copies:
    """A file that lies under several paths."""

    file: str
    paths: tuple[str, ...]
    bytes: int
    matches: int


@dataclass(frozen=True, slots=True)
class Sameness:
    """The groups of an archive, and of how many records they were found; some have no throw."""

    groups: tuple[SameMatch, ...]
    matches: int
    without_throws: int


COPIES = """
SELECT file, list(path ORDER BY path) AS paths, any_value(bytes), any_value(matches)
FROM files WHERE file IS NOT NULL
GROUP BY file HAVING count(*) > 1 ORDER BY count(*) DESC, paths
"""

RECORDS = """
WITH wanted AS (SELECT * FROM matches WHERE match IN (SELECT unnest(?))),
     places AS (
         SELECT file, list(path ORDER BY path) AS paths, any_value(matches) AS held,
                any_value(format) AS format, any_value(dialect) AS dialect
         FROM files WHERE file IN (SELECT file FROM wanted) GROUP BY file)
SELECT match, paths, number, held, format, dialect, player0, player1, length, games,
       octet_length(throws), errors, lost, file
FROM wanted JOIN places USING (file) JOIN sketches USING (match)
"""


def copies(base: duckdb.DuckDBPyConnection) -> Iterator[Copies]:
    """The files that lie under more than one path, those that lie about most first."""
    for file, paths, size, matches in base.execute(COPIES).fetchall():
        yield Copies(file, tuple(paths), size, matches or 0)


def file_count(base: duckdb.DuckDBPyConnection) -> int:
    """How many files are in the archive, copies too."""
    row = base.execute("SELECT count(*) FROM files").fetchone()
    return int(row[0]) if row else 0


def records(base: duckdb.DuckDBPyConnection, matches: Sequence[int]) -> dict[int, Record]:
    """The records of some matches, by their numbers."""
    found = base.execute(RECORDS, [list(matches)]).fetchall()
    return {
        match: Record(match, tuple(paths), number, of, format, dialect, (one or "", other or ""), *rest)
        for match, paths, number, of, format, dialect, one, other, *rest in found
    }


def sameness(store: Store) -> Sameness:
    """Every group of records of one match; none where everything is there once."""
    ids, throws, empty = _throws(store)
    count = len(ids)
    enough = max(ENOUGH, log2(max(1, count * (count - 1) / 2)) + _SELDOM)
    base = connected(store)
    found: list[SameMatch] = []
    for worth in _windows(pairs(throws)):
        held = Sketches(base, ids, np.unique(worth))
        one, other = worth[:, 0].tolist(), worth[:, 1].tolist()
        for group in groups_among(held, zip(one, other, strict=True), enough, held.best):
            found.append(_by_number(group, ids))
    return Sameness(tuple(sorted(found, key=lambda group: group.matches)), count + empty, empty)


def _throws(store: Store) -> tuple[Array, Throws, int]:
    """The numbers of all matches in order, their throws, and how many have none."""
    matches: list[Array] = [np.zeros(0, np.int64)]
    codes: list[Array] = [np.zeros(0, np.uint8)]
    lengths: list[Array] = [np.zeros(0, np.int64)]
    for path in store.paths("sketches"):
        table = pq.read_table(path, columns=["match", "throws"]).combine_chunks()
        matches.append(table["match"].to_numpy())
        for chunk in table["throws"].chunks:
            begins = np.frombuffer(chunk.buffers()[1], np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
            data = chunk.buffers()[2]
            lengths.append(np.diff(begins).astype(np.int64))
            if data is not None:
                codes.append(np.frombuffer(data, np.uint8)[begins[0] : begins[-1]])
    numbers, sizes = np.concatenate(matches), np.concatenate(lengths)
    thrown = sizes > 0
    ids = np.sort(numbers[thrown])
    if len(ids) > MOST:
        raise ArchiveError(
            phrase(
                "{folder}: more than {number} matches cannot be compared at once. Build several archives.",
                folder=store.folder,
                number=MOST,
            )
        )
    starts = np.concatenate([[0], np.cumsum(sizes[thrown])])
    places = np.searchsorted(ids, numbers[thrown])
    return ids, Throws(np.concatenate(codes), starts, places), int(len(sizes) - len(ids))


def _windows(worth: Array) -> Iterator[Array]:
    """The pairs in portions: what hangs together in one, and few more records than are held at a time."""
    if not len(worth):
        return
    roots = _roots(worth)
    order = np.argsort(roots, kind="stable")
    sizes = np.bincount(np.unique(roots, return_inverse=True)[1])
    window = np.repeat(np.cumsum(sizes) // (_WINDOW // 2), sizes)
    cuts = np.flatnonzero(window[1:] != window[:-1]) + 1
    yield from np.split(worth[order], cuts)


def _roots(worth: Array) -> Array:
    """For each pair the least place of all that hangs together with it."""
    heaps: Heaps[int] = Heaps()
    for pair in worth.tolist():
        heaps.join(pair)
    return np.array([heaps.root(one) for one in worth[:, 0].tolist()], np.int64)


def _by_number(group: Group, ids: Array) -> SameMatch:
    held = [Held(int(ids[one.place]), int(ids[one.against]), one.resemblance) for one in group.members]
    return SameMatch(int(ids[group.best]), tuple(held))
