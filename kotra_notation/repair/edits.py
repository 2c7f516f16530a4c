"""What a repair consists of: events in the place of others, and the kind of slip that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kotra_notation.model import Event, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A slip taken back: `old` events of a game, the first at `place`, and what was meant in their stead.

    One that changes nothing tells what is left as it is: a play that `stood`, or a turn that is lost and
    could have been several.
    """

    kind: str
    place: int
    old: tuple[Event, ...]
    new: tuple[Event, ...]
    cost: float

    @property
    def changes(self) -> bool:
        """Whether the record is any different after it."""
        return self.old != self.new


def edited(game: Game, edits: Iterable[Edit]) -> Game:
    """The game with its edits made; they stand at different places."""
    events: list[Event] = list(game.events)
    for edit in sorted(edits, key=lambda one: one.place, reverse=True):
        events[edit.place : edit.place + len(edit.old)] = edit.new
    return replace(game, events=tuple(events))


def place_of(event: Event, events: Sequence[Event]) -> int:
    """The place of the very event among others; their number where it is none of them."""
    return next((place for place, one in enumerate(events) if one is event), len(events))
