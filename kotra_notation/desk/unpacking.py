"""Files taken out of a zip that was dropped on the page."""

from __future__ import annotations

import zipfile
from io import BytesIO

from kotra_notation.desk.work import DeskTask, file_row
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE
from kotra_notation.jobs.rows import Row
from kotra_notation.jobs.sources import ADDED, DAMAGED
from kotra_notation.words import phrase

# The most files of a zip, and the bytes of all of them.
MOST_FILES, MOST_BYTES = 2000, 2 * MAX_SIZE * MEGABYTE


def unpack(asked: DeskTask) -> Row:
    """Return the files in a zip, without hidden ones; ValueError if it is damaged or holds too much."""
    files: list[Row] = []
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(BytesIO(asked.file.data)) as archive:
            for member in archive.infolist():
                if member.is_dir() or any(part.startswith(ADDED) for part in _parts(member.filename)):
                    continue
                with archive.open(member) as opened:
                    data = opened.read(left + 1)
                left -= len(data)
                if left < 0 or len(files) == MOST_FILES:
                    raise ValueError(phrase("The zip holds too much; unpack it first."))
                files.append(file_row(member.filename, data))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(DAMAGED) from error
    if not files:
        raise ValueError(phrase("The zip holds no files."))
    return {"files": files}


def _parts(path: str) -> list[str]:
    """Return the names of the folders of a path, each with its slash, and the name of its file."""
    *folders, name = path.split("/")
    return [*(f"{folder}/" for folder in folders), name]
