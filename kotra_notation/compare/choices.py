"""Choices where records of one game differ: which of their versions leaves least to find fault with.

Neighbouring places are chosen together, as one record has them, where one of the records has nothing at one
of them: a turn and what stands in its place are right as a whole or not at all. Only where no record is right
are places mixed, and dice of one record taken with the play of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from kotra_notation.compare.likeness import sign
from kotra_notation.compare.plays import alike
from kotra_notation.compare.rows import row_differences
from kotra_notation.compare.slots import GameSlots
from kotra_notation.model import Event, NotRecorded, Play, Turn, Unread

Version = tuple[Event | None, ...]

# What speaks against a version, beside what is found wrong with the game it leads to.
DISSENT, LEFT_OUT, UNKNOWN = 1, 1, 3
# So many ways of choosing are followed at once through a game, none that is so much worse than the best;
# and so many versions of a block are looked at.
WIDTH, WORSE, MOST = 16, 6, 24
# Where blocks times places are more than this fewer ways are followed; where they are far more, only whole
# records are weighed against each other.
WORK, FAR = 60_000, 4

# What is wrong with a game that begins so, or is so as a whole where the second argument says that.
Judge = Callable[[Sequence[Event], bool], int]


@dataclass(frozen=True, slots=True)
class ChoiceBlock:
    """Places from `first` on at which records differ: their versions, and by record which one it has."""

    first: int
    length: int
    versions: tuple[Version, ...]
    mixed: tuple[Version, ...]
    of: tuple[int | None, ...]

    @property
    def all(self) -> tuple[Version, ...]:
        """The versions of the records, and behind them the mixed ones."""
        return (*self.versions, *self.mixed)

    def votes(self, version: int) -> int:
        """Return how many records have a version."""
        return sum(one == version for one in self.of)

    def against(self, version: int) -> int:
        """What speaks against a version by itself: records that have another, things left out or unknown."""
        chosen = self.all[version]
        dissent = sum(one is not None and one != version for one in self.of)
        return DISSENT * dissent + LEFT_OUT * chosen.count(None) + UNKNOWN * sum(map(_unknown, chosen))


@dataclass(frozen=True, slots=True)
class Chosen:
    """One way through a game: the version of each block, what is wrong with it, what speaks against it."""

    versions: tuple[int, ...]
    wrong: int
    against: int

    @property
    def cost(self) -> int:
        """All that speaks against it."""
        return self.wrong + self.against


Order = Callable[[Chosen], tuple[object, ...]]


def same(event: Event | None, other: Event | None, *, marked: bool) -> bool:
    """Return whether two records say the same at a place; `marked` if both of them mark hits."""
    if event is None or other is None:
        return event is other
    if sign(event) == sign(other):
        return not (marked and _hits(event) != _hits(other))
    if type(event) is not type(other):
        return False
    played = isinstance(event, Turn) and isinstance(other, Turn) and bool(alike(event, other, marked=marked))
    return next(row_differences(event, other, played), None) is None


def _hits(event: Event) -> set[int]:
    if isinstance(event, Turn) and isinstance(event.deed, Play):
        return {hop.target for hop in event.deed.hops if hop.taken}
    return set()


def _unknown(event: Event | None) -> bool:
    return isinstance(event, Turn) and isinstance(event.deed, NotRecorded | Unread)


def blocks(game: GameSlots, marked: Sequence[bool]) -> list[ChoiceBlock]:
    """Return where the records that have this game differ; `marked` tells by record whether it marks hits."""
    present = [number for number, one in enumerate(game.games) if one is not None]
    kinds = [_kinds([slot.events[n] for n in present], [marked[n] for n in present]) for slot in game.slots]
    found = []
    for _, run in groupby(range(len(kinds)), lambda place: _joined(game, place, kinds[place], present)):
        places = list(run)
        if len(set(kinds[places[0]])) > 1:
            found.append(_block(game, places, present, [kinds[place] for place in places]))
    return found


def _joined(game: GameSlots, place: int, kinds: Sequence[int], present: Sequence[int]) -> int:
    """A number that neighbouring places share if they are chosen together."""
    events = [game.slots[place].events[record] for record in present]
    return -1 if len(set(kinds)) > 1 and None in events else place


def _kinds(events: Sequence[Event | None], marked: Sequence[bool]) -> list[int]:
    """By record the number of the first that says the same at a place."""
    found: list[int] = []
    for number, event in enumerate(events):
        like = (
            before
            for before in dict.fromkeys(found)
            if same(events[before], event, marked=marked[before] and marked[number])
        )
        found.append(next(like, number))
    return found


def _block(game: GameSlots, places: list[int], present: list[int], kinds: list[list[int]]) -> ChoiceBlock:
    """The versions of neighbouring places, those of the records first and as often as they have them."""
    slots = [game.slots[place] for place in places]
    keys = [tuple(kind[at] for kind in kinds) for at in range(len(present))]
    distinct = list(dict.fromkeys(keys))
    versions: list[Version] = []
    for key in distinct:
        versions.append(tuple([slot.events[present[at]] for slot, at in zip(slots, key, strict=True)]))
    of: list[int | None] = [None] * len(game.games)
    for number, key in zip(present, keys, strict=True):
        of[number] = distinct.index(key)
    mixed = [version for version in _mixtures(versions) if version not in versions]
    return ChoiceBlock(places[0], len(places), tuple(versions), tuple(mixed[:MOST]), tuple(of))


def _mixtures(versions: list[Version]) -> Iterator[Version]:
    """Places of several versions together, and the dice of one with the play of another."""
    if len(versions[0]) == 1:
        turns = [version[0] for version in versions if isinstance(version[0], Turn)]
        for turn, other in product(turns, turns):
            if turn.seat == other.seat and sorted(turn.dice) != sorted(other.dice):
                yield (replace(turn, deed=other.deed, text=other.text),)
        return
    at_places = [
        list({id(event): event for event in place}.values()) for place in zip(*versions, strict=True)
    ]
    for number, version in enumerate(product(*at_places)):
        if number >= MOST:
            return
        yield version


def best(
    game: GameSlots, choice_blocks: Sequence[ChoiceBlock], judge: Judge, order: Order, left: Callable[[], int]
) -> list[Chosen]:
    """Ways of choosing a version for each block, the best first; mixed ones only where nothing else holds.

    `left` tells how many events may be judged yet.
    """
    ways = _ways(game, choice_blocks, judge, order, min(WORK, left()), mixed=False)
    if choice_blocks and ways[0].wrong:
        further = _ways(game, choice_blocks, judge, order, min(WORK, left()), mixed=True)
        ways = sorted({way.versions: way for way in (*ways, *further)}.values(), key=order)
    return ways


def _ways(
    game: GameSlots,
    choice_blocks: Sequence[ChoiceBlock],
    judge: Judge,
    order: Order,
    most: int,
    *,
    mixed: bool,
) -> list[Chosen]:
    """Ways of choosing, followed from block to block with a bound, and judged as a whole at the end."""
    if not choice_blocks:
        return [Chosen((), judge(events_of(game, (), ()), True), 0)]
    work = len(choice_blocks) * len(game.slots)
    if work > FAR * most:
        return sorted(_by_record(game, choice_blocks, judge), key=order)
    width = max(1, min(WIDTH, most // work))
    ways = [Chosen((), 0, 0)]
    for number, block in enumerate(choice_blocks):
        last = number + 1 == len(choice_blocks)
        until = len(game.slots) if last else choice_blocks[number + 1].first
        further = []
        for way in ways:
            for version in range(len(block.versions) + (len(block.mixed) if mixed else 0)):
                versions = (*way.versions, version)
                wrong = judge(events_of(game, choice_blocks, versions, until), last)
                further.append(Chosen(versions, wrong, way.against + block.against(version)))
        least = min(way.cost for way in further)
        ways = sorted([way for way in further if way.cost <= least + WORSE], key=order)[:width]
    return ways


def _by_record(game: GameSlots, choice_blocks: Sequence[ChoiceBlock], judge: Judge) -> Iterator[Chosen]:
    """The ways of choosing everything as one record has it."""
    for record, present in enumerate(game.games):
        if present is not None:
            versions = tuple([block.of[record] or 0 for block in choice_blocks])
            against = sum(
                block.against(version) for block, version in zip(choice_blocks, versions, strict=True)
            )
            yield Chosen(versions, judge(events_of(game, choice_blocks, versions), True), against)


def events_of(
    game: GameSlots, choice_blocks: Sequence[ChoiceBlock], versions: Sequence[int], until: int | None = None
) -> list[Event]:
    """Return what happens in a game up to a place, with a version chosen for each block."""
    return [event for event in chosen_at(game, choice_blocks, versions, until) if event is not None]


def chosen_at(
    game: GameSlots, choice_blocks: Sequence[ChoiceBlock], versions: Sequence[int], until: int | None = None
) -> list[Event | None]:
    """Place by place what was chosen, None where that is nothing."""
    slots = game.slots[: len(game.slots) if until is None else until]
    chosen: list[Event | None] = [slot.event for slot in slots]
    for block, version in zip(choice_blocks, versions, strict=False):
        if block.first < len(slots):
            chosen[block.first : block.first + block.length] = block.all[version]
    return chosen
