"""The layout of a file in two columns: where cells begin, how rows are numbered, what parts cells."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from kotra_notation.formats.mat.changing.cells import Kind, OldCell
from kotra_notation.formats.mat.dialects import MatLayout
from kotra_notation.formats.mat.lines import ROW
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.values import dataclass

EMPTY = re.compile(r"\s*[0-9]{1,9}[).]\s*$")  # a row of which nothing but its number is written
_NUMBER = re.compile(r"(\s*)([0-9]{1,9})([).]\s*)")
_COMMON = 0.6  # what fewer have is no habit
_FULL = 4  # hops; behind so many some leave no blank
_LONE = 10  # blanks before a lone right-hand cell where there are no columns


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of rows.

    `starts`: where cells begin, by seat, kind, and the digits of the row's number, 0 for any. `prefixes`:
    what rows begin with, by digits; `aligned` where shorter numbers are moved to the right. `width`: that of
    all rows that are filled up; `behind`: what else stands at their ends, by whether the play there is a full
    one. `gap`: what parts cells where there are no columns, and `lone` what stands before a lone right one.
    """

    starts: dict[tuple[int | None, Kind, int], int]
    prefixes: dict[int, str]
    aligned: bool
    width: int
    behind: dict[bool, str]
    gap: str | None
    lone: str
    results_numbered: bool

    def start(self, seat: int | None, kind: Kind, number: int | None) -> int:
        """Return where a cell begins in the row of a number."""
        return self.starts.get((seat, kind, _digits(number)), self.starts[seat or 0, kind, 0])

    def prefix(self, number: int) -> str:
        """Return what a row begins with; nothing where rows have no numbers."""
        if not self.prefixes:
            return ""
        near = min(self.prefixes, key=lambda digits: abs(digits - _digits(number)))
        return self.renumber(self.prefixes[near], number)

    def renumber(self, text: str, number: int) -> str:
        """A row with another number."""
        match = _NUMBER.match(text)
        if match is None or int(match[2]) == number:
            return text
        if not self.aligned or "\t" in match[1]:
            return f"{match[1]}{number}{text[match.end(2) :]}"
        return f"{number:>{match.end(2)}}{text[match.end(2) :]}"

    def pad_end(self, row: str, last: str, kind: Kind) -> str:
        """A row with the blanks that stand at its end, behind its last cell."""
        if self.width:
            return row.ljust(self.width)
        return row + self.behind[_full(last)] if kind == "throw" else row


def _full(text: str) -> bool:
    """Return whether a cell holds a play of as many hops as can be."""
    return len(text.split()) > _FULL


def number_of(line: str) -> int | None:
    """The number of a row, None where it has none."""
    row = ROW.match(line)
    return int(row[1]) if row else None


def _digits(number: int | None) -> int:
    return len(str(number)) if number is not None else 0


class ShownStyle:
    """Counts of the layouts that the rows of a file have."""

    def __init__(self, sheet: Sheet, cells: Iterable[tuple[OldCell, Kind]]) -> None:
        self.starts: defaultdict[tuple[int | None, Kind, int], Counter[int]] = defaultdict(Counter)
        self.prefixes: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.lengths: Counter[int] = Counter()
        self.behind: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
        self.gaps: Counter[str] = Counter()
        self.lones: Counter[str] = Counter()
        self.numbered: Counter[bool] = Counter()
        self.results: Counter[bool] = Counter()
        last: OldCell | None = None
        for cell, kind in cells:
            self._see(sheet.line(cell.line), cell, kind, last)
            last = cell

    def _see(self, line: str, cell: OldCell, kind: Kind, last: OldCell | None) -> None:
        number = number_of(line)
        for digits in {0, _digits(number)}:
            self.starts[cell.seat, kind, digits][cell.start] += 1
        (self.results if kind == "result" else self.numbered)[number is not None] += 1
        beside = last is not None and last.line == cell.line
        if beside and last is not None:
            self.gaps[line[last.end : cell.start]] += 1
        elif kind == "throw" and cell.seat == 0:
            self.prefixes[_digits(number)][line[: cell.start]] += 1
        elif kind == "throw":
            self.lones[line[: cell.start]] += 1
        tail = line[cell.end :]
        if kind == "throw" and not tail.strip() and beside:
            self.behind[_full(line[cell.start : cell.end])][tail] += 1
            if tail:
                self.lengths[len(line)] += 1

    def style(self, layout: MatLayout) -> Style:
        """The style they make; the layout's where they do not tell."""
        rights = self.starts.get((1, "throw", 0), Counter())
        loose = bool(rights) and not _common(rights)
        tabs = any("\t" in gap for gap in self.gaps)
        gap = self.gaps.most_common(1)[0][0] if self.gaps and (loose or tabs) else None
        results = self.results
        return Style(
            starts=dict(self._starts(layout)),
            prefixes=self._prefixes(layout),
            aligned=self._is_aligned(layout),
            width=_common(self.lengths),
            behind={
                key: counts.most_common(1)[0][0] if counts else "" for key, counts in self.behind.items()
            },
            gap=gap,
            lone=self._lone(tabs),
            results_numbered=results[True] > results[False] if results else layout.result_numbered,
        )

    def _prefixes(self, layout: MatLayout) -> dict[int, str]:
        if self.numbered[False] > self.numbered[True]:
            return {}
        seen = {digits: counts.most_common(1)[0][0] for digits, counts in self.prefixes.items() if digits}
        return seen or {1: layout.number.format(number=1)}

    def _is_aligned(self, layout: MatLayout) -> bool:
        """Return whether the first digit of a longer number stands further to the left."""
        seen = self._prefixes(layout)
        blanks = {len(text) - len(text.lstrip()) for text in seen.values()}
        if len(seen) > 1:
            return len(blanks) > 1
        return len(layout.number.format(number=9)) == len(layout.number.format(number=10))

    def _lone(self, tabs: bool) -> str:
        if not tabs:
            return " " * _LONE
        gap = next((text for text in self.lones if text.count("\t") > 1), "")
        return gap[len(gap.rstrip()) :] or "\t\t"

    def _starts(self, layout: MatLayout) -> Iterator[tuple[tuple[int | None, Kind, int], int]]:
        prefix = len(next(iter(self._prefixes(layout).values()), ""))
        usual = {0: prefix, 1: prefix + layout.left + 1}
        for seat in (0, 1):
            throws = self.starts.get((seat, "throw", 0))
            start = throws.most_common(1)[0][0] if throws else usual[seat]
            yield (seat, "throw", 0), start
            yield (seat, "words", 0), start + 1
            yield (seat, "result", 0), layout.result[seat]
        for key, counts in self.starts.items():
            yield key, counts.most_common(1)[0][0]


def _common(counts: Counter[int]) -> int:
    """Return the number that most have in common, 0 if there is none."""
    number, count = counts.most_common(1)[0] if counts else (0, 0)
    return number if count >= _COMMON * counts.total() else 0
