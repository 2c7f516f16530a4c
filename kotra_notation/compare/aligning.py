"""Two records of a match aligned: games with games, and in each what happened with what happened.

Nothing is asked of the board: what a play does to the mover's men is told by its hops, so that records are
aligned behind illegal plays too, and without the time of a replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kotra_notation.compare.game_pairs import Outline, Seating, names_alike, outline, seated
from kotra_notation.compare.likeness import GAP, Sign, cost, happens, sign
from kotra_notation.compare.paths import Pair, PathCosts, path
from kotra_notation.compare.seats import exchanged
from kotra_notation.model import Game, Match


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
        """What speaks against two signs being the same, by their numbers."""
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
