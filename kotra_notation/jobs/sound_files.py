"""What is said of files that are all proved sound, before what reads files is loaded."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from kotra_notation.door import sound_record
from kotra_notation.jobs.check_words import render_file, render_result, render_sum
from kotra_notation.jobs.paths import without_waiting

if TYPE_CHECKING:
    from kotra_notation.words.tongues import Tongue

# How many bytes are tried: of one file, and of several, which are all read again where one is not sound.
ALONE, TOGETHER = 32_000_000, 1_000_000


def sound_lines(paths: list[str], tongue: Tongue) -> list[str]:
    """The lines that `kotra check` prints of files that are all sound at once; none of any others."""
    records = []
    room = ALONE if len(paths) == 1 else TOGETHER
    for path in paths:
        try:
            data = _content(path, room)
            record = sound_record(data)
        except Exception:
            return []  # what is wrong is said where the file is read
        if not record:
            return []
        records.append(record)
        room -= len(data)
    lines = [render_sum(len(records), tongue)]
    if len(records) == 1:
        [(format, dialect, encoding, proof)] = records
        result = render_result(proof.players, proof.length, len(proof.games), proof.score, tongue)
        lines = [render_file(paths[0], format, dialect, encoding, tongue), result, *lines]
    return lines


def _content(path: str, most: int) -> bytes:
    """The bytes of an ordinary file; none where there are too many."""
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode) or found.st_size > most:
        return b""
    with open(path, "rb", opener=without_waiting) as file:
        data = file.read(most + 1)
    return data if data and len(data) <= most else b""
