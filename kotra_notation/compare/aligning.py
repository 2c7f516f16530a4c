"""Two records of a match aligned: games with games, and in each what happened with what happened.

Nothing is asked of the board: what a play does to the mover's men is told by its hops, so that records are
aligned behind illegal plays too, and without the time of a replay.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from kotra_notation.compare.likeness import GAP, Sign, cost, happens, sign
from kotra_notation.compare.paths import MOST_HOMES, Pair, PathCosts, chain, path, spread
from kotra_notation.compare.seats import exchanged
from kotra_notation.model import Game, Match

THROWS = 4  # so many throws in a row are hardly ever thrown again
LIKE, LIKE_IN_PLACE = 0.25, 0.1  # the least share of features of the shorter game, of one with the same head
FEW = 4  # a game of fewer throws tells little, and goes by its head
IN_PLACE = 0.5
PLAIN = 0.6  # the share of a record's features that leaves no doubt
CLEAR = 1.25  # how much more must speak for one order of the seats than for the other
LONGEST_NAME = 80

Feature = tuple[int, tuple[object, ...]]


class Outline(NamedTuple):
    """What tells a game from others: its features, how many throws it has, what stands at its head."""

    features: frozenset[Feature]
    throws: int
    head: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """What speaks for the seats being the same (`straight`) and exchanged (`crossed`): turns, and names.

    Where the one order explains most of the shorter record the other is not asked, and has 0.
    """

    straight: float
    crossed: float
    names_straight: float
    names_crossed: float

    @property
    def swapped(self) -> bool:
        """Whether seat 0 of the one is seat 1 of the other; the names decide only what the turns do not."""
        if self.crossed > CLEAR * self.straight:
            return True
        if self.straight > CLEAR * self.crossed:
            return False
        return (self.names_crossed, self.crossed) > (self.names_straight, self.straight)


@dataclass(frozen=True, slots=True)
class Paired:
    """Games paired in order, and what speaks for it."""

    pairs: list[Pair]
    weight: float


def outline(game: Game, place: int, signs: Sequence[Sign]) -> Outline:
    """Return what tells a game from others."""
    turns = [one for one in signs if one.kind == "Turn"]
    dice = [turn.dice for turn in turns]
    features: set[Feature] = set()
    for at, turn in enumerate(turns):
        seat = turn.seat or 0
        if turn.men:
            features.add((seat, (turn.dice, turn.men)))
        if at + THROWS <= len(turns):
            features.add((seat, tuple(dice[at : at + THROWS])))
    head = game.score.score if game.score else (float(game.number or place + 1),)
    return Outline(frozenset(features), len(turns), head)


def crossed(one: Outline) -> Outline:
    """The same with the seats exchanged."""
    features = frozenset([(1 - seat, rest) for seat, rest in one.features])
    return Outline(features, one.throws, one.head[::-1])


def paired(a: Sequence[Outline], b: Sequence[Outline]) -> Paired:
    """The games of two records paired by what they share, those that have little to share by their heads."""
    homes = _homes(a)
    heads: dict[tuple[float, ...], list[int]] = {}
    for i, one in enumerate(a):
        heads.setdefault(one.head, []).append(i)
    weights: dict[tuple[int, int], float] = {}
    for j, other in enumerate(b):
        in_place = heads.get(other.head, [])[:MOST_HOMES]
        for i, count in _shared(homes, other).items():
            least = LIKE_IN_PLACE if i in in_place else LIKE
            if count >= least * min(len(a[i].features), len(other.features)):
                weights[i, j] = count + IN_PLACE * (i in in_place)
        for i in in_place:
            if min(a[i].throws, other.throws) < FEW:
                weights.setdefault((i, j), IN_PLACE)
    found = chain((i, j, weight) for (i, j), weight in weights.items())
    return Paired(spread(found, len(a), len(b)), sum(weights[pair] for pair in found))


def _homes(outlines: Sequence[Outline]) -> dict[Feature, list[int]]:
    """The games in which each feature is found."""
    homes: dict[Feature, list[int]] = {}
    for place, one in enumerate(outlines):
        for feature in one.features:
            homes.setdefault(feature, []).append(place)
    return homes


def _shared(homes: dict[Feature, list[int]], one: Outline) -> dict[int, int]:
    """Return how many features a game shares with others; what many games have tells nothing."""
    shared: dict[int, int] = {}
    for feature in one.features:
        found = homes.get(feature, ())
        if len(found) <= MOST_HOMES:
            for place in found:
                shared[place] = shared.get(place, 0) + 1
    return shared


def seated(
    a: Sequence[Outline], b: Sequence[Outline], names: tuple[float, float]
) -> tuple[Seating, list[Pair]]:
    """How the seats of two records belong together, and their games paired by that; names are asked first."""
    enough = PLAIN * min(sum(len(one.features) for one in some) for some in (a, b))
    found = {False: Paired([], 0), True: Paired([], 0)}
    for swapped in (False, True) if names[0] >= names[1] else (True, False):
        found[swapped] = paired(a, [crossed(one) for one in b] if swapped else b)
        if found[swapped].weight > enough:
            break
    seating = Seating(
        straight=found[False].weight,
        crossed=found[True].weight,
        names_straight=names[0],
        names_crossed=names[1],
    )
    return seating, found[seating.swapped].pairs


def names_alike(a: Match, b: Match) -> tuple[float, float]:
    """Return how like the names are, with the seats as they are and exchanged: 0 to 2."""
    one, other = ([plain(player.name) for player in match.players] for match in (a, b))
    straight = _alike(one[0], other[0]) + _alike(one[1], other[1])
    return straight, _alike(one[0], other[1]) + _alike(one[1], other[0])


def plain(name: str) -> str:
    """A name without accents, signs and the case of its letters."""
    parted = unicodedata.normalize("NFKD", name[:LONGEST_NAME].casefold())
    return "".join(sign for sign in parted if sign.isalnum())


def _alike(one: str, other: str) -> float:
    if not one or not other:
        return 0.0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePair:
    """A game of `a` and one of `b` by their places, and the places of their events in pairs, in order.

    Everything that happens is there once, with None beside what the other record does not have; remarks are
    left out, they belong to what they stand behind.
    """

    a: int | None
    b: int | None
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """The games of two records in pairs, in order; `swapped` if seat 0 of `a` is seat 1 of `b`.

    `seating` is what speaks for that and against it.
    """

    games: tuple[GamePair, ...]
    swapped: bool
    seating: Seating


@dataclass(frozen=True, slots=True)
class _Happening:
    """What happens in a game: the places of the events, and what they say."""

    places: list[int]
    signs: list[Sign]


@dataclass(slots=True)
class _Numbering:
    """Signs as numbers, the same for the same sign, so that they are compared at speed."""

    signs: list[Sign] = field(default_factory=list)
    numbers: dict[Sign, int] = field(default_factory=dict)

    def of(self, signs: Sequence[Sign]) -> list[int]:
        """The numbers of some signs."""
        return [self.numbers.get(one) or self._new(one) for one in signs]

    def _new(self, one: Sign) -> int:
        number = self.numbers.setdefault(one, len(self.signs))
        if number == len(self.signs):
            self.signs.append(one)
        return number

    def cost(self, one: int, other: int) -> int:
        """Return what speaks against two signs being the same, by their numbers."""
        return cost(self.signs[one], self.signs[other])


def aligned(a: Match, b: Match) -> Alignment:
    """The alignment of two matches, with the places of games and events as they stand in each."""
    those = _happenings(a)
    others = _happenings(b)
    seating, pairs = seated(_outlines(a, those), _outlines(b, others), names_alike(a, b))
    if seating.swapped:
        others = _happenings(exchanged(b))
    numbering = _Numbering()
    costs = PathCosts(numbering.cost)
    games = tuple([_game_pair(i, j, those, others, numbering, costs) for i, j in pairs])
    return Alignment(games=games, swapped=seating.swapped, seating=seating)


def _game_pair(
    i: int | None,
    j: int | None,
    those: Sequence[_Happening],
    others: Sequence[_Happening],
    numbering: _Numbering,
    costs: PathCosts,
) -> GamePair:
    one = _Happening([], []) if i is None else those[i]
    other = _Happening([], []) if j is None else others[j]
    pairs = path(numbering.of(one.signs), numbering.of(other.signs), costs, GAP)
    return GamePair(
        a=i,
        b=j,
        pairs=tuple(
            [(None if x is None else one.places[x], None if y is None else other.places[y]) for x, y in pairs]
        ),
    )


def _happenings(match: Match) -> list[_Happening]:
    return [_happening(game) for game in match.games]


def _happening(game: Game) -> _Happening:
    places = [place for place, event in enumerate(game.events) if happens(event)]
    return _Happening(places, [sign(game.events[place]) for place in places])


def _outlines(match: Match, those: Sequence[_Happening]) -> list[Outline]:
    return [
        outline(game, place, one.signs)
        for place, (game, one) in enumerate(zip(match.games, those, strict=True))
    ]
