"""The mark by which a result that `kotra watch` wrote is known, so that nobody takes it for a record.

It is the last thing in the file, and the name of the file has an ending of its own.
"""

from __future__ import annotations

import os
import re
import stat

ENDINGS = {"text": ".check.txt", "json": ".check.json"}
TAIL = 512
MARK = re.compile(
    rb"kotra-watch 1 content:([0-9a-f]{64}|unread) way:([0-9a-f]{16})"
    rb" errors:(\d{1,9}) warnings:(\d{1,9}) notes:(\d{1,9}) failed:([01])[\"\s}]*\Z"
)


def is_result(path: str) -> bool:
    """Whether a file is a result, by its name and its mark."""
    return path.endswith(tuple(ENDINGS.values())) and marked(path) is not None


def marked(path: str) -> re.Match[bytes] | None:
    """The mark at the end of a file; None where it has none, cannot be read, or is no ordinary file."""
    try:
        size = os.lstat(path)
        if not stat.S_ISREG(size.st_mode):
            return None
        with open(path, "rb") as file:
            file.seek(max(0, size.st_size - TAIL))
            return MARK.search(file.read(TAIL))
    except OSError:
        return None
