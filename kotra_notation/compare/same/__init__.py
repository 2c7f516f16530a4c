"""Sameness: which records are of one match, by their throws; for a few files and for an archive alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from typing import Generic, TypeVar

from kotra_notation.compare.same.sketches import ENOUGH, Resemblance, Sketch, resemblance
from kotra_notation.values import dataclass

# Of longer records one shingle that is the same is chance.
_SHORT = 30
# So many sketches with one shingle are compared each with each; more of them in a chain.
_FEW = 8


Thing = TypeVar("Thing", int, str)


class UnionFind(Generic[Thing]):
    """Disjoint sets (union-find); the least thing of a set stands for it."""

    def __init__(self, things: Iterable[Thing] = ()) -> None:
        self._above: dict[Thing, Thing] = {thing: thing for thing in things}

    def root(self, thing: Thing) -> Thing:
        """Return the thing that stands for the set of a thing."""
        while (above := self._above.setdefault(thing, thing)) != thing:
            self._above[thing] = self._above[above]
            thing = above
        return thing

    def join(self, things: Iterable[Thing]) -> None:
        """Join the sets of some things."""
        roots = sorted({self.root(thing) for thing in things})
        for root in roots[1:]:
            self._above[root] = roots[0]

    def numbers(self) -> dict[Thing, int]:
        """Return the number of the set of each thing."""
        given: dict[Thing, int] = {}
        return {thing: given.setdefault(self.root(thing), len(given)) for thing in sorted(self._above)}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A record in a file: match `number` of `of`, and a digest of the file."""

    path: str
    number: int
    of: int
    format: str
    dialect: str | None
    players: tuple[str, str]
    length: int | None
    games: int
    throws: int
    digest: str


@dataclass(frozen=True, slots=True)
class SameRecord:
    """A record of a group, and how it differs from the record `against`."""

    record: int
    against: int
    resemblance: Resemblance


@dataclass(frozen=True, slots=True)
class SameMatch:
    """Records of one match, by number: the best, and the others compared with it.

    A record that shares nothing with the best is compared with another one.
    """

    best: int
    others: tuple[SameRecord, ...]

    @property
    def records(self) -> tuple[int, ...]:
        """The numbers of all, the best first."""
        return (self.best, *(other.record for other in self.others))


def groups(sketches: Sequence[Sketch], copies: Iterable[tuple[int, int]] = ()) -> list[SameMatch]:
    """Return the groups of two and more, in the order of their first records.

    `copies` are pairs known to be the same for another reason, such as files with the same bytes: they are
    believed if anything was thrown, however little it is.
    """
    ties = _Ties(dict(enumerate(sketches)), ENOUGH)
    for one, other in copies:
        if sketches[one].throws:
            ties.tie(one, other, enough=0)
    for one, other in pairs(sketches):
        ties.tie(one, other)
    return ties.groups(ties.fullest)


def groups_among(
    sketches: Mapping[int, Sketch],
    worth: Iterable[tuple[int, int]],
    enough: float,
    best: Callable[[Sequence[int]], int],
) -> list[SameMatch]:
    """Return the groups of pairs where `enough` speaks for them; `best` picks the first of each."""
    ties = _Ties(sketches, enough)
    for one, other in worth:
        ties.tie(one, other)
    return ties.groups(best)


class _Ties:
    """The sketches that have been found to be the same match so far."""

    def __init__(self, sketches: Mapping[int, Sketch], enough: float) -> None:
        self.sketches = sketches
        self.enough = enough
        self.tied: dict[int, list[SameRecord]] = {}
        self.sets = UnionFind(sketches)

    def tie(self, one: int, other: int, enough: float | None = None) -> None:
        """Put two sketches together if they are the same match, and not yet known to be."""
        if self.sets.root(one) == self.sets.root(other):
            return
        needed = self.enough if enough is None else enough
        records: list[SameRecord] = []
        for place, against in ((one, other), (other, one)):
            alike = resemblance(self.sketches[against], self.sketches[place], needed)
            if alike is None:
                return
            records.append(SameRecord(place, against, alike))
        for same in records:
            self.tied.setdefault(same.record, []).append(same)
        self.sets.join((one, other))

    def fullest(self, places: Sequence[int]) -> int:
        """Return the record with most throws, and then with most remarks."""
        return max(
            places, key=lambda place: (len(self.sketches[place].throws), self.sketches[place].notes, -place)
        )

    def groups(self, best: Callable[[Sequence[int]], int]) -> list[SameMatch]:
        """Return the groups found."""
        by_root: dict[int, list[int]] = {}
        for place in sorted(self.tied):
            by_root.setdefault(self.sets.root(place), []).append(place)
        return [
            SameMatch(first, tuple([self._against(place, first) for place in places if place != first]))
            for places in by_root.values()
            for first in [best(places)]
        ]

    def _against(self, place: int, best: int) -> SameRecord:
        """Return a record held against the best, or against the first it was found to be like."""
        alike = resemblance(self.sketches[best], self.sketches[place], self.enough)
        if alike is None:
            tied = self.tied[place]
            return next((record for record in tied if record.against == best), tied[0])
        return SameRecord(place, best, alike)


def pairs(sketches: Sequence[Sketch]) -> list[tuple[int, int]]:
    """Return the places of sketches that are worth comparing, those that share most first."""
    shared: Counter[tuple[int, int]] = Counter()
    for places in _together(sketches):
        shared.update(_pair_places(places))
    worth = [
        (-times, pair)
        for pair, times in shared.items()
        if times > 1 or min(len(sketches[place].throws) for place in pair) <= _SHORT
    ]
    return [pair for _, pair in sorted(worth)]


def _together(sketches: Iterable[Sketch]) -> Iterator[list[int]]:
    """Yield the places of the sketches that have a mark in common, mark by mark."""
    bits = 32
    keyed = sorted([mark << bits | place for place, sketch in enumerate(sketches) for mark in sketch.marks()])
    for _, same in groupby(keyed, lambda key: key >> bits):
        places = [key & (1 << bits) - 1 for key in same]
        if len(places) > 1:
            yield places


def _pair_places(places: list[int]) -> Iterator[tuple[int, int]]:
    if len(places) <= _FEW:
        yield from combinations(places, 2)
        return
    for before, place in pairwise(places):
        yield before, place
        if before != places[0]:
            yield places[0], place
