"""Files inside a `.zip`, and a file compressed as `.gz`: read without unpacking them to the disk."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator

from kotra_notation.jobs.files import Opened, Trouble, too_large, why
from kotra_notation.words import phrase

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile, NotImplementedError, RuntimeError)
# What systems put into archives beside the files.
ADDED = ("__MACOSX/", ".")


def open_packed(path: str, max_size: int) -> Iterator[Opened | Trouble]:
    """Yield the files in a zip, as found in a folder, or the one in a gzip file, within the size limit."""
    try:
        if path.lower().endswith(".gz"):
            with gzip.open(path) as stream:
                yield _within(path, stream.read(max_size + 1), max_size, searched=False)
            return
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if _is_wanted(member)]
            for member in members:
                yield _member(archive, member, f"{path}/{member.filename}", max_size)
            if not members:
                yield Trouble(path, phrase("it is empty"))
    except OSError as error:
        yield Trouble(path, why(error) if error.errno else phrase("it is damaged, or not such an archive"))
    except DAMAGED:
        yield Trouble(path, phrase("it is damaged, or not such an archive"))


def _is_wanted(member: zipfile.ZipInfo) -> bool:
    return not (member.is_dir() or member.filename.startswith(ADDED) or "/." in member.filename)


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str, max_size: int) -> Opened | Trouble:
    if member.flag_bits & 1:
        return Trouble(path, phrase("it needs a password; unpack the archive first"))
    try:
        with archive.open(member) as stream:
            return _within(path, stream.read(max_size + 1), max_size, searched=True)
    except (*DAMAGED, OSError):
        return Trouble(path, phrase("it is damaged, or not such an archive"))


def _within(path: str, data: bytes, max_size: int, *, searched: bool) -> Opened | Trouble:
    return Trouble(path, too_large(max_size)) if len(data) > max_size else Opened(path, data, searched)


def count_packed(path: str) -> int:
    """Return how many files a packed file holds; 1 if that cannot be told."""
    try:
        with zipfile.ZipFile(path) as archive:
            return len(archive.infolist())
    except (*DAMAGED, OSError):
        return 1
