"""The list of what counts in an archive, as it stands in `archive.json`: its parts, each with its tables.

Of each table its size, rows and SHA-256 are kept, so that one which is gone or was changed is found out; the
list has a SHA-256 of its own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, field
from enum import StrEnum
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from kotra_notation.errors import DamagedArchive
from kotra_notation.installation import read_table
from kotra_notation.values import dataclass
from kotra_notation.words import phrase, reason
from kotra_notation.words.phrases import Phrase

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


_ROWS = read_table(__file__, "tables.toml")
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


SUFFIX = ".parquet"
SEAL = "sha256"


class ArchiveError(Exception):
    """A folder that cannot be used as an archive; the sentence says why, and what to do."""

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text if isinstance(text, Phrase) else phrase(text, **facts))


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A file of a part as it was written."""

    bytes: int
    rows: int
    sha256: str


def written_table(data: bytes, rows: int) -> WrittenTable:
    """Return the size, rows and digest of these bytes."""
    return WrittenTable(len(data), rows, sha256(data).hexdigest())


@dataclass(frozen=True, slots=True)
class Part:
    """A part with its tables, by the names of their files."""

    id: str
    tables: Mapping[str, WrittenTable]

    @property
    def files(self) -> int:
        """Return how many files it has rows of."""
        return self.tables[f"files{SUFFIX}"].rows

    def has(self, table: str) -> bool:
        """Return whether a table was written into it."""
        return f"{table}{SUFFIX}" in self.tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The parts and tables that count in an archive; `retired` parts may be read until the next build."""

    version: int = VERSION
    tables: tuple[str, ...] = tuple(TABLES)
    parts: Mapping[str, Part] = field(default_factory=dict)
    retired: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def text(self) -> str:
        """As it is written: a line for each table, and its seal at the end."""
        parts = {
            id: {name: asdict(kept) for name, kept in part.tables.items()} for id, part in self.parts.items()
        }
        data: dict[str, Any] = {
            "version": self.version,
            "tables": self.tables,
            "retired": self.retired,
            "sources": self.sources,
            "parts": parts,
        }
        return json.dumps({**data, SEAL: _seal(data)}, ensure_ascii=False).replace('}, "', '},\n"') + "\n"


def manifest(said: dict[str, Any]) -> Manifest:
    """Return the manifest of a list; ValueError, KeyError, TypeError or AttributeError for what is none."""
    seal = said.pop(SEAL)
    if seal != _seal(said):
        raise ValueError(seal)
    parts = {
        id: Part(id, {name: WrittenTable(**kept) for name, kept in tables.items()})
        for id, tables in said["parts"].items()
    }
    lists = {name: tuple(map(str, said[name])) for name in ("tables", "retired", "sources")}
    return Manifest(version=int(said["version"]), parts=parts, **lists)


def _seal(data: Mapping[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


class How(StrEnum):
    """In which way a table is damaged."""

    GONE = "gone"
    SIZE = "size"
    BYTES = "bytes"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged file of an archive."""

    path: Path
    part: str
    how: How
    why: str

    @property
    def sentence(self) -> str:
        """Return the table and what is wrong with it."""
        return phrase("{path}: the table {why}.", path=self.path, why=self.why)


class DamagedError(ArchiveError):
    """An archive with a table that is damaged; the sentence names it, and what to do."""

    def __init__(self, damage: Damage) -> None:
        refused = DamagedArchive(
            "{path}: the table {why}. Rebuild the archive.",
            path=damage.path,
            why=damage.why,
            folder=damage.path.parents[2],
        )
        super().__init__(reason(refused))
        self.damage = damage


def find_damage(part: Part, folder: Path, *, deep: bool = False) -> Iterator[Damage]:
    """Yield what is damaged of a part in its folder; `deep` reads all there is."""
    for name, kept in part.tables.items():
        # A string is looked up faster than a path, and there are very many.
        if damage := _damage(f"{folder}/{name}", part.id, kept, deep=deep):
            yield damage


def read_checked(path: Path, part: Part) -> bytes:
    """Return what is in a table; DamagedError where that is not what was written."""
    kept = part.tables[path.name]
    if damage := _damage(str(path), part.id, kept, deep=False):
        raise DamagedError(damage)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DamagedError(_unreadable(str(path), part.id, error)) from None
    if sha256(data).hexdigest() != kept.sha256:
        raise DamagedError(_other(str(path), part.id))
    return data


def _damage(path: str, part: str, kept: WrittenTable, *, deep: bool) -> Damage | None:
    try:
        size = os.stat(path).st_size
        if size != kept.bytes:
            why = phrase("has {bytes} bytes, but {written} were written", bytes=size, written=kept.bytes)
            return Damage(Path(path), part, How.SIZE, why)
        if not deep:
            return None
        with open(path, "rb", buffering=0) as file:
            return None if file_digest(file, "sha256").hexdigest() == kept.sha256 else _other(path, part)
    except FileNotFoundError:
        return Damage(Path(path), part, How.GONE, phrase("is gone"))
    except OSError as error:
        return _unreadable(path, part, error)


def _other(path: str, part: str) -> Damage:
    return Damage(Path(path), part, How.BYTES, phrase("has changed since it was written"))


def _unreadable(path: str, part: str, error: OSError) -> Damage:
    why = (error.strerror or str(error)).lower()
    return Damage(Path(path), part, How.UNREADABLE, phrase("cannot be read: {why}", why=why))
