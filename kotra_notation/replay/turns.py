"""Judging one turn: whether what was written is lawful on this board, and where it leads.

A play is stepped one man and one number at a time (`Walk`); `replay.objections` says why it is illegal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from kotra_notation.alarm import heed_stop
from kotra_notation.board import BAR, OFF, Points
from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import Blank, CannotMove, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.rules import engine, marks
from kotra_notation.rules.engine import CompletePlay, breach, complete, make_step, move, refusal, settle_turn
from kotra_notation.rules.old_outcome import form, half_wins
from kotra_notation.rules.ruleset import Node, Ruleset, Step, Throw
from kotra_notation.values import dataclass

WrittenHop = tuple[int, int, int]


class Walk(NamedTuple):
    """One way of stepping a play: board, steps, hits, dice left, if the game is `over` or it `stands`."""

    node: Node
    steps: tuple[Step, ...]
    hits: tuple[int, ...]
    left: tuple[int, ...]
    over: bool = False
    stands: bool = False

    @property
    def whole(self) -> bool:
        """Return whether it is a play as it is: the game is over, or every number is used."""
        return self.over or (self.stands and not self.left)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A turn judged: the board after it seen by the mover, None where the text leads to none.

    `known` is False where no play is recorded; `lawful` is then True. A play that ends where a lawful one
    does, but by landings that no number makes or the enemy holds, is lawful without `landings_fit`.
    """

    node: Node | None
    steps: tuple[Step, ...] = ()
    hits: tuple[int, ...] = ()
    lawful: bool = True
    known: bool = True
    landings_fit: bool = True


def throw_of_turn(ruleset: Ruleset, node: Node, turn: Turn) -> Throw:
    """The throw of a turn from a board seen by its mover."""
    return engine.throw_of(ruleset, node, turn.dice, singly=turn.singly)


def plays_of(ruleset: Ruleset, node: Node, turn: Turn) -> dict[Node, CompletePlay]:
    """Every lawful complete play of a throw."""
    return legal_plays(ruleset, throw_of_turn(ruleset, node, turn))


def judge_turn(ruleset: Ruleset, node: Node, turn: Turn) -> Judgement:
    """The verdict on a turn from a board seen by its mover."""
    heed_stop()
    match turn.deed:
        case Play():
            return _judge_play(ruleset, node, turn, turn.deed)
        case CannotMove() | Blank():
            return _judge_idle(ruleset, node, turn)
        case Reached(position=position):
            return _judge_reached(ruleset, node, turn, position.seen_by(turn.seat))
        case NotRecorded() | Unread():
            return Judgement(None, known=False)


def _judge_idle(ruleset: Ruleset, node: Node, turn: Turn) -> Judgement:
    """Nothing was played: lawful where no number can be."""
    boards = plain_boards(ruleset, node, 0)
    if boards and boards.dance(0, turn.dice):
        return Judgement(node)
    if not turn.has_possible_dice:
        return Judgement(node, lawful=False)
    throw = throw_of_turn(ruleset, node, turn)
    idle = settle_turn(ruleset, node, throw)
    lawful = complete(ruleset, throw, ()) or (throw.singly and idle in legal_plays(ruleset, throw))
    return Judgement(idle, lawful=lawful)


def _judge_play(ruleset: Ruleset, node: Node, turn: Turn, play: Play) -> Judgement:
    hops = play.hops
    if not turn.has_possible_dice:
        return Judgement(put_men(node, hops), lawful=False)
    throw = throw_of_turn(ruleset, node, turn)
    if not play.half:
        return judge_hops(ruleset, throw, hops)
    if off_the_board(hops):
        return Judgement(None, lawful=False)
    if any(source == target for source, target, _ in hops):
        return Judgement(put_men(node, hops), lawful=False)
    return _judge_half(ruleset, node, throw, turn, hops)


