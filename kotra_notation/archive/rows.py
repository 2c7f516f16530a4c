"""Rows as they come in, column by column, and as Parquet; and what follows from many boards at once."""

from __future__ import annotations

import json
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq

from kotra_notation.archive.manifest import TABLES, arrow_schema
from kotra_notation.board.gnubg_id import MEN, POSITION_LENGTH
from kotra_notation.board.points import BAR, EMPTY, TURNS, Turning
from kotra_notation.compare.naming import words
from kotra_notation.compare.same.sketches import Sketch
from kotra_notation.values import dataclass

# What numpy makes of arrays says less than their names.
Array = Any
WIDTH = len(EMPTY)
HOME = 6
PHASES = ("contact", "race", "bear-off")
# Odd numbers without a pattern, one for each point: boards that differ get keys that differ.
_FACTORS = np.random.default_rng(1977).integers(1, 2**63, WIDTH, dtype=np.uint64) * np.uint64(2)
_FACTORS += np.uint64(1)
_STIRRED = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards seen by the sides on roll, a row of 26 signed counts each, all turned over the same way."""

    points: Array
    turning: Turning

    @staticmethod
    def of(data: bytes | bytearray, turning: Turning) -> Boards:
        """Boards written one behind the other as signed bytes."""
        return Boards(np.frombuffer(bytes(data), np.int8).reshape(-1, WIDTH), turning)

    @staticmethod
    def of_gnubg_ids(ids: pa.Array) -> Boards:
        """The boards of position ids, none of which may be missing."""
        letters = np.frombuffer("".join(ids.to_pylist()).encode(), np.uint8).reshape(-1, POSITION_LENGTH)
        whole = np.full((len(letters), 16), ord("A"), np.uint8)
        whole[:, :POSITION_LENGTH] = letters
        packed = np.frombuffer(b64decode(whole.tobytes()), np.uint8).reshape(-1, 12)[:, :10]
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        rows, gaps = np.nonzero(bits == 0)
        firsts = np.searchsorted(rows, np.arange(len(packed)))
        gaps = gaps[firsts[:, None] + np.arange(2 * BAR)]
        counts = np.diff(gaps, axis=1, prepend=-1) - 1
        points = np.zeros((len(packed), WIDTH), np.int8)
        points[:, 1:] += counts[:, BAR:].astype(np.int8)
        points[:, :BAR] -= counts[:, BAR - 1 :: -1].astype(np.int8)
        return Boards(points, Turning.MIRRORED)

    def from_other_side(self) -> Boards:
        """The same boards seen by the other sides."""
        return Boards(-self.points[:, TURNS[self.turning]], self.turning)

    def keys(self) -> Array:
        """A number for each board: the same for the same men, and hardly ever for others."""
        return _scramble(self._sums())

    def near_keys(self, within: int) -> Array:
        """The keys of all boards, even impossible ones, that differ by so many men at most from the first."""
        first = self.points[0]
        own = _differences(_FACTORS[1:], first[1:] > 0)
        other = _differences(_FACTORS[:-1], first[:-1] < 0)
        # What a man of the other side adds has the other sign, here and there.
        steps = np.unique(np.concatenate([own, np.negative(other)]))
        sums = self._sums()[:1]
        for _ in range(within):
            sums = np.unique((sums[:, None] + steps[None, :]).ravel())
        return _scramble(sums)

    def distances(self, board: Boards) -> Array:
        """Return how many men of both sides stand otherwise on each of these than on the first of another."""
        wanted = board.points[:1].astype(np.int16)
        points = self.points.astype(np.int16)
        total = np.zeros(len(points), np.int16)
        for side in (1, -1):
            here, there = np.clip(side * points, 0, None), np.clip(side * wanted, 0, None)
            more = np.clip(here - there, 0, None).sum(axis=1)
            fewer = np.clip(there - here, 0, None).sum(axis=1)
            total += np.maximum(more, fewer).astype(np.int16)
        return total

    def pip_distances(self, board: Boards) -> Array:
        """Return by how many pips the counts of both sides differ from those of the first of another."""
        sides = ((self, board), (self.from_other_side(), board.from_other_side()))
        return sum(np.abs(boards.pips() - wanted.pips()[0]) for boards, wanted in sides)

    def _sums(self) -> Array:
        return self.points.astype(np.int64).view(np.uint64) @ _FACTORS

    def pips(self) -> Array:
        """The pip counts of the sides on roll."""
        men = np.clip(self.points, 0, None).astype(np.int16)
        return (men * np.arange(WIDTH, dtype=np.int16)).sum(axis=1, dtype=np.int16)

    def on_board(self) -> Array:
        """Return how many men the sides on roll have on points and bar."""
        return np.clip(self.points, 0, None).sum(axis=1, dtype=np.int16)

    def phases(self) -> pa.Array:
        """For each board whether the sides can still meet, and else whether all own men are home."""
        names = pa.array(PHASES, pa.string())
        if self.turning is not Turning.MIRRORED:
            return pa.DictionaryArray.from_arrays(pa.nulls(len(self.points), pa.int32()), names)
        own, other = self.points > 0, self.points < 0
        farthest = np.where(own.any(axis=1), BAR - own[:, ::-1].argmax(axis=1), 0)
        nearest = np.where(other.any(axis=1), other.argmax(axis=1), BAR)
        number = np.where(farthest < nearest, np.where(farthest <= HOME, 2, 1), 0)
        return pa.DictionaryArray.from_arrays(pa.array(number, pa.int32()), names)

    def gnubg_ids(self) -> pa.Array:
        """The position id of each board; none where a side has more men than the id can hold."""
        sides = [np.clip(boards.points[:, 1:], 0, None) for boards in (self.from_other_side(), self)]
        fits = np.logical_and(*[men.sum(axis=1) <= MEN for men in sides])
        (low, width), (high, _) = [_run_lengths(np.where(fits[:, None], men, 0)) for men in sides]
        packed = np.zeros((len(fits), 10), np.uint8)
        packed[:, :8] = (low | high << width)[:, None].astype("<u8").view(np.uint8)
        packed[:, 8:] = (high >> (np.uint64(64) - width))[:, None].astype("<u8").view(np.uint8)[:, :2]
        return _texts(packed, fits)


def _scramble(sums: Array) -> Array:
    """Sums spread over all numbers, so that sums that are near each other are not."""
    keys = sums ^ (sums >> np.uint64(29))
    keys = keys * _STIRRED
    return keys ^ (keys >> np.uint64(32))


def _differences(factors: Array, standing: Array) -> Array:
    """Return what a man adds to a sum who goes from a `standing` one, or from none, to any point or none."""
    none = np.zeros(1, np.uint64)
    here, there = np.concatenate([factors[standing], none]), np.concatenate([factors, none])
    return (there[:, None] - here[None, :]).ravel()


def _run_lengths(men: Array) -> tuple[Array, Array]:
    """For each side as many ones as there are men on a point and a nought behind them, and how many bits."""
    bits, width = np.zeros(len(men), np.uint64), np.zeros(len(men), np.uint64)
    one = np.uint64(1)
    for count in np.ascontiguousarray(men.T).astype(np.uint64):
        bits |= ((one << count) - one) << width
        width += count + one
    return bits, width


def _texts(packed: Array, fits: Array) -> pa.Array:
    """Ten bytes each as text; a multiple of three is encoded so that the texts do not run together."""
    count = len(packed)
    whole = np.zeros((count, 12), np.uint8)
    whole[:, :10] = packed
    letters = np.frombuffer(b64encode(whole.tobytes()), np.uint8).reshape(count, -1)[:, :POSITION_LENGTH]
    offsets = np.arange(0, POSITION_LENGTH * (count + 1), POSITION_LENGTH, dtype=np.int32)
    mask = None if fits.all() else pa.py_buffer(np.packbits(fits, bitorder="little").tobytes())
    return pa.StringArray.from_buffers(
        count, pa.py_buffer(offsets.tobytes()), pa.py_buffer(letters.tobytes()), mask
    )


# So many rows are kept as Python values before they are packed.
MOST_LOOSE = 50_000
COMPRESSION = "zstd"
Parquet = Mapping[str, bytes]


class TableRows:
    """The rows of some tables; those that an archive is built without are dropped as they come."""

    def __init__(self, tables: Sequence[str]) -> None:
        self._loose: dict[str, list[tuple[Any, ...]]] = {name: [] for name in tables}
        self._packed: dict[str, list[pa.RecordBatch]] = {name: [] for name in tables}

    def __contains__(self, table: str) -> bool:
        return table in self._loose

    def add(self, table: str, *values: object) -> None:
        """One row, a value for each column."""
        rows = self._loose[table]
        rows.append(values)
        if len(rows) >= MOST_LOOSE:
            self._pack(table)

    def add_batch(self, table: str, columns: Mapping[str, Any]) -> None:
        """Many rows at once, a sequence or array for each column."""
        schema = arrow_schema(table)
        arrays = [_array(columns[field.name], field.type) for field in schema]
        self._packed[table].append(pa.RecordBatch.from_arrays(arrays, schema=schema))

    def take(self, other: TableRows) -> None:
        """Put the rows of another behind these."""
        for name in self._loose:
            other._pack(name)
            self._packed[name] += other._packed[name]

    def tables(self) -> dict[str, pa.Table]:
        """Every table."""
        for name in self._loose:
            self._pack(name)
        return {
            name: pa.Table.from_batches(batches, arrow_schema(name)) for name, batches in self._packed.items()
        }

    def _pack(self, table: str) -> None:
        rows = self._loose[table]
        if rows:
            self._loose[table] = []
            columns = zip(*rows, strict=True)
            self.add_batch(table, dict(zip(TABLES[table].names, columns, strict=True)))


def _array(values: Any, type: pa.DataType) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    if pa.types.is_dictionary(type):
        return pa.array(values, type.value_type).dictionary_encode()
    return pa.array(values, type)


def parquet(name: str, table: pa.Table) -> bytes:
    """A table as the bytes of a Parquet file; the index sorted, in small pieces."""
    if name == "positions":
        table = table.sort_by("key")
    sink = pa.BufferOutputStream()
    size = GROUP if name == "positions" else None
    words = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    pq.write_table(
        table.unify_dictionaries(), sink, compression=COMPRESSION, use_dictionary=words, row_group_size=size
    )
    return bytes(sink.getvalue())


KEYS = "positions.keys"
# Rows of the table that are read together: few, since of each part one piece is wanted.
GROUP = 4_096
_HALF = np.uint64(32)
_STORED = np.dtype("<u4")


def index_of(positions: bytes) -> bytes:
    """The index of a table of positions, which lies in the order of its keys."""
    table = pq.read_table(pa.BufferReader(positions), columns=["key"])
    return bytes(_halves(table["key"].to_numpy()).tobytes())


def look_up(positions: Path, keys: Array) -> pa.Table | None:
    """The rows of a part's table of positions with one of these keys, which are in order; None for none."""
    groups = _groups(positions.with_name(KEYS), _halves(keys))
    if not len(groups):
        return None
    with pq.ParquetFile(positions) as file:
        table = file.read_row_groups(groups)
    found = table.filter(pa.array(np.isin(table["key"].to_numpy(), keys)))
    return found if found.num_rows else None


