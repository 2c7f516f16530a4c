"""A slip far behind the turn at which it shows: a lawful play with one hop a pair of points off.

To look at all plays of all turns before a fault takes long. But all that was played between is known, so that
the men stand at the fault as they do, but for the four points of the two hops: whether the turn there can be
played then is asked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kotra_notation.board import BAR, OFF, Points, turned
from kotra_notation.fast.judges import plain_turns
from kotra_notation.model import Blank, CannotMove, Event, Hop, Play, Turn
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.meant import MOST_HOPS, grouped, with_hits
from kotra_notation.replay.turns import astray, hit_faults, judged
from kotra_notation.rules import Node
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

# To judge a turn that cannot be made step by step takes as long as to follow so many.
A_JUDGEMENT = 10


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A turn with one hop of another man, at an event; the state before it, and the board behind it."""

    at: int
    before: State
    turn: Turn
    node: Node


def elsewhere(
    events: Sequence[Event],
    states: Sequence[State],
    fault: Turn,
    there: State,
    effort: Effort,
    *,
    hits_marked: bool,
) -> Iterator[Elsewhere]:
    """Every such turn that lets the turn at a fault be played, the nearest first.

    `states` are those before the first events of a game, `there` is that before the fault.
    """
    for at in range(len(states) - 1, -1, -1):
        turn, before = events[at], states[at]
        if not isinstance(turn, Turn) or not isinstance(turn.deed, Play) or effort.spent:
            continue
        if before.seat not in (None, turn.seat) or len(turn.deed.hops) > MOST_HOPS:
            continue
        ruleset, node = before.setting.ruleset, before.node(turn.seat)
        for places, other in _other_hops(node.points, turn.deed.hops, grouped=grouped(turn)):
            effort.turns -= 1
            points = _with(there, turn.seat, turn.deed.hops[places[0]], other, len(places))
            if points is None or not _playable(replace(there, points=points), fault, effort, hits_marked):
                continue
            hops = tuple([other if at in places else hop for at, hop in enumerate(turn.deed.hops)])
            deed = Play(hops=with_hits(node, hops) if hits_marked else hops)
            verdict = judged(ruleset, node, replace(turn, deed=deed))
            if verdict.lawful and verdict.node is not None:
                yield Elsewhere(at, before, replace(turn, deed=deed), verdict.node)


def _other_hops(
    points: Sequence[int], hops: Sequence[Hop], *, grouped: bool
) -> Iterator[tuple[tuple[int, ...], Hop]]:
    """Each hop by its place, with each of as many pips by a man that stands elsewhere; neither alone hits.

    From a hit the other side would have played on, or could not have. `grouped`: of equal hops all are one.
    """
    sources = {point for point in range(1, BAR) if points[point] > 0} | {hop.target for hop in hops}
    for place, (source, target, _) in enumerate(hops):
        if not target < source < BAR or hops.index(hops[place]) < place:
            continue
        same = tuple([at for at, hop in enumerate(hops) if hop[:2] == (source, target)])
        for other in sorted(sources - {source, OFF}, reverse=True):
            landing = max(other - (source - target), OFF)
            hit = {hop.target for at, hop in enumerate(hops) if at != place}
            if all(point == OFF or point in hit or points[point] >= 0 for point in (target, landing)):
                yield (place,), Hop(other, landing)
                if grouped and len(same) > 1:
                    yield same, Hop(other, landing)


def _with(there: State, seat: int, written: Hop, meant: Hop, times: int) -> Points | None:
    """The men at a fault had one hop been another so many times; None where what was played says no."""
    points = list(there.seen_by(seat))
    fewer, more = (meant.source, written.target), (written.source, meant.target)
    for point, change in (*[(point, -times) for point in fewer], *[(point, times) for point in more]):
        if point == OFF:
            continue
        if points[point] < max(-change, 0):
            return None
        points[point] += change
    if seat == there.viewer:
        return tuple(points)
    return turned(tuple(points), there.setting.ruleset.facts.turning)


def _playable(there: State, fault: Turn, effort: Effort, hits_marked: bool) -> bool:
    """Return whether a turn can be made, and hits what its marks say.

    One that goes on several dice at once, or nowhere, is judged in full.
    """
    if (run := plain_turns(there, (fault,), 0, 1)) is not None:
        return not hit_faults(run, hits_marked)
    match fault.deed:
        case Play(hops=hops) if all(source - target in (*fault.dice, 0) for source, target, _ in hops):
            return False
        case Play() | CannotMove() | Blank():
            effort.turns -= A_JUDGEMENT
            verdict = judged(there.setting.ruleset, there.node(fault.seat), fault)
            return verdict.lawful and not (hits_marked and astray(fault, verdict.hits))
        case _:
            return False
