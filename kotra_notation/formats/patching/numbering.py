"""The numbers of new lines in notations that count them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SGG = re.compile(r"([ \t]*)([0-9]{1,6})([ \t]+)")
_TMG = re.compile(r"([ \t]*)(-?)([0-9]{1,6})([ \t]+)")


def numbered(
    format: str, lines: Sequence[str], above: str, below: str | None, *, keep: bool = False
) -> list[str]:
    """Lines with the numbers that go on from the line above; with its own one, where they `keep` it."""
    if format == "sgg":
        return _sgg(lines, above, below or "", keep)
    return _tmg(lines, above, keep) if format == "tmg" else list(lines)


def _sgg(lines: Sequence[str], above: str, below: str, keep: bool) -> list[str]:
    """Both sides share a number; the first side, with one tab, has it first."""
    over, under = _SGG.match(above), _SGG.match(below)
    number, right = (int(over[2]), _right(over)) if over else (0, True)
    said: list[str] = []
    last = ""
    for line in lines:
        row = _SGG.match(line)
        if row is None:
            said.append(line)
            continue
        if not keep and last != row[0]:
            if _right(row):
                number += right
            elif under is not None and _right(under) and int(under[2]) > number:
                number = int(under[2])
            else:
                number += 1
            right, last = _right(row), row[0]
        said.append(f"{row[1]}{number}{row[3]}{line[row.end() :]}")
    return said


def _right(row: re.Match[str]) -> bool:
    return row[3].count("\t") > 1


def _tmg(lines: Sequence[str], above: str, keep: bool) -> list[str]:
    """Each thing that is done has the next number, negative for the second player."""
    over = _TMG.match(above)
    number = int(over[3]) if over else 0
    said: list[str] = []
    last = ""
    for line in lines:
        row = _TMG.match(line)
        if row is None:
            said.append(line)
            continue
        if not keep and last != row[3]:
            number, last = number + 1, row[3]
        written = f"{row[2]}{number}"
        said.append(f"{written:>{len(row[1] + row[2] + row[3])}}{row[4]}{line[row.end() :]}")
    return said