def judge_hops(ruleset: Ruleset, throw: Throw, hops: Sequence[Hop]) -> Judgement:
    """The verdict on a play: stepped as it stands if that is whole, else searched for among legal ones."""
    node = throw.start
    walk = step_as_written(ruleset, throw, hops)
    if walk and lawful_walk(ruleset, throw, walk):
        return Judgement(walk.node, walk.steps, walk.hits)
    if off_the_board(hops):
        return Judgement(None, lawful=False)
    if any(source == target for source, target, _ in hops):
        return Judgement(put_men(node, hops), lawful=False)
    if not as_far_as_thrown(throw, hops):
        return Judgement(put_men(node, hops), lawful=False)
    ways = walks(ruleset, throw, hops)
    reached = put_men(node, hops)
    if not ways and reached is None:
        return Judgement(None, lawful=False)
    whole = [way for way in ways if way.whole and not throw.singly]
    if not whole and all(lawful_walk(ruleset, throw, way) for way in ways):
        whole = ways
    if not whole and not throw.singly and not any(way.stands for way in ways):
        ends = {tuple(end.points) for end in (reached, *[way.node for way in ways]) if end is not None}
        if not any(engine.may_lead(ruleset, throw, end) for end in ends):
            return Judgement(reached, lawful=False)
    results = {} if whole else legal_plays(ruleset, throw)
    if lawful := whole or [way for way in ways if way.node in results]:
        best = min(lawful, key=lambda way: marks_missed(way, hops))
        return Judgement(best.node, best.steps, best.hits)
    for after, play_there in results.items():
        if reached is not None and after.points == reached.points:
            # By the men alone: dice thrown singly are remembered one by one, a walk at its end.
            there = (turn for turn in in_turns(ruleset, throw, hops) if turn.node.points == after.points)
            if way := next(there, None):
                return Judgement(after, way.steps, way.hits)
            hits = hits_of(node.points, play_there.steps)
            held = any(node.points[hop.target] < -1 for hop in hops if hop.target != OFF)
            fit = not held and landings_fit(hops, throw.numbers)
            return Judgement(after, play_there.steps, hits, landings_fit=fit)
    return Judgement(reached, lawful=False)


def lawful_walk(ruleset: Ruleset, throw: Throw, walk: Walk) -> bool:
    """Return whether a play stepped as it is written is known to be lawful; False leaves it open."""
    if walk.whole:
        return not throw.singly
    return walk.stands and complete(ruleset, throw, walk.steps)


def put_men(node: Node, hops: Sequence[Hop]) -> Node | None:
    """The board with men simply put where the hops say; what is remembered is only that a throw was made."""
    points = displace_men(tuple(node.points), hops)
    if points is None:
        return None
    return Node(points, node.marks & ~marks.FRESH)


def _judge_half(ruleset: Ruleset, node: Node, throw: Throw, turn: Turn, hops: Sequence[Hop]) -> Judgement:
    """A half win that is declared: its form stands with a part of the throw (FORN-HALF-1, FORN-HALF-3)."""
    if throw.singly:
        verdict = judge_hops(ruleset, throw, hops)
        if verdict.lawful and verdict.node and form_by_first(ruleset, node, turn, verdict.node):
            return verdict
        return Judgement(put_men(throw.start, hops), lawful=False)
    wins = half_wins(ruleset, throw) if ruleset.facts.forms else {}
    ways = [way for way in walks(ruleset, throw, hops) if way.node in wins]
    if ways:
        best = min(ways, key=lambda way: marks_missed(way, hops))
        return Judgement(best.node, best.steps, best.hits)
    return Judgement(put_men(throw.start, hops), lawful=False)


def form_by_first(ruleset: Ruleset, node: Node, turn: Turn, after: Node) -> Node | None:
    """The board behind the first of two dice thrown singly, where a form came to stand on it (FORN-HALF-3).

    `after` is the board behind both, or behind the first where no second was thrown.
    """
    if not (turn.singly and turn.has_possible_dice and ruleset.facts.forms):
        return None
    throw = throw_of_turn(ruleset, node, turn)
    stood = form(node.points, ruleset.options)
    for first in legal_plays(ruleset, throw._replace(numbers=throw.numbers[:1])):
        if form(first.points, ruleset.options) in (None, stood):
            continue
        behind = legal_plays(ruleset, throw._replace(numbers=throw.numbers[1:], start=first))
        if after in (behind if turn.dice[1] else (first,)):
            return first
    return None


