"""Slips that concern more than one turn: cells or dice exchanged, a turn written twice, columns exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import UnionType

from kotra_notation.board import Turning
from kotra_notation.model import Beaver, Double, Drop, Event, Play, ResultClaim, Take, Turn
from kotra_notation.repair.meant import mirror_hops, rename_hops
from kotra_notation.values import dataclass

LEFT = 0
BOTH_ROWS = 4  # turns in two rows
IN_CELLS = Turn | Double | Beaver | Take | Drop


@dataclass(frozen=True, slots=True)
class Exchange:
    """Events that were written for others, the first of them at `at`."""

    kind: str
    at: int
    old: tuple[Event, ...]
    new: tuple[Event, ...]


def exchanges_at_fault(events: Sequence[Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield every such slip that would show at the turn which cannot be taken as it stands."""
    yield from written_twice(events, index)
    yield from neighbours_exchanged(events, index, turning)
    if (earlier := _turn(events, range(index - 1, -1, -1))) is not None:
        yield from neighbours_exchanged(events, earlier, turning)
    yield from columns_swapped(events, index, turning)
    yield from _numbering(events, index, turning)
    yield from _rows_around(events, index)


def moved_back(events: Sequence[Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield what stands behind a lost turn whose cell was filled: by its column, or by all that follows."""
    old, turn = tuple(events[index:]), events[index]
    if not isinstance(turn, Turn):
        return
    yield Exchange("moved", index, old, tuple([_cross_over(event, IN_CELLS, turning) for event in old]))
    lower = [event for row in _rows(old, turn.seat) for event in reversed(row)]
    yield Exchange("moved", index, old, tuple(lower))


def neighbours_exchanged(events: Sequence[Event], first: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield a turn and the next one of the other side exchanged, or only their dice."""
    turn = events[first]
    second = _turn(events, range(first + 1, len(events)))
    if second is None or not isinstance(turn, Turn):
        return
    other = events[second]
    assert isinstance(other, Turn)
    if turn.seat == other.seat:
        return
    old = tuple(events[first : second + 1])
    theirs = replace(_from_other_side(other, turning), seat=turn.seat, span=turn.span)
    mine = replace(_from_other_side(turn, turning), seat=other.seat, span=other.span)
    yield Exchange("cells-swapped", first, old, (theirs, *old[1:-1], mine))
    if turn.dice != other.dice:
        thrown = replace(turn, dice=other.dice), replace(other, dice=turn.dice)
        yield Exchange("dice-exchanged", first, old, (thrown[0], *old[1:-1], thrown[1]))


def written_twice(events: Sequence[Event], index: int) -> Iterator[Exchange]:
    """Yield the turn if it stands there already, alone or with the one behind it."""
    turn = events[index]
    earlier = [event for event in events[:index] if isinstance(event, Turn)][-2:]
    if turn in earlier:
        yield Exchange("turn-doubled", index, (turn,), ())
    both = tuple(events[index : index + 2])
    if len(earlier) == 2 and both == tuple(earlier):
        yield Exchange("turn-doubled", index, both, ())


def rows_swapped(events: Sequence[Event], at: int) -> Exchange | None:
    """Return the row that begins at an event and the next, each on its line, in each other's place."""
    middle = _line_end(events, at)
    end = _line_end(events, middle)
    if middle == end:
        return None
    return Exchange("rows-swapped", at, tuple(events[at:end]), (*events[middle:end], *events[at:middle]))


def _rows_around(events: Sequence[Event], index: int) -> Iterator[Exchange]:
    """Yield the row of an event exchanged with the next and with that before it, if rows hold two turns."""
    first = _line_begin(events, index)
    for at in {first, _line_begin(events, first - 1)} if first else {first}:
        swap = rows_swapped(events, at)
        if swap and sum(isinstance(event, Turn) for event in swap.old) == BOTH_ROWS:
            yield swap


def _line_begin(events: Sequence[Event], index: int) -> int:
    """Return the place of the first event on the line of one."""
    line = _line(events[index])
    while line is not None and index > 0 and _line(events[index - 1]) == line:
        index -= 1
    return index


def _line_end(events: Sequence[Event], index: int) -> int:
    """Return the place behind the last event on the line of one."""
    line = _line(events[index]) if index < len(events) else None
    while line is not None and index < len(events) and _line(events[index]) == line:
        index += 1
    return index


def _line(event: Event) -> int | None:
    return event.span.line if event.span else None


def _turn(events: Sequence[Event], places: Iterable[int]) -> int | None:
    return next((place for place in places if isinstance(events[place], Turn)), None)


def columns_swapped(events: Sequence[Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield all from here on with each side in the other's column."""
    old = tuple(events[index:])
    rowwise = [event for row in _rows(old, LEFT) for event in reversed(row)]
    crossed = {id(event): _cross_over(event, IN_CELLS | ResultClaim, turning) for event in old}
    results = {id(event): event for event in old if isinstance(event, ResultClaim)}
    for new in (crossed, {**crossed, **results}):
        for order in (rowwise, old):
            yield Exchange("columns-swapped", index, old, tuple([new[id(event)] for event in order]))


def _rows(events: Sequence[Event], first: int) -> list[list[Event]]:
    """Return the events in rows of two that the `first` seat begins; a result stands alone."""
    rows: list[list[Event]] = []
    open_row = False
    for event in events:
        seat = getattr(event, "seat", None)
        if not open_row or seat == first or isinstance(event, ResultClaim):
            rows.append([])
        rows[-1].append(event)
        open_row = seat != 1 - first
    return rows


def _numbering(events: Sequence[Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield all from here on with one side's points numbered from the wrong end."""
    turn, old = events[index], tuple(events[index:])
    assert isinstance(turn, Turn)
    yield Exchange("numbering", index, old, tuple([_renumber(event, turn.seat, turning) for event in old]))


def _renumber(event: Event, seat: int, turning: Turning | None) -> Event:
    if not isinstance(event, Turn) or event.seat != seat or not isinstance(event.deed, Play):
        return event
    hops = rename_hops(event.deed.hops, turning) if turning else mirror_hops(event.deed.hops)
    return replace(event, deed=replace(event.deed, hops=hops))


def _cross_over(event: Event, crossing: UnionType, turning: Turning | None) -> Event:
    """Return what stands on the other side, if it is of a kind that does."""
    if not isinstance(event, crossing):
        return event
    event = _from_other_side(event, turning) if isinstance(event, Turn) else event
    return replace(event, seat=1 - event.seat)


def _from_other_side(turn: Turn, turning: Turning | None) -> Turn:
    """Return the turn as the other side counts its points, where both name them alike; else as it is."""
    if turning is None or not isinstance(turn.deed, Play):
        return turn
    return replace(turn, deed=replace(turn.deed, hops=rename_hops(turn.deed.hops, turning)))
