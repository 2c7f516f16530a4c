"""Soundness: whether tables are as they were written, by a look, or read and held to their digests.

That each is there and of its size is looked at whenever an archive is opened; a digest costs reading it all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from kotra_notation.archive.manifest import ArchiveError, Part, WrittenTable
from kotra_notation.errors import DamagedArchive
from kotra_notation.words import phrase, reason

# So much of a table is in memory at a time.
PIECE = 1 << 20


class How(StrEnum):
    """In which way a table is damaged."""

    GONE = "gone"
    SIZE = "size"
    BYTES = "bytes"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Damage:
    """A file of a part that is not as it was written."""

    path: Path
    part: str
    how: How
    why: str

    @property
    def sentence(self) -> str:
        """The table with what is wrong with it."""
        return phrase("{path}: the table {why}.", path=self.path, why=self.why)


class DamagedError(ArchiveError):
    """An archive with a table that is damaged; the sentence names it, and what to do."""

    def __init__(self, damage: Damage) -> None:
        refused = DamagedArchive(
            "{path}: the table {why}. The archive must be built again.",
            path=damage.path,
            why=damage.why,
            folder=damage.path.parents[2],
        )
        super().__init__(reason(refused))
        self.damage = damage


def damaged(part: Part, folder: Path, *, deep: bool = False) -> Iterator[Damage]:
    """Yield what is damaged of a part in its folder; `deep` reads all there is."""
    for name, kept in part.tables.items():
        # A string is looked up faster than a path, and there are very many.
        if damage := _damage(f"{folder}/{name}", part.id, kept, deep=deep):
            yield damage


def checked(path: Path, part: Part) -> bytes:
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
        if size != kept.size:
            return Damage(
                Path(path),
                part,
                How.SIZE,
                phrase("has {bytes} bytes and was written with {written}", bytes=size, written=kept.size),
            )
        return _other(path, part) if deep and _digest(path) != kept.sha256 else None
    except FileNotFoundError:
        return Damage(Path(path), part, How.GONE, phrase("is gone"))
    except OSError as error:
        return _unreadable(path, part, error)


def _digest(path: str) -> str:
    digest = sha256()
    with open(path, "rb", buffering=0) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _other(path: str, part: str) -> Damage:
    return Damage(Path(path), part, How.BYTES, phrase("has other bytes than it was written with"))


def _unreadable(path: str, part: str, error: OSError) -> Damage:
    why = (error.strerror or str(error)).lower()
    return Damage(Path(path), part, How.UNREADABLE, phrase("cannot be read: {why}", why=why))
