"""Whose a cell is: told by its column where the file has columns, else by whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.formats.acts import Did, Ended, Threw
from kotra_notation.formats.mat.cells import Content
from kotra_notation.formats.mat.lines import Cell
from kotra_notation.model import Beaver, Double, Drop, Event, Forfeit, Play, Resignation, Take, Turn
from kotra_notation.values import dataclass

LEFT = 12  # a cell that begins before this stands in the left column, where there are columns
RIGHT = 33  # where the right column is looked for until the file has shown it
NARROWEST = 24  # no right column begins before this; where a right cell does, there are no columns
SLACK = 6  # a right cell may begin so much before the others
WIDE_GAP = 6  # blanks behind a row's number that only an empty left cell leaves

Known = tuple[Cell, Content]
Acting = Turn | Double | Beaver | Take | Drop | Resignation | Forfeit


@dataclass(slots=True)
class Columns:
    """What a match has shown of its right column; `loose` if cells only follow one another."""

    right: int = RIGHT
    loose: bool = False

    def learn(self, right: int) -> None:
        """Take in the column of a right-hand cell."""
        if right < NARROWEST:
            self.loose = True
        else:
            self.right = min(right, self.right) if self.right != RIGHT else right

    def seats(self, cells: Sequence[Known], line: str, start: int, events: Sequence[Event]) -> list[int]:
        """The seats of the cells of a row whose number ends at `start`."""
        seats: list[int] = []
        for place, (cell, said) in enumerate(cells):
            if not place:
                seats.append(self._first(cells, line, start, events))
            else:
                seats.append(self._next(cells[place - 1], (cell, said), seats, events))
        return seats

    def _first(self, cells: Sequence[Known], line: str, start: int, events: Sequence[Event]) -> int:
        cell, said = cells[0]
        follows = len(cells) > 1 and not joined(cells[0], cells[1])
        if follows and isinstance(cells[1][1], Threw | Did):
            return 0
        gap = line[start : cell.start]
        if "\t" in gap:
            return int(gap.count("\t") > 1)
        if len(gap) >= WIDE_GAP if self.loose and start else cell.start >= self.right - SLACK:
            return 1
        if isinstance(said, Ended) and said.lost and not (start or follows):
            return winner(said, events)
        if follows or (not self.loose and 0 < cell.start <= LEFT):
            return 0
        return winner(said, events) if isinstance(said, Ended) else _to_act(events)

    def _next(self, before: Known, this: Known, seats: list[int], events: Sequence[Event]) -> int:
        if joined(before, this):
            return seats[-1]
        if isinstance(this[1], Ended) and not isinstance(before[1], Ended):
            alone = len(seats) == 1 and seats[0] == 0 and not self.loose
            return 1 if alone else winner(this[1], events, before[1], seats[-1])
        return 1 - seats[-1]


def joined(first: Known, second: Known) -> bool:
    """Return whether the second is no cell of its own but what became of the first (`62: Concedes`)."""
    close = second[0].start - first[0].start - len(first[0].text) <= 2
    return close and second[1] in (Did("resigns"), Did("forfeits")) and isinstance(first[1], Threw)


def winner(said: Ended, events: Sequence[Event], before: Content | None = None, seat: int = 0) -> int:
    """Return whose a result is where no column tells: who has just played, or whose opponent gave up."""
    played = isinstance(before, Threw) and isinstance(before.deed, Play)
    if before is None and (last := _last(events)) is not None:
        played = isinstance(last, Turn) and isinstance(last.deed, Play)
        seat = last.seat
    won = seat if played else 1 - seat
    return 1 - won if said.lost else won


def _to_act(events: Sequence[Event]) -> int:
    """Whose turn it is: the other side's than acted last; the right side's, where the left has no cell."""
    last = _last(events)
    return 1 if last is None else 1 - last.seat


def _last(events: Sequence[Event]) -> Acting | None:
    return next((event for event in reversed(events) if isinstance(event, Acting)), None)
