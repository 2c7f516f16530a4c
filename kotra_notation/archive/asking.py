"""The tables of an archive as views of a database that may read them and nothing else."""

from __future__ import annotations

import os
import tempfile
from uuid import uuid4

import duckdb

from kotra_notation.archive.schema import TABLES, arrow_schema
from kotra_notation.archive.store import Store


def connected(store: Store) -> duckdb.DuckDBPyConnection:
    """A database with a view for every table of an archive; a table that it does without is empty.

    No other file can be read, nothing can be written, and none of this can be changed back.
    """
    base = duckdb.connect(":memory:")
    paths: list[str] = []
    for name in TABLES:
        its = store.paths(name)
        paths += its
        if its:
            listed = ", ".join(_quoted(path) for path in its)
            base.execute(f'CREATE VIEW "{name}" AS SELECT * FROM read_parquet([{listed}])')
        else:
            empty = arrow_schema(name).empty_table()
            base.register("empty", empty)
            base.execute(f'CREATE TABLE "{name}" AS SELECT * FROM empty')
            base.unregister("empty")
    base.execute(f"SET allowed_paths = [{', '.join(_quoted(path) for path in paths)}]")
    base.execute(f"SET temp_directory = {_quoted(_spill())}")
    base.execute("SET enable_external_access = false")
    base.execute("SET lock_configuration = true")
    return base


def _spill() -> str:
    """Where DuckDB puts what has no room in memory, and takes it away again: not in the folder we are in."""
    return os.path.join(tempfile.gettempdir(), f"kotra-{uuid4().hex}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
