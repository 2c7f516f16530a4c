"""Changes of a repaired game: which event became which, what is gone, what is new."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kotra_notation.model import Event, Game, ResultClaim, Span
from kotra_notation.values import dataclass

LOOKED_AT = 50  # so many events of one place are looked through for what became of one


class EventChange(NamedTuple):
    """An event as it was and as it is to be; either may be lacking. Indices are those of the game."""

    old: Event | None
    new: Event | None
    before: int | None = None
    after: int | None = None

    @property
    def place(self) -> Span:
        """Return where it stands."""
        assert self.old is not None
        assert self.old.span is not None
        return self.old.span

    @property
    def same(self) -> bool:
        """Return whether nothing is to be done."""
        return self.old is not None and self.old == self.new


@dataclass(frozen=True, slots=True)
class Changes:
    """The events of a game in their new order, with those that are gone where they stood.

    `origins`: by the index of a new event, that of the one it was made of, also where it has moved.
    """

    number: int
    old: Game
    new: Game
    steps: tuple[EventChange, ...]
    origins: dict[int, int]

    @property
    def only_sides(self) -> bool:
        """Return whether only results have changed their sides, which in columns other rows may tell."""
        return self.old.score == self.new.score and all(
            step.same
            or (
                (isinstance(step.old, ResultClaim) and isinstance(step.new, ResultClaim))
                and replace(step.old, seat=step.new.seat) == step.new
            )
            for step in self.steps
        )


def find_changes(number: int, old: Game, new: Game) -> Changes:
    """Return what was repaired in a game."""
    origins = _origins(old.events, new.events)
    kept = _longest([(after, before) for after, before in sorted(origins.items())])
    return Changes(number, old, new, tuple(_steps(old.events, new.events, kept)), origins)


def _origins(old: Sequence[Event], new: Sequence[Event]) -> dict[int, int]:
    """Return the old index of each new event made of an old one: of its place, best of its kind."""
    places: dict[Span, list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        if (span := old[index].span) is not None:
            places[span].append(index)
    origins: dict[int, int] = {}
    fits = (
        lambda event, other: event == other,
        lambda event, other: type(event) is type(other),
        lambda event, other: True,
    )
    left = [index for index, event in enumerate(new) if event.span in places]
    for fit in fits:
        still: list[int] = []
        for index in left:
            event = new[index]
            assert event.span is not None
            waiting = places[event.span]
            last = range(len(waiting) - 1, max(len(waiting) - LOOKED_AT, 0) - 1, -1)
            at = next((at for at in last if fit(old[waiting[at]], event)), None)
            if at is None:
                still.append(index)
            else:
                origins[index] = waiting.pop(at)
        left = still
    return origins


def _longest(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs whose second numbers grow; the others have moved."""
    tails: list[int] = []
    ends: list[int] = []  # the pair that ends the best row of each length
    before: list[int | None] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(tails, second)
        before.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [second]
        ends[length : length + 1] = [index]
    longest: list[tuple[int, int]] = []
    last = ends[-1] if ends else None
    while last is not None:
        longest.append(pairs[last])
        last = before[last]
    return longest[::-1]


def _steps(old: Sequence[Event], new: Sequence[Event], kept: list[tuple[int, int]]) -> Iterator[EventChange]:
    """Yield the events in the new order; what is gone stands before what is new in the same gap."""
    done_new = done_old = 0
    for after, before in [*kept, (len(new), len(old))]:
        for index in range(done_old, before):
            yield EventChange(old[index], None, before=index)
        for index in range(done_new, after):
            yield EventChange(None, new[index], after=index)
        if after < len(new):
            yield EventChange(old[before], new[after], before=before, after=after)
        done_new, done_old = after + 1, before + 1
