"""The archive that a command opens, and the files and folders it makes, which get their names when whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kotra_notation.archive.tasks import lacking
from kotra_notation.cli.failing import FAILED, complain, fail, fail_at
from kotra_notation.cli.options import argument
from kotra_notation.cli.speaking import error_text, tell
from kotra_notation.jobs.files import STDIN, printable, umask, why_unwritten

if TYPE_CHECKING:
    from kotra_notation.archive.store import ArchiveError, Store

Folder = Annotated[str, argument("DIR", "The archive folder.")]


def need(extra: str) -> None:
    """Leave with a complaint where the packages of an extra are not installed."""
    if sentence := lacking(extra):
        fail(tell(sentence))


def open_archive(folder: str, *, sound: bool = True) -> Store:
    """Return the archive in a folder, or complain; also where a table is gone, if it is to be `sound`."""
    need("archive")
    from kotra_notation.archive.decisions import NAME, read_decisions
    from kotra_notation.archive.store import ArchiveError, Store

    try:
        store = Store.open(folder, sound=sound)
        read_decisions(store.folder / NAME)
    except ArchiveError as error:
        exit_with_problems(error)
    return store


def exit_with_problems(error: ArchiveError) -> NoReturn:
    """Leave with everything that is wrong with an archive or with the decisions about its people."""
    from kotra_notation.archive.decisions import PeopleError

    if not isinstance(error, PeopleError):
        fail(error_text(error))
    for phrase in error.all:
        complain(tell(phrase))
    raise typer.Exit(FAILED)


def not_within(archive: str | Path, target: str | None) -> None:
    """Leave with a complaint where the target would lie in the archive itself."""
    if target is None or target == STDIN:
        return
    if Path(os.path.realpath(target)).is_relative_to(os.path.realpath(archive)):
        fail("it is inside the archive; name another place.", about=printable(target))


def free(path: str, *, force: bool) -> None:
    """Leave with a complaint where something lies already that may not be written over."""
    if not force and os.path.lexists(path):
        fail("it already exists; --force overwrites it.", about=printable(path))


@contextmanager
def file(target: str, *, force: bool) -> Iterator[Path]:
    """Yield a path to write a file at, which becomes the target in the end; if that fails nothing stays."""
    if os.path.isdir(target) or target.endswith(os.sep):
        fail("it is a folder; name a file.", about=printable(target))
    free(target, force=force)
    # A link stays, and what it leads to is written.
    path = os.path.realpath(target)
    with folder_beside(path) as folder:
        draft = folder / "draft"
        yield draft
        with _complaining(target):
            with open(draft, "rb+") as stream:
                os.fsync(stream.fileno())
            draft.chmod(0o666 & ~umask())
            os.replace(draft, path)


@contextmanager
def folder(target: str, *, force: bool) -> Iterator[Path]:
    """Yield a folder to write files in; in the end it becomes the target, or its files go there."""
    if os.path.lexists(target) and not os.path.isdir(target):
        fail("it is a file; name a folder.", about=printable(target))
    with folder_beside(target) as draft:
        yield draft
        with _complaining(target):
            if not os.path.isdir(target):
                os.chmod(draft, 0o777 & ~umask())
                os.rename(draft, target)
                return
            paths = {name: os.path.join(target, name) for name in sorted(os.listdir(draft))}
            for path in paths.values():
                free(path, force=force)
                if os.path.islink(path):  # it may lead anywhere
                    fail(
                        "there is a link with this name; remove it, or name another folder.",
                        about=printable(path),
                    )
            for name, path in paths.items():
                os.replace(draft / name, path)


@contextmanager
def folder_beside(target: str) -> Iterator[Path]:
    """Yield a hidden folder beside a target, taken away in the end with what is in it."""
    place = Path(os.path.abspath(target))
    with _complaining(target):
        draft = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name[:40]}."))
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _complaining(target: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        fail_at(target, tell(why_unwritten(error)))
