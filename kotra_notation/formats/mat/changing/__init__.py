"""Patching notations in two columns, `.mat` and `.gam`: cells in their rows, and rows laid out anew.

A row whose cells say the same keeps its bytes, but for its number where that has to go on from the row above.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import field

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat.changing.cells import (
    EMPTY,
    Kind,
    NewCell,
    OldCell,
    OwnLine,
    ShownStyle,
    Style,
    find_cells,
    new_cells,
    number_of,
)
from kotra_notation.formats.mat.lines import LAYOUTS, ROW, MatLayout
from kotra_notation.formats.patching.exchange import Hand, Plain
from kotra_notation.formats.patching.lines import Habits, Patch
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.patching.work import Changes, RefusedError, Work, head_line
from kotra_notation.model import Turn
from kotra_notation.values import dataclass


@dataclass(slots=True)
class NewRow:
    """A row as it is to be; `line` is the one it was, None for a new one."""

    cells: list[NewCell] = field(default_factory=list)
    line: int | None = None
    own: bool = False  # a line that is no row

    @property
    def result(self) -> bool:
        """Return whether it is but a result."""
        return bool(self.cells) and all(cell.result for cell in self.cells)


def patch(work: Work, changes: Changes, layout: MatLayout, style: Style) -> None:
    """Make the changes of a game in its rows."""
    work.score(changes)
    if not all(step.same for step in changes.steps):
        RowsPatch(work, changes, layout, style).patch()


class RowsPatch:
    """The rows of one game."""

    def __init__(self, work: Work, changes: Changes, layout: MatLayout, style: Style) -> None:
        self.work, self.sheet, self.changes = work, work.sheet, changes
        self.layout, self.style = layout, style
        self.cells = find_cells(changes.old.events)
        self.by_line: dict[int, list[OldCell]] = {}
        for cell in self.cells.cells:
            self.by_line.setdefault(cell.line, []).append(cell)
        self.order = {id(cell): index for index, cell in enumerate(self.cells.cells)}
        self.head = head_line(changes.old)

    def patch(self) -> None:
        """Make all changes."""
        rows = list(self._rows())
        self._claim(rows)
        numbers = self._numbers(rows)
        line = min([*self.by_line, self.head + 1 + len(self.sheet)])
        line = self.head + 1 if line > len(self.sheet) else line
        for row, number in zip(rows, numbers, strict=True):
            if row.line is None:
                self.sheet.insert(line, [self._new_line(row, number)])
                continue
            line = row.line + 1
            if not row.own:
                text = self.sheet.line(row.line)
                if not self._is_same(row, row.line):
                    text = self._change_row(row, row.line, text, self.by_line[row.line])
                self.sheet.exchange_line(row.line, self.style.renumber(text, number) if number else text)
        self._drop({row.line for row in rows if row.line is not None})

    def _rows(self) -> Iterator[NewRow]:
        row = NewRow()
        for thing in new_cells(self.work, self.changes, self.cells, self.layout):
            if isinstance(thing, OwnLine):
                if thing.line in self.by_line:
                    continue
                if row.cells:
                    yield row
                yield NewRow(line=thing.line, own=True)
                row = NewRow()
            elif row.cells and not self._joins(row, thing):
                yield row
                row = NewRow([thing])
            else:
                row.cells.append(thing)
        if row.cells:
            yield row

    def _joins(self, row: NewRow, cell: NewCell) -> bool:
        last = row.cells[-1]
        alternate = (last.seat, cell.seat) == (0, 1) and len(row.cells) == 1
        if last.old and cell.old and self.order[id(cell.old)] - self.order[id(last.old)] == 1:
            if last.in_place and cell.in_place:
                return last.old.line == cell.old.line
            return alternate and not last.result and not cell.result
        if last.result:
            return False
        beside = last.text.startswith("Drop") or self.style.results_numbered
        return alternate and (beside or not cell.result)

    def _claim(self, rows: list[NewRow]) -> None:
        """Give every row the line that it was, where it was one; lines stay in their order."""
        last = 0
        for row, below in zip(rows, _own_below(rows), strict=True):
            if row.line is not None:
                if row.line <= last:
                    raise RefusedError
                last = row.line
                continue
            lines = [cell.old.line for cell in row.cells if cell.old is not None and cell.old.line > last]
            stays = [cell.old.line for cell in row.cells if cell.old is not None and cell.in_place]
            lines = [line for line in stays if line > last] or lines or self._empty(last)
            if lines and lines[0] < below:
                row.line = last = lines[0]

    def _empty(self, last: int) -> list[int]:
        """Return the line below, if it is a row with nothing in it."""
        below = max(last, self.head) + 1
        if below in self.by_line or below > len(self.sheet) or not EMPTY.match(self.sheet.line(below)):
            return []
        self.by_line[below] = []
        return [below]

    def _numbers(self, rows: list[NewRow]) -> list[int]:
        """Return the numbers of the rows: each one more, but for the jumps that were there before."""
        old = [line for line in sorted(self.by_line) if number_of(self.sheet.line(line)) is not None]
        before = dict(zip(old[1:], old, strict=False))
        stated = {line: number_of(self.sheet.line(line)) or 0 for line in old}
        numbers: list[int] = []
        number, above = 0, 0
        for index, row in enumerate(rows):
            lone = row.line is None and row.result and not self.style.results_numbered
            if row.own or lone or (row.line is not None and row.line not in stated):
                numbers.append(0)
                continue
            if row.line is None and number:
                number += 1
            elif row.line is None:
                number = max(next((stated[new.line] for new in rows[index:] if new.line in stated), 2) - 1, 1)
            elif not above and not number:
                number = stated[row.line]
            else:
                jump = stated[row.line] - stated[above] if before.get(row.line) == above and above else 1
                number += jump if jump > 0 or self._is_same(row, row.line) else 1
            above = row.line or 0
            numbers.append(number)
        return numbers

    def _is_same(self, row: NewRow, line: int) -> bool:
        cells = [cell.old for cell in row.cells]
        return cells == self.by_line[line] and all(cell.kept and cell.in_place for cell in row.cells)

    def _change_row(self, row: NewRow, line: int, text: str, old: list[OldCell]) -> str:
        """Return a row with its cells where they stood, and more or fewer blanks between them."""
        number = number_of(text)
        head = ROW.match(text)
        bare = head[0] if head else ""
        built = ""
        for index, cell in enumerate(row.cells):
            was = self._index(cell, line, old)
            before = row.cells[index - 1] if index else None
            if was == 0 and before is None:
                built = text[: old[0].start]
            elif was is not None and before and self._index(before, line, old) == was - 1:
                start = self.style.start(cell.seat, cell.kind, number)
                gap = text[old[was - 1].end : old[was].start]
                built = _beside(built, gap, old[was].start, start, 2 if self.work.coarse else 1)
            else:
                built = self._pad_row(built or bare, cell, before, number)
            built += cell.text
        tail = text[old[-1].end :] if old else ""
        if tail.strip():
            return built.ljust(old[-1].end) + tail
        last = row.cells[-1]
        filled = last.seat and tail and self.style.width
        if old and self._index(last, line, old) == len(old) - 1 and not filled:
            return built + tail
        return built if row.result else self.style.pad_end(built, last.text, last.kind)

    def _index(self, cell: NewCell, line: int, old: list[OldCell]) -> int | None:
        return old.index(cell.old) if cell.old and cell.old.line == line and cell.in_place else None

    def _pad_row(self, row: str, cell: NewCell, before: NewCell | None, number: int | None) -> str:
        style = self.style
        if style.gap is not None and before is not None:
            return row.rstrip() + style.gap
        if style.gap is not None and number is not None:
            prefix = style.prefix(number)
            return prefix if cell.seat == 0 else prefix.rstrip() + style.lone
        start = style.start(cell.seat, cell.kind, number)
        near = before is None or (start == len(row.rstrip()) + 1 and not self.work.coarse)
        least = len(row.rstrip()) + (1 if near else 2) * bool(row)
        return row.rstrip().ljust(max(start, least))

    def _new_line(self, row: NewRow, number: int) -> str:
        text = self.style.prefix(number).rstrip() if number else ""
        for index, cell in enumerate(row.cells):
            before = row.cells[index - 1] if index else None
            text = self._pad_row(text, cell, before, number or None) + cell.text
        alone = row.result or row.cells[-1].seat == 0
        return text if alone else self.style.pad_end(text, row.cells[-1].text, row.cells[-1].kind)

    def _drop(self, claimed: set[int]) -> None:
        """Drop the lines of which nothing is left; a comment behind cells stays."""
        origins = set(self.changes.origins.values())
        others = [
            (index, event.span.line)
            for index, event in enumerate(self.changes.old.events)
            if event.span and index not in self.cells.of
        ]
        kept = {line for index, line in others if index in origins}
        for line, cells in self.by_line.items():
            if line in claimed:
                continue
            if cells and line in kept:
                self.sheet.exchange_line(line, self.sheet.line(line)[cells[-1].end :].strip())
            else:
                self.sheet.drop(line)
        own = {line for _, line in others if line > self.head}
        for line in sorted(own - set(self.by_line) - claimed):
            self.sheet.drop(line)


def _own_below(rows: list[NewRow]) -> list[int]:
    """Return for each row the next line below it that is no row, beyond all where there is none."""
    below, lines = sys.maxsize, []
    for row in reversed(rows):
        below = row.line if row.line is not None else below
        lines.append(below)
    return lines[::-1]


def _beside(row: str, gap: str, old: int, usual: int, least: int) -> str:
    """Return the row before a cell that was there, its gap kept, or its column where a slip had moved it."""
    if gap.strip(" ") or len(row) + len(gap) == usual:
        return row + gap
    if old == len(row) + 1:
        return row.ljust(len(row) + max(least, 1))
    return row.ljust(max(old, len(row) + min(len(gap), 2)))


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a match text."""
    layout = LAYOUTS.get(dialect or "", LAYOUTS["gnubg"])
    counted = bool(re.search(r"[0-9*]\([2-4]\)", text))
    return Hand(
        dice=re.compile(r"([0-9?])[ \-]?([0-9?])\s*[:;.,]?\s*"),
        spells=Plain.of(text, layout.bar, layout.off, counted=counted),
        tail=re.compile(r"\s*[?!]{0,2}\s*\Z"),
        cannot_move=layout.cannot_move or LAYOUTS["gnubg"].cannot_move,
    )


def engine(source: Source, reading: Reading, sheet: Sheet) -> Patch:
    """Changes of cells, in rows as those of the file are laid out."""
    layout = LAYOUTS.get(reading.dialect or "", LAYOUTS["gnubg"])
    style = ShownStyle(sheet, _cells(reading)).style(layout)
    return lambda work, changes: patch(work, changes, layout, style)


def _cells(reading: Reading) -> Iterator[tuple[OldCell, Kind]]:
    for match in reading.matches:
        for game in match.games:
            for cell in find_cells(game.events).cells:
                rolled = isinstance(game.events[cell.events[0]], Turn)
                yield cell, "result" if cell.result else "throw" if rolled else "words"


HABITS = Habits(hand=hand, engine=engine)
