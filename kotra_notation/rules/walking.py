"""A play as written against the board: the way it is stepped, or everything the rules object to in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from kotra_notation.board import BAR, OFF, Points
from kotra_notation.rules.engine import (
    CompletePlay,
    breach,
    legal_plays,
    move,
    refusal,
    settled,
    stepped,
)
from kotra_notation.rules.ruleset import Node, Ruleset, Step, Throw

WrittenHop = tuple[int, int, int]


class Walk(NamedTuple):
    """One way of stepping a play: the board it leads to, its steps, the points it hits on, the dice left.

    `over`: it has ended the game. `stands`: no rule objects to where it leads.
    """

    node: Node
    steps: tuple[Step, ...]
    hits: tuple[int, ...]
    left: tuple[int, ...]
    over: bool = False
    stands: bool = False

    @property
    def whole(self) -> bool:
        """Whether it is a play as it is: the game is over, or every number is used."""
        return self.over or (self.stands and not self.left)


class Objection(NamedTuple):
    """Why a play is not lawful: the name of a finding, and the hop, the die or the point it is about."""

    name: str
    hop: WrittenHop | None = None
    die: int | None = None
    point: int | None = None


def stepped_as_written(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Walk | None:
    """The play stepped in the order it is written, each hop by one die; None where that cannot be done."""
    board = list(throw.start.points)
    node = Node(board, throw.start.marks)
    left = list(throw.numbers)
    steps: list[Step] = []
    hits: list[int] = []
    rules, remember, over = ruleset.step_rules, ruleset.remember, False
    for source, target, _ in hops:
        die = source - target
        if over or target < OFF or source > BAR:
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
    after = settled(ruleset, Node(tuple(board), node.marks), throw)
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
            over = bool(walk.steps) and ruleset.over(walk.node, throw)
            stands = over or breach(ruleset, walk.node, throw) is None
            walk = walk._replace(node=settled(ruleset, walk.node, throw), over=over, stands=stands)
            found.setdefault((walk.node, tuple(sorted(walk.hits))), walk)
            return
        for hop in dict.fromkeys(todo):
            rest = list(todo)
            rest.remove(hop)
            for further in _hop_walks(ruleset, throw, walk, hop[0], hop[1]):
                go(further, tuple(rest))

    if len(hops) <= len(throw.numbers):
        go(Walk(throw.start, (), (), throw.numbers), tuple(hops))
    return list(found.values())


def in_turns(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Iterator[Walk]:
    """Every way of stepping the hops die by die, now one man and now another: `bar/21(2)` with a 2-2."""

    def go(walk: Walk, places: tuple[int, ...]) -> Iterator[Walk]:
        if all(place == hop[1] for place, hop in zip(places, hops, strict=True)):
            over = bool(walk.steps) and ruleset.over(walk.node, throw)
            stands = over or breach(ruleset, walk.node, throw) is None
            yield walk._replace(node=settled(ruleset, walk.node, throw), over=over, stands=stands)
            return
        if walk.steps and ruleset.over(walk.node, throw):
            return
        for die in dict.fromkeys(walk.left):
            for number, (place, hop) in enumerate(zip(places, hops, strict=True)):
                landing = max(place - die, OFF)
                if landing < hop[1] or place == hop[1]:
                    continue
                if refusal(ruleset, walk.node, place, landing, die, throw) is None:
                    further = _stepped(ruleset, throw, walk, Step(place, landing, die))
                    yield from go(further, (*places[:number], landing, *places[number + 1 :]))

    if len(hops) <= len(throw.numbers) and all(hop[1] < hop[0] for hop in hops):
        yield from go(Walk(throw.start, (), (), throw.numbers), tuple([hop[0] for hop in hops]))


def _stepped(ruleset: Ruleset, throw: Throw, walk: Walk, step: Step) -> Walk:
    """A walk with one more step."""
    hit = step.target != OFF and walk.node.points[step.target] < 0
    left = list(walk.left)
    left.remove(step.die)
    return Walk(
        stepped(ruleset, walk.node, step.source, step.target, throw),
        (*walk.steps, step),
        (*walk.hits, step.target) if hit else walk.hits,
        tuple(left),
    )


def landings_fit(hops: Sequence[WrittenHop], numbers: tuple[int, ...]) -> bool:
    """Whether the numbers can be dealt out to the hops, to each as many as take it where it lands."""
    if not hops:
        return True
    (source, target, _), *others = hops
    for count in range(1, len(numbers) + 1):
        for chosen in combinations(range(len(numbers)), count):
            far = sum(numbers[place] for place in chosen)
            fits = far >= source > 0 if target == OFF else far == source - target
            left = tuple([number for place, number in enumerate(numbers) if place not in chosen])
            if fits and landings_fit(others, left):
                return True
    return False


def as_far_as_thrown(throw: Throw, hops: Sequence[WrittenHop]) -> bool:
    """Whether the men go as far as some numbers of the throw take them; bearing off may take less."""
    way, whole = 0, sum(throw.numbers)
    for source, target, _ in hops:
        way += source - target
    if way == whole:
        return True
    return way < whole if any(hop[1] == OFF for hop in hops) else way in _sums(throw.numbers)


@lru_cache(maxsize=1000)
def _sums(numbers: tuple[int, ...]) -> frozenset[int]:
    """What some of the numbers of a throw make together."""
    sums = {0}
    for number in numbers:
        sums |= {one + number for one in sums}
    return frozenset(sums)


def _hop_walks(ruleset: Ruleset, throw: Throw, walk: Walk, source: int, target: int) -> Iterator[Walk]:
    """Every way of taking one man from source to target over the dice that are left."""
    if walk.steps and ruleset.over(walk.node, throw):
        return
    for die in dict.fromkeys(walk.left):
        landing = max(source - die, OFF)
        if landing < target or refusal(ruleset, walk.node, source, landing, die, throw):
            continue
        further = _stepped(ruleset, throw, walk, Step(source, landing, die))
        if landing == target:
            yield further
        else:
            yield from _hop_walks(ruleset, throw, further, landing, target)


def displaced(points: Points, hops: Sequence[WrittenHop]) -> Points | None:
    """The board with men simply put where the hops say, in whatever order; None if that cannot be."""
    own = [max(count, 0) for count in points]
    other = [max(-count, 0) for count in points]
    own[OFF] = 0
    for source, target, taken in hops:
        if not (OFF <= target <= BAR and OFF < source <= BAR):
            return None
        own[source] -= 1
        if target != OFF:
            own[target] += 1
            if target != BAR and other[target] and other[target] <= max(taken, 1):
                other[0] += other[target]
                other[target] = 0
    if min(own) < 0 or any(own[i] and other[i] for i in range(1, 25)):
        return None
    return tuple([mine - theirs for mine, theirs in zip(own, other, strict=True)])


def off_the_board(hops: Sequence[WrittenHop]) -> WrittenHop | None:
    """The first hop from or to a point that no board has."""
    for hop in hops:
        if not (OFF <= hop[0] <= BAR and OFF <= hop[1] <= BAR):
            return hop
    return None


def objections(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Objection:
    """The first thing the rules object to in a play that is not lawful, in the order that gets furthest."""
    most = len(throw.numbers)
    if hop := off_the_board(hops):
        return Objection("no-man-there", hop)
    for hop in hops:
        if hop[1] >= hop[0]:
            return Objection("backward-step", hop)
    if throw.singly and (late := _behind_first_die(ruleset, throw, hops)):
        return Objection("play-after-end", late)
    written = _stumble(ruleset, throw, hops)
    if written[1].name == "die-not-thrown":
        return Objection("too-many-steps", written[1].hop) if written[0] >= most else written[1]
    tries = [
        _stumble(ruleset, throw, order)
        for order in dict.fromkeys(permutations(hops[: most + 1], len(hops[: most + 1])))
    ]
    return max(tries, key=lambda attempt: attempt[0])[1]


def _behind_first_die(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> WrittenHop | None:
    """A hop that goes with the second of two dice, where the first has ended the game."""
    for place, (source, target, _) in enumerate(hops):
        die = throw.numbers[0]
        if max(source - die, OFF) != target or refusal(ruleset, throw.start, source, target, die, throw):
            continue
        if ruleset.over(stepped(ruleset, throw.start, source, target, throw), throw):
            return next((hop for at, hop in enumerate(hops) if at != place), None)
    return None


def _stumble(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> tuple[int, Objection]:
    """How many dice are played before the rules object, and to what."""
    walk = Walk(throw.start, (), (), throw.numbers)
    for hop in hops:
        if walk.steps and ruleset.over(walk.node, throw):
            return len(walk.steps), Objection("play-after-end", hop)
        source, target, _ = hop
        further = next(_hop_walks(ruleset, throw, walk, source, target), None)
        if further is None:
            return len(walk.steps), _objection_to_hop(ruleset, throw, walk, hop)
        walk = further
    return len(walk.steps), _objection_to_rest(ruleset, throw, walk)


def _objection_to_hop(ruleset: Ruleset, throw: Throw, walk: Walk, hop: WrittenHop) -> Objection:
    source, target, _ = hop
    distance = source - target
    if target == OFF or _reachable(distance, walk.left):
        on_the_way = _objection_on_the_way(ruleset, throw, walk, source, target)
        if on_the_way is not None:
            return on_the_way
    if walk.node.points[source] <= 0:
        return Objection("no-man-there", hop)
    return Objection("die-not-thrown", hop, distance)


def _objection_on_the_way(
    ruleset: Ruleset, throw: Throw, walk: Walk, source: int, target: int
) -> Objection | None:
    """What stops a man on his way over the dice that are left."""
    for die in dict.fromkeys(walk.left):
        landing = max(source - die, OFF)
        if landing < target:
            continue
        if objection := refusal(ruleset, walk.node, source, landing, die, throw):
            return Objection(objection, (source, landing, 0), die)
        left = list(walk.left)
        left.remove(die)
        further = Walk(stepped(ruleset, walk.node, source, landing, throw), (), (), tuple(left))
        if landing != target and (deeper := _objection_on_the_way(ruleset, throw, further, landing, target)):
            return deeper
    return None


def _reachable(distance: int, dice: tuple[int, ...]) -> bool:
    """Whether some of the dice together make the distance."""
    sums = {0}
    for die in dice:
        sums |= {total + die for total in sums}
    return distance in sums


def _objection_to_rest(ruleset: Ruleset, throw: Throw, walk: Walk) -> Objection:
    """What is wrong at the end of a play all of whose steps may be made."""
    if found := breach(ruleset, walk.node, throw):
        return Objection(found.name, None, None, found.point)
    plays = legal_plays(ruleset, throw)
    most = max((len(play.steps) for play in plays.values()), default=0)
    if len(walk.steps) == most == 1:
        return Objection("lower-die-played", None, max(throw.dice))
    return Objection("dice-unplayed", None, most)


def nearest(plays: Sequence[CompletePlay], hops: Sequence[WrittenHop], most: int = 5) -> list[CompletePlay]:
    """The legal plays that have most in common with what was written."""
    written = sorted((source, target) for source, target, _ in hops)

    def distance(play: CompletePlay) -> tuple[int, int, tuple[Step, ...]]:
        played = [(step.source, step.target) for step in play.steps]
        missing = list(written)
        common = 0
        for step in played:
            if step in missing:
                missing.remove(step)
                common += 1
        ends = sum(abs(a - b) for a, b in zip(sorted(_ends(played)), sorted(_ends(written)), strict=False))
        return -common, ends, play.steps

    return sorted(plays, key=distance)[:most]


def _ends(hops: Sequence[tuple[int, int]]) -> list[int]:
    return [end for hop in hops for end in hop]
