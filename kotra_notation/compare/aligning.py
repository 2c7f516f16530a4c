"""Two records of a match aligned: games with games, and in each what happened with what happened.

Nothing is asked of the board: what a play does to the mover's men is told by its hops, so that records are
aligned behind illegal plays too, and without the time of a replay.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain
from typing import NamedTuple

from kotra_notation import model
from kotra_notation.board import Memory, Position
from kotra_notation.compare.difference import GAP, Sign, cost, happens, sign
from kotra_notation.compare.paths import MOST_HOMES, Pair, PathCosts, heaviest_chain, path, spread
from kotra_notation.model import Game, Match
from kotra_notation.values import dataclass


def exchange_seats(match: model.Match) -> model.Match:
    """Return the match with seat 0 as seat 1 and the other way round."""
    return replace(
        match,
        players=match.players[::-1],
        remarks=tuple(map(_remark, match.remarks)),
        games=tuple(map(_game, match.games)),
    )


def _game(game: model.Game) -> model.Game:
    score = replace(game.score, score=game.score.score[::-1]) if game.score else None
    return replace(game, score=score, events=tuple(map(_event, game.events)))


def _remark(remark: model.Annotation) -> model.Annotation:
    return replace(remark, seat=1 - remark.seat) if isinstance(remark, model.Clock) else remark


def _event(event: model.Event) -> model.Event:
    match event:
        case model.Opening(dice=dice):
            return replace(event, dice=dice[::-1])
        case model.ScoreClaim(score=score):
            return replace(event, score=score[::-1])
        case model.SetPosition(position=position):
            return replace(event, position=_position(position))
        case model.Turn(seat=seat, deed=model.Reached(position=position) as deed):
            return replace(event, seat=1 - seat, deed=replace(deed, position=_position(position)))
        case (
            model.AutomaticDouble()
            | model.Ruling()
            | model.Draw()
            | model.Comment()
            | model.Mark()
            | model.Evaluation()
            | model.Video()
            | model.Extra()
        ):
            return event
        case _:
            return replace(event, seat=1 - event.seat)


def _position(position: Position) -> Position:
    cube, memory, standing = position.cube, position.memory, position.standing
    return replace(
        position,
        seat=1 - position.seat,
        men=position.men[::-1],
        cube=replace(cube, owner=_other(cube.owner)),
        standing=replace(standing, score=standing.score[::-1]),
        memory=memory and _memory(memory),
    )


def _memory(memory: Memory) -> Memory:
    return replace(
        memory,
        fresh=memory.fresh[::-1],
        unlocked=memory.unlocked[::-1],
        stack=memory.stack[::-1],
        scored=memory.scored[::-1],
        began=_other(memory.began),
        phase_seat=_other(memory.phase_seat),
        main=_other(memory.main),
    )


def _other(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat


THROWS = 4  # so many throws in a row are hardly ever thrown again
LIKE, LIKE_IN_PLACE = 0.25, 0.1  # the least share of features of the shorter game, of one with the same head
FEW = 4  # a game of fewer throws tells little, and goes by its head
IN_PLACE = 0.5
PLAIN = 0.6  # the share of a record's features that leaves no doubt
CLEAR = 1.25  # how much more must speak for one order of the seats than for the other
LONGEST_NAME = 80

Feature = tuple[int, tuple[object, ...]]


class Outline(NamedTuple):
    """The features that tell a game from others, the number of its throws, and its head."""

    features: frozenset[Feature]
    throws: int
    head: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The evidence for the seats being the same (`straight`) or exchanged (`crossed`), 0 if not asked."""

    straight: float
    crossed: float
    names_straight: float
    names_crossed: float

    @property
    def is_swapped(self) -> bool:
        """Return whether seat 0 of the one is seat 1 of the other; names decide only what turns do not."""
        if self.crossed > CLEAR * self.straight:
            return True
        if self.straight > CLEAR * self.crossed:
            return False
        return (self.names_crossed, self.crossed) > (self.names_straight, self.straight)


def _outline(game: Game, place: int, signs: Sequence[Sign]) -> Outline:
    turns = [sign for sign in signs if sign.kind == "Turn"]
    dice = [turn.dice for turn in turns]
    features: set[Feature] = set()
    for number, turn in enumerate(turns):
        seat = turn.seat or 0
        if turn.men:
            features.add((seat, (turn.dice, turn.men)))
        if number + THROWS <= len(turns):
            features.add((seat, tuple(dice[number : number + THROWS])))
    head = game.score.score if game.score else (float(game.number or place + 1),)
    return Outline(frozenset(features), len(turns), head)


def _exchange_seats(outline: Outline) -> Outline:
    """Return the outline with the seats exchanged."""
    features = frozenset([(1 - seat, rest) for seat, rest in outline.features])
    return Outline(features, outline.throws, outline.head[::-1])


