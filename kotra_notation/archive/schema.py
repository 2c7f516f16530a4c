"""The tables of an archive, from `tables.toml`: every column with its type and meaning.

A `file` is known by a digest of its bytes, a `match` by a number made of that and its place in the file.
Tables but `files` hold what is in a file once, however many copies of it lie about.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyarrow as pa

# Written into every archive; a table whose columns change, or what the list of parts says, makes it one more.
VERSION = 4

TYPES = {
    "text": pa.string(),
    "word": pa.dictionary(pa.int32(), pa.string()),
    "bytes": pa.binary(),
    "yes or no": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float64": pa.float64(),
}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column: its name, a word of `TYPES`, and what it says."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table. `deep` ones have a row for every turn, and an archive can be built without them."""

    name: str
    meaning: str
    columns: tuple[TableColumn, ...]
    deep: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple([column.name for column in self.columns])


_ROWS = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
TABLES = {
    name: TableSchema(
        name,
        row["meaning"],
        tuple([TableColumn(*column) for column in row["columns"]]),
        row.get("deep", False),
    )
    for name, row in _ROWS.items()
}


@cache
def arrow_schema(name: str) -> pa.Schema:
    """The columns of a table as Arrow has them."""
    return pa.schema([(column.name, TYPES[column.type]) for column in TABLES[name].columns])
