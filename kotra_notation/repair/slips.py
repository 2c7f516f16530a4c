"""Slips of several turns (cells exchanged, a turn twice), and slips in a turn that is lawful as written.

The latter show only later. Near a fault all that can have been played is looked at, which takes too long
for all turns before it. But all that was played between is known: the men stand at the fault as they do,
but for the four points of two hops. Whether the turn there can be played then is asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from types import UnionType

from kotra_notation import model
from kotra_notation.board import BAR, OFF, Points, Turning, flip_points
from kotra_notation.fast.judges import plain_turns
from kotra_notation.repair.edits import cost_of
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.meant import (
    MOST_HOPS,
    DoubtedTurn,
    Meant,
    is_grouped,
    mirror_hops,
    net,
    relation,
    rename_hops,
    with_hits,
)
from kotra_notation.replay.objections import hit_faults, wrong_marks
from kotra_notation.replay.turns import judge_turn, put_men
from kotra_notation.rules import CompletePlay, Node, Step
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

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
    if not turn.has_possible_dice or not isinstance(turn.deed, model.Play) or not steps:
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
    hops = tuple([model.Hop(step.source, step.target) for step in steps])
    sources = {point for point in range(1, BAR + 1) if written.node.points[point] > 0}
    sources |= {hop.target for hop in hops}
    for place, step in enumerate(steps):
        same = [index for index, hop in enumerate(hops) if hop == hops[place]]
        groups = [[place], same] if written.grouped and len(same) > 1 else [[place]]
        for other, places in product(sorted(sources - {step.source, OFF}, reverse=True), groups):
            meant_hop = model.Hop(other, max(other - step.die, OFF))
            changed = tuple([meant_hop if index in places else hop for index, hop in enumerate(hops)])
            if net(changed) in nets:
                yield from written.lawful_meanings(
                    "man", replace(written.turn, deed=model.Play(hops=written.mark_hits(changed)))
                )


def _without(pairs: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    left = list(pairs)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def elsewhere(
    events: Sequence[model.Event],
    states: Sequence[State],
    fault: model.Turn,
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
        if not isinstance(turn, model.Turn) or not isinstance(turn.deed, model.Play) or effort.spent:
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
            meant = replace(turn, deed=model.Play(hops=with_hits(node, hops) if hits_marked else hops))
            verdict = judge_turn(ruleset, node, meant)
            if verdict.lawful and verdict.node is not None:
                yield at, Meant("man", cost_of("man"), meant, verdict.node)


def _other_hops(
    points: Sequence[int], hops: Sequence[model.Hop], *, grouped: bool
) -> Iterator[tuple[tuple[int, ...], model.Hop]]:
    """Yield each hop by its place, with as many pips by another man; equal ones are `grouped`."""
    sources = {point for point in range(1, BAR) if points[point] > 0} | {hop.target for hop in hops}
    for place, (source, target, _) in enumerate(hops):
        if not target < source < BAR or hops.index(hops[place]) < place:
            continue
        same = tuple([index for index, hop in enumerate(hops) if hop[:2] == (source, target)])
        hit = {hop.target for index, hop in enumerate(hops) if index != place}
        for other in sorted(sources - {source, OFF}, reverse=True):
            landing = max(other - (source - target), OFF)
            if all(point == OFF or point in hit or points[point] >= 0 for point in (target, landing)):
                yield (place,), model.Hop(other, landing)
                if grouped and len(same) > 1:
                    yield same, model.Hop(other, landing)


def _men_at_fault(state: State, seat: int, written: model.Hop, meant: model.Hop, times: int) -> Points | None:
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


def _is_playable(state: State, fault: model.Turn, effort: Effort, hits_marked: bool) -> bool:
    """Return whether a turn, if simple enough to tell at once, can be made and hits what its marks say."""
    if (run := plain_turns(state, (fault,), 0, 1)) is not None:
        return not hit_faults(run, hits_marked)
    match fault.deed:
        case model.Play(hops=hops) if all(source - target in (*fault.dice, 0) for source, target, _ in hops):
            return False
        case model.Play() | model.CannotMove() | model.Blank():
            effort.turns -= A_JUDGEMENT
            verdict = judge_turn(state.setting.ruleset, state.node(fault.seat), fault)
            return verdict.lawful and not (hits_marked and wrong_marks(fault, verdict.hits))
        case _:
            return False


LEFT = 0
BOTH_ROWS = 4  # turns in two rows
IN_CELLS = model.Turn | model.Double | model.Beaver | model.Take | model.Drop


@dataclass(frozen=True, slots=True)
class Exchange:
    """Events that were written for others, the first of them at `at`."""

    kind: str
    at: int
    old: tuple[model.Event, ...]
    new: tuple[model.Event, ...]


def exchanges_at_fault(
    events: Sequence[model.Event], index: int, turning: Turning | None
) -> Iterator[Exchange]:
    """Yield every such slip that would show at the turn which cannot be taken as it stands."""
    yield from written_twice(events, index)
    yield from neighbours_exchanged(events, index, turning)
    if (earlier := _turn(events, range(index - 1, -1, -1))) is not None:
        yield from neighbours_exchanged(events, earlier, turning)
    yield from columns_swapped(events, index, turning)
    yield from _numbering(events, index, turning)
    yield from _rows_around(events, index)


def moved_back(events: Sequence[model.Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield what stands behind a lost turn whose cell was filled: by its column, or by all that follows."""
    old, turn = tuple(events[index:]), events[index]
    if not isinstance(turn, model.Turn):
        return
    yield Exchange("moved", index, old, tuple([_cross_over(event, IN_CELLS, turning) for event in old]))
    lower = [event for row in _rows(old, turn.seat) for event in reversed(row)]
    yield Exchange("moved", index, old, tuple(lower))


