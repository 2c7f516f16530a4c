"""Readings of a play written short on a board: the legal plays that agree with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import permutations

from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import displacement
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Turn
from kotra_notation.replay.turns import step_as_written
from kotra_notation.rules import CompletePlay, Node, Ruleset, Step, Throw, throw_of
from kotra_notation.rules.old_outcome import half_wins
from kotra_notation.shorthand.signs import MadePoint, Part, PointSign, TextSense, Way, senses
from kotra_notation.values import dataclass

Trip = tuple[Step, ...]  # the steps of one man as one written hop


class LonePoint(Enum):
    """The meaning of a point that stands alone: men land on it, or leave it."""

    LANDINGS = "landings"
    SOURCES = "sources"


ANYWHERE = frozenset(range(OFF, BAR))
BOTH = (LonePoint.LANDINGS, LonePoint.SOURCES)
DICE_ORDER, PATH = "dice order", "path"

# Every word that says how a recorder writes short.
MANNERS = (*(lone_point.value for lone_point in LonePoint), DICE_ORDER, PATH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a recorder writes short: what plain points mean, if they follow the dice, or count on a `path`."""

    plain: tuple[LonePoint, ...] = BOTH
    in_dice_order: bool = False
    path: bool = False

    @staticmethod
    def of(words: Iterable[str]) -> Manner:
        """The manner that a record states in words behind `notation: shorthand`."""
        stated = frozenset(words)
        return Manner(
            plain=tuple(point for point in LonePoint if point.value in stated) or BOTH,
            in_dice_order=DICE_ORDER in stated,
            path=PATH in stated,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shorthand:
    """A play written short, by whom, and the play of the other side before it."""

    text: str
    seat: int
    manner: Manner = Manner()
    before: tuple[Step, ...] = ()

    def senses(self, ruleset: Ruleset) -> tuple[TextSense, ...]:
        """Return what the text may say, as points are named in a game."""
        return senses(self.text, self.seat, ruleset.facts.lettered, self.manner.path)


def choices(ruleset: Ruleset, node: Node, turn: Turn, written: Shorthand) -> list[CompletePlay]:
    """The legal plays of a turn, from a board seen by its mover, that agree with what is written short.

    A play agrees if everything it does is written. Marks of hits choose among plays where they can.
    """
    throw = throw_of(ruleset, node, turn.dice, singly=turn.singly)
    text_senses = written.senses(ruleset)
    plays: dict[bool, list[CompletePlay]] = {}
    agreeing = []
    for half in dict.fromkeys(sense.half for sense in text_senses):
        wins = half_wins(ruleset, throw) if half and ruleset.facts.forms else {}
        plays[half] = list((wins if half else legal_plays(ruleset, throw)).values())
    for strict in (True, False):
        for half, plays_there in plays.items():
            fitting = [sense for sense in text_senses if sense.half == half]
            agreeing += [
                play
                for play in plays_there
                if any(_agrees(ruleset, throw, play, sense, written, strict_hits=strict) for sense in fitting)
            ]
        if agreeing or not any(sense.hits for sense in text_senses):
            return agreeing
    return agreeing


def _agrees(
    ruleset: Ruleset,
    throw: Throw,
    play: CompletePlay,
    sense: TextSense,
    written: Shorthand,
    *,
    strict_hits: bool,
) -> bool:
    """Return whether a legal play is what the text says in one sense."""
    if not sense.parts:
        return same(play.steps, written.before) if sense.same else not play.steps
    plains = [
        plain
        for plain in (written.manner.plain if sense.plain else (LonePoint.LANDINGS,))
        if _may_fit(play.steps, sense, plain)
        and not (strict_hits and any(_misses(throw.start, play, part, plain) for part in sense.parts))
    ]
    alone = all(isinstance(part, PointSign) for part in sense.parts)
    ordered = written.manner.in_dice_order and alone and len(set(throw.dice)) == 2
    fits = _fits_in_order if ordered else _fits
    return any(
        fits(throw, play, trips, sense, plain)
        for plain in plains
        for steps in _orders(ruleset, throw, play)
        if not sense.same or same(steps, written.before)
        for trips in _trips(steps)
    )


def _may_fit(steps: Sequence[Step], sense: TextSense, plain: LonePoint) -> bool:
    """Return whether checkers come to the named points, and leave them, at all; a cheap test."""
    sources = {step.source for step in steps}
    targets = {step.target for step in steps}
    landed = targets if len(steps) != 2 or targets.isdisjoint(sources) else ANYWHERE
    for part in sense.parts:
        match part:
            case Way(points=points):
                if points[0] not in sources or points[-1] not in targets:
                    return False
            case PointSign(point=point):
                if point not in (landed if plain is LonePoint.LANDINGS else sources):
                    return False
            case MadePoint(points=points):
                if points and points.isdisjoint(targets):
                    return False
    return True


def same(iterable: Iterable[Step], other: Iterable[Step]) -> bool:
    """Return whether two plays take men from the same points to the same, whoever made them."""
    return displacement(iterable) == displacement(other)


def _misses(before: Node, play: CompletePlay, part: Part, plain: LonePoint) -> bool:
    """Return whether a part is marked to hit where nobody stands to be hit."""
    match part:
        case PointSign(hit=True) if plain is LonePoint.SOURCES:
            return play.node.points[0] == before.points[0]
        case PointSign(point=point, hit=True):
            return point == OFF or before.points[point] >= 0
        case Way(hits=points):
            return any(point == OFF or before.points[point] >= 0 for point in points)
        case _:
            return False


def _orders(ruleset: Ruleset, throw: Throw, play: CompletePlay) -> Iterator[tuple[Step, ...]]:
    """Yield the orders of the steps of a play, also by the other die first if that leads to the same."""
    yield play.steps
    if len(play.steps) != 2 or play.steps[0].die == play.steps[1].die:
        return
    for first, then in permutations(play.steps):
        if first.target == then.source:
            between = first.source - then.die
            hops = ((first.source, between, 0), (between, then.target, 0))
            walk = step_as_written(ruleset, throw, hops) if between > OFF else None
            if walk and walk.node == play.node:
                yield walk.steps
            return


def _trips(steps: Sequence[Step]) -> set[tuple[Trip, ...]]:
    """Return every way of writing steps as hops, those of one checker joined or one by one."""
    ways: set[tuple[Trip, ...]] = {()}
    for step in sorted(steps, reverse=True):
        longer: set[tuple[Trip, ...]] = set()
        for trips in ways:
            longer.add(tuple(sorted((*trips, (step,)))))
            for trip in set(trips):
                if trip[-1].target == step.source:
                    rest = list(trips)
                    rest.remove(trip)
                    longer.add(tuple(sorted((*rest, (*trip, step)))))
        ways = longer
    return ways


def _fits(
    throw: Throw, play: CompletePlay, trips: tuple[Trip, ...], sense: TextSense, plain: LonePoint
) -> bool:
    """Return whether a sense says all trips; beside `same` it need not name all."""
    left = list(trips)
    for part in sense.parts:
        if isinstance(part, Way) and not _taken_out(left, part):
            return False
    any_made = False
    for part in sense.parts:
        if isinstance(part, MadePoint):
            points = _points_made(throw.start, play, left) & (part.points or ANYWHERE)
            if not points:
                return False
            any_made = any_made or not part.points
            left = [trip for trip in left if trip[-1].target not in points]
    end = _landing if plain is LonePoint.LANDINGS else _source
    signs = [part for part in sense.parts if isinstance(part, PointSign)]
    named = {sign.point for sign in signs}
    whole = sense.same or any_made or all(end(trip) in named for trip in left)
    return whole and _matches_counts(signs, Counter(map(end, left)))


def _landing(trip: Trip) -> int:
    return trip[-1].target


def _source(trip: Trip) -> int:
    return trip[0].source


def _taken_out(left: list[Trip], way: Way) -> bool:
    """Remove the trips of a way from those left; return False if they are not there."""
    for _ in range(way.times):
        for trip in left:
            between = {step.target for step in trip[:-1]}
            ends = (trip[0].source, trip[-1].target)
            if ends == (way.points[0], way.points[-1]) and between.issuperset(way.points[1:-1]):
                left.remove(trip)
                break
        else:
            return False
    return True


def _points_made(before: Node, play: CompletePlay, trips: Iterable[Trip]) -> frozenset[int]:
    """Return the points made by trips: two checkers or more where fewer stood."""
    landed = {trip[-1].target for trip in trips} - {OFF}
    return frozenset(point for point in landed if before.points[point] < 2 <= play.node.points[point])


def _matches_counts(spots: Iterable[PointSign], counts: Counter[int]) -> bool:
    """Return whether as many checkers land on the points, or leave them, as is written."""
    wanted: Counter[int] = Counter()
    exact = set()
    for spot in spots:
        if spot.times or spot.point in wanted:
            exact.add(spot.point)
        wanted[spot.point] += spot.times or 1
    return all(counts[point] == count if point in exact else counts[point] for point, count in wanted.items())


def _fits_in_order(
    throw: Throw, play: CompletePlay, trips: tuple[Trip, ...], sense: TextSense, plain: LonePoint
) -> bool:
    """Return whether a sense fits with its points, or the dice of one checker, in the order of the dice."""
    if not _fits(throw, play, trips, sense, plain):
        return False
    if len(trips) == 1:
        return trips[0][0].die == throw.dice[0]
    named = [part.point for part in sense.parts if isinstance(part, PointSign)]
    end = _landing if plain is LonePoint.LANDINGS else _source
    return len(named) == 1 or named == [
        end(trip) for trip in sorted(trips, key=lambda trip: throw.dice.index(trip[0].die))
    ]
