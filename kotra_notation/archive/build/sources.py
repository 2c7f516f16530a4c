"""Finding what is to be read: folders, zip and tar files, lists, and addresses of other stores."""

from __future__ import annotations

import errno
import os
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from kotra_notation.archive.build import items
from kotra_notation.folder_search import Skipping, skipping
from kotra_notation.formats import recognise
from kotra_notation.formats.format import Source
from kotra_notation.jobs.sources import ARCHIVE_LIST
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

ZIP = (".zip",)
# A text that is packed takes no less room than this part of its own.
DENSEST = 20
TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst")
# What stores tell of a file that is another when its content may be.
STAMPS = ("ETag", "etag", "mtime", "LastModified", "updated", "last_modified", "created")
# Whether a container with this path and stamp has been read, all of it.
IsKnown = Callable[[str, str], bool]
# A piece is cut where the first match begins behind so many bytes.
PIECE = items.MEGABYTE
# By so much of its beginning it is told in which notation a file is.
_HEAD = 64 * 1024


def root_of(source: str) -> str:
    """The path that everything of a source begins with."""
    return source if "://" in source else items.path_text(os.path.abspath(source))


def find_files(source: str, max_size: int, is_known: IsKnown, own: str = "") -> Iterator[items.SourceFile]:
    """Every file of a source, in the order of the paths; the folder that is the archive's `own` is left out.

    What is packed together is looked into, unless that `is_known`; it comes behind what is in it.
    """
    root = os.path.abspath(source) if "://" not in source else source
    search = _Search(items.path_text(root), max_size, is_known, own)
    if "://" in source:
        yield from _in_store(root, search)
        return
    try:
        status = os.stat(root)
    except OSError as error:
        yield search.trouble(root, error)
        return
    if stat.S_ISDIR(status.st_mode):
        yield from _below(root, search, skipping(root))
    else:
        yield from _file(root, items.stamp_of(status), status.st_size, search)


@dataclass(frozen=True, slots=True)
class _Search:
    source: str
    max_size: int
    is_known: IsKnown
    own: str

    def item(self, path: str, stamp: str, size: int, **more: Any) -> items.SourceFile:
        """Return a file of the source."""
        return items.SourceFile(
            path=items.path_text(path), source=self.source, stamp=stamp, size=size, **more
        )

    def trouble(
        self, path: str, error: OSError | items.UnreadableFileError, stamp: str = "", size: int = 0
    ) -> items.SourceFile:
        """Return a file that cannot be read, and why."""
        why = items.refusal(error) if isinstance(error, OSError) else error
        return self.item(path, stamp, size, noted=(why.status, why.trouble))


def _below(folder: str, search: _Search, skip: Skipping) -> Iterator[items.SourceFile]:
    try:
        if folder == search.own or os.path.lexists(os.path.join(folder, ARCHIVE_LIST)):
            return
        listed, skip = skip.list_entries(folder)
    except OSError as error:
        yield search.trouble(folder, error)
        return
    for entry in listed:
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _below(entry.path, search, skip)
            else:
                status = entry.stat()
                if stat.S_ISREG(status.st_mode):
                    yield from _file(entry.path, items.stamp_of(status), status.st_size, search)
        except OSError as error:
            yield search.trouble(entry.path, error)


def _file(path: str, stamp: str, size: int, search: _Search) -> Iterator[items.SourceFile]:
    lower = path.lower()
    large = size * (DENSEST if lower.endswith(items.PACKED) else 1) > search.max_size
    together = lower.endswith((*ZIP, *TAR))
    if (together or large) and search.is_known(items.path_text(path), stamp):
        return
    if together or (large and _can_be_cut(path, size, search.max_size)):
        noted = yield from _open_container(_inside(path, stamp, search))
        yield search.item(path, stamp, size, noted=noted)
    elif size > search.max_size:
        yield search.trouble(path, items.too_large(search.max_size), stamp, size)
    else:
        yield search.item(path, stamp, size, place=None if items.path_text(path) == path else path)


def _can_be_cut(path: str, size: int, max_size: int) -> bool:
    """Return whether a file is too large to be read at once, and one of matches in a row."""
    try:
        return head_of(path) is not None and (size > max_size or is_larger(path, max_size))
    except (OSError, *items.BROKEN):
        return False


def _open_container(
    inside: Iterable[items.SourceFile],
) -> Generator[items.SourceFile, None, tuple[str, str | None]]:
    """Yield what is in a container, as far as it can be read; what is to be noted of the container itself."""
    try:
        yield from inside
    except OSError as error:
        why = items.refusal(error)
        return why.status, why.trouble
    except items.BROKEN:
        return "damaged", phrase(
            "It is damaged, or compressed in an unknown way; the readable part was read."
        )
    return items.CONTAINER, None


def inside(container: str, max_size: int) -> Iterator[items.SourceFile]:
    """Yield what is in a zip, a tar or a large file, as far as it can be read."""
    search = _Search(items.path_text(container), max_size, lambda path, stamp: False, "")
    yield from _open_container(_inside(container, "", search))


