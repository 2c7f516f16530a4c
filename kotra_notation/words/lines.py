"""Texts in the columns of a window: how wide they are, and where their lines break."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# What a terminal is told between the letters, and takes no column.
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_BLANKS = re.compile(r"( +)")
_COLUMN = re.compile(r"(?<=\S)  +(?=\S)")
HANGING = 4


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(sign_width, text))


@lru_cache(maxsize=4096)
def sign_width(sign: str) -> int:
    """Return how many columns a letter takes."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def break_lines(text: str, room: int) -> str:
    """A text whose lines have room, broken between words; a word that has none of its own goes on past it.

    What goes on stands below what it belongs to: the last column of a row of a table, if it begins in the
    left half, and else the beginning of the line.
    """
    return "\n".join(part for line in text.split("\n") for part in _parts(line, room))


def _parts(line: str, room: int) -> Iterator[str]:
    bare = _STYLE.sub("", line)
    if width(bare) <= room:
        yield line
        return
    hanging = " " * _hanging(bare, room)
    begun, blanks = "", ""
    for part in _BLANKS.split(line):
        if not part.strip(" "):
            blanks += part
        elif begun.strip() and width(_STYLE.sub("", begun + blanks + part)) > room:
            yield begun
            begun, blanks = hanging + part, ""
        else:
            begun, blanks = begun + blanks + part, ""
    yield begun


def _hanging(line: str, room: int) -> int:
    """Return how far the second line of one that is too long stands in."""
    indent = len(line) - len(line.lstrip(" "))
    columns = list(_COLUMN.finditer(line))
    if not columns:
        return indent + (2 if line.lstrip().startswith("- ") else 0)
    last = width(line[: columns[-1].end()])
    return last if last <= room // 2 else indent + HANGING
