"""Records of a match side by side, and where they differ the versions that leave least to find fault with.

Neighbouring places are chosen together, as one record has them, where one of the records has nothing at one
of them: a turn and what stands in its place are right as a whole or not at all. Only where no record is right
are places mixed, and dice of one record taken with the play of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from itertools import groupby, islice, product

from kotra_notation.compare.aligning import GamePair, align, exchange_seats
from kotra_notation.compare.difference import event_differences, happens, hits, played_alike, sign
from kotra_notation.model import Event, Game, Match, NotRecorded, Play, Turn, Unread
from kotra_notation.values import dataclass

Version = tuple[Event | None, ...]

# What speaks against a version, beside what is found wrong with the game it leads to.
DISSENT, LEFT_OUT, UNKNOWN = 1, 1, 3
# So many ways of choosing are followed at once through a game, none that is so much worse than the best;
# and so many versions of a block are looked at.
WIDTH, WORSE, MOST = 16, 6, 24
# Where blocks times places are more than this fewer ways are followed; where they are far more, only whole
# records are weighed against each other.
WORK, FAR = 60_000, 4

# How much is wrong with a game that begins so, or is so as a whole where the second argument says that.
Judge = Callable[[Sequence[Event], bool], int]


@dataclass(slots=True)
class Slot:
    """One place of a game: by record the event there, None where there is none, and the remarks on it."""

    events: list[Event | None]
    remarks: list[list[Event]]

    @property
    def event(self) -> Event:
        """The event of the first record that has one."""
        return next(event for event in self.events if event is not None)


@dataclass(slots=True)
class GameSlots:
    """One game: by record the game itself, None where it is missing, and the remarks at its beginning."""

    games: list[Game | None]
    before: list[list[Event]]
    slots: list[Slot] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game of the first record that has it."""
        return next(game for game in self.games if game is not None)


def side_by_side(matches: Sequence[Match]) -> tuple[list[Match], list[GameSlots]]:
    """Return the matches with the seats of the first, and their games side by side."""
    count = len(matches)
    seated = [matches[0]]
    table = [_alone(game, 0, count) for game in matches[0].games]
    for number, match in enumerate(matches[1:], 1):
        games = [replace(slots.game, events=tuple([slot.event for slot in slots.slots])) for slots in table]
        alignment = align(replace(matches[0], games=tuple(games)), match)
        seated.append(exchange_seats(match) if alignment.swapped else match)
        table = [_with_record(table, pair, seated[-1], number, count) for pair in alignment.games]
    return seated, table


def _alone(game: Game, number: int, count: int) -> GameSlots:
    """Return a game that only one record has."""
    whole = GameSlots([None] * count, [[] for _ in range(count)])
    whole.games[number] = game
    for event in game.events:
        if happens(event):
            slot = Slot([None] * count, [[] for _ in range(count)])
            slot.events[number] = event
            whole.slots.append(slot)
        else:
            behind = whole.slots[-1].remarks if whole.slots else whole.before
            behind[number].append(event)
    return whole


def _with_record(table: list[GameSlots], pair: GamePair, match: Match, number: int, count: int) -> GameSlots:
    """Return a game of the table with what one more record has of it."""
    if pair.b is None:
        assert pair.a is not None
        return table[pair.a]
    game = match.games[pair.b]
    theirs = _alone(game, number, count)
    if pair.a is None:
        return theirs
    ours = table[pair.a]
    ours.games[number] = theirs.games[number]
    ours.before[number] = theirs.before[number]
    places = [place for place, event in enumerate(game.events) if happens(event)]
    slots = dict(zip(places, theirs.slots, strict=True))
    for i, j in pair.pairs:
        if i is not None and j is not None:
            ours.slots[i].events[number] = slots[j].events[number]
            ours.slots[i].remarks[number] = slots[j].remarks[number]
    ours.slots = [slots[j or 0] if i is None else ours.slots[i] for i, j in pair.pairs]
    return ours


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
        return self.of.count(version)

    def against(self, version: int) -> int:
        """Return the weight of the records that have another version, and of things left out or unknown."""
        chosen = self.all[version]
        dissent = sum(other is not None and other != version for other in self.of)
        unknown = sum(
            isinstance(event, Turn) and isinstance(event.deed, NotRecorded | Unread) for event in chosen
        )
        return DISSENT * dissent + LEFT_OUT * chosen.count(None) + UNKNOWN * unknown


@dataclass(frozen=True, slots=True)
class Chosen:
    """One way through a game: the version of each block, what is wrong with it, what speaks against it."""

    versions: tuple[int, ...]
    wrong: int
    against: int

    @property
    def cost(self) -> int:
        """The sum of all that speaks against it."""
        return self.wrong + self.against