def _inside(path: str, stamp: str, search: _Search) -> Iterator[items.SourceFile]:
    lower = path.lower()
    if lower.endswith(ZIP):
        return _in_zip(path, search)
    return _in_tar(path, stamp, search) if lower.endswith(TAR) else _in_pieces(path, stamp, search)


def _in_zip(path: str, search: _Search) -> Iterator[items.SourceFile]:
    with items.open_source(path) as stream, zipfile.ZipFile(stream) as packed:
        for member in sorted(packed.infolist(), key=lambda member: member.filename):
            if member.is_dir() or _is_hidden(member.filename):
                continue
            name, size = f"{path}/{member.filename}", member.file_size
            stamp = f"{size}:{member.CRC:08x}"
            if size > search.max_size:
                yield search.trouble(name, items.too_large(search.max_size), stamp, size)
            elif "://" in path:
                yield search.item(name, stamp, size, data=packed.read(member))
            else:
                yield search.item(name, stamp, size, container=path, member=member.filename)


def _in_tar(path: str, stamp: str, search: _Search) -> Iterator[items.SourceFile]:
    """The files of a tar, read as they come: it can be read in one way only."""
    with open_unpacked(path) as stream, tarfile.open(fileobj=stream, mode="r|*") as packed:
        for member in packed:
            if not member.isfile() or _is_hidden(member.name):
                continue
            name = f"{path}/{member.name}"
            if member.size > search.max_size:
                yield search.trouble(name, items.too_large(search.max_size), stamp, member.size)
            elif file := packed.extractfile(member):
                yield search.item(name, stamp, member.size, data=file.read())


def _in_pieces(path: str, stamp: str, search: _Search) -> Iterator[items.SourceFile]:
    """The matches of a large file in pieces, each named for the line that it begins with."""
    head = head_of(path)
    for piece in pieces(path, head, search.max_size) if head else ():
        name = f"{path}/line {piece.line}"
        if piece.data is None:
            yield search.trouble(name, items.too_large(search.max_size), stamp)
        else:
            yield search.item(name, stamp, len(piece.data), data=piece.data)


def _in_store(address: str, search: _Search) -> Iterator[items.SourceFile]:
    """The files of another store, below an address that fsspec knows."""
    try:
        with items.failing_as_oserror():
            import fsspec

            system, root = fsspec.core.url_to_fs(address)
            details = system.find(root, detail=True)
    except OSError as error:
        yield search.trouble(address, error)
        return
    if not details:
        yield search.trouble(address, FileNotFoundError(errno.ENOENT, ""))
    for name in sorted(details):
        detail = details[name]
        tag = next((detail[word] for word in STAMPS if detail.get(word)), None)
        size = int(detail.get("size") or 0)
        if not _is_hidden(name[len(root) :]):
            # Of what no time or tag is told nobody knows whether it is as it was.
            stamp = f"{size}:{tag}" if tag else ""
            yield from _file(system.unstrip_protocol(name), stamp, size, search)


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))


@dataclass(frozen=True, slots=True)
class Piece:
    """Some matches out of a file, from a line on; no bytes where none begins for longer than is read."""

    line: int
    data: bytes | None


@contextmanager
def open_unpacked(path: str) -> Iterator[IO[bytes]]:
    """The bytes of a file as a stream, unpacked where it is packed by itself."""
    with items.open_source(path) as file, items.unpacking(file) as stream:
        yield stream


def is_larger(path: str, most: int) -> bool:
    """Return whether there are more than so many bytes in a file when it is unpacked."""
    with open_unpacked(path) as stream:
        while most >= 0 and (some := stream.read(PIECE)):
            most -= len(some)
    return most < 0


def head_of(path: str) -> re.Pattern[bytes] | None:
    """Return how a match begins in a file, None where it is in no notation of which that is known."""
    with open_unpacked(path) as stream:
        format = recognise(Source(stream.read(_HEAD)))
    return format.file.head if format else None


def pieces(path: str, head: re.Pattern[bytes], most: int) -> Iterator[Piece]:
    """The file in pieces that are whole matches, of not more than so many bytes each."""
    with open_unpacked(path) as stream:
        held, line, whole = b"", 1, True
        while some := stream.read(max(PIECE, len(held))):
            held += some
            begin = 0
            for found in head.finditer(held):
                # What reaches to the end may go on there.
                if found.start() - begin < PIECE * whole or found.end() == len(held):
                    continue
                if whole:
                    yield Piece(line, held[begin : found.start()])
                line += held.count(b"\n", begin, found.start())
                begin, whole = found.start(), True
            held = held[begin:]
            if len(held) > most:
                # No match begins in it: it is gone past up to the next, but for what may be its first lines.
                if whole:
                    yield Piece(line, None)
                line += held.count(b"\n", 0, -_HEAD)
                held, whole = held[-_HEAD:], False
        if held and whole:
            yield Piece(line, held)
