"""A folder repaired: each record in it into another folder under its own name, or where it stands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from kotra_notation.errors import KotraError
from kotra_notation.features.fix.job import Fixed, by_degree, fix_proposed, fixing
from kotra_notation.findings import phrase, reason
from kotra_notation.folder_search import BACKUP
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import (
    Opened,
    Trouble,
    check_inside,
    open_paths,
    printable,
    why_unwritten,
    write_whole,
)
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.reading import read_in_full
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FixOptions:
    """How to repair the records of a folder, and where they go: nowhere without a target."""

    source: str
    target: str | None
    in_place: bool
    degree: str
    from_: str | None
    rules: Ruleset | None
    max_size: int
    time_limit: float
    ignore: Sequence[str] = ()

    def target_of(self, path: str) -> str | None:
        """The file that a record is written to; ValueError where it would lie outside the target folder."""
        if self.in_place:
            return path
        if self.target is None:
            return None
        name = os.path.join(self.target, os.path.relpath(path, self.source))
        check_inside(name, self.target)
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFile:
    """The result of a file of the folder: fixed and written under a name, or no record, or a trouble."""

    fixed: Fixed | None = None
    target: str = ""
    trouble: Trouble | None = None


def fix_folder(options: FixOptions) -> Iterator[FixedFile]:
    """Repair every file below a folder, and write it if asked; ValueError for a bad target."""
    if options.target is not None:
        _refuse(options.source, options.target)
    root = os.path.realpath(options.target) + os.sep if options.target else None
    for file in open_paths([options.source], options.max_size):
        if isinstance(file, Trouble):
            yield FixedFile(trouble=file)
        elif root is None or not os.path.realpath(file.path).startswith(root):
            try:
                with guard(options.time_limit, len(file.data)):
                    done = _fix_file(file, options)
            except NotDoneError as error:
                done = FixedFile(trouble=Trouble(file.path, reason(error)))
            yield done


def _refuse(source: str, target: str) -> None:
    if os.path.exists(target) and not os.path.isdir(target):
        raise KotraError("{name}: to fix a folder, name another folder.", name=printable(target))
    if os.path.realpath(target) == os.path.realpath(source):
        raise KotraError(
            "{name}: the target is the source itself; name another folder, or fix the files in place.",
            name=printable(target),
        )


def _fix_file(file: Opened, options: FixOptions) -> FixedFile:
    """A file repaired, and written."""
    reading = read_in_full(Source(file.data, file.path), options.from_, options.rules)
    if not reading.matches:
        return FixedFile()
    proposed = fixing(file, reading, options.rules, None, options.ignore)
    try:
        fixed = fix_proposed(proposed, by_degree(options.degree), options.rules)
        target = options.target_of(file.path)
    except ValueError as error:
        return FixedFile(trouble=Trouble(file.path, reason(error)))
    why = write_mended(file, target, fixed.data) if target is not None else None
    return FixedFile(fixed=fixed, target=target or "", trouble=why)


def write_mended(file: Opened, target: str, data: bytes) -> Trouble | None:
    """Write a mended record; what stood in the way where that cannot be done.

    One that takes the place of its source is written only where it is another, and what was there is kept.
    """
    in_place = os.path.exists(target) and os.path.samefile(file.path, target)
    if in_place and data == file.data:
        return None
    kept = f"{file.path}{BACKUP}" if in_place else target
    if os.path.lexists(kept):
        return Trouble(kept, phrase("it already exists; move or rename it"))
    try:
        if in_place:
            write_whole(kept, file.data)
        else:
            os.makedirs(os.path.dirname(target) or os.curdir, exist_ok=True)
        write_whole(target, data)
    except OSError as error:
        return Trouble(target, phrase("not written: {why}", why=why_unwritten(error)))
    return None
