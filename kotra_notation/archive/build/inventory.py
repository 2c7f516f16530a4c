"""The inventory of an archive: what it knows of files, and what of its parts has to be written anew.

A part with a table that is damaged is left out, as if it had never been: its files are found new in their
sources. What copies of them elsewhere in the archive had there is judged again too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from sys import intern

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation.archive.build.items import READ
from kotra_notation.archive.build.tasks import Judged
from kotra_notation.archive.manifest import TABLES, Damage, DamagedError, Part
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.store import Store
from kotra_notation.values import dataclass

# Parts with fewer files are put together when there are more than so many of them.
SMALL, MOST_SMALL = 100, 24
Tables = Mapping[str, pa.Table]


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was read, with the hash of its stamp; `lacking`: not analysed as it is asked for."""

    stamp: int
    file: str | None
    status: str
    part: int
    counts: bool
    lacking: bool = False

    def is_as(self, stamp: str) -> bool:
        """Return whether a file with this stamp is as it was."""
        return stamp != "" and self.stamp == hash(stamp)


class Keeper:
    """The parts of an archive during a build, and where everything is in them.

    `seen` are the paths that are in the sources. `damaged` are tables that were found so, to `verify` all of
    them; `missing` are the paths that had their content there, and `unlisted` says that there are others
    whose names are not known any more. With an `analysis`, which tells by its rules how a match should have
    been analysed, what was not analysed so is judged again.
    """

    def __init__(
        self,
        store: Store,
        tables: Sequence[str],
        *,
        verify: bool = False,
        analysis: Callable[[str], str] | None = None,
    ) -> None:
        self._analysis = analysis
        self._lacking: set[str] = set()
        self._store = store
        self._tables = tables
        self._parts: list[Part | None] = []
        self._ids: set[str] = set()
        self._known: dict[str, tuple[int, str | None, str, int]] = {}
        self.seen: set[str] = set()
        self._stale: dict[int, set[str]] = {}
        self._stamps: dict[int, dict[str, str]] = {}
        self._owned: set[str] = set()
        self.damaged: list[Damage] = list(store.find_damage(deep=verify))
        self.missing: set[str] = set()
        self.unlisted = False
        self._learn_all({damage.part for damage in self.damaged})
        self._counting = 0 if self.damaged else len(self._parts)
        for id in store.unfinished_parts():
            part = store.unfinished_part(id)
            if part and self._fits(part):
                self._take(part, self._content(part))
            else:
                store.drop([id])
        if self.damaged:
            self._do_without()

    @property
    def paths(self) -> list[str]:
        """Every path that is known."""
        return list(self._known)

    def known_file(self, path: str) -> KnownFile | None:
        """Return what is known of a path."""
        known = self._known.get(path)
        if known is None:
            return None
        return KnownFile(*known, counts=known[3] < self._counting, lacking=known[1] in self._lacking)

    @property
    def lacking(self) -> bool:
        """Return whether anything that is known was not analysed as it is asked for."""
        return bool(self._lacking)

    def keep(self, judged: Judged) -> None:
        """Take in what was judged: what is known already is not kept twice."""
        for path, stamp in judged.unchanged.items():
            known = self._known[path]
            if known[0] != hash(stamp):
                self._stamps.setdefault(known[3], {})[path] = stamp
        if judged.counts.get("files"):
            self._take(judged.part or self._store.write_part(judged.tables), judged.files)

    def _take(self, part: Part, files: Iterable[str]) -> None:
        """Take in a part with the content of these files, without what lies in another part already."""
        twice = self._owned.intersection(files)
        if twice and part.id not in self._ids:
            whole, part = part, self._write(sift(self._read(part), files=twice))
            if part.id != whole.id:
                self._store.drop([whole.id])
        self._learn(part)

    def settle(self, gone: Iterable[str], sources: Sequence[str]) -> None:
        """Write anew the parts that something is gone from, put small ones together, and let all count."""
        for path in gone:
            self._stale.setdefault(self._known.pop(path)[3], set()).add(path)
        self._rewrite()
        parts = {part.id: part for part in self._parts if part}
        small = [part for part in parts.values() if part.files < SMALL]
        if len(small) > MOST_SMALL:
            whole = self._write(join_tables([self._read(part) for part in small]))
            for part in small:
                del parts[part.id]
            parts[whole.id] = whole
        manifest = self._store.manifest
        roots = tuple(dict.fromkeys([*manifest.sources, *sources]))
        if not self._store.exists or parts != manifest.parts or roots != manifest.sources:
            self._store.commit(parts.values(), roots, self._tables)
        self._store.drop(self._store.unfinished_parts())

    def _learn_all(self, bad: set[str]) -> None:
        for part in self._store.manifest.parts.values():
            try:
                if part.id not in bad:
                    self._learn(part)
                    continue
            except DamagedError as error:
                self.damaged.append(error.damage)
            self._miss(part)

    def _miss(self, part: Part) -> None:
        try:
            self.missing.update(self._store.table(part, "files", ("path",))["path"].to_pylist())
        except DamagedError:
            self.unlisted = True

    def _do_without(self) -> None:
        """Let what has its content in a damaged part, as a copy of what is there, be judged again."""
        self._owned = set()
        for part in filter(None, self._parts):
            self._owned |= self._content(part) - self._lacking
        counts = ("matches", "errors", "warnings", "notes")
        for part in filter(None, self._parts):
            for row in self._store.table(part, "files", ("path", *counts)).to_pylist():
                _, file, status, number = self._known[row["path"]]
                lacking = bool(file) and status in READ and file not in self._owned
                if lacking and any(row[name] for name in counts):
                    self._known[row["path"]] = (hash(""), None, status, number)
                    self.missing.add(row["path"])

    def _fits(self, part: Part) -> bool:
        """Return whether a part that was left has the tables that are asked for, with their columns."""
        return all(
            part.has(name)
            and pq.read_schema(self._store.part(part.id, name)).names == list(TABLES[name].names)
            for name in self._tables
        )

    def _learn(self, part: Part) -> None:
        """Take note of a part; what it says of a path is newer than what was known."""
        if part.id in self._ids:
            return
        columns = self._store.table(part, "files", ("path", "stamp", "file", "status"))
        self._ids.add(part.id)
        number = len(self._parts)
        self._parts.append(part)
        self._learn_analysis(part)
        values = (columns[name].to_pylist() for name in columns.column_names)
        for path, stamp, file, status in zip(*values, strict=True):
            if path in self._known:
                self._stale.setdefault(self._known[path][3], set()).add(path)
            self._known[path] = (hash(stamp), file, intern(status), number)
            if path in self.seen:
                # So the text of a path is in memory once.
                self.seen.remove(path)
                self.seen.add(path)
            if file and status in READ and file not in self._lacking:
                self._owned.add(file)

    def _learn_analysis(self, part: Part) -> None:
        """Take note of what in a part was not analysed as it is asked for; it is as good as not there."""
        if self._analysis is None:
            return
        names = ("file", "options", "analysis")
        columns = self._store.table(part, "matches", names)
        rows = zip(*(columns[name].to_pylist() for name in names), strict=True)
        for file, rules, analysis in rows:
            if analysis == self._analysis(rules):
                self._lacking.discard(file)
            else:
                self._lacking.add(file)
                self._owned.discard(file)

    def _rewrite(self) -> None:
        """Write anew what is stale, and take out content that no file has any more."""
        if not (self._stale or self._stamps):
            return
        orphans = self._orphans() if self._stale else {}
        for number in sorted({*self._stale, *self._stamps, *orphans}):
            part = self._parts[number]
            assert part is not None
            tables = sift(
                self._read(part),
                self._stale.get(number, set()),
                orphans.get(number, set()),
                self._stamps.get(number),
            )
            empty = not any(table.num_rows for table in tables.values())
            self._parts[number] = None if empty else self._write(tables)

    def _orphans(self) -> dict[int, set[str]]:
        """By part the content that no file has any more, or that lies in a later part too."""
        alive = {known[1] for known in self._known.values() if known[1]}
        orphans: dict[int, set[str]] = {}
        owners: dict[str, int] = {}
        for number, part in enumerate(self._parts):
            for file in self._content(part) if part else ():
                if file not in alive:
                    orphans.setdefault(number, set()).add(file)
                elif file in owners:
                    orphans.setdefault(owners[file], set()).add(file)
                owners[file] = number
        return orphans

    def _content(self, part: Part) -> set[str]:
        """Return the digests of the files of which a part has the content."""
        files = [self._store.table(part, name, ("file",))["file"] for name in ("matches", "findings")]
        return {digest for column in files for digest in pc.unique(column).to_pylist()}

    def _read(self, part: Part) -> dict[str, pa.Table]:
        return {name: self._store.table(part, name) for name in self._tables}

    def _write(self, tables: Tables) -> Part:
        return self._store.write_part({name: parquet(name, table) for name, table in tables.items()})


