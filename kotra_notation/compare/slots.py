"""Several records of a match side by side: what each has at every place where one of them has something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kotra_notation.compare.aligning import GamePair, aligned
from kotra_notation.compare.likeness import happens
from kotra_notation.compare.seats import exchanged
from kotra_notation.model import Event, Game, Match


@dataclass(slots=True)
class Slot:
    """One place of a game: by record what happens there, None where nothing does, and the remarks on it."""

    events: list[Event | None]
    remarks: list[list[Event]]

    @property
    def event(self) -> Event:
        """Return what the first record has that has anything."""
        return next(event for event in self.events if event is not None)


@dataclass(slots=True)
class GameSlots:
    """One game: by record the game itself, None where it is missing, and the remarks at its beginning."""

    games: list[Game | None]
    before: list[list[Event]]
    slots: list[Slot] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game as the first record has it that has it."""
        return next(game for game in self.games if game is not None)


def side_by_side(matches: Sequence[Match]) -> tuple[list[Match], list[GameSlots]]:
    """The matches with the seats of the first, and their games."""
    count = len(matches)
    turned = [matches[0]]
    table = [_alone(game, 0, count) for game in matches[0].games]
    for number, match in enumerate(matches[1:], 1):
        alignment = aligned(_common_match(matches[0], table), match)
        turned.append(exchanged(match) if alignment.swapped else match)
        table = [_with(table, pair, turned[-1], number, count) for pair in alignment.games]
    return turned, table


def _common_match(match: Match, table: Sequence[GameSlots]) -> Match:
    """Return what all records so far have, as one match without remarks."""
    games = [replace(slots.game, events=tuple([slot.event for slot in slots.slots])) for slots in table]
    return replace(match, games=tuple(games))


def _alone(game: Game, number: int, count: int) -> GameSlots:
    """A game that only one record has."""
    whole = GameSlots([None] * count, [[] for _ in range(count)])
    whole.games[number] = game
    for event in game.events:
        if happens(event):
            whole.slots.append(_slot(event, number, count))
        else:
            behind = whole.slots[-1].remarks if whole.slots else whole.before
            behind[number].append(event)
    return whole


def _slot(event: Event, number: int, count: int) -> Slot:
    slot = Slot([None] * count, [[] for _ in range(count)])
    slot.events[number] = event
    return slot


def _with(table: list[GameSlots], pair: GamePair, match: Match, number: int, count: int) -> GameSlots:
    """A game of the table with what one more record has of it."""
    if pair.b is None:
        assert pair.a is not None
        return table[pair.a]
    theirs = _alone(match.games[pair.b], number, count)
    if pair.a is None:
        return theirs
    ours = table[pair.a]
    ours.games[number] = theirs.games[number]
    ours.before[number] = theirs.before[number]
    places = [place for place, event in enumerate(match.games[pair.b].events) if happens(event)]
    slots = dict(zip(places, theirs.slots, strict=True))
    merged: list[Slot] = []
    for i, j in pair.pairs:
        if i is None:
            assert j is not None
            merged.append(slots[j])
            continue
        slot = ours.slots[i]
        if j is not None:
            slot.events[number] = slots[j].events[number]
            slot.remarks[number] = slots[j].remarks[number]
        merged.append(slot)
    ours.slots = merged
    return ours
