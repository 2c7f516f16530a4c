"""Slips that show only later: the turn is lawful as written, and one man of it was played otherwise.

Near a fault all that can have been played is looked at, which takes too long for all turns before it. But all
that was played between is known: the men stand at the fault as they do, but for the four points of two hops.
Whether the turn there can be played then is asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from kotra_notation.board import BAR, OFF, Points, flip_points
from kotra_notation.fast.judges import plain_turns
from kotra_notation.model import Blank, CannotMove, Event, Hop, Play, Turn
from kotra_notation.repair.edits import cost_of
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.meant import MOST_HOPS, DoubtedTurn, Meant, is_grouped, net, relation, with_hits
from kotra_notation.replay.turns import hit_faults, judge_turn, possible_dice, wrong_marks
from kotra_notation.replay.walking import put_men
from kotra_notation.rules import CompletePlay, Node, Step
from kotra_notation.rules.ruleset import State

# To judge a turn that cannot be made step by step takes as long as to follow so many.
A_JUDGEMENT = 10


def slipped_unseen(
    written: DoubtedTurn, steps: Sequence[Step], useless: Callable[[Node], bool]
) -> Iterator[Meant]:
    """Yield lawful turns that one slip turns into a turn that is lawful too: one man played otherwise.

    `steps` are those of the turn; where a hop is written for several, another man may have gone as far. Of
    those that lead to a `useless` board not all are yielded.
    """
    turn, node, lettered = written.turn, written.node, written.ruleset.facts.lettered
    stood = put_men(node, turn.hops)
    if stood is None or not useless(stood):
        yield from written.other_dice()
    if not possible_dice(turn) or not isinstance(turn.deed, Play) or not steps:
        return
    reached: set[Node] = set()
    if len(turn.deed.hops) < len(steps):
        for meant in written.one_slip(turn.deed.hops):
            if meant.kind != "other-play" and meant.turn.deed != turn.deed:
                reached.add(meant.node)
                yield meant
    wanted = {after: play for after, play in written.plays.items() if not useless(after)}
    for meant in _other_men(written, steps, wanted.values()):
        if meant.node not in reached:
            reached.add(meant.node)
            yield meant
    ends = [(step.source, step.target) for step in steps]
    for play in wanted.values():
        other = [(step.source, step.target) for step in play.steps]
        mine, theirs = _without(ends, other), _without(other, ends)
        if play.node not in reached and len(mine) == len(theirs) == 1:
            pairs = zip(mine[0], theirs[0], strict=True)
            kinds = [relation(a, b, lettered=lettered) for a, b in pairs if a != b]
            yield written.in_full(kinds[0] if len(kinds) == 1 else "man", play)


def _other_men(written: DoubtedTurn, steps: Sequence[Step], plays: Iterable[CompletePlay]) -> Iterator[Meant]:
    """Yield the lawful turns in which another man went one of the steps."""
    nets = {net(play.steps) for play in plays}
    hops = tuple([Hop(step.source, step.target) for step in steps])
    sources = {point for point in range(1, BAR + 1) if written.node.points[point] > 0}
    sources |= {hop.target for hop in hops}
    for place, step in enumerate(steps):
        same = [index for index, hop in enumerate(hops) if hop == hops[place]]
        groups = [[place], same] if written.grouped and len(same) > 1 else [[place]]
        for other, places in product(sorted(sources - {step.source, OFF}, reverse=True), groups):
            meant_hop = Hop(other, max(other - step.die, OFF))
            changed = tuple([meant_hop if index in places else hop for index, hop in enumerate(hops)])
            if net(changed) in nets:
                yield from written.lawful_meanings(
                    "man", replace(written.turn, deed=Play(hops=written.mark_hits(changed)))
                )


def _without(pairs: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    left = list(pairs)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def elsewhere(
    events: Sequence[Event],
    states: Sequence[State],
    fault: Turn,
    fault_state: State,
    effort: Effort,
    *,
    hits_marked: bool,
) -> Iterator[tuple[int, Meant]]:
    """Yield every event with a turn of which one hop by another man lets the turn at a fault be played.

    The nearest come first. `states` are those before the first events of a game, `fault_state` is that before
    the fault.
    """
    for at in range(len(states) - 1, -1, -1):
        turn, before = events[at], states[at]
        if not isinstance(turn, Turn) or not isinstance(turn.deed, Play) or effort.spent:
            continue
        if before.seat not in (None, turn.seat) or len(turn.deed.hops) > MOST_HOPS:
            continue
        ruleset, node = before.setting.ruleset, before.node(turn.seat)
        for places, other in _other_hops(node.points, turn.deed.hops, grouped=is_grouped(turn)):
            effort.turns -= 1
            points = _men_at_fault(fault_state, turn.seat, turn.deed.hops[places[0]], other, len(places))
            if points is None:
                continue
            if not _is_playable(replace(fault_state, points=points), fault, effort, hits_marked):
                continue
            hops = tuple([other if index in places else hop for index, hop in enumerate(turn.deed.hops)])
            meant = replace(turn, deed=Play(hops=with_hits(node, hops) if hits_marked else hops))
            verdict = judge_turn(ruleset, node, meant)
            if verdict.lawful and verdict.node is not None:
                yield at, Meant("man", cost_of("man"), meant, verdict.node)


def _other_hops(
    points: Sequence[int], hops: Sequence[Hop], *, grouped: bool
) -> Iterator[tuple[tuple[int, ...], Hop]]:
    """Yield each hop by its place, with each of as many pips by another man; neither alone hits.

    From a hit the other side would have played on, or could not have. `grouped`: of equal hops all are one.
    """
    sources = {point for point in range(1, BAR) if points[point] > 0} | {hop.target for hop in hops}
    for place, (source, target, _) in enumerate(hops):
        if not target < source < BAR or hops.index(hops[place]) < place:
            continue
        same = tuple([index for index, hop in enumerate(hops) if hop[:2] == (source, target)])
        hit = {hop.target for index, hop in enumerate(hops) if index != place}
        for other in sorted(sources - {source, OFF}, reverse=True):
            landing = max(other - (source - target), OFF)
            if all(point == OFF or point in hit or points[point] >= 0 for point in (target, landing)):
                yield (place,), Hop(other, landing)
                if grouped and len(same) > 1:
                    yield same, Hop(other, landing)


def _men_at_fault(state: State, seat: int, written: Hop, meant: Hop, times: int) -> Points | None:
    """Return the men at a fault had one hop been another so many times; None where that cannot be."""
    points = list(state.seen_by(seat))
    changes = [
        (meant.source, -times),
        (written.target, -times),
        (written.source, times),
        (meant.target, times),
    ]
    for point, change in changes:
        if point == OFF:
            continue
        if points[point] < max(-change, 0):
            return None
        points[point] += change
    if seat == state.viewer:
        return tuple(points)
    return flip_points(tuple(points), state.setting.ruleset.facts.turning)


def _is_playable(state: State, fault: Turn, effort: Effort, hits_marked: bool) -> bool:
    """Return whether a turn, if simple enough to tell at once, can be made and hits what its marks say."""
    if (run := plain_turns(state, (fault,), 0, 1)) is not None:
        return not hit_faults(run, hits_marked)
    match fault.deed:
        case Play(hops=hops) if all(source - target in (*fault.dice, 0) for source, target, _ in hops):
            return False
        case Play() | CannotMove() | Blank():
            effort.turns -= A_JUDGEMENT
            verdict = judge_turn(state.setting.ruleset, state.node(fault.seat), fault)
            return verdict.lawful and not (hits_marked and wrong_marks(fault, verdict.hits))
        case _:
            return False