def sift(
    tables: Tables,
    paths: Collection[str] = (),
    files: Collection[str] = (),
    stamps: Mapping[str, str] | None = None,
) -> dict[str, pa.Table]:
    """Return the tables without these paths and what is in these files; `stamps` are new ones, by path."""
    texts = pa.array(sorted(files), pa.string())
    matches = tables["matches"]
    gone = matches.filter(pc.is_in(matches["file"], texts))["match"].combine_chunks()
    sifted: dict[str, pa.Table] = {}
    for name, table in tables.items():
        if name == "files":
            table = _without(table, "path", pa.array(sorted(paths), pa.string())) if paths else table
            table = _add_stamps(table, stamps) if stamps else table
        elif files:
            table = _without(table, "file", texts) if name == "findings" else _without(table, "match", gone)
        sifted[name] = table
    return sifted


def join_tables(parts: Collection[Tables]) -> dict[str, pa.Table]:
    """The tables of several parts as those of one."""
    names = dict.fromkeys(name for tables in parts for name in tables)
    return {name: pa.concat_tables([tables[name] for tables in parts if name in tables]) for name in names}


def _without(table: pa.Table, column: str, values: pa.Array) -> pa.Table:
    return table.filter(pc.invert(pc.is_in(table[column], values)))


def _add_stamps(table: pa.Table, stamps: Mapping[str, str]) -> pa.Table:
    paths, old = table["path"].to_pylist(), table["stamp"].to_pylist()
    new = [stamps.get(path, stamp) for path, stamp in zip(paths, old, strict=True)]
    return table.set_column(table.schema.get_field_index("stamp"), "stamp", pa.array(new, pa.string()))
