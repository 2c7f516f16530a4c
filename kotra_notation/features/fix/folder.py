"""Several records repaired: each into a folder under its own name, or where it stands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from kotra_notation.errors import KotraError
from kotra_notation.features.fix.job import Fixed, by_degree, fix_proposed, fixing
from kotra_notation.findings import reason
from kotra_notation.folder_search import BACKUP
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import STDIN, Opened, Trouble, check_free, printable, write_or_refuse
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.jobs.parallel import map_in_order
from kotra_notation.jobs.records import why_no_match
from kotra_notation.jobs.sources import TargetFile, list_sources, named_source, plan_targets
from kotra_notation.reading import read_in_full
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FixOptions:
    """How to repair the records of several sources, and where they go: nowhere without a target."""

    sources: Sequence[str]
    target: str | None
    in_place: bool
    degree: str
    from_: str | None
    rules: Ruleset | None
    max_size: int
    time_limit: float
    ignore: Sequence[str] = ()
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFile:
    """The result of a file of the folder: fixed and written under a name, or no record, or a trouble."""

    fixed: Fixed | None = None
    target: str = ""
    trouble: Trouble | None = None


def fix_files(options: FixOptions) -> Iterator[FixedFile]:
    """Repair every file of the sources, and write it if asked; ValueError for a bad target."""
    planned = plan_files(options.sources, options.target, in_place=options.in_place)
    jobs = 1 if STDIN in options.sources else None
    return map_in_order(partial(_fix_planned, options=options), planned, jobs)


def _fix_planned(planned: TargetFile | Trouble, options: FixOptions) -> FixedFile:
    """Open a file and repair it; of its match only what is printed is kept."""
    if isinstance(planned, Trouble):
        return FixedFile(trouble=planned)
    file = planned.source.open(options.max_size)
    if isinstance(file, Trouble):
        return FixedFile(trouble=file)
    try:
        with guard(options.time_limit, len(file.data)):
            return _fix_file(file, planned.target, options)
    except NotDoneError as error:
        return FixedFile(trouble=Trouble(file.path, reason(error)))


def plan_files(
    sources: Sequence[str], target: str | None, *, in_place: bool
) -> Iterator[TargetFile | Trouble]:
    """Yield each source with its target: in a folder, in its own place, or nowhere."""
    if target is not None:
        files, troubles = plan_targets(sources, target)
        yield from files
        yield from troubles
        return
    for source in list_sources(sources):
        if isinstance(source, Trouble):
            yield source
        else:
            yield TargetFile(source, source.path if in_place else "")


def _fix_file(file: Opened, target: str, options: FixOptions) -> FixedFile:
    """A file repaired, and written."""
    reading = read_in_full(Source(file.data, file.path), options.from_, options.rules)
    if not reading.matches:
        return FixedFile(trouble=None if file.searched else Trouble(file.path, why_no_match(reading)))
    proposed = fixing(file, reading, options.rules, None, options.ignore)
    try:
        fixed = fix_proposed(proposed, by_degree(options.degree), options.rules)
        if target:
            write_mended(file, target, fixed.data, force=options.force)
    except ValueError as error:
        return FixedFile(trouble=Trouble(file.path, reason(error)))
    return FixedFile(fixed=replace(fixed, proposed=proposed.outline()), target=target)


def write_mended(
    file: Opened, target: str, data: bytes, *, force: bool = False, keep_first: bool = False
) -> bool:
    """Write a mended record; KotraError where that cannot be done.

    One that takes the place of its source is written only where it is another, and what was there is kept. If
    an original is kept already, that is refused; with `keep_first` it stays, and the answer is True.
    """
    stays = False
    packed = target == file.path and named_source(target).packed
    there = os.path.exists(target) and os.path.exists(file.path)
    if not packed and not (there and os.path.samefile(file.path, target)):
        check_free(target, force=force)
    elif data == file.data:
        return False
    elif packed:
        raise KotraError("a packed file cannot be overwritten; unpack it first.")
    else:
        kept = f"{file.path}{BACKUP}"
        stays = os.path.lexists(kept)
        if stays and not keep_first:
            raise KotraError("{file} already exists; move or rename it.", file=printable(kept))
        if not stays:
            write_or_refuse(kept, file.data)
    write_or_refuse(target, data, folders=True)
    return stays
