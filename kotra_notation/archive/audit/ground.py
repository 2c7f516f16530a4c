"""The tables that an audit stands on: the files that are looked at, and what was found in each of them."""

from __future__ import annotations

import os
from itertools import takewhile
from typing import Any

import duckdb

from kotra_notation.archive.audit.figures import AuditWishes
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connected
from kotra_notation.words import phrase

_SOURCES = "SELECT min(source), max(source) FROM files"
_HAS_PATH = "SELECT count(*) FROM files WHERE path = $path"
_BELOW = "SELECT count(*) FROM files WHERE path = $path OR starts_with(path, $path || '/')"
_CODES = "SELECT DISTINCT code FROM findings"
_PICKED = """
CREATE TEMP VIEW picked AS SELECT * FROM findings WHERE code IN (SELECT code FROM codes)
"""
_LISTED = """
CREATE TEMP TABLE listed AS
WITH found AS (
    SELECT file,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'note') AS notes
    FROM picked GROUP BY file
)
SELECT f.path, f.path[$skip + 1:] AS short,
    CASE WHEN starts_with(f.path, f.source || '/') THEN f.source END AS source,
    f.status, f.trouble, f.file, f.bytes, f.format, f.dialect,
    f.matches, f.positions, f.games, f.turns, f.lost,
    coalesce(found.errors, 0) AS errors,
    coalesce(found.warnings, 0) AS warnings,
    coalesce(found.notes, 0) AS notes
FROM files f LEFT JOIN found ON f.file = found.file AND f.status = 'read'
WHERE $folder IS NULL OR f.path = $folder OR starts_with(f.path, $folder || '/')
"""
# Each match as often as there are files with it.
_MATCHED = """
CREATE TEMP VIEW matched AS
SELECT f.short, m.* FROM matches m JOIN listed f ON f.file = m.file AND f.status = 'read'
"""


class AuditTables:
    """A database with `listed` files, `picked` findings and `matched` matches; paths are seen from `base`."""

    def __init__(self, store: Store, wishes: AuditWishes) -> None:
        self.connection: duckdb.DuckDBPyConnection = connected(store)
        self.base = self._base()
        self.folder = self._folder(wishes.folder)
        self.skip = len(self.base) + 1 if self.base else 0
        self._pick(wishes)
        self.connection.execute(_PICKED)
        self.connection.execute(_LISTED, {"skip": self.skip, "folder": self.folder})
        self.connection.execute(_MATCHED)

    def rows(self, query: str, **facts: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self.connection.execute(query, facts or None).fetchall()

    def row(self, query: str, **facts: object) -> tuple[Any, ...]:
        """The one row of a query."""
        return self.rows(query, **facts)[0]

    def _base(self) -> str:
        """The folder that all sources lie in, or are."""
        least, most = self.row(_SOURCES)
        if least is None:
            return ""
        pairs = zip(least.split("/"), most.split("/"), strict=False)
        base = "/".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return base.rpartition("/")[0] if base and self.row(_HAS_PATH, path=base)[0] else base

    def _folder(self, named: str | None) -> str | None:
        """The path of a folder that is named as it is seen from here, from the base, or as it stands."""
        if named is None:
            return None
        plain = named.rstrip("/") or "/"
        for path in (os.path.abspath(plain), f"{self.base}/{plain}", plain):
            if self.row(_BELOW, path=path)[0]:
                return path
        raise ArchiveError(
            phrase("{folder}: nothing in the archive lies there; see how the name is spelled.", folder=named)
        )

    def _pick(self, wishes: AuditWishes) -> None:
        codes = sorted(code for (code,) in self.rows(_CODES))
        chosen = [
            [code]
            for code in codes
            if (not wishes.select or code.startswith(wishes.select))
            and not (wishes.ignore and code.startswith(wishes.ignore))
        ]
        self.connection.execute("CREATE TEMP TABLE codes (code VARCHAR)")
        if chosen:
            self.connection.executemany("INSERT INTO codes VALUES (?)", chosen)
