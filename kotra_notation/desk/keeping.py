"""The records of the desk's folder: which there are, what one says, and one written whole, never over another."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from kotra_notation.jobs.files import why, why_unwritten, write_whole
from kotra_notation.words import phrase

SUFFIX = ".kotra"
MOST_FILES = 500
LONGEST_NAME = 100
LONGEST_FILE = 8_000_000
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)
_writing = Lock()


class Kept(NamedTuple):
    """A record as it lies in the folder: its name, its bytes, and what tells this version from another."""

    name: str
    data: bytes

    @property
    def version(self) -> str:
        """What changes when somebody changes the file."""
        return hashlib.sha256(self.data).hexdigest()[:16]


def names(folder: Path) -> list[str]:
    """The files of a folder that may be records, the last written first; no hidden ones, and none below it."""
    found = sorted(_files(folder), key=lambda one: one[0], reverse=True)
    return [name for _, name in found[:MOST_FILES]]


def _files(folder: Path) -> Iterator[tuple[float, str]]:
    try:
        with os.scandir(folder) as entries:
            for one in entries:
                if not one.name.startswith(".") and one.is_file(follow_symlinks=False):
                    yield one.stat(follow_symlinks=False).st_mtime, one.name
    except OSError as error:
        raise ValueError(phrase("{file} cannot be read: {why}.", file=folder, why=why(error))) from error


def kept(folder: Path, name: str) -> Kept | None:
    """A file of the folder; None where there is none. ValueError where it cannot be read."""
    path = _path(folder, name)
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ValueError(phrase("{file} cannot be read: {why}.", file=name, why=why(error))) from error
    if len(data) > LONGEST_FILE:
        raise ValueError(phrase("{file} is too long for a record.", file=name))
    return Kept(name, data)


def keep(folder: Path, name: str, text: str, version: str | None) -> tuple[Kept, bool]:
    """A record written whole in the place of the version that is named, or under a name that is free.

    Where the file is another one by now both are kept: the record gets the next free name, and the second
    answer is True. ValueError for what is no name of a record, and where nothing can be written.
    """
    if not name.endswith(SUFFIX):
        raise ValueError(phrase("The name of a record that is written ends in {suffix}.", suffix=SUFFIX))
    data = text.encode()
    with _writing:
        there = kept(folder, name)
        if there and there.data == data:
            return there, False
        moved = os.path.lexists(_path(folder, name)) and (there is None or there.version != version)
        name = _free(folder, name) if moved else name
        _write(_path(folder, name), data)
        return Kept(name, data), moved


def proposed(folder: Path | None, players: tuple[str, str]) -> str:
    """A name for a record of two players that no file of the folder has."""
    words = [re.sub(r"[\W_]+", "-", one.lower()).strip("-")[:30] for one in players]
    name = f"{'-'.join(filter(None, words)) or 'match'}{SUFFIX}"
    return name if folder is None else _free(folder, name)


def _free(folder: Path, name: str) -> str:
    """The name, or the first of those with a number that no file has."""
    stem = name.removesuffix(SUFFIX)
    number = 1
    while os.path.lexists(_path(folder, name)):
        number += 1
        name = f"{stem}-{number}{SUFFIX}"
    return name


def _path(folder: Path, name: str) -> Path:
    """Where a file of the folder lies; ValueError for a name that is none, or leads elsewhere."""
    fits = name and len(name.encode()) <= LONGEST_NAME and not name.startswith(".")
    if not fits or _FORBIDDEN.search(name) or _RESERVED.match(name) or name.endswith((" ", ".")):
        raise ValueError(
            phrase("{name} is no name for a file of this folder.", name=repr(name[:LONGEST_NAME]))
        )
    return folder / name


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(str(path), data)
    except OSError as error:
        raise ValueError(
            phrase("{file} cannot be written: {why}.", file=path.name, why=why_unwritten(error))
        ) from error
