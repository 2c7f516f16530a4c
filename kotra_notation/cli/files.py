"""Files of strangers: opened with a bound, searched in folders, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

import typer

from kotra_notation.cli import speaking
from kotra_notation.cli.failing import fail, fail_at
from kotra_notation.cli.failing import shown as shown
from kotra_notation.cli.streams import from_stdin, to_stdout
from kotra_notation.words import phrase

STDIN = "-"
MEGABYTE = 1_000_000
MAX_SIZE = 32
LARGEST = 1_000_000_000
# What a file that is changed where it stands was before; such files are not looked for in a folder.
BACKUP = ".orig"

Some = TypeVar("Some")

REMEDIES = {
    errno.ENOENT: phrase("there is no such file; see how the name is spelled"),
    errno.EACCES: phrase("it may not be read; see its permissions"),
    errno.EPERM: phrase("it may not be read; see its permissions"),
    errno.ELOOP: phrase("its links lead round in a circle; name the file itself"),
    errno.ENAMETOOLONG: phrase("the name is too long for this system"),
    errno.ENOTDIR: phrase("a part of its path is no folder"),
    errno.ENOSPC: phrase("the disk is full; make room and try again"),
    errno.EROFS: phrase("the disk is read-only; choose another folder"),
    errno.EBADF: phrase("standard input is closed"),
    errno.EAGAIN: phrase("it gives nothing to read, and would have to be waited for"),
    errno.EISDIR: phrase("it is a folder; name a file"),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """The bytes of a file; `searched` if it was found in a folder and not named."""

    path: str
    data: bytes
    searched: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that could not be opened, and why."""

    path: str
    why: str


def in_bytes(megabytes: float, option: str = "--max-size") -> int:
    """How many bytes a number of megabytes is that an option gives; a complaint where it is no size."""
    if not 0 <= megabytes < LARGEST:
        fail("{option} is a number of megabytes, from 0 on.", option=option)
    return int(megabytes * MEGABYTE)


def why(error: OSError) -> str:
    """What an error of the system means, and what to do about it."""
    return REMEDIES.get(error.errno or 0, (error.strerror or str(error)).lower())


def why_unwritten(error: OSError) -> str:
    """What an error of the system in writing means."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return phrase("nothing may be written there; see the permissions")
    return phrase("there is no such folder; make it first") if error.errno == errno.ENOENT else why(error)


def opened(paths: list[str], max_size: int) -> Iterator[Opened | Trouble]:
    """Every file that is named, and all below a folder that is named, in the order of their names."""
    for path in paths:
        if path == STDIN:
            yield _standard_input(max_size)
        elif os.path.isdir(path):
            yield from _searched(path, max_size)
        else:
            yield _one(path, max_size)


def not_itself(source: str, target: str) -> None:
    """Leave with a complaint where the target is the source."""
    there = STDIN not in (source, target) and os.path.exists(source) and os.path.exists(target)
    if there and os.path.samefile(source, target):
        fail("the target is the source itself; name another file.", about=shown(target))


def writable(target: str, sources: Iterable[str]) -> None:
    """Leave with a complaint where no file can be made: of a folder, of a source, or in no folder."""
    if target == STDIN:
        return
    if os.path.isdir(target):
        fail("it is a folder; name a file.", about=shown(target))
    for source in sources:
        not_itself(source, target)
    try:
        os.stat(os.path.join(os.path.dirname(target) or os.curdir, ""))
    except OSError as error:
        fail_at(target, why_unwritten(error))


def found_in(folder: str, troubles: list[Trouble], *, deep: bool = True) -> Iterator[str]:
    """The files below a folder by their names, hidden ones and backups left out; troubles are noted.

    Without `deep` only those in the folder itself.
    """

    def trouble(error: OSError) -> None:
        troubles.append(Trouble(error.filename or folder, why(error)))

    for where, folders, names in os.walk(folder, onerror=trouble):
        folders[:] = sorted(name for name in folders if deep and not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(where, name)
            if not name.startswith(".") and not name.endswith(BACKUP) and os.path.isfile(path):
                yield path


def _searched(folder: str, max_size: int) -> Iterator[Opened | Trouble]:
    troubles: list[Trouble] = []
    for path in found_in(folder, troubles):
        yield _one(path, max_size, searched=True)
    yield from troubles


def _standard_input(max_size: int) -> Opened | Trouble:
    try:
        return _bounded(STDIN, from_stdin(max_size + 1), max_size)
    except OSError as error:
        return Trouble(STDIN, why(error))


def _one(path: str, max_size: int, *, searched: bool = False) -> Opened | Trouble:
    try:
        kind = os.stat(path)
        if not stat.S_ISREG(kind.st_mode):
            return Trouble(
                path, phrase("it is no ordinary file; copy its content into one, or pipe it in as -")
            )
        if kind.st_size > max_size:
            return Trouble(path, _too_large(max_size))
        with open(path, "rb", opener=_without_waiting) as file:
            if (data := file.read(max_size + 1)) is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            return _bounded(path, data, max_size, searched=searched)
    except OSError as error:
        return Trouble(path, why(error))
    except ValueError:
        return Trouble(path, phrase("its name holds a NUL character, which no file's name can"))


def _without_waiting(path: str, flags: int) -> int:
    """A file opened so that nothing is waited for: some that look ordinary, as in /proc, are none."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _bounded(path: str, data: bytes, max_size: int, *, searched: bool = False) -> Opened | Trouble:
    if len(data) > max_size:
        return Trouble(path, _too_large(max_size))
    return Opened(path, data, searched)


def _too_large(max_size: int) -> str:
    return phrase(
        "it is larger than {size} MB; split it, or give a larger --max-size", size=max_size / MEGABYTE
    )


def watched(files: Iterator[Some]) -> Iterator[Some]:
    """The files, with a count on standard error where that is a terminal and the work lasts."""
    begun = said = time.monotonic()
    for count, file in enumerate(files, 1):
        yield file
        now = time.monotonic()
        if sys.stderr.isatty() and now - begun > 1 and now - said > 0.2:
            said = now
            sys.stderr.write(f"\r{speaking.count('{number} file', '{number} files', count)} ")
            sys.stderr.flush()
    if said != begun:
        sys.stderr.write("\r\x1b[K")


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file whole or not at all; OSError where that cannot be done."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    with written_whole(path) as file:
        file.write(data)


@contextlib.contextmanager
def written_whole(path: str) -> Iterator[BinaryIO]:
    """A file to write to that takes its place when all is written, and leaves no trace where it is not.

    Where a link stands, what it leads to is written, and the link stays.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if target.exists() and not target.is_file():
        # A device or a pipe takes what it is given; there is nothing to put in its place.
        with open(target, "wb") as stream:
            yield stream
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~umask()
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def deliver(out: str | None, content: str | bytes, *, for_people: bool = False) -> None:
    """Write a file, or standard output; leave with a complaint where that cannot be done.

    What is `for_people` is printed in the encoding of their terminal; a document is the same everywhere.
    """
    if out is None or out == STDIN:
        typer.echo(content, nl=False) if for_people else to_stdout(content)
        return
    try:
        write_whole(out, content)
    except OSError as error:
        fail("not written: {why}.", about=shown(out), why=speaking.tell(why_unwritten(error)))


def umask() -> int:
    """What is taken from the permissions of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
