"""The events of a game as they stand in the record, and what lies around each: turns, ties, claims of mor."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from kotra_notation import model
from kotra_notation.replay import awards, doubts

# What may stand between a play and the ruling on it.
REMARKS = (model.Comment, model.Mark, model.Clock, model.Video, model.Evaluation, model.Extra)


class GameEvents:
    """The events of a game, of a record that marks hits or not; what concerns all events is computed once."""

    def __init__(self, events: Sequence[model.Event], hits_marked: bool) -> None:
        self.events = events
        self.hits_marked = hits_marked

    @property
    def end_unread(self) -> bool:
        """Return whether the last thing in the game is what the reader could not read."""
        last = self.events[-1] if self.events else None
        if isinstance(last, model.Extra):
            return last.key.endswith(model.UNREAD)
        return isinstance(last, model.Turn) and isinstance(last.deed, model.Unread)

    @cached_property
    def show_only(self) -> bool:
        """Return whether a position was set up, perhaps with remarks on it, and nothing was done."""
        return any(isinstance(event, model.SetPosition) for event in self.events) and all(
            isinstance(event, (model.SetPosition, *REMARKS)) for event in self.events
        )

    @cached_property
    def ties(self) -> int | None:
        """Return how often the opening dice are equal in the record, None where it has none."""
        thrown = [event.dice for event in self.events if isinstance(event, model.Opening)]
        return sum(first == second for first, second in thrown) if thrown else None

    def around(self, place: int) -> doubts.TurnsAround:
        """The turns around the one at a place, and the ruling on what was played there."""
        then = next(
            (event for event in self.behind(place) if isinstance(event, model.Turn | model.Double)), None
        )
        return doubts.TurnsAround(
            turns=self._turns,
            at=bisect_left(self._turn_places, place),
            last=place >= self._last_action,
            doubled=isinstance(then, model.Double),
            hits_marked=self.hits_marked,
            ruling=partial(self._ruling, place),
        )

    def _ruling(self, place: int) -> model.Ruling | None:
        """The ruling on what was played at a place."""
        event = next((event for event in self.behind(place) if not isinstance(event, REMARKS)), None)
        return event if isinstance(event, model.Ruling) else None

    def too_late(self, place: int, turn: model.Turn | None) -> bool:
        """Return whether the other side has thrown or doubled, once, between a turn and a place."""
        begun = next((index for index, event in enumerate(self.events) if event is turn), place)
        between = [type(event) for event in self.events[begun + 1 : place]]
        turns = between.count(model.Turn)
        return turns == 1 or (turns == 0 and model.Double in between)

    def behind(self, place: int) -> Iterator[model.Event]:
        """Return what stands behind a place."""
        return (self.events[index] for index in range(place + 1, len(self.events)))

    @cached_property
    def before_premature(self) -> frozenset[int]:
        """The places of the last turns before throws that were made too early."""
        if model.VoidThrow not in map(type, self.events):
            return frozenset()
        places: set[int] = set()
        last: int | None = None
        for index, event in enumerate(self.events):
            if isinstance(event, model.Turn):
                last = index
            elif isinstance(event, model.VoidThrow) and event.reason == "premature" and last is not None:
                places.add(last)
        return frozenset(places)

    def turns_behind(self, place: int, count: int) -> list[int]:
        """The places of the next turns behind a place, so many of them."""
        behind = bisect_right(self._turn_places, place)
        return self._turn_places[behind : behind + count]

    def mor_apart(self, place: int, seat: int) -> bool:
        """Return whether mor is claimed for itself beside what stands at a place, with no turn between."""
        return self._awards_claimed and seat in self._mor_claimed[place]

    @cached_property
    def _awards_claimed(self) -> bool:
        return model.AwardClaim in map(type, self.events)

    @cached_property
    def _mor_claimed(self) -> list[set[int]]:
        return awards.mor_claimed(self.events)

    @cached_property
    def _turn_places(self) -> list[int]:
        return [index for index, event in enumerate(self.events) if isinstance(event, model.Turn)]

    @cached_property
    def _turns(self) -> list[model.Turn]:
        return [event for event in self.events if isinstance(event, model.Turn)]

    @cached_property
    def _last_action(self) -> int:
        """The place of the last event that is a turn or a deed with the cube."""
        places = range(len(self.events) - 1, -1, -1)
        return next((at for at in places if isinstance(self.events[at], model.Turn | model.CubeAction)), -1)
