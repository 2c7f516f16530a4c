"""Files inside a `.zip`, and a file compressed as `.gz`: read without unpacking them to the disk."""

from __future__ import annotations

import gzip
import lzma
import zipfile
import zlib
from collections.abc import Iterator

from kotra_notation.words import phrase

DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, gzip.BadGzipFile),
    *(EOFError, NotImplementedError, RuntimeError, ValueError),
)
NOT_PACKED = phrase("it is damaged, or not a ZIP or gzip archive")
# What systems put into archives beside the files.
ADDED = ("__MACOSX/", ".")


def packed_files(path: str, most: int) -> Iterator[tuple[str, bytes | str]]:
    """Yield each file by its path, with at most so many bytes of it or the reason why it cannot be read."""
    try:
        if path.lower().endswith(".gz"):
            with gzip.open(path) as stream:
                content = stream.read(most)
            is_tar = content[257:262] == b"ustar"
            yield path, phrase("it is a tar archive; unpack it first") if is_tar else content
            return
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if _is_wanted(member)]
            for member in members:
                yield f"{path}/{member.filename}", _read_member(archive, member, most)
            if not members:
                yield path, phrase("no files in it (hidden files are skipped)")
    except DAMAGED:
        yield path, NOT_PACKED


def _is_wanted(member: zipfile.ZipInfo) -> bool:
    return not (member.is_dir() or member.filename.startswith(ADDED) or "/." in member.filename)


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes | str:
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
            return sum(map(_is_wanted, archive.infolist()))
    except (*DAMAGED, OSError):
        return 1
