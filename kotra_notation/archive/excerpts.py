"""The tables of an archive piece by piece, as far as they are about chosen matches, in their own order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation.archive.choosing import Chosen
from kotra_notation.archive.schema import arrow_schema
from kotra_notation.archive.store import Store

ROWS = 65_536

# What changes a piece of a table, given the name of that.
Change = Callable[[str, pa.RecordBatch], pa.RecordBatch]


def tables(store: Store, without: tuple[str, ...] = ()) -> list[str]:
    """The tables that an archive holds, those left out that are not wanted."""
    return [name for name in store.manifest.tables if name not in without]


def pieces(
    store: Store, table: str, chosen: Chosen, change: Change | None = None
) -> Iterator[pa.RecordBatch]:
    """A table, some rows at a time; no more of it is in memory."""
    for id in store.manifest.parts:
        path = store.part(id, table)
        if not path.is_file():
            continue
        mine = _of_part(store, id, chosen)
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS):
                kept = batch if chosen.everything else batch.filter(_mask(table, batch, mine))
                if kept.num_rows:
                    plain = kept.cast(arrow_schema(table))
                    yield change(table, plain) if change else plain


def _of_part(store: Store, id: str, chosen: Chosen) -> Chosen:
    """Of the chosen matches those in a part, so that not all are looked through for every piece of it."""
    if chosen.everything:
        return chosen
    matches = store.table(id, "matches", ("match",))
    files = store.table(id, "files", ("file",))
    return Chosen(_common(matches, "match", chosen.matches), _common(files, "file", chosen.files))


def _common(table: pa.Table | None, column: str, values: pa.Array | None) -> pa.Array:
    if table is None:
        return values
    there = table[column].unique()
    return there.filter(pc.is_in(there, values))


def _mask(table: str, batch: pa.RecordBatch, mine: Chosen) -> pa.Array:
    if table == "files":
        return pc.is_in(batch["file"], mine.files)
    of_match = pc.is_in(batch["match"], mine.matches)
    if table != "findings":
        return of_match
    of_file = pc.and_(pc.is_null(batch["match"]), pc.is_in(batch["file"], mine.files))
    return pc.or_(of_match, of_file)