def neighbours_exchanged(
    events: Sequence[model.Event], first: int, turning: Turning | None
) -> Iterator[Exchange]:
    """Yield a turn and the next one of the other side exchanged, or only their dice."""
    turn = events[first]
    second = _turn(events, range(first + 1, len(events)))
    if second is None or not isinstance(turn, model.Turn):
        return
    other = events[second]
    assert isinstance(other, model.Turn)
    if turn.seat == other.seat:
        return
    old = tuple(events[first : second + 1])
    theirs = replace(_from_other_side(other, turning), seat=turn.seat, span=turn.span)
    mine = replace(_from_other_side(turn, turning), seat=other.seat, span=other.span)
    yield Exchange("cells-swapped", first, old, (theirs, *old[1:-1], mine))
    if turn.dice != other.dice:
        thrown = replace(turn, dice=other.dice), replace(other, dice=turn.dice)
        yield Exchange("dice-exchanged", first, old, (thrown[0], *old[1:-1], thrown[1]))


def written_twice(events: Sequence[model.Event], index: int) -> Iterator[Exchange]:
    """Yield the turn if it stands there already, alone or with the one behind it."""
    turn = events[index]
    earlier = [event for event in events[:index] if isinstance(event, model.Turn)][-2:]
    if turn in earlier:
        yield Exchange("turn-doubled", index, (turn,), ())
    both = tuple(events[index : index + 2])
    if len(earlier) == 2 and both == tuple(earlier):
        yield Exchange("turn-doubled", index, both, ())


def rows_swapped(events: Sequence[model.Event], at: int) -> Exchange | None:
    """Return the row that begins at an event and the next, each on its line, in each other's place."""
    middle = _line_end(events, at)
    end = _line_end(events, middle)
    if middle == end:
        return None
    return Exchange("rows-swapped", at, tuple(events[at:end]), (*events[middle:end], *events[at:middle]))


def _rows_around(events: Sequence[model.Event], index: int) -> Iterator[Exchange]:
    """Yield the row of an event exchanged with the next and with that before it, if rows hold two turns."""
    first = _line_begin(events, index)
    for at in {first, _line_begin(events, first - 1)} if first else {first}:
        swap = rows_swapped(events, at)
        if swap and sum(isinstance(event, model.Turn) for event in swap.old) == BOTH_ROWS:
            yield swap


def _line_begin(events: Sequence[model.Event], index: int) -> int:
    """Return the place of the first event on the line of one."""
    line = _line(events[index])
    while line is not None and index > 0 and _line(events[index - 1]) == line:
        index -= 1
    return index


def _line_end(events: Sequence[model.Event], index: int) -> int:
    """Return the place behind the last event on the line of one."""
    line = _line(events[index]) if index < len(events) else None
    while line is not None and index < len(events) and _line(events[index]) == line:
        index += 1
    return index


def _line(event: model.Event) -> int | None:
    return event.span.line if event.span else None


def _turn(events: Sequence[model.Event], places: Iterable[int]) -> int | None:
    return next((place for place in places if isinstance(events[place], model.Turn)), None)


def columns_swapped(events: Sequence[model.Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield all from here on with each side in the other's column."""
    old = tuple(events[index:])
    rowwise = [event for row in _rows(old, LEFT) for event in reversed(row)]
    crossed = {id(event): _cross_over(event, IN_CELLS | model.ResultClaim, turning) for event in old}
    results = {id(event): event for event in old if isinstance(event, model.ResultClaim)}
    for new in (crossed, {**crossed, **results}):
        for order in (rowwise, old):
            yield Exchange("columns-swapped", index, old, tuple([new[id(event)] for event in order]))


def _rows(events: Sequence[model.Event], first: int) -> list[list[model.Event]]:
    """Return the events in rows of two that the `first` seat begins; a result stands alone."""
    rows: list[list[model.Event]] = []
    open_row = False
    for event in events:
        seat = getattr(event, "seat", None)
        if not open_row or seat == first or isinstance(event, model.ResultClaim):
            rows.append([])
        rows[-1].append(event)
        open_row = seat != 1 - first
    return rows


def _numbering(events: Sequence[model.Event], index: int, turning: Turning | None) -> Iterator[Exchange]:
    """Yield all from here on with one side's points numbered from the wrong end."""
    turn, old = events[index], tuple(events[index:])
    assert isinstance(turn, model.Turn)
    yield Exchange("numbering", index, old, tuple([_renumber(event, turn.seat, turning) for event in old]))


def _renumber(event: model.Event, seat: int, turning: Turning | None) -> model.Event:
    if not isinstance(event, model.Turn) or event.seat != seat or not isinstance(event.deed, model.Play):
        return event
    hops = rename_hops(event.deed.hops, turning) if turning else mirror_hops(event.deed.hops)
    return replace(event, deed=replace(event.deed, hops=hops))


def _cross_over(event: model.Event, crossing: UnionType, turning: Turning | None) -> model.Event:
    """Return what stands on the other side, if it is of a kind that does."""
    if not isinstance(event, crossing):
        return event
    event = _from_other_side(event, turning) if isinstance(event, model.Turn) else event
    return replace(event, seat=1 - event.seat)


def _from_other_side(turn: model.Turn, turning: Turning | None) -> model.Turn:
    """Return the turn as the other side counts its points, where both name them alike; else as it is."""
    if turning is None or not isinstance(turn.deed, model.Play):
        return turn
    return replace(turn, deed=replace(turn.deed, hops=rename_hops(turn.deed.hops, turning)))
