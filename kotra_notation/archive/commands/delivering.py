"""Targets that are made under another name, and get their own when they are whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kotra_notation.cli.failing import fail, fail_at
from kotra_notation.cli.speaking import tell
from kotra_notation.jobs.files import STDIN, printable, umask, why_unwritten


def not_within(archive: str | Path, target: str | None) -> None:
    """Leave with a complaint where the target would lie in the archive itself."""
    if target is None or target == STDIN:
        return
    if Path(os.path.realpath(target)).is_relative_to(os.path.realpath(archive)):
        fail("it lies in the archive itself; name another place.", about=printable(target))


def free(path: str, *, force: bool) -> None:
    """Leave with a complaint where something lies already that may not be written over."""
    if not force and os.path.lexists(path):
        fail("it exists already; --force overwrites it.", about=printable(path))


def no_link(path: str) -> None:
    """Leave with a complaint where a link stands in a folder that is written to: it may lead anywhere."""
    if os.path.islink(path):
        fail("a link stands there; take it away, or name another folder.", about=printable(path))


@contextmanager
def file(target: str, *, force: bool) -> Iterator[Path]:
    """A path to write a file at, which becomes the target in the end; nothing stays where that fails."""
    if os.path.isdir(target) or target.endswith(os.sep):
        fail("it is a folder; name a file.", about=printable(target))
    free(target, force=force)
    # A link stays, and what it leads to is written.
    place = os.path.realpath(target)
    with folder_beside(place) as folder:
        draft = folder / "draft"
        yield draft
        try:
            _settle(draft)
            os.replace(draft, place)
        except OSError as error:
            fail_at(target, tell(why_unwritten(error)))


@contextmanager
def folder(target: str, *, force: bool) -> Iterator[Path]:
    """A folder to write files in; in the end it becomes the target, or its files go there."""
    if os.path.lexists(target) and not os.path.isdir(target):
        fail("it is a file; name a folder.", about=printable(target))
    with folder_beside(target) as draft:
        yield draft
        try:
            if not os.path.isdir(target):
                os.chmod(draft, 0o777 & ~umask())
                os.rename(draft, target)
                return
            names = sorted(os.listdir(draft))
            for name in names:
                free(os.path.join(target, name), force=force)
                no_link(os.path.join(target, name))
            for name in names:
                os.replace(draft / name, os.path.join(target, name))
        except OSError as error:
            fail_at(target, tell(why_unwritten(error)))


@contextmanager
def folder_beside(target: str) -> Iterator[Path]:
    """A hidden folder beside a target, taken away in the end with what is in it."""
    place = Path(os.path.abspath(target))
    try:
        draft = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name[:40]}."))
    except OSError as error:
        fail_at(target, tell(why_unwritten(error)))
    try:
        yield draft
    except OSError as error:
        fail_at(target, tell(why_unwritten(error)))
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _settle(draft: Path) -> None:
    """See to it that a file is on the disk, and may be read by whom the system lets read it."""
    with open(draft, "rb+") as stream:
        os.fsync(stream.fileno())
    draft.chmod(0o666 & ~umask())
