"""The cells of a game in two columns: what stood in each, and what is to stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal

from kotra_notation import model
from kotra_notation.formats.acts import Acted
from kotra_notation.formats.mat.dialects import MatLayout
from kotra_notation.formats.mat.write import is_whole, spell_cell, spell_result
from kotra_notation.formats.patching.changes import Changes
from kotra_notation.formats.patching.exchange import Cut, deed_text, recut
from kotra_notation.formats.patching.work import RefusedError, Work
from kotra_notation.values import dataclass

Kind = Literal["throw", "words", "result"]

_MARK = re.compile(r"\s*[?!]+\s*\Z")
_CELL = ":cell"  # ends the key of what could not be read in a cell
_CONCEDES = "Concedes"


@dataclass(slots=True)
class OldCell:
    """The cell of one side in a line: its place, counted from 0, and the indices of its events.

    A cell that could not be read has no seat.
    """

    line: int
    start: int
    end: int
    seat: int | None
    result: bool
    events: list[int]


@dataclass(slots=True)
class NewCell:
    """A cell as it is to be; `old` is the cell it was made of, `kept` if it says the same."""

    seat: int | None
    text: str
    rolled: bool
    result: bool
    old: OldCell | None = None
    kept: bool = False

    @property
    def kind(self) -> Kind:
        """Return what it holds."""
        return "throw" if self.rolled else "result" if self.result else "words"

    @property
    def in_place(self) -> bool:
        """Return whether it stays in its column."""
        return self.old is not None and self.old.seat in (self.seat, None)


@dataclass(slots=True)
class OwnLine:
    """A line that is no row: a comment, a position, what could not be read."""

    line: int


@dataclass(slots=True)
class Cells:
    """The cells of a game as they stood, by the index of each event."""

    cells: list[OldCell] = field(default_factory=list)
    of: dict[int, OldCell] = field(default_factory=dict)


def find_cells(events: tuple[model.Event, ...]) -> Cells:
    """The cells in which the events of a game stand."""
    cells = Cells()
    for index, event in enumerate(events):
        span = event.span
        if span is None:
            continue
        start, end = span.column - 1, span.end_column - 1
        last = cells.cells[-1] if cells.cells and cells.cells[-1].line == span.line else None
        if isinstance(event, Acted):
            result = isinstance(event, model.ResultClaim)
            if last is None or (last.seat, last.result) != (event.seat, result):
                last = OldCell(span.line, start, end, event.seat, result, [])
                cells.cells.append(last)
            last.end = max(last.end, end)
        elif last is not None and start < last.end and isinstance(event, model.Mark | model.Extra):
            pass
        elif isinstance(event, model.Extra) and event.key.endswith(_CELL):
            last = OldCell(span.line, start, end, None, False, [])
            cells.cells.append(last)
        else:
            continue
        last.events.append(index)
        cells.of[index] = last
    return cells


def new_cells(work: Work, changes: Changes, cells: Cells, layout: MatLayout) -> Iterator[NewCell | OwnLine]:
    """The cells of the new events in their order, and the lines of their own between them."""
    events = changes.new.events
    index = 0
    while index < len(events):
        event = events[index]
        origin = changes.origins.get(index)
        cell = cells.of.get(origin) if origin is not None else None
        if cell is None:
            yield _without_cell(work, changes, index, layout)
            index += 1
            continue
        seat = event.seat if isinstance(event, Acted) else cell.seat
        made_of: dict[int, int] = {}
        while index < len(events) and cells.of.get(changes.origins.get(index, -1)) is cell:
            other = events[index]
            if isinstance(other, Acted) and other.seat != seat:
                break
            made_of[changes.origins[index]] = index
            index += 1
        yield _made_of(work, changes, cell, seat, made_of, layout)


def _without_cell(work: Work, changes: Changes, index: int, layout: MatLayout) -> NewCell | OwnLine:
    event, origin = changes.new.events[index], changes.origins.get(index)
    if origin is not None:
        old = changes.old.events[origin]
        if old.span is not None and old == event:
            return OwnLine(old.span.line)
    if not isinstance(event, Acted):
        raise RefusedError
    rolled, result = isinstance(event, model.Turn), isinstance(event, model.ResultClaim)
    return NewCell(event.seat, spell(work, event, layout), rolled, result)


def _made_of(
    work: Work, changes: Changes, cell: OldCell, seat: int | None, made_of: dict[int, int], layout: MatLayout
) -> NewCell:
    """Return a cell with what has changed of its events exchanged."""
    text = work.sheet.line(cell.line)[cell.start : cell.end]
    old, new = changes.old.events, changes.new.events
    cuts: list[Cut] = []
    for index in cell.events:
        was, now = old[index], new[made_of[index]] if index in made_of else None
        span = was.span
        assert span is not None
        start, end = span.column - 1 - cell.start, span.end_column - 1 - cell.start
        if now is None:
            cuts += _cut_event(text, start, end, was, whole=len(cell.events) == 1)
        elif (
            new_text := _new_text(work, changes, text[start:end], (index, was), (made_of[index], now), layout)
        ) is not None:
            cuts.append(Cut(start, end, new_text))
    first = new[next(iter(made_of.values()))]
    return NewCell(
        seat, recut(text, cuts).strip(), isinstance(first, model.Turn), cell.result, cell, not cuts
    )


def _cut_event(text: str, start: int, end: int, event: model.Event, *, whole: bool) -> list[Cut]:
    """Return the cut that takes an event out of a cell."""
    if isinstance(event, model.Mark) and (mark := _MARK.search(text, start, end)):
        return [Cut(mark.start(), mark.end(), "")]
    if whole or (start, end) == (0, len(text)):
        raise RefusedError
    return [Cut(start, end, "")]


def _new_text(
    work: Work,
    changes: Changes,
    text: str,
    old: tuple[int, model.Event],
    new: tuple[int, model.Event],
    layout: MatLayout,
) -> str | None:
    """Return what an event is to say instead of a text, None where that may stay."""
    was, now = old[1], new[1]
    if isinstance(was, Acted) and isinstance(now, Acted):
        was = replace(was, seat=now.seat)
    if was == now:
        return None
    mended = work.mend(changes, text, (old[0], was), new)
    return mended if mended is not None else spell(work, now, layout)


def spell(work: Work, event: model.Event, layout: MatLayout) -> str:
    """Return a cell as the scribe would write it."""
    first, second = work.after.match.players
    names = first.name, second.name
    match event:
        case model.Turn():
            deed = deed_text(event, work.hand, work.known)
            if deed is not None:
                return f"{event.dice[0]}{event.dice[1]}: {deed}".rstrip()
            return spell_cell(event, layout, names).strip()
        case model.Double() | model.Beaver() | model.Take() | model.Drop():
            return spell_cell(event, layout, names).strip()
        case model.ResultClaim() if is_whole(event) and not event.kind and not event.lost:
            return spell_result(event, layout)
        case model.Resignation():
            return _CONCEDES
        case _:
            raise RefusedError
