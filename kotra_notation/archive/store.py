"""The folder of an archive: parts that are written whole, and one list that says which of them count.

    archive.json                      the version, the tables, the parts
    parts/<id>/<table>.parquet        what some files hold; `files` says which
    parts/<id>/positions.keys         what positions are looked up by (`lookup`)
    people.toml                       decisions about names, made by people (`people`)
    lock                              held by the one build that is under way

A part appears under its name when all its tables are written, and counts when `archive.json` has been
replaced. A build that is stopped leaves parts that do not count yet; the next one goes on from them.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kotra_notation.archive.locking import held
from kotra_notation.archive.lookup import KEYS, index_of
from kotra_notation.archive.schema import TABLES, VERSION
from kotra_notation.words import phrase

MANIFEST = "archive.json"
PARTS = "parts"
LOCK = "lock"


class ArchiveError(Exception):
    """A folder that cannot be used as an archive; the sentence says why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What counts in an archive: its parts, each with the number of files in it.

    `retired` parts counted before; who reads them still may, until the next build takes them away.
    """

    version: int = VERSION
    tables: tuple[str, ...] = tuple(TABLES)
    parts: Mapping[str, int] = field(default_factory=dict)
    retired: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(slots=True)
class Store:
    """An archive's folder."""

    folder: Path
    manifest: Manifest = field(default_factory=Manifest)

    @staticmethod
    def opened(folder: str | Path) -> Store:
        """An archive that is there already; ArchiveError for anything else."""
        store = Store(Path(folder))
        if not store.exists:
            raise ArchiveError(
                phrase(
                    "{folder}: there is no archive here. Make one: kotra archive build SOURCE -o {folder}",
                    folder=folder,
                )
            )
        store.load()
        return store

    @property
    def exists(self) -> bool:
        """Whether there is an archive."""
        return (self.folder / MANIFEST).is_file()

    def load(self) -> None:
        """Read what counts; ArchiveError where that cannot be understood."""
        path = self.folder / MANIFEST
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
            version = int(said["version"])
            lists = {name: tuple(map(str, said[name])) for name in ("tables", "retired", "sources")}
            parts = {str(id): int(files) for id, files in said["parts"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            raise ArchiveError(
                phrase(
                    "{path}: it is damaged, or not of kotra. Build the archive anew in another folder.",
                    path=path,
                )
            ) from None
        if version > VERSION:
            raise ArchiveError(
                phrase(
                    "{path}: the archive is of version {version}, made by a newer kotra; this one knows"
                    " {known}. Install the newer one.",
                    path=path,
                    version=version,
                    known=VERSION,
                )
            )
        if version < VERSION:
            raise ArchiveError(
                phrase(
                    "{path}: the archive is of version {version}, made by an older kotra; this one makes"
                    " {known}. Build it anew in another folder.",
                    path=path,
                    version=version,
                    known=VERSION,
                )
            )
        self.manifest = Manifest(version=version, parts=parts, **lists)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Held for a build; ArchiveError where another build holds it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with held(self.folder / LOCK) as mine:
            if not mine:
                raise ArchiveError(
                    phrase(
                        "{folder}: another build is at work in this archive. Wait for it, or stop it.",
                        folder=self.folder,
                    )
                )
            yield

    def part(self, id: str, table: str) -> Path:
        """Where a table of a part lies."""
        return self.folder / PARTS / id / f"{table}.parquet"

    def paths(self, table: str) -> list[str]:
        """The files that a table consists of."""
        return [str(path) for id in self.manifest.parts if (path := self.part(id, table)).is_file()]

    def unfinished(self) -> list[str]:
        """Parts that an interrupted build has left, with the tables that are asked for."""
        folder = self.folder / PARTS
        there = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        known = {*self.manifest.parts, *self.manifest.retired}
        return [id for id in there if id not in known and not id.startswith(".")]

    def write_part(self, tables: Mapping[str, bytes]) -> str:
        """Write a part, whole or not at all; its name says what is in it."""
        name = blake2b(digest_size=12)
        for table in sorted(tables):
            name.update(tables[table])
        id = name.hexdigest()
        folder = self.folder / PARTS
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / id).is_dir():
            return id
        draft = Path(tempfile.mkdtemp(dir=folder, prefix="."))
        try:
            for table, data in tables.items():
                _write(draft / f"{table}.parquet", data)
            if "positions" in tables:
                _write(draft / KEYS, index_of(tables["positions"]))
            draft.chmod(0o755)
            draft.rename(folder / id)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        return id

    def commit(self, parts: Mapping[str, int], sources: Sequence[str], tables: Sequence[str]) -> None:
        """Let these parts count, and no others."""
        gone = tuple(id for id in self.manifest.parts if id not in parts)
        manifest = Manifest(
            tables=tuple(tables), parts=dict(sorted(parts.items())), retired=gone, sources=tuple(sources)
        )
        text = json.dumps(asdict(manifest), indent=1) + "\n"
        draft = self.folder / f".{MANIFEST}"
        _write(draft, text.encode())
        draft.replace(self.folder / MANIFEST)
        self.manifest = manifest

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

    def table(self, id: str, table: str, columns: Sequence[str] | None = None) -> pa.Table | None:
        """A table of a part, or None where the part has none."""
        path = self.part(id, table)
        return pq.read_table(path, columns=list(columns) if columns else None) if path.is_file() else None


def _write(path: Path, data: bytes) -> None:
    """Write a file, and see to it that it is on the disk."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
