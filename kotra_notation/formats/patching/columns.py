"""How a file in two columns lays out its rows: where cells begin, how rows are numbered, what parts cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kotra_notation.formats.mat.dialects import MatLayout
from kotra_notation.formats.mat.lines import ROW
from kotra_notation.formats.patching.cells import Cell
from kotra_notation.formats.patching.sheet import Sheet

_NUMBER = re.compile(r"(\s*)([0-9]{1,9})([).])(\s*)")
_LOOSE = 0.6  # where fewer right-hand cells stand under one another, there are no columns


@dataclass(frozen=True, slots=True)
class Style:
    """Where cells begin, by seat, and whether with a throw, words or a result; what else makes up a row.

    `gap`: what parts cells where there are no columns; a lone right-hand cell stands behind `lone`.
    """

    starts: dict[tuple[int, str], int]
    numbered: bool
    number: str
    tail: int
    gap: str | None
    lone: str
    results_numbered: bool

    def start(self, seat: int, kind: str) -> int:
        """Where a cell begins."""
        return self.starts[seat, kind]

    def prefix(self, number: int) -> str:
        """What a row begins with."""
        if not self.numbered:
            return ""
        found = _NUMBER.match(self.number)
        return renumbered(self.number, number) if found else f"{number:>3}) "


def number_of(line: str) -> int | None:
    """The number of a row, None where it has none."""
    row = ROW.match(line)
    return int(row[1]) if row else None


def renumbered(text: str, number: int) -> str:
    """A row with another number, its blanks before it fewer where that is longer."""
    found = _NUMBER.match(text)
    if found is None or int(found[2]) == number:
        return text
    width = len(found[1]) + len(found[2])
    return f"{number:>{width}}{text[found.end(2) :]}"


def style_of(sheet: Sheet, cells: Iterable[tuple[Cell, str]], layout: MatLayout) -> Style:
    """The style of rows, from their cells with the kind of each; the layout's where nothing tells."""
    starts: dict[tuple[int, str], Counter[int]] = {}
    prefixes: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    gaps: Counter[str] = Counter()
    lones: Counter[str] = Counter()
    numbered = Counter[bool]()
    results = Counter[bool]()
    last: Cell | None = None
    for cell, kind in cells:
        line = sheet.line(cell.line)
        row = _NUMBER.match(line)
        starts.setdefault((cell.seat, kind), Counter())[cell.start] += 1
        if kind == "result":
            results[row is not None] += 1
        else:
            numbered[row is not None] += 1
        beside = last is not None and last.line == cell.line
        if beside and last is not None:
            gaps[line[last.end : cell.start]] += 1
        elif row and kind == "throw":
            (prefixes if cell.seat == 0 else lones)[line[: cell.start]] += 1
        if line[-1:] == " ":
            lengths[len(line)] += 1
        last = cell
    rights = starts.get((1, "throw"), Counter())
    loose = bool(rights) and rights.most_common(1)[0][1] < _LOOSE * rights.total()
    tabs = any("\t" in gap for gap in gaps)
    gap = gaps.most_common(1)[0][0] if gaps and (loose or tabs) else None
    lone = next((one for one in lones if "\t" in one or len(one) > 9), "")
    number = next(_long(prefixes), layout.number.format(number=1))
    return Style(
        starts=dict(_starts(starts, layout, len(number))),
        numbered=numbered[True] >= numbered[False],
        number=number,
        tail=lengths.most_common(1)[0][0] if lengths else 0,
        gap=gap,
        lone=lone if gap is not None else "",
        results_numbered=results[True] > results[False] if results else layout.result_numbered,
    )


def _long(prefixes: Counter[str]) -> Iterator[str]:
    """What rows begin with, that of the highest number first."""
    yield from sorted(prefixes, key=lambda text: (-(number_of(text) or 0), text))


def _starts(
    found: dict[tuple[int, str], Counter[int]], layout: MatLayout, prefix: int
) -> Iterator[tuple[tuple[int, str], int]]:
    usual = {0: prefix, 1: prefix + layout.left + 1}
    for seat in (0, 1):
        throws = found.get((seat, "throw"))
        words = found.get((seat, "words"))
        results = found.get((seat, "result"))
        start = throws.most_common(1)[0][0] if throws else usual[seat]
        yield (seat, "throw"), start
        yield (seat, "words"), words.most_common(1)[0][0] if words else start + 1
        yield (seat, "result"), results.most_common(1)[0][0] if results else layout.result[seat]