def _groups(path: Path, halves: Array) -> list[int]:
    """The groups of rows in which one of these halves of keys lies."""
    if not path.stat().st_size:
        return []
    index: Array = np.memmap(path, _STORED, "r")
    first, last = index.searchsorted(halves, "left"), index.searchsorted(halves, "right")
    there = first < last
    return sorted({*(first[there] // GROUP).tolist(), *((last[there] - 1) // GROUP).tolist()})


def _halves(keys: Array) -> Array:
    return (keys >> _HALF).astype(_STORED)


class SketchRow(NamedTuple):
    """The columns of a sketch beside its match."""

    throws: bytes
    seats: bytes
    plays: bytes
    rest: str


def row_of(sketch: Sketch) -> SketchRow:
    """A sketch as a row; its names stand in the table of matches."""
    rest = {
        "games": sketch.games,
        "won": sketch.won,
        "cube": sketch.cube,
        "values": sketch.values,
        "notes": sketch.notes,
    }
    return SketchRow(sketch.throws, sketch.seats, array("I", sketch.plays).tobytes(), json.dumps(rest))


def sketch_of(row: SketchRow, player0: str | None, player1: str | None) -> Sketch:
    """The sketch of a row and of the names of its match."""
    rest = json.loads(row.rest)
    return Sketch(
        names=(words(player0 or ""), words(player1 or "")),
        throws=row.throws,
        seats=row.seats,
        plays=tuple(memoryview(row.plays).cast("I")),
        games=tuple(rest["games"]),
        won=tuple([(int(won[0]), won[1]) if won else None for won in rest["won"]]),
        cube=rest["cube"],
        values=tuple(rest["values"]),
        notes=rest["notes"],
    )
