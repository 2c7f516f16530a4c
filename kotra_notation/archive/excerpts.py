"""The tables of an archive piece by piece, as far as they are shown, the same each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb
import pyarrow as pa

from kotra_notation.archive.choosing import all_rows
from kotra_notation.archive.querying import batches
from kotra_notation.archive.schema import arrow_schema
from kotra_notation.archive.store import Store

# What changes a piece of a table, given the name of that.
Change = Callable[[str, pa.RecordBatch], pa.RecordBatch]


def tables(store: Store, without: tuple[str, ...] = ()) -> list[str]:
    """The tables that an archive holds, those left out that are not wanted."""
    return [name for name in store.manifest.tables if name not in without]


def pieces(
    base: duckdb.DuckDBPyConnection, table: str, change: Change | None = None
) -> Iterator[pa.RecordBatch]:
    """A table, some rows at a time; no more of it is in memory."""
    _, found = batches(base, all_rows(base, table))
    for batch in found:
        plain = batch.cast(arrow_schema(table))
        yield change(table, plain) if change else plain