def _judge_reached(ruleset: Ruleset, node: Node, turn: Turn, reached: Points) -> Judgement:
    if turn.has_possible_dice:
        for after, play in plays_of(ruleset, node, turn).items():
            if tuple(after.points) == reached:
                return Judgement(after, play.steps, hits_of(node.points, play.steps))
    return Judgement(Node(reached, node.marks & ~marks.FRESH), lawful=False)


def step_as_written(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Walk | None:
    """The play stepped in the order it is written, each hop by one die; None where that cannot be done."""
    board = list(throw.start.points)
    node = Node(board, throw.start.marks)
    left = list(throw.numbers)
    steps: list[Step] = []
    hits: list[int] = []
    rules, remember, over = ruleset.step_rules, ruleset.remember, False
    for source, target, _ in hops:
        die = source - target
        if over or not (OFF <= target < source <= BAR):
            return None
        if die not in left and (target != OFF or not left or (die := max(left)) < source):
            return None
        for rule in rules:
            if rule(node, source, target, die, throw):
                return None
        left.remove(die)
        if target != OFF and board[target] < 0:
            hits.append(target)
        remembered = node.marks if remember is None else remember(node, source, target, throw)
        move(board, source, target)
        if remembered != node.marks:
            node = Node(board, remembered)
        over = ruleset.over(node, throw)
        steps.append(Step(source, target, die))
    stands = over or breach(ruleset, node, throw) is None
    after = settle_turn(ruleset, Node(tuple(board), node.marks), throw)
    return Walk(after, tuple(steps), tuple(hits), tuple(left), over, stands)


def walks(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> list[Walk]:
    """Every way of stepping the hops, in any order and by any dice that fit, with different results."""
    found: dict[tuple[Node, tuple[int, ...]], Walk] = {}
    seen: set[object] = set()

    def go(walk: Walk, todo: tuple[WrittenHop, ...]) -> None:
        if (key := (walk.node, walk.left, tuple(sorted(todo)), walk.hits)) in seen:
            return
        seen.add(key)
        if not todo:
            walk = _end_walk(ruleset, throw, walk)
            found.setdefault((walk.node, tuple(sorted(walk.hits))), walk)
            return
        for hop in dict.fromkeys(todo):
            rest = list(todo)
            rest.remove(hop)
            for further in hop_walks(ruleset, throw, walk, hop[0], hop[1]):
                go(further, tuple(rest))

    if len(hops) <= len(throw.numbers):
        go(Walk(throw.start, (), (), throw.numbers), tuple(hops))
    return list(found.values())


def in_turns(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Iterator[Walk]:
    """Every way of stepping the hops die by die, now one man and now another: `bar/21(2)` with a 2-2."""

    def go(walk: Walk, places: tuple[int, ...]) -> Iterator[Walk]:
        if all(point == hop[1] for point, hop in zip(places, hops, strict=True)):
            yield _end_walk(ruleset, throw, walk)
            return
        if walk.steps and ruleset.over(walk.node, throw):
            return
        for die in dict.fromkeys(walk.left):
            for number, (point, hop) in enumerate(zip(places, hops, strict=True)):
                landing = max(point - die, OFF)
                if landing < hop[1] or point == hop[1]:
                    continue
                if refusal(ruleset, walk.node, point, landing, die, throw) is None:
                    further = _extend_walk(ruleset, throw, walk, Step(point, landing, die))
                    yield from go(further, (*places[:number], landing, *places[number + 1 :]))

    if len(hops) <= len(throw.numbers) and all(hop[1] < hop[0] for hop in hops):
        yield from go(Walk(throw.start, (), (), throw.numbers), tuple([hop[0] for hop in hops]))


def hop_walks(ruleset: Ruleset, throw: Throw, walk: Walk, source: int, target: int) -> Iterator[Walk]:
    """Every way of taking one man from source to target over the dice that are left."""
    if walk.steps and ruleset.over(walk.node, throw):
        return
    for die in dict.fromkeys(walk.left):
        landing = max(source - die, OFF)
        if landing < target or refusal(ruleset, walk.node, source, landing, die, throw):
            continue
        further = _extend_walk(ruleset, throw, walk, Step(source, landing, die))
        if landing == target:
            yield further
        else:
            yield from hop_walks(ruleset, throw, further, landing, target)


def _extend_walk(ruleset: Ruleset, throw: Throw, walk: Walk, step: Step) -> Walk:
    """A walk with one more step."""
    hit = step.target != OFF and walk.node.points[step.target] < 0
    left = list(walk.left)
    left.remove(step.die)
    return Walk(
        make_step(ruleset, walk.node, step.source, step.target, throw),
        (*walk.steps, step),
        (*walk.hits, step.target) if hit else walk.hits,
        tuple(left),
    )


def _end_walk(ruleset: Ruleset, throw: Throw, walk: Walk) -> Walk:
    """A walk at its end, and how it stands there."""
    over = bool(walk.steps) and ruleset.over(walk.node, throw)
    stands = over or breach(ruleset, walk.node, throw) is None
    return walk._replace(node=settle_turn(ruleset, walk.node, throw), over=over, stands=stands)


def marks_missed(way: Walk, hops: Sequence[Hop]) -> tuple[int, int]:
    """Return how far the hits of a way of stepping are from the hit marks written."""
    marked = {hop.target for hop in hops if hop.taken}
    return len(marked.symmetric_difference(way.hits)), len(way.hits)


def hits_of(points: Sequence[int], steps: Sequence[Step]) -> tuple[int, ...]:
    """The points on which steps take enemy men."""
    enemy = {index for index in range(1, 25) if points[index] < 0}
    return tuple(dict.fromkeys(step.target for step in steps if step.target in enemy))


def landings_fit(hops: Sequence[WrittenHop], numbers: tuple[int, ...]) -> bool:
    """Return whether the numbers can be dealt out to the hops, to each as many as take it where it lands."""
    if not hops:
        return True
    (source, target, _), *others = hops
    for count in range(1, len(numbers) + 1):
        for chosen in combinations(range(len(numbers)), count):
            far = sum(numbers[place] for place in chosen)
            fits = far >= source > 0 if target == OFF else far == source - target
            left = tuple([number for index, number in enumerate(numbers) if index not in chosen])
            if fits and landings_fit(others, left):
                return True
    return False


def as_far_as_thrown(throw: Throw, hops: Sequence[WrittenHop]) -> bool:
    """Return whether the men go as far as some numbers of the throw take them; bearing off may take less."""
    way, whole = 0, sum(throw.numbers)
    for source, target, _ in hops:
        way += source - target
    if way == whole:
        return True
    return way < whole if any(hop[1] == OFF for hop in hops) else way in sums(throw.numbers)


@lru_cache(maxsize=1000)
def sums(numbers: tuple[int, ...]) -> frozenset[int]:
    """Return what some of the numbers of a throw make together."""
    sums = {0}
    for number in numbers:
        sums |= {one + number for one in sums}
    return frozenset(sums)


def off_the_board(hops: Sequence[WrittenHop]) -> WrittenHop | None:
    """The first hop from or to a point that no board has."""
    for hop in hops:
        if not (OFF <= hop[0] <= BAR and OFF <= hop[1] <= BAR):
            return hop
    return None


def displace_men(points: Points, hops: Sequence[WrittenHop]) -> Points | None:
    """The board with men simply put where the hops say, in whatever order; None if that cannot be."""
    own = [count if count > 0 else 0 for count in points]
    other = [-count if count < 0 else 0 for count in points]
    own[OFF] = 0
    for source, target, taken in hops:
        if not (OFF <= target <= BAR and OFF < source <= BAR):
            return None
        own[source] -= 1
        if target != OFF:
            own[target] += 1
            if other[target] and other[target] <= max(taken, 1):
                other[0] += other[target]
                other[target] = 0
    if min(own) < 0 or any(own[i] and other[i] for i in range(1, 25)):
        return None
    return tuple([mine - theirs for mine, theirs in zip(own, other, strict=True)])
