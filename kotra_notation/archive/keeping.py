"""What an archive knows of files, and what of its parts has to be written anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq

from kotra_notation.archive.items import READ
from kotra_notation.archive.judging import Judged
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.schema import TABLES
from kotra_notation.archive.sifting import content, joined, sifted
from kotra_notation.archive.store import Store

# Parts with fewer files are put together when there are more than so many of them.
SMALL, MOST_SMALL = 100, 24


@dataclass(frozen=True, slots=True)
class Known:
    """A file as it was read: `counts` tells whether that build was finished."""

    stamp: str
    file: str | None
    status: str
    part: int
    counts: bool


class Keeper:
    """The parts of an archive during a build, and where everything is in them."""

    def __init__(self, store: Store, tables: Sequence[str]) -> None:
        self._store = store
        self._tables = tables
        self._parts: list[str] = []
        self._known: dict[str, tuple[str, str | None, str, int]] = {}
        self._stale: dict[int, set[str]] = {}
        self._stamps: dict[int, dict[str, str]] = {}
        self._owned: set[str] = set()
        self._counting = len(store.manifest.parts)
        for id in store.manifest.parts:
            self._learn(id)
        for id in store.unfinished():
            if self._fits(id):
                self._learn(id)
            else:
                store.drop([id])

    @property
    def paths(self) -> list[str]:
        """Every path that is known."""
        return list(self._known)

    def known(self, path: str) -> Known | None:
        """What is known of a path."""
        known = self._known.get(path)
        return Known(*known, counts=known[3] < self._counting) if known else None

    def keep(self, judged: Judged) -> None:
        """Take in what was judged: what is known already is not kept twice."""
        for path, stamp in judged.unchanged.items():
            known = self._known[path]
            if known[0] != stamp:
                self._stamps.setdefault(known[3], {})[path] = stamp
        tables = dict(judged.tables)
        twice = self._owned.intersection(judged.files)
        if twice:
            read = {name: pq.read_table(BytesIO(data)) for name, data in tables.items()}
            tables = {name: parquet(name, table) for name, table in sifted(read, files=twice).items()}
        if judged.counts.get("files"):
            self._learn(self._store.write_part(tables))

    def settle(self, gone: Iterable[str], sources: Sequence[str]) -> None:
        """Write anew the parts that something is gone from, put small ones together, and let all count."""
        for path in gone:
            self._stale.setdefault(self._known.pop(path)[3], set()).add(path)
        self._rewrite()
        parts = {id: self._files(id) for id in self._parts if id}
        small = [id for id, files in parts.items() if files < SMALL]
        if len(small) > MOST_SMALL:
            whole = self._store.write_part(self._packed(joined([self._read(id) for id in small])))
            parts = {id: files for id, files in parts.items() if id not in small}
            parts[whole] = self._files(whole)
        manifest = self._store.manifest
        roots = tuple(dict.fromkeys([*manifest.sources, *sources]))
        if not self._store.exists or parts != manifest.parts or roots != manifest.sources:
            self._store.commit(parts, roots, self._tables)
        self._store.drop(self._store.unfinished())

    def _fits(self, id: str) -> bool:
        """Whether a part that was left has the tables that are asked for, with their columns."""
        paths = {name: self._store.part(id, name) for name in self._tables}
        return all(
            path.is_file() and pq.read_schema(path).names == list(TABLES[name].names)
            for name, path in paths.items()
        )

    def _learn(self, id: str) -> None:
        """Take note of a part; what it says of a path is newer than what was known."""
        if id in self._parts:
            return
        number = len(self._parts)
        self._parts.append(id)
        columns = self._table(id, "files", ("path", "stamp", "file", "status"))
        values = (columns[name].to_pylist() for name in columns.column_names)
        for path, stamp, file, status in zip(*values, strict=True):
            if path in self._known:
                self._stale.setdefault(self._known[path][3], set()).add(path)
            self._known[path] = (stamp, file, status, number)
            if file and status in READ:
                self._owned.add(file)

    def _rewrite(self) -> None:
        """Write anew what is stale, and take out content that no file has any more."""
        if not (self._stale or self._stamps):
            return
        orphans = self._orphans() if self._stale else {}
        for number in sorted({*self._stale, *self._stamps, *orphans}):
            tables = sifted(
                self._read(self._parts[number]),
                self._stale.get(number, set()),
                orphans.get(number, set()),
                self._stamps.get(number),
            )
            empty = not any(table.num_rows for table in tables.values())
            self._parts[number] = "" if empty else self._store.write_part(self._packed(tables))

    def _orphans(self) -> dict[int, set[str]]:
        """By part the content that no file has any more, or that lies in a later part too."""
        alive = {known[1] for known in self._known.values() if known[1]}
        orphans: dict[int, set[str]] = {}
        owners: dict[str, int] = {}
        for number, id in enumerate(self._parts):
            for file in content({name: self._table(id, name, ("file",)) for name in ("matches", "findings")}):
                if file not in alive:
                    orphans.setdefault(number, set()).add(file)
                elif file in owners:
                    orphans.setdefault(owners[file], set()).add(file)
                owners[file] = number
        return orphans

    def _files(self, id: str) -> int:
        return int(pq.read_metadata(self._store.part(id, "files")).num_rows)

    def _read(self, id: str) -> dict[str, pa.Table]:
        return {name: self._table(id, name) for name in self._tables}

    def _table(self, id: str, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        return pq.read_table(self._store.part(id, name), columns=list(columns) if columns else None)

    def _packed(self, tables: dict[str, pa.Table]) -> dict[str, bytes]:
        return {name: parquet(name, table) for name, table in tables.items()}
