"""Paths of strangers: printed whatever their bytes are, and opened without waiting."""

from __future__ import annotations

import os

STDIN = "-"


def printable(path: str | os.PathLike[str]) -> str:
    """A path as it can be printed whatever its bytes are."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return text if text.isprintable() else without_controls(text)


def without_controls(text: str) -> str:
    """A text with a sign in place of every character that cannot be printed."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def without_waiting(path: str, flags: int) -> int:
    """A file opened so that nothing is waited for: some that look ordinary, as in /proc, are none."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
