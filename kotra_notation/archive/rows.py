"""Rows as they come in, column by column, and as Parquet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq

from kotra_notation.archive.position_index import GROUP
from kotra_notation.archive.schema import TABLES, arrow_schema

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
