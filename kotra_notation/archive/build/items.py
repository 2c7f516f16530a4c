"""A source file that is to be read, wherever it lies, and its bytes; and why it cannot be read."""

from __future__ import annotations

import errno
import gzip
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from lzma import LZMAError
from typing import IO, cast

import pyarrow as pa

from kotra_notation.values import dataclass
from kotra_notation.words import phrase

MEGABYTE = 1_000_000
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
# How the names of files end that are packed by themselves.
PACKED = (".gz", ".zst")
# What comes of unpacking what is damaged, or packed in an unknown way.
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    LZMAError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    pa.ArrowException,
)
# A byte in a name that is no letter, as it is written.
_NUMBERED = re.compile(r"\\udc([89a-f][0-9a-f])")
# A file that is being written is looked at so often before it is left for the next run.
LOOKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file by its path, and by its `stamp`: what is another when its content may be.

    `place` is where the system finds it, where that is no text that can be written (`path_text`).

    In a zip it is found by its name in the `container`; where it had to be read to be found its `data` is
    here. `known` is the digest it had when it was read before. Of what is `noted` no bytes are read: a word
    for the table of files, and a sentence where something is wrong.
    """

    path: str
    source: str
    stamp: str
    size: int
    place: str | None = None
    container: str | None = None
    member: str | None = None
    data: bytes | None = None
    known: str | None = None
    noted: tuple[str, str | None] | None = None


class UnreadableFileError(Exception):
    """A file that gives no bytes: a word for the table of files, and a sentence."""

    def __init__(self, status: str, trouble: str | None) -> None:
        super().__init__(trouble)
        self.status = status
        self.trouble = trouble


# What may be otherwise the next time, so that the file is looked at again.
PASSING = ("unreadable", "vanished", "changing", "died")
# What was read to its end; of anything else the content is not in the archive.
READ = ("read", "unknown")
# A zip or tar that was looked into, all of it.
CONTAINER = "container"


def too_large(max_size: int) -> UnreadableFileError:
    """Return what is said of a file above the limit."""
    return UnreadableFileError(
        "too-large",
        phrase(
            "It is larger than {size} MB; split it, or build with a larger size limit.",
            size=max_size / MEGABYTE,
        ),
    )


def refusal(error: OSError) -> UnreadableFileError:
    """Return what an error of the system means for a file."""
    if error.errno == errno.ENOENT:
        return UnreadableFileError("vanished", phrase("It was deleted before it could be read."))
    if error.errno in (errno.EACCES, errno.EPERM):
        return UnreadableFileError("unreadable", phrase("No permission to read it."))
    why = (error.strerror or str(error)).lower()
    return UnreadableFileError("unreadable", phrase("It cannot be read: {why}.", why=why))


def path_text(path: str) -> str:
    """A path as text: a byte in a name that is no letter becomes its number."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def system_path(path: str) -> str:
    """The name of a file that is written so: itself, or one with bytes that are no letters."""
    if os.path.lexists(path):
        return path
    return _NUMBERED.sub(lambda found: chr(0xDC00 + int(found[1], 16)), path)


def stamp_of(status: os.stat_result) -> str:
    """Return what a local file is told to be unchanged by."""
    return f"{status.st_size}:{status.st_mtime_ns}:{status.st_ino}"


def bytes_of(item: SourceFile, max_size: int) -> bytes:
    """Return what is in a file, unpacked where it is packed by itself, or raise UnreadableFileError."""
    if item.noted is not None:
        raise UnreadableFileError(*item.noted)
    try:
        if item.data is not None:
            data = item.data
        elif item.container is not None:
            stamp = stamp_of(os.stat(item.container))
            with _open_zip(item.container, stamp).open(item.member or "") as member:
                data = member.read(max_size + 1)
        elif "://" in item.path:
            with open_source(item.path) as file:
                data = file.read(max_size + 1)
        else:
            data = _of_disk(item, max_size)
        if len(data) <= max_size and item.path.lower().endswith(PACKED):
            with unpacking(BytesIO(data)) as stream:
                data = stream.read(max_size + 1)
        if len(data) > max_size:
            raise too_large(max_size)
        return data
    except OSError as error:
        raise refusal(error) from None
    except BROKEN:
        raise UnreadableFileError(
            "damaged", phrase("The file that contains it is damaged, or compressed in an unknown way.")
        ) from None


def _of_disk(item: SourceFile, max_size: int) -> bytes:
    """Return the bytes of a local file that stood still while it was read."""
    for _ in range(LOOKS):
        with open(item.place or item.path, "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise UnreadableFileError("unreadable", phrase("It is not a regular file."))
            data = file.read(max_size + 1)
            after = os.fstat(file.fileno())
        whole = len(data) == before.st_size or len(data) > max_size
        if whole and stamp_of(before) == stamp_of(after) == item.stamp:
            return data
        if stamp_of(before) != item.stamp:
            break
    raise UnreadableFileError(
        "changing", phrase("It changed while it was being read; the next build reads it again.")
    )


@lru_cache(maxsize=1)
def _open_zip(container: str, stamp: str) -> zipfile.ZipFile:
    """Return a zip with its list read, which is long; what is in it is mostly asked for file by file."""
    return zipfile.ZipFile(container)


@contextmanager
def open_source(path: str) -> Iterator[IO[bytes]]:
    """A file to be read, on a disk or at an address of another store; OSError where it cannot be."""
    if "://" not in path:
        with open(path, "rb") as file:
            yield file
        return
    with failing_as_oserror():
        import fsspec

        with fsspec.open(path, "rb") as file:
            yield file


@contextmanager
def failing_as_oserror() -> Iterator[None]:
    """Every error of a store as one of the system: each store has others of its own."""
    try:
        yield
    except (OSError, UnreadableFileError, *BROKEN):
        raise
    except Exception as error:
        raise OSError(str(error)) from error


@contextmanager
def unpacking(file: IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield what is in a file that is packed by itself, as a stream; any other as it is."""
    first = file.read(len(ZSTANDARD))
    file.seek(0)
    if first.startswith(GZIP):
        with gzip.open(file) as stream:
            yield cast(IO[bytes], stream)
    elif first.startswith(ZSTANDARD):
        with pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd") as stream:
            yield stream
    else:
        yield file
