"""Files inside a `.zip`, and a file compressed as `.gz`: read without unpacking them to the disk."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator

from kotra_notation.words import phrase

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile, NotImplementedError, RuntimeError)
NOT_PACKED = phrase("it is damaged, or not a ZIP or gzip archive")
# What systems put into archives beside the files.
ADDED = ("__MACOSX/", ".")


def packed_files(path: str, most: int) -> Iterator[tuple[str, bytes | str]]:
    """Yield each file by its path, with at most so many bytes of it or the reason why it cannot be read."""
    try:
        if path.lower().endswith(".gz"):
            with gzip.open(path) as stream:
                yield path, stream.read(most)
            return
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if _is_wanted(member)]
            for member in members:
                yield f"{path}/{member.filename}", _content(archive, member, most)
            if not members:
                yield path, phrase("it is empty")
    except DAMAGED:
        yield path, NOT_PACKED


def _is_wanted(member: zipfile.ZipInfo) -> bool:
    return not (member.is_dir() or member.filename.startswith(ADDED) or "/." in member.filename)


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes | str:
    if member.flag_bits & 1:
        return phrase("it needs a password; unpack the archive first")
    try:
        with archive.open(member) as stream:
            return stream.read(most)
    except (*DAMAGED, OSError):
        return NOT_PACKED


def count_packed(path: str) -> int:
    """Return how many files a packed file holds; 1 if that cannot be told."""
    try:
        with zipfile.ZipFile(path) as archive:
            return len(archive.infolist())
    except (*DAMAGED, OSError):
        return 1
