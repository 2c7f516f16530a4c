"""The folder of an archive: parts that are written whole, and one list that says which of them count.

    archive.json                      the version, the tables, the parts, and what each was written with
    parts/<id>/<table>.parquet        what some files hold; `files` says which
    parts/<id>/positions.keys         what positions are looked up by (`position_index`)
    people.toml                       decisions about names, made by people (`decisions`)
    copies.json                       which matches are there more than once (`copies`)
    lock                              held by the one build that is under way

A part appears under its name when all its tables are written, and counts when `archive.json` has been
replaced. A build that is stopped leaves parts that do not count yet; the next one goes on from them. The name
of a part is a digest of its tables, so what was left can be told from what was lost half way to the disk.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation.archive.manifest import (
    SUFFIX,
    VERSION,
    Damage,
    DamagedError,
    Manifest,
    Part,
    find_damage,
    manifest,
    read_checked,
    written_table,
)
from kotra_notation.archive.manifest import ArchiveError as ArchiveError
from kotra_notation.archive.rows import KEYS, index_of
from kotra_notation.jobs.sources import ARCHIVE_LIST, ARCHIVE_PARTS
from kotra_notation.values import dataclass

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt


MANIFEST, PARTS = ARCHIVE_LIST, ARCHIVE_PARTS
LOCK = "lock"


@contextmanager
def locked_file(path: Path) -> Iterator[bool]:
    """Yield whether the lock could be had; it is let go at the end."""
    with open(path, "a+b") as file:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            yield False
            return
        yield True


@dataclass(slots=True)
class Store:
    """An archive's folder."""

    folder: Path
    manifest: Manifest = field(default_factory=Manifest)

    @staticmethod
    def open(folder: str | Path, *, sound: bool = True) -> Store:
        """Open an archive; ArchiveError if there is none, DamagedError if it is to be `sound` and is not."""
        store = Store(Path(folder))
        if not store.exists:
            raise ArchiveError(
                "{folder}: there is no archive here. Build one: kotra archive build SOURCE -o {folder}",
                folder=folder,
            )
        store.load()
        if sound and any(store.find_damage()):
            # A build may have put other parts in the place of these meanwhile.
            store.load()
            if damage := next(store.find_damage(), None):
                raise DamagedError(damage)
        return store

    @property
    def exists(self) -> bool:
        """Return whether there is an archive."""
        return (self.folder / MANIFEST).is_file()

    def load(self) -> None:
        """Read what counts; ArchiveError where that cannot be understood."""
        path = self.folder / MANIFEST
        try:
            listed = json.loads(path.read_text(encoding="utf-8"))
            version = int(listed["version"])
            read = manifest(listed) if version == VERSION else Manifest(version=version)
        except OSError as error:
            raise ArchiveError(
                "{path}: it cannot be read: {why}.", path=path, why=(error.strerror or "").lower()
            ) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ArchiveError(
                "{path}: it is damaged, or not made by kotra. Build the archive in another folder.", path=path
            ) from None
        facts = {"path": path, "version": version, "known": VERSION}
        if version > VERSION:
            raise ArchiveError(
                "{path}: the archive has version {version}, made by a newer kotra; this kotra reads "
                "{known}. Install the newer one.",
                **facts,
            )
        if version < VERSION:
            raise ArchiveError(
                "{path}: the archive has version {version}, made by an older kotra; this kotra makes "
                "{known}. Build it again in another folder.",
                **facts,
            )
        self.manifest = read

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Held for a build; ArchiveError where another build holds it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked_file(self.folder / LOCK) as mine:
            if not mine:
                raise ArchiveError(
                    "{folder}: another build is running in this archive. Wait for it, or stop it.",
                    folder=self.folder,
                )
            yield

    def within(self, id: str, name: str = "") -> Path:
        """Return where a part lies, or a file of it."""
        return self.folder / PARTS / id / name

    def part(self, id: str, table: str) -> Path:
        """Return where a table of a part lies."""
        return self.within(id, f"{table}{SUFFIX}")

    def paths(self, table: str) -> list[str]:
        """The files that a table consists of."""
        folder = self.folder / PARTS
        parts = self.manifest.parts.values()
        return [f"{folder}/{part.id}/{table}{SUFFIX}" for part in parts if part.has(table)]

    def find_damage(self, *, deep: bool = False) -> Iterator[Damage]:
        """The tables that are gone or of another size; `deep` reads them all, and finds others too."""
        for part in self.manifest.parts.values():
            yield from find_damage(part, self.within(part.id), deep=deep)

    def unfinished_parts(self) -> list[str]:
        """Parts that an interrupted build has left, with the tables that are asked for."""
        folder = self.folder / PARTS
        there = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        known = {*self.manifest.parts, *self.manifest.retired}
        return [id for id in there if id not in known and not id.startswith(".")]

    def unfinished_part(self, id: str) -> Part | None:
        """A part that an interrupted build has left, if it is whole: as its name says."""
        try:
            tables = {path.stem: path.read_bytes() for path in self.within(id).glob(f"*{SUFFIX}")}
            part = _part(_files(tables))
            whole = part.id == id and set(part.tables) == {path.name for path in self.within(id).iterdir()}
            return part if whole and self._holds(part) else None
        except (OSError, pa.ArrowException):
            return None

    def write_part(self, tables: Mapping[str, bytes]) -> Part:
        """Write a part, whole or not at all; its name says what is in it."""
        files = _files(tables)
        part = _part(files)
        folder = self.folder / PARTS
        folder.mkdir(parents=True, exist_ok=True)
        if self._holds(part):
            return part
        draft = Path(tempfile.mkdtemp(dir=folder, prefix="."))
        try:
            for name, (data, _) in files.items():
                _write(draft / name, data)
            _settle(draft)
            draft.chmod(0o755)
            self._put(draft, part.id)
            _settle(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        return part

    def commit(self, parts: Iterable[Part], sources: Sequence[str], tables: Sequence[str]) -> None:
        """Let these parts count, and no others."""
        counting = {part.id: part for part in sorted(parts, key=lambda part: part.id)}
        gone = tuple(id for id in self.manifest.parts if id not in counting)
        new = Manifest(tables=tuple(tables), parts=counting, retired=gone, sources=tuple(sources))
        draft = self.folder / f".{MANIFEST}"
        _write(draft, new.text().encode())
        draft.replace(self.folder / MANIFEST)
        _settle(self.folder)
        self.manifest = new

    def sweep(self) -> None:
        """Take away what an earlier build has left and nobody needs: drafts, and parts that counted once."""
        folder = self.folder / PARTS
        for path in folder.iterdir() if folder.is_dir() else ():
            if path.name.startswith(".") or path.name in self.manifest.retired:
                shutil.rmtree(path, ignore_errors=True)

    def drop(self, ids: Sequence[str]) -> None:
        """Take away parts that have never counted."""
        for id in ids:
            if id not in self.manifest.parts:
                shutil.rmtree(self.folder / PARTS / id, ignore_errors=True)

    def table(self, part: Part, table: str, columns: Sequence[str] | None = None) -> pa.Table:
        """A table of a part; DamagedError where it is not as it was written."""
        data = read_checked(self.part(part.id, table), part)
        return pq.read_table(pa.BufferReader(data), columns=list(columns) if columns else None)

    def faulty(self) -> int:
        """Return how many of the files that count have errors."""
        tables = (self.table(part, "files", ("errors",)) for part in self.manifest.parts.values())
        return sum(pc.sum(pc.greater(table["errors"], 0)).as_py() or 0 for table in tables)

    def unread(self) -> list[tuple[str, str]]:
        """Return the paths of files that could not be read, with the reasons, which may be empty."""
        columns = ("path", "status", "trouble")
        tables = [self.table(part, "files", columns) for part in self.manifest.parts.values()]
        rows = [row for table in tables for row in table.to_pylist() if row["status"] != "read"]
        return sorted((row["path"], row["trouble"] or "") for row in rows)

    def _holds(self, part: Part) -> bool:
        """Return whether a part lies there already, as it would be written."""
        try:
            return all(
                written_table(self.within(part.id, name).read_bytes(), kept.rows) == kept
                for name, kept in part.tables.items()
            )
        except OSError:
            return False

    def _put(self, draft: Path, id: str) -> None:
        """Give a part its name; one of that name that is damaged goes, or what a killed build still wrote."""
        place = self.folder / PARTS / id
        try:
            draft.rename(place)
        except OSError:
            if not place.is_dir():
                raise
        else:
            return
        aside = Path(tempfile.mkdtemp(dir=self.folder / PARTS, prefix="."))
        place.rename(aside / id)
        try:
            draft.rename(place)
        except BaseException:
            with suppress(OSError):
                (aside / id).rename(place)
            raise
        shutil.rmtree(aside, ignore_errors=True)


def _files(tables: Mapping[str, bytes]) -> dict[str, tuple[bytes, int]]:
    files = {
        f"{table}{SUFFIX}": (data, int(pq.read_metadata(pa.BufferReader(data)).num_rows))
        for table, data in sorted(tables.items())
    }
    if positions := files.get(f"positions{SUFFIX}"):
        files[KEYS] = (index_of(positions[0]), positions[1])
    return files


def _part(files: Mapping[str, tuple[bytes, int]]) -> Part:
    """Return what is kept of the files of a part; its name is a digest of its tables."""
    name = blake2b(digest_size=12)
    for file, (data, _) in files.items():
        if file != KEYS:
            name.update(data)
    return Part(name.hexdigest(), {file: written_table(data, rows) for file, (data, rows) in files.items()})


def _write(path: Path, data: bytes) -> None:
    """Write a file, and see to it that it is on the disk."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """See to it that the names in a folder are on the disk, on systems that can be told to."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
