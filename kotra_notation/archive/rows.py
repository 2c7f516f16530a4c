"""Rows as they come in, column by column, and as Parquet."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq

from kotra_notation.archive.boards import Array
from kotra_notation.archive.schema import TABLES, arrow_schema
from kotra_notation.compare.naming import words
from kotra_notation.compare.same.sketches import Sketch

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
