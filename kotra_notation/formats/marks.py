"""The mark at the end of what `kotra watch` writes, so that nobody takes a result for a record."""

from __future__ import annotations

import re

TAIL = 512
MARK = re.compile(
    rb"kotra-watch 1 content:([0-9a-f]{64}|unread) way:([0-9a-f]{16})"
    rb" errors:(\d{1,9}) warnings:(\d{1,9}) notes:(\d{1,9}) failed:([01])[\"\s}]*\Z"
)


def mark(data: bytes) -> re.Match[bytes] | None:
    """The mark at the end of a file; None where it has none."""
    return MARK.search(data[-TAIL:])
