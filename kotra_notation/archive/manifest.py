"""The list of what counts in an archive, as it stands in `archive.json`: its parts, each with its tables.

Of each table its size, rows and SHA-256 are kept, so that one which is gone or was changed is found out; the
list has a SHA-256 of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kotra_notation.archive.schema import TABLES, VERSION

SUFFIX = ".parquet"
SEAL = "sha256"


class ArchiveError(Exception):
    """A folder that cannot be used as an archive; the sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A file of a part as it was written."""

    size: int
    rows: int
    sha256: str

    @staticmethod
    def of(data: bytes, rows: int) -> WrittenTable:
        """Return what is kept of these bytes."""
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
    """What counts in an archive.

    `retired` parts counted before; who reads them still may, until the next build takes them away.
    """

    version: int = VERSION
    tables: tuple[str, ...] = tuple(TABLES)
    parts: Mapping[str, Part] = field(default_factory=dict)
    retired: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def text(self) -> str:
        """As it is written: a line for each table, and its seal at the end."""
        parts = {
            id: {name: {"bytes": kept.size, "rows": kept.rows, "sha256": kept.sha256} for name, kept in
                 part.tables.items()}
            for id, part in self.parts.items()
        }  # fmt: skip
        data: dict[str, Any] = {
            "version": self.version,
            "tables": self.tables,
            "retired": self.retired,
            "sources": self.sources,
            "parts": parts,
        }
        return json.dumps({**data, SEAL: _seal(data)}, ensure_ascii=False).replace('}, "', '},\n"') + "\n"


def version_of(said: Mapping[str, Any]) -> int:
    """The version that a list says it is of."""
    return int(said["version"])


def manifest(said: dict[str, Any]) -> Manifest:
    """What a list says; ValueError, KeyError, TypeError or AttributeError where it was not written so."""
    seal = said.pop(SEAL)
    if seal != _seal(said):
        raise ValueError(seal)
    parts = {
        id: Part(
            id,
            {
                name: WrittenTable(kept["bytes"], kept["rows"], kept["sha256"])
                for name, kept in tables.items()
            },
        )
        for id, tables in said["parts"].items()
    }
    lists = {name: tuple(map(str, said[name])) for name in ("tables", "retired", "sources")}
    return Manifest(version=version_of(said), parts=parts, **lists)


def _seal(data: Mapping[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