def _pair_games(a: Sequence[Outline], b: Sequence[Outline]) -> tuple[list[Pair], float]:
    """Return games paired by what they share, or by their heads where that is little; and its weight."""
    homes: dict[Feature, list[int]] = {}
    heads: dict[tuple[float, ...], list[int]] = {}
    for i, outline in enumerate(a):
        heads.setdefault(outline.head, []).append(i)
        for feature in outline.features:
            homes.setdefault(feature, []).append(i)
    weights: dict[tuple[int, int], float] = {}
    for j, other in enumerate(b):
        in_place = heads.get(other.head, [])[:MOST_HOMES]
        # Features that many games have tell nothing.
        common = (homes.get(feature, ()) for feature in other.features)
        shared = Counter(chain.from_iterable(games for games in common if len(games) <= MOST_HOMES))
        for i, count in shared.items():
            least = LIKE_IN_PLACE if i in in_place else LIKE
            if count >= least * min(len(a[i].features), len(other.features)):
                weights[i, j] = count + IN_PLACE * (i in in_place)
        for i in in_place:
            if min(a[i].throws, other.throws) < FEW:
                weights.setdefault((i, j), IN_PLACE)
    pairs = heaviest_chain((i, j, weight) for (i, j), weight in weights.items())
    return spread(pairs, len(a), len(b)), sum(weights[pair] for pair in pairs)


def _align_seats(
    a: Sequence[Outline], b: Sequence[Outline], names: tuple[float, float]
) -> tuple[Seating, list[Pair]]:
    """Return the evidence for the seats, and the games paired by that; names are asked first."""
    enough = PLAIN * min(sum(len(game.features) for game in games) for games in (a, b))
    pairs: dict[bool, list[Pair]] = {}
    weights = {False: 0.0, True: 0.0}
    for swapped in (False, True) if names[0] >= names[1] else (True, False):
        pairs[swapped], weights[swapped] = _pair_games(
            a, [_exchange_seats(game) for game in b] if swapped else b
        )
        if weights[swapped] > enough:
            break
    seating = Seating(
        straight=weights[False], crossed=weights[True], names_straight=names[0], names_crossed=names[1]
    )
    return seating, pairs.get(seating.is_swapped, [])


def _names_alike(a: Match, b: Match) -> tuple[float, float]:
    """Return how like the names are, with the seats as they are and exchanged: 0 to 2."""
    names, others = ([_plain(player.name) for player in match.players] for match in (a, b))
    like = [
        [
            SequenceMatcher(None, name, other, autojunk=False).ratio() if name and other else 0.0
            for other in others
        ]
        for name in names
    ]
    return like[0][0] + like[1][1], like[0][1] + like[1][0]


def _plain(name: str) -> str:
    """Return a name without accents, signs and the case of its letters."""
    parted = unicodedata.normalize("NFKD", name[:LONGEST_NAME].casefold())
    return "".join(sign for sign in parted if sign.isalnum())


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
    """The games of two records in pairs; `swapped` if the seats are, with the evidence in `seating`."""

    games: tuple[GamePair, ...]
    swapped: bool
    seating: Seating


class _GameSigns(NamedTuple):
    """The events of a game that are no remarks: their places, and their signs."""

    places: list[int]
    signs: list[Sign]


def _signs(match: Match) -> list[_GameSigns]:
    games = []
    for game in match.games:
        places = [place for place, event in enumerate(game.events) if happens(event)]
        games.append(_GameSigns(places, [sign(game.events[place]) for place in places]))
    return games


def _outlines(match: Match, games: Sequence[_GameSigns]) -> list[Outline]:
    return [_outline(game, place, games[place].signs) for place, game in enumerate(match.games)]


def align(a: Match, b: Match) -> Alignment:
    """Return the alignment of two matches, with the places of games and events as they stand in each."""
    games, others = _signs(a), _signs(b)
    seating, pairs = _align_seats(_outlines(a, games), _outlines(b, others), _names_alike(a, b))
    if seating.is_swapped:
        others = _signs(exchange_seats(b))
    numbers: dict[Sign, int] = {}  # equal signs have the same number, so that they are compared at speed
    rows, other_rows = (
        [[numbers.setdefault(sign, len(numbers)) for sign in game.signs] for game in match]
        for match in (games, others)
    )
    signs = list(numbers)
    costs = PathCosts(lambda number, other: cost(signs[number], signs[other]))

    def game_pair(i: int | None, j: int | None) -> GamePair:
        row, places = ([], []) if i is None else (rows[i], games[i].places)
        other_row, other_places = ([], []) if j is None else (other_rows[j], others[j].places)
        events = [
            (None if x is None else places[x], None if y is None else other_places[y])
            for x, y in path(row, other_row, costs, GAP)
        ]
        return GamePair(a=i, b=j, pairs=tuple(events))

    aligned_games = tuple([game_pair(i, j) for i, j in pairs])
    return Alignment(games=aligned_games, swapped=seating.is_swapped, seating=seating)