Order = Callable[[Chosen], tuple[object, ...]]


def _are_same(event: Event | None, other: Event | None, *, marked: bool) -> bool:
    """Return whether two records say the same at a place; `marked` if both of them mark hits."""
    if event is None or other is None:
        return event is other
    if sign(event) == sign(other):
        return not (marked and _hits(event) != _hits(other))
    if type(event) is not type(other):
        return False
    alike = isinstance(event, Turn) and isinstance(other, Turn) and played_alike(event, other, marked=marked)
    return next(event_differences(event, other, bool(alike)), None) is None


def _hits(event: Event) -> set[int]:
    return hits(event.deed) if isinstance(event, Turn) and isinstance(event.deed, Play) else set()


def blocks(game: GameSlots, marked: Sequence[bool]) -> list[ChoiceBlock]:
    """Return the places at which records differ; `marked` tells by record whether it marks hits."""
    present = [number for number, record in enumerate(game.games) if record is not None]
    kinds = [_kinds([slot.events[n] for n in present], [marked[n] for n in present]) for slot in game.slots]

    def block_number(place: int) -> int:
        """Return a number that neighbouring places share if they are chosen together."""
        events = [game.slots[place].events[record] for record in present]
        return -1 if len(set(kinds[place])) > 1 and None in events else place

    runs = (list(run) for _, run in groupby(range(len(kinds)), block_number))
    return [
        _block(game, places, present, [kinds[place] for place in places])
        for places in runs
        if len(set(kinds[places[0]])) > 1
    ]


def _kinds(events: Sequence[Event | None], marked: Sequence[bool]) -> list[int]:
    """Return by record the number of the first that says the same at a place."""
    kinds: list[int] = []
    for number, event in enumerate(events):
        like = (
            before
            for before in dict.fromkeys(kinds)
            if _are_same(events[before], event, marked=marked[before] and marked[number])
        )
        kinds.append(next(like, number))
    return kinds


def _block(game: GameSlots, places: list[int], present: list[int], kinds: list[list[int]]) -> ChoiceBlock:
    """Return the versions of neighbouring places, those of the records first, as often as they have them."""
    slots = [game.slots[place] for place in places]
    keys = list(zip(*kinds, strict=True))
    distinct = list(dict.fromkeys(keys))
    versions: list[Version] = [
        tuple([slot.events[present[kind]] for slot, kind in zip(slots, key, strict=True)]) for key in distinct
    ]
    of: list[int | None] = [None] * len(game.games)
    for number, key in zip(present, keys, strict=True):
        of[number] = distinct.index(key)
    mixed = [version for version in _mixtures(versions) if version not in versions]
    return ChoiceBlock(places[0], len(places), tuple(versions), tuple(mixed[:MOST]), tuple(of))


def _mixtures(versions: list[Version]) -> Iterator[Version]:
    """Yield places of several versions together, and the dice of one with the play of another."""
    if len(versions[0]) == 1:
        turns = [version[0] for version in versions if isinstance(version[0], Turn)]
        for turn, other in product(turns, turns):
            if turn.seat == other.seat and sorted(turn.dice) != sorted(other.dice):
                yield (replace(turn, deed=other.deed, text=other.text),)
        return
    at_places = [
        list({id(event): event for event in place}.values()) for place in zip(*versions, strict=True)
    ]
    yield from islice(product(*at_places), MOST)


def best(
    game: GameSlots, choice_blocks: Sequence[ChoiceBlock], judge: Judge, order: Order, left: Callable[[], int]
) -> list[Chosen]:
    """Return ways of choosing a version for each block, best first; `left` events may still be judged."""
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
    """Return ways of choosing, followed from block to block with a bound, and judged as a whole at last."""
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
    """Yield the ways of choosing everything as one record has it."""
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
    """Return the events of a game up to a place, with a version chosen for each block."""
    return [event for event in chosen_at(game, choice_blocks, versions, until) if event is not None]


def chosen_at(
    game: GameSlots, choice_blocks: Sequence[ChoiceBlock], versions: Sequence[int], until: int | None = None
) -> list[Event | None]:
    """Return what was chosen place by place, None where that is nothing."""
    slots = game.slots[: len(game.slots) if until is None else until]
    chosen: list[Event | None] = [slot.event for slot in slots]
    for block, version in zip(choice_blocks, versions, strict=False):
        if block.first < len(slots):
            chosen[block.first : block.first + block.length] = block.all[version]
    return chosen
