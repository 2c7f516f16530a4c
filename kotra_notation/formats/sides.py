"""Who is to throw in a position that is set up: where a notation does not say it, whoever throws next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotra_notation.model import Double, Event, SetPosition, Turn


def sided(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a game with each position seen by the side that throws behind it."""
    after: list[Event] = []
    thrower: int | None = None
    for event in reversed(events):
        if isinstance(event, Turn | Double):
            thrower = event.seat
        elif isinstance(event, SetPosition):
            event, thrower = seen_by(event, thrower), None
        after.append(event)
    return tuple(reversed(after))


def seen_by(event: SetPosition, seat: int | None) -> SetPosition:
    """The same position with `seat` to throw, where that is known."""
    position = event.position
    if seat is None or seat == position.seat:
        return event
    return replace(event, position=replace(position.passed(), dice=position.dice, offer=position.offer))
