"""Slips outside the play: of the cube, of a result, of hit marks. What the findings about them may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations

from kotra_notation.board.points import pips
from kotra_notation.findings import Finding
from kotra_notation.model import AwardClaim, Double, Drop, Event, Game, Play, ResultClaim, Take, Turn
from kotra_notation.repair.edits import Edit, cost_of, costs
from kotra_notation.repair.meant import with_hits
from kotra_notation.replay import Frame, GameReplay
from kotra_notation.rules.modern import HOME
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class StakesSpot:
    """A finding at an event of a game, and the state around it."""

    game: Game
    place: int
    found: Finding
    frame: Frame

    @property
    def event(self) -> Event:
        """The event it is about."""
        return self.game.events[self.place]

    def edit(self, kind: str, *new: Event, at: int | None = None, count: int = 1) -> Edit:
        """Return a slip taken back: other events in the place of so many."""
        place = self.place if at is None else at
        old = self.game.events[place : place + count]
        return Edit(kind=kind, place=place, old=old, new=new, cost=cost_of(kind))


Mending = Callable[[StakesSpot], Iterator[Edit]]


def mendings(game: Game, replayed: GameReplay) -> Iterator[Edit]:
    """Yield every slip that may be behind the first finding of a replayed game that is not about plays."""
    frames = replayed.frames
    for place, frame in enumerate(frames):
        for finding in frame.findings:
            if mend := AT_EVENTS.get(finding.kind.name):
                yield from mend(StakesSpot(game, place, finding, frame))
                return
    for finding in replayed.findings:
        if mend := AT_RESULTS.get(finding.kind.name):
            claims = [place for place, event in enumerate(game.events) if isinstance(event, ResultClaim)]
            if claims:
                yield from mend(StakesSpot(game, claims[-1], finding, frames[claims[-1]]))
            return


def _hit_marks(spot: StakesSpot) -> Iterator[Edit]:
    turn = spot.event
    if isinstance(turn, Turn) and isinstance(turn.deed, Play):
        marked = with_hits(spot.frame.before.node(turn.seat), turn.deed.hops)
        yield spot.edit("hit-mark", replace(turn, deed=replace(turn.deed, hops=marked)))


def _cube_value(spot: StakesSpot) -> Iterator[Edit]:
    if isinstance(spot.event, Double):
        yield spot.edit("cube-value", replace(spot.event, value=int(spot.found.facts["right"])))


def _propose_answers(spot: StakesSpot) -> Iterator[Edit]:
    """Propose that an answer is lost, or the double was none."""
    offer = spot.frame.before.stakes.offer
    if offer is None:
        return
    seat = 1 - offer.seat
    yield spot.edit("take-lost", Take(seat=seat), count=0)
    yield spot.edit("drop-lost", Drop(seat=seat), count=0)
    if (double := _last_double(spot)) is not None:
        yield spot.edit("cube-doubled", at=double)
        yield from _other_seat(spot, double)


def _propose_doubles(spot: StakesSpot) -> Iterator[Edit]:
    """Propose that a double is lost, the answer stands in the wrong column, or it was none."""
    answer = spot.event
    if not isinstance(answer, Take | Drop):
        return
    stakes = spot.frame.before.stakes
    value = 2 * (stakes.offer.value if stakes.offer else stakes.cube.value)
    values = [event.value for event in spot.game.events if isinstance(event, Double)]
    stated = value if not values or any(known is not None for known in values) else None
    yield spot.edit("double-lost", Double(seat=1 - answer.seat, value=stated), count=0)
    yield spot.edit("cube-seat", replace(answer, seat=1 - answer.seat))
    yield spot.edit("cube-doubled")
    if (double := _last_double(spot)) is not None:
        yield from _other_seat(spot, double)


def _last_double(spot: StakesSpot) -> int | None:
    """Return the place of the last double before."""
    places = range(spot.place - 1, -1, -1)
    return next((place for place in places if isinstance(spot.game.events[place], Double)), None)


def _wrong_doubler(spot: StakesSpot) -> Iterator[Edit]:
    """Propose that the double stands in the wrong column, with its answer or alone, or there was none."""
    if isinstance(spot.event, Double):
        yield from _other_seat(spot, spot.place)
        answered = isinstance(_next(spot, spot.place), Take | Drop)
        yield spot.edit("cube-doubled", count=1 + answered)


def _other_seat(spot: StakesSpot, place: int) -> Iterator[Edit]:
    double, answer = spot.game.events[place], _next(spot, place)
    assert isinstance(double, Double)
    turned = replace(double, seat=1 - double.seat)
    yield spot.edit("cube-seat", turned, at=place)
    if isinstance(answer, Take | Drop):
        yield spot.edit("cube-seat", turned, replace(answer, seat=1 - answer.seat), at=place, count=2)


def _next(spot: StakesSpot, place: int) -> Event | None:
    return next(iter(spot.game.events[place + 1 :]), None)


def _two_results(spot: StakesSpot) -> Iterator[Edit]:
    """Propose that one of two results is written as the other is."""
    claims = [(at, event) for at, event in enumerate(spot.game.events) if isinstance(event, ResultClaim)]
    for (at, claim), (_, other) in permutations(claims, 2):
        if other.points is not None and claim.points not in (None, other.points):
            # A game seldom is worth another size to the side it was given up to.
            state, winner = spot.frame.before, other.winner
            usual = likely_size(state, winner) * state.stakes.cube.value
            odd = max(state.seen_by(winner)) > 0 and other.points != usual
            edit = spot.edit("points", replace(claim, points=other.points), at=at)
            yield replace(edit, cost=edit.cost + costs().more["odd-size"] * odd)
        if claim.winner != other.winner:
            yield spot.edit("winner", replace(claim, seat=1 - claim.seat), at=at)


def _points(spot: StakesSpot) -> Iterator[Edit]:
    claim = spot.event
    assert isinstance(claim, ResultClaim)
    state, winner = spot.frame.before, claim.winner
    needed = state.setting.length - state.setting.score[winner]
    if claim.match and 0 < needed < min(spot.found.facts["derived"]) and needed != claim.points:
        # As far as the match goes: some records count no more.
        yield spot.edit("points", replace(claim, points=needed))
    for size, points in enumerate(spot.found.facts["derived"], 1):
        edit = spot.edit("points", replace(claim, points=points))
        unlikely = spot.found.facts["kind"] == "resign" and size != likely_size(state, winner)
        yield replace(edit, cost=edit.cost + costs().more["odd-size"] * unlikely)


def likely_size(state: State, winner: int) -> int:
    """Return the likely size of a resignation: a gammon where the loser could hardly come home in time."""
    loser = state.seen_by(1 - winner)
    if state.off(1 - winner):
        return 1
    outside = sum(count * (point - HOME) for point, count in enumerate(loser) if count > 0 and point > HOME)
    return 2 if outside + HOME / 2 > pips(state.seen_by(winner)) else 1


def _award_points(spot: StakesSpot) -> Iterator[Edit]:
    claim = spot.event
    if isinstance(claim, AwardClaim) and spot.found.expected:
        yield spot.edit("award-points", replace(claim, points=float(spot.found.expected[0])))


def _winner(spot: StakesSpot) -> Iterator[Edit]:
    claim = spot.event
    assert isinstance(claim, ResultClaim)
    yield spot.edit("winner", replace(claim, seat=1 - claim.seat))


def _propose_answers_at_end(spot: StakesSpot) -> Iterator[Edit]:
    double = next((event for event in reversed(spot.game.events) if isinstance(event, Double)), None)
    if double:
        yield spot.edit("drop-lost", Drop(seat=1 - double.seat), count=0)
        yield spot.edit("take-lost", Take(seat=1 - double.seat), count=0)


AT_EVENTS: dict[str, Mending] = {
    "hit-unmarked": _hit_marks,
    "hit-invented": _hit_marks,
    "award-points-wrong": _award_points,
    "cube-value": _cube_value,
    "double-unanswered": _propose_answers,
    "answer-without-double": _propose_doubles,
    "cube-not-owned": _wrong_doubler,
    "double-after-throw": _wrong_doubler,
    "double-out-of-turn": _wrong_doubler,
    "double-in-crawford": _wrong_doubler,
}

AT_RESULTS: dict[str, Mending] = {
    "result-twice": _two_results,
    "points-wrong": _points,
    "winner-wrong": _winner,
    "double-unanswered": _propose_answers_at_end,
}
