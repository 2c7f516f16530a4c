"""Files of strangers: opened with a bound on their size, searched in folders, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

from kotra_notation.errors import FileExists, FileTooLarge, KotraError, NothingToCheck
from kotra_notation.jobs.paths import STDIN as STDIN
from kotra_notation.jobs.paths import printable as printable
from kotra_notation.jobs.paths import without_waiting
from kotra_notation.late import late_pattern
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason
from kotra_notation.words.tongues import N_

MEGABYTE = 1_000_000
MAX_SIZE = 32
# What pages, feeds, pictures and documents of ours begin with: nobody edits those, so they may be replaced.
BEGINNING = 4096
OURS = late_pattern(
    rb'<meta name="generator" content="kotra-notation|>kotra-notation</generator>'
    rb'|\A<!-- style-src [^\n]* -->\n<div class="kotra-embed">|\A<svg [^>]*class="kotra-board"'
    rb"|\A\x89PNG.{29}....tEXtSoftware\0kotra-notation"
    rb'|\A\{\s*"version": \d+,\s*"(?:files": \[\s*(?:\{\s*"path"|\])|matches": \d+,\s*"unanalysed"'
    rb'|seed": \d+,\s*"stopped"|language": "..",\s*"title")'
    rb'|\A\{\s*"\$schema": "[^"]*sarif[^"]*",.{,300}"name": "kotra-notation"'
    rb'|\A(?:file,match,player_1|rank,player,matches),|\A<\?xml [^>]*>\s*<testsuite name="kotra check"',
    re.S,
)

# A path, the text of a file (with a line end), or its bytes.
Given = str | bytes | os.PathLike[str]

REMEDIES = {
    errno.ENOENT: phrase("no such file (check the spelling)"),
    errno.EACCES: phrase("no permission to read it"),
    errno.EPERM: phrase("no permission to read it"),
    errno.ELOOP: phrase("its symbolic links form a loop; name the file itself"),
    errno.ENAMETOOLONG: phrase("the name is too long for this system"),
    errno.ENOTDIR: phrase("a part of its path is not a folder"),
    errno.ENOSPC: phrase("the disk is full; make room and try again"),
    errno.EROFS: phrase("the disk is read-only; choose another folder"),
    errno.EBADF: phrase("standard input is closed"),
    errno.EAGAIN: phrase("it has no data to read yet"),
    errno.EISDIR: phrase("it is a folder; name a file"),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """The bytes of a file; `searched` if it was found in a folder and need not be a record."""

    path: str
    data: bytes
    searched: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that could not be read, and why."""

    path: str
    why: str


def why(error: OSError) -> str:
    """Return what an error of the system means, and what to do about it."""
    return REMEDIES.get(error.errno or 0, (error.strerror or str(error)).lower())


def why_unwritten(error: OSError) -> str:
    """Return what an error of the system in writing means."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return phrase("no permission to write there")
    return phrase("no such folder; create it first") if error.errno == errno.ENOENT else why(error)


def files_in(folder: str, troubles: list[Trouble], *, deep: bool = True) -> Iterator[str]:
    """Yield the files below a folder that a search looks at (`folder_search.py`); troubles are noted.

    Without `deep` only those in the folder itself.
    """
    from kotra_notation.folder_search import files_below

    for path in files_below(folder, deep=deep):
        if isinstance(path, OSError):
            troubles.append(Trouble(path.filename or folder, why(path)))
        else:
            yield path


def nonempty_files_in(folder: str, troubles: list[Trouble]) -> Iterator[str]:
    """Yield the same files; that there is none is a trouble."""
    empty = True
    for path in files_in(folder, troubles):
        empty = False
        yield path
    if empty and not troubles:
        why = NothingToCheck(
            "nothing to check: no files in it (hidden, git-ignored and excluded files are skipped)"
        )
        troubles.append(Trouble(folder, reason(why)))


def nothing_to_check(passed_over: int) -> Trouble:
    """Return what is said where there was no file to check, or only files of no known format."""
    if not passed_over:
        return Trouble("", reason(NothingToCheck("nothing to check: no file given")))
    text = N_("nothing to check: unknown file format ({number} skipped)")
    return Trouble("", reason(NothingToCheck(text, number=passed_over)))


def stdin_bytes() -> BinaryIO:
    """Standard input as bytes; OSError where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def open_file(path: str, max_size: int, *, searched: bool = False) -> Opened | Trouble:
    """Open one file as it is, also where it holds others."""
    try:
        kind = os.stat(path)
        if not stat.S_ISREG(kind.st_mode):
            return Trouble(
                path, phrase("it is not a regular file; copy its content into one, or pipe it in as -")
            )
        if kind.st_size > max_size:
            return Trouble(path, _too_large(max_size))
        with open(path, "rb", opener=without_waiting) as file:
            if (data := file.read(max_size + 1)) is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            return within_size(path, data, max_size, searched=searched)
    except OSError as error:
        if path.startswith(("https://", "http://")):
            return Trouble(path, phrase("it is a web address; download the file first"))
        return Trouble(path, why(error))
    except ValueError:
        return Trouble(path, phrase("its name contains a NUL character, which is not allowed in file names"))


def within_size(path: str, data: bytes, max_size: int, *, searched: bool = False) -> Opened | Trouble:
    """Return the content of a file that was read up to one byte more than is allowed."""
    if len(data) > max_size:
        return Trouble(path, _too_large(max_size))
    return Opened(path, data, searched)


def _too_large(max_size: int) -> str:
    return reason(FileTooLarge("it is larger than {size} MB", size=max_size / MEGABYTE))


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file whole or not at all; OSError where that cannot be done."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    with replacing_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing_file(path: str) -> Iterator[BinaryIO]:
    """A file to write to that takes its place when all is written, and leaves no trace where it is not.

    Where a link stands, what it leads to is written, and the link stays.
    """
    import tempfile
    from pathlib import Path

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


def write_or_refuse(path: str, content: str | bytes, *, folders: bool = False) -> None:
    """Write a file whole, with the folders it lies in if asked; KotraError where that cannot be done."""
    try:
        if folders:
            os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise KotraError(
            "{file}: not written: {why}.", file=printable(path), why=why_unwritten(error)
        ) from error


def is_ours(path: str) -> bool:
    """Return whether kotra wrote a file that is no record: records are edited by people."""
    from kotra_notation.formats.notations import printed_here

    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        beginning = file.read(BEGINNING)
    return OURS.search(beginning) is not None or printed_here(beginning)


def check_free(path: str, *, force: bool = False) -> None:
    """Raise FileExists for a file that is there, unless kotra wrote it or overwriting it is allowed.

    Raise KotraError for a folder.
    """
    if os.path.isdir(path):
        raise KotraError("{file}: it is a folder; name a file.", file=printable(path))
    if os.path.exists(path) and not (force or is_special(path) or is_ours(path)):
        raise FileExists("{file} already exists.", file=printable(path))


def is_special(path: str) -> bool:
    """Return whether a device or a pipe is there, which takes what it is given."""
    return os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))


def check_inside(path: str, folder: str) -> None:
    """Raise KotraError for a path that leads out of the folder it is written into."""
    if not os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep):
        raise KotraError(
            "{name} is a link to a place outside the target folder; remove the link.", name=printable(path)
        )


def umask() -> int:
    """Return what is taken from the permissions of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
