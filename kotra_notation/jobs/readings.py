"""`kn.read_folder`: the records of a folder one after the other, whatever may be wrong with one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from kotra_notation.findings import sentences
from kotra_notation.formats import named as named_format
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Trouble, given
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guarded
from kotra_notation.reading import read_in_full, why_unread
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class FileReading:
    """One file: what was read of it, or in `trouble` why nothing was."""

    path: str
    reading: Reading
    trouble: str = ""


def read_folder(path: str | os.PathLike[str], *, format: str | None = None) -> Iterator[FileReading]:
    """The files below the folder at `path` as they are read, by their names; of one file it is that alone.

    What cannot be opened, or is ended by a fault of ours or the limit of time, is there with its trouble, and
    the others go on; in a folder, what is in no known format is passed over. ValueError for a format that
    does not exist.
    """
    if format is not None:
        named_format(format)
    return _readings(Path(path), format)


def _readings(path: Path, format: str | None) -> Iterator[FileReading]:
    for file in given(path, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            yield FileReading(file.path, Reading(), file.why)
            continue
        try:
            with guarded(LIMIT, len(file.data)):
                reading = read_in_full(Source(file.data, file.path), format)
        except NotDoneError as error:
            yield FileReading(file.path, Reading(findings=(error.found,)), sentences(error.found))
            continue
        if reading.format:
            yield FileReading(file.path, reading)
        elif not file.searched:
            yield FileReading(file.path, reading, why_unread(reading))
