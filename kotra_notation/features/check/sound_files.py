"""What is said of a file that is proved sound, before what reads files is loaded."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from kotra_notation.fast.proof import prove_record
from kotra_notation.features.check.text import CheckSum, render_file, render_result, render_sum
from kotra_notation.jobs.paths import without_waiting

if TYPE_CHECKING:
    from kotra_notation.words.tongues import Tongue

# How many bytes are tried.
MOST = 32_000_000


def sound_lines(path: str, tongue: Tongue) -> list[str]:
    """The lines that `kotra check` prints of a file that is sound; none of any other."""
    try:
        record = prove_record(_content(path))
    except Exception:
        return []  # what is wrong is said where the file is read
    if not record:
        return []
    format, dialect, encoding, proof = record
    return [
        render_file(path, format, dialect, encoding, tongue),
        render_result(proof.players, proof.length, len(proof.games), proof.score, tongue),
        render_sum(CheckSum(files=1), tongue),
    ]


def _content(path: str) -> bytes:
    """The bytes of an ordinary file; none where there are too many."""
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode) or found.st_size > MOST:
        return b""
    with open(path, "rb", opener=without_waiting) as file:
        data = file.read(MOST + 1)
    return data if len(data) <= MOST else b""
