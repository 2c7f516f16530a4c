"""Sameness within an archive: files of the same bytes, and records of the same match.

Two records are worth comparing when they share a row of throws so long that chance hardly ever throws it
twice in the archive; of records that are short themselves a shorter row will do, and of those that are very
short the opening alone. The rows get longer with the archive, so that what chance brings together grows no
faster than the archive does. Throws are numbers in sorted arrays, worked through portion by portion: memory
is bounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from math import ceil, log, log2
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kotra_notation.archive.rows import SketchRow, sketch_of
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connect, statements
from kotra_notation.compare.same import MatchRecord, SameMatch, UnionFind, groups_among
from kotra_notation.compare.same.sketches import ENOUGH, OPENING, UNKNOWN, WIDTH, Sketch
from kotra_notation.jobs.files import write_whole
from kotra_notation.values import dataclass

# What numpy makes of arrays says less than their names.
Array = Any

# Two throws are the same by chance once in so many times.
_CHANCE = 1 / (15 * (2 / 36) ** 2 + 6 * (1 / 36) ** 2)
# Rows of throws that chance brings together are to be so much fewer than the throws there are.
_RARE = 1_000
# An archive of so many records does with the rows of throws of `kotra same`.
_USUAL = 10_000
# Records of at most so many throws are looked up by shorter rows, those of less by a single one of these.
_SHORT, _TINY = 60, 30
# So many records with one row of throws are compared each with each; more of them in a chain.
_FEW = 8

# A mark and the place of its record in one number.
_PLACE_BITS = 24
MOST = 1 << _PLACE_BITS
_STIRRED = np.uint64(0x9E3779B97F4A7C15)
# So many marks are sorted at a time, so many throws worked on.
_PORTION, _SLAB = 1 << 24, 1 << 22


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of all records one behind the other, where each begins (the last ends), and its place."""

    codes: Array
    starts: Array
    places: Array

    @property
    def lengths(self) -> Array:
        """The number of throws of each record."""
        return np.diff(self.starts)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of so many throws; `opening`: only the first of a record; `among`: of these one is needed."""

    width: int
    opening: bool = False
    among: Array | None = None


def pairs(throws: Throws, portion: int = _PORTION) -> Array:
    """Return the places of records that are worth comparing, two a row, those that share most first."""
    if not len(throws.codes):
        return np.zeros((0, 2), np.int64)
    lengths = np.zeros(len(throws.places), np.int64)
    lengths[throws.places] = throws.lengths
    short, tiny = lengths <= _SHORT, lengths <= _TINY
    longer = max(0, round(log(max(1, len(lengths) / _USUAL), _CHANCE)))
    wide = max(WIDTH + longer, ceil(log(_RARE * max(1, len(throws.codes)), _CHANCE)))
    keys, times = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    for rows, weight in (
        (_Rows(wide), 2),
        (_Rows(WIDTH + longer, among=short), 1),
        (_Rows(OPENING + longer, opening=True, among=tiny), 1),
    ):
        for shared in _shared_pairs(throws, rows, portion):
            new, counts = np.unique(shared, return_counts=True)
            united, back = np.unique(np.concatenate([keys, new]), return_inverse=True)
            sums = np.bincount(back, np.concatenate([times, counts * weight]), len(united))
            keys, times = united, sums.astype(np.int64)
    one, other = _places(keys)
    worth = (times > 1) | tiny[one] | tiny[other]
    order = np.lexsort((keys[worth], -times[worth]))
    return np.stack([one[worth], other[worth]], axis=1)[order].astype(np.int64)


def _shared_pairs(throws: Throws, rows: _Rows, portion: int) -> Iterator[Array]:
    """Yield the pairs of records that have a row of throws in common, as numbers, portion by portion."""
    wanted = None
    if rows.among is not None:  # a pair needs one of these records
        marks_of_these = [marks[rows.among[places]] for marks, places in _number_rows(throws, rows)]
        wanted = _distinct(np.concatenate(marks_of_these)) if marks_of_these else np.zeros(0, np.uint64)
        if not len(wanted):
            return
    count = len(throws.places) if rows.opening else len(throws.codes)
    portions = max(1, ceil(count / portion))
    for number in range(portions):
        kept: list[Array] = []
        for marks, places in _number_rows(throws, rows):
            here = marks % np.uint64(portions) == np.uint64(number)
            if wanted is not None:
                nearest = np.minimum(np.searchsorted(wanted, marks), len(wanted) - 1)
                here &= wanted[nearest] == marks
            kept.append(_keys(marks[here], places[here]))
        yield _together(_distinct(np.concatenate(kept)), rows.among)


def _distinct(numbers: Array) -> Array:
    """Return the numbers in order, each once; what numpy has for it looks them up one by one."""
    numbers.sort()
    return numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])] if len(numbers) else numbers


def _number_rows(throws: Throws, rows: _Rows) -> Iterator[tuple[Array, Array]]:
    """Yield the rows of throws as numbers with the places of their records, some records at a time."""
    starts, width = throws.starts, rows.width
    first = 0
    while first < len(throws.places):
        last = int(np.searchsorted(starts, starts[first] + _SLAB, side="right")) - 1
        last = min(max(last, first + 1), len(throws.places))
        begun, ended = int(starts[first]), int(starts[last])
        if rows.opening:
            at = starts[first:last]
            owners = np.arange(first, last)
        else:
            at = np.arange(begun, ended)
            owners = np.repeat(np.arange(first, last), throws.lengths[first:last])
        whole = at + width <= starts[owners + 1]
        at, owners = at[whole], owners[whole]
        marks = np.zeros(len(at), np.uint64)
        known = np.ones(len(at), bool)
        for step in range(width):
            codes = throws.codes[at + step]
            known &= codes != UNKNOWN
            marks = marks << np.uint64(5) | codes
        # As numbers of so many bits as leave room for a place.
        hashed = (marks[known] + np.uint64(1)) * _STIRRED >> np.uint64(_PLACE_BITS)
        yield hashed, throws.places[owners[known]]
        first = last


def _together(keys: Array, among: Array | None) -> Array:
    """Return the pairs of places whose marks are the same, of sorted marks with their places."""
    if len(keys) < 2:
        return keys[:0]
    marks, places = keys >> np.uint64(_PLACE_BITS), (keys & np.uint64(MOST - 1)).astype(np.int64)
    begins = np.flatnonzero(np.concatenate([[True], marks[1:] != marks[:-1]]))
    sizes = np.diff(np.concatenate([begins, [len(marks)]]))
    size, begin = np.repeat(sizes, sizes), np.repeat(begins, sizes)
    found: list[Array] = []
    for step in range(1, _FEW):
        at = np.flatnonzero((marks[step:] == marks[:-step]) & (size[step:] <= _FEW))
        found.append(_keys(places[at], places[at + step]))
    many = np.flatnonzero((size > _FEW) & (np.arange(len(marks)) > begin))
    found.append(_keys(places[many - 1], places[many]))
    found.append(_keys(places[begin[many]], places[many]))
    pairs = np.concatenate(found)
    if among is None:
        return pairs
    one, other = _places(pairs)
    return pairs[among[one] | among[other]]


def _keys(array: Array, other: Array) -> Array:
    return array.astype(np.uint64) << np.uint64(_PLACE_BITS) | other.astype(np.uint64)


def _places(keys: Array) -> tuple[Array, Array]:
    return keys >> np.uint64(_PLACE_BITS), keys & np.uint64(MOST - 1)


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
