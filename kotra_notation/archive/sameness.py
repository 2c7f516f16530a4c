"""Sameness within an archive: files of the same bytes, and records of the same match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from math import log2
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kotra_notation.archive.rows import SketchRow, sketch_of
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connect, statements
from kotra_notation.compare.same.groups import MatchRecord, SameMatch, UnionFind, groups_among
from kotra_notation.compare.same.shared_throws import MOST, Array, Throws, pairs
from kotra_notation.compare.same.sketches import ENOUGH, Sketch
from kotra_notation.jobs.files import write_whole

SQL = statements(__file__, "sameness.sql")
# By so many bits more than all its pairs are worth, chance agrees once in as many archives as that is.
_SELDOM = 9.0
# So many sketches are held at a time.
_WINDOW = 100_000
# A record with less of the throws of the fullest is a part, and no copy to keep.
_WHOLE = 0.9
# So many sketches are kept as they are, until others are asked for.
_KEPT = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedRecord(MatchRecord):
    """A record in the archive: where else its file lies, and how sound it is."""

    copies: tuple[str, ...]
    errors: int
    lost: int


@dataclass(frozen=True, slots=True)
class Copies:
    """A file that lies under several paths."""

    file: str
    paths: tuple[str, ...]
    bytes: int
    matches: int


@dataclass(frozen=True, slots=True)
class Sameness:
    """Groups of records of the same match; `matches` were compared, some without rolls."""

    groups: tuple[SameMatch, ...]
    matches: int
    without_throws: int


def copies(base: duckdb.DuckDBPyConnection) -> Iterator[Copies]:
    """Yield the files that lie under more than one path, those with most copies first."""
    for file, paths, size, matches in base.execute(SQL["copies"]).fetchall():
        yield Copies(file, tuple(paths), size, matches or 0)


def file_count(base: duckdb.DuckDBPyConnection) -> int:
    """Return how many files are in the archive, copies too."""
    row = base.execute("SELECT count(*) FROM files").fetchone()
    return int(row[0]) if row else 0


def records(base: duckdb.DuckDBPyConnection, matches: Sequence[int]) -> dict[int, ArchivedRecord]:
    """Return the records of some matches, by their numbers."""
    found = base.execute(SQL["records"], [list(matches)])
    names = [column[0] for column in found.description][1:]
    records = {}
    for match, *row in found.fetchall():
        values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
        records[match] = ArchivedRecord(**dict(zip(names, values, strict=True)))
    return records


def in_order(groups: list[SameMatch], known: Mapping[int, ArchivedRecord]) -> list[SameMatch]:
    """Return the largest groups first, those of one size and the records of each by their paths."""
    where = {match: (record.path, record.number) for match, record in known.items()}
    return [
        SameMatch(group.best, tuple(sorted(group.others, key=lambda other: where[other.record])))
        for group in sorted(groups, key=lambda group: (-len(group.records), where[group.best]))
    ]


def sameness(store: Store) -> Sameness:
    """Return every group of records of one match; none where everything is there once."""
    ids, throws, empty = _throws(store)
    count = len(ids)
    enough = max(ENOUGH, log2(max(1, count * (count - 1) / 2)) + _SELDOM)
    base = connect(store)
    same_matches: list[SameMatch] = []
    for worth in _windows(pairs(throws)):
        sketches = Sketches(base, ids, np.unique(worth))
        pair_list = zip(worth[:, 0].tolist(), worth[:, 1].tolist(), strict=True)
        for group in groups_among(sketches, pair_list, enough, sketches.best):
            others = [
                replace(other, record=int(ids[other.record]), against=int(ids[other.against]))
                for other in group.others
            ]
            same_matches.append(SameMatch(int(ids[group.best]), tuple(others)))
    return Sameness(tuple(sorted(same_matches, key=lambda group: group.records)), count + empty, empty)


def _throws(store: Store) -> tuple[Array, Throws, int]:
    """Return the numbers of all matches in order, their throws, and how many have none."""
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
            "{folder}: more than {number} matches cannot be compared at once. Build several archives.",
            folder=store.folder,
            number=MOST,
        )
    starts = np.concatenate([[0], np.cumsum(sizes[thrown])])
    places = np.searchsorted(ids, numbers[thrown])
    return ids, Throws(np.concatenate(codes), starts, places), int(len(sizes) - len(ids))


def _windows(worth: Array) -> Iterator[Array]:
    """Yield the pairs in portions that can be held at a time; what hangs together is in one of them."""
    if not len(worth):
        return
    # For each pair the least place of all that hangs together with it.
    sets: UnionFind[int] = UnionFind()
    for pair in worth.tolist():
        sets.join(pair)
    roots = np.array([sets.root(place) for place in worth[:, 0].tolist()], np.int64)
    order = np.argsort(roots, kind="stable")
    sizes = np.bincount(np.unique(roots, return_inverse=True)[1])
    window = np.repeat(np.cumsum(sizes) // (_WINDOW // 2), sizes)
    cuts = np.flatnonzero(window[1:] != window[:-1]) + 1
    yield from np.split(worth[order], cuts)


class Sketches(Mapping[int, Sketch]):
    """The sketches of some places, each made when it is asked for and then kept while its group is judged."""

    def __init__(self, base: duckdb.DuckDBPyConnection, ids: Any, places: Any) -> None:
        rows: pa.Table = base.sql(SQL["sketches"], params=[ids[places].tolist()]).to_arrow_table()
        # Numbers of matches go in the order of their places.
        order = np.argsort(rows["match"].to_numpy())
        self._columns = rows.take(pa.array(order)).combine_chunks().columns[1:]
        self._at = {place: at for at, place in enumerate(places.tolist())}
        self._known: dict[int, Sketch] = {}

    def __len__(self) -> int:
        return len(self._at)

    def __iter__(self) -> Iterator[int]:
        return iter(self._at)

    def __getitem__(self, place: int) -> Sketch:
        known = self._known.get(place)
        if known is None:
            throws, seats, plays, rest, one, other, _ = self._row(place)
            if len(self._known) > _KEPT:
                self._known.clear()
            known = self._known[place] = sketch_of(SketchRow(throws, seats, plays, rest), one, other)
        return known

    def best(self, places: Sequence[int]) -> int:
        """Return of those that are not mere parts the soundest, and of these the fullest."""
        most = max(len(self[place].throws) for place in places)
        whole = [place for place in places if len(self[place].throws) >= _WHOLE * most]

        def order(place: int) -> tuple[int, int, int, int]:
            return self._row(place)[6], -len(self[place].throws), -self[place].notes, place

        return min(whole, key=order)

    def _row(self, place: int) -> list[Any]:
        at = self._at[place]
        return [column[at].as_py() for column in self._columns]


FILE = "copies.json"
# The records of each match that has several, by their numbers: first the one to keep.
Groups = list[list[int]]


def copy_groups(store: Store) -> Groups:
    """Return the groups of records of one match, of each group first the record to keep.

    They are kept beside the tables, with the parts of which they were made; for other parts they are found
    anew. The file can be deleted at any time, and where it cannot be written nothing is kept.
    """
    # The name of each part is a digest of its tables.
    parts = sha256(" ".join(sorted(store.manifest.parts)).encode()).hexdigest()
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads((store.folder / FILE).read_text(encoding="utf-8"))
        if kept["parts"] == parts:
            return [[int(match) for match in group] for group in kept["groups"]]
    groups = [
        [group.best, *sorted(other.record for other in group.others)] for group in sameness(store).groups
    ]
    with suppress(OSError):
        write_whole(str(store.folder / FILE), json.dumps({"parts": parts, "groups": groups}))
    return groups
