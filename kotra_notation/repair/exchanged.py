"""Slips that concern more than one turn: cells or dice exchanged, a turn written twice, columns exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kotra_notation.model import Beaver, Double, Drop, Event, ResultClaim, Take, Turn
from kotra_notation.repair.story import Story

IN_CELLS = Turn | Double | Beaver | Take | Drop | ResultClaim


@dataclass(frozen=True, slots=True)
class Exchange:
    """Events that were written for others, the first of them at `at`."""

    kind: str
    at: int
    old: tuple[Event, ...]
    new: tuple[Event, ...]


def at(story: Story) -> Iterator[Exchange]:
    """Every such slip that would show at the turn where a story cannot go on."""
    events, index = story.line.events, story.index
    turn = events[index]
    assert isinstance(turn, Turn)
    earlier = [place for place in range(index) if isinstance(events[place], Turn)][-2:]
    later = next((place for place in range(index + 1, len(events)) if isinstance(events[place], Turn)), None)
    yield from _twice(events, index, earlier, later)
    pairs = [(index, later)] if later is not None else []
    if earlier:
        pairs.append((earlier[-1], index))
    for first, second in pairs:
        one, other = events[first], events[second]
        if isinstance(one, Turn) and isinstance(other, Turn) and one.seat != other.seat:
            yield from _between(events, first, second, one, other)
    yield from _columns(events, index)


def _twice(
    events: tuple[Event, ...], index: int, earlier: list[int], later: int | None
) -> Iterator[Exchange]:
    """The turn stands there already, alone or with the one behind it."""
    turn = events[index]
    if any(events[place] == turn for place in earlier):
        yield Exchange("turn-doubled", index, (turn,), ())
    both = later is not None and [events[place] for place in earlier] == [turn, events[later]]
    if both and later == index + 1:
        yield Exchange("turn-doubled", index, events[index : index + 2], ())


def _between(
    events: tuple[Event, ...], first: int, second: int, one: Turn, other: Turn
) -> Iterator[Exchange]:
    """What two turns say is exchanged, or only their dice."""
    old = events[first : second + 1]
    between = old[1:-1]
    swapped = replace(other, seat=one.seat, span=one.span), replace(one, seat=other.seat, span=other.span)
    yield Exchange("cells-swapped", first, old, (swapped[0], *between, swapped[1]))
    if one.dice != other.dice:
        dice = replace(one, dice=other.dice), replace(other, dice=one.dice)
        yield Exchange("dice-exchanged", first, old, (dice[0], *between, dice[1]))


def _columns(events: tuple[Event, ...], index: int) -> Iterator[Exchange]:
    """From here on each side stands in the other's column."""
    old = events[index:]
    rows: list[list[Event]] = []
    for event in old:
        row_begun = rows and not any(getattr(one, "seat", None) == 1 for one in rows[-1])
        if getattr(event, "seat", None) == 0 or not row_begun:
            rows.append([])
        rows[-1].append(event)
    crossed = [_crossed(event) for row in rows for event in reversed(row)]
    yield Exchange("columns-swapped", index, old, tuple(crossed))
    yield Exchange("columns-swapped", index, old, tuple([_crossed(event) for event in old]))


def _crossed(event: Event) -> Event:
    return replace(event, seat=1 - event.seat) if isinstance(event, IN_CELLS) else event
