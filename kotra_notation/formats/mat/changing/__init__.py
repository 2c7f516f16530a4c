"""Patching notations in two columns, `.mat` and `.gam`: cells in their rows, and rows laid out anew.

A row whose cells say the same keeps its bytes, but for its number where that has to go on from the row above.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import field

from kotra_notation.formats.mat.changing.cells import (
    EMPTY,
    Cells,
    NewCell,
    OldCell,
    OwnLine,
    Style,
    find_cells,
    new_cells,
    number_of,
)
from kotra_notation.formats.mat.lines import ROW, MatLayout
from kotra_notation.formats.patching.work import Changes, RefusedError, Work, head_line
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
        self.work = work
        self.sheet = work.sheet
        self.changes = changes
        self.layout = layout
        self.style = style
        self.cells: Cells = find_cells(changes.old.events)
        self.by_line: dict[int, list[OldCell]] = {}
        self.order: dict[int, int] = {}
        for index, cell in enumerate(self.cells.cells):
            self.by_line.setdefault(cell.line, []).append(cell)
            self.order[id(cell)] = index
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

    # which cells stand in which row

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
        """Return whether a cell belongs in the row of those before it."""
        last = row.cells[-1]
        alternate = (last.seat, cell.seat) == (0, 1) and len(row.cells) == 1
        if last.old and cell.old and self.order[id(cell.old)] - self.order[id(last.old)] == 1:
            if last.in_place and cell.in_place:
                return last.old.line == cell.old.line
            return alternate and not last.result and not cell.result
        if last.result:
            return False
        if cell.result:
            beside = last.text.startswith("Drop") or self.style.results_numbered
            return alternate and beside
        return alternate

    def _claim(self, rows: list[NewRow]) -> None:
        """Give every row the line that it was, where it was one; lines stay in their order."""
        last, own_below = 0, _own_below(rows)
        for row, below in zip(rows, own_below, strict=True):
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
            if row.own or (row.line is not None and row.line not in stated):
                numbers.append(0)
                continue
            if row.line is None and row.result and not self.style.results_numbered:
                numbers.append(0)
                continue
            if row.line is None and number:
                number += 1
            elif row.line is None:
                number = max(
                    next((stated[new_row.line] for new_row in rows[index:] if new_row.line in stated), 2) - 1,
                    1,
                )
            elif not above and not number:
                number = stated[row.line]
            else:
                jump = stated[row.line] - stated[above] if before.get(row.line) == above and above else 1
                number += jump if jump > 0 or self._is_same(row, row.line) else 1
            above = row.line or 0
            numbers.append(number)
        return numbers

    # how rows are written

    def _is_same(self, row: NewRow, line: int) -> bool:
        """Return whether a row says what its line has said."""
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
        if cell.old is None or cell.old.line != line or not cell.in_place:
            return None
        return old.index(cell.old)

    def _pad_row(self, row: str, cell: NewCell, before: NewCell | None, number: int | None) -> str:
        """Return what stands before a new cell, with the gap before it."""
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
        kept = {
            event.span.line
            for index, event in enumerate(self.changes.old.events)
            if event.span and index not in self.cells.of and index in origins
        }
        for line, cells in self.by_line.items():
            if line in claimed:
                continue
            if cells and line in kept:
                self.sheet.exchange_line(line, self.sheet.line(line)[cells[-1].end :].strip())
            else:
                self.sheet.drop(line)
        own = {
            event.span.line
            for index, event in enumerate(self.changes.old.events)
            if event.span and index not in self.cells.of and event.span.line > self.head
        }
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
