"""Objections to a play as written: the first thing the rules object to, and the plays nearest to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from kotra_notation.board import OFF
from kotra_notation.fast.judges import legal_plays
from kotra_notation.replay.walking import Walk, WrittenHop, hop_walks, off_the_board, sums
from kotra_notation.rules.engine import CompletePlay, breach, make_step, refusal
from kotra_notation.rules.ruleset import Ruleset, Step, Throw


class Objection(NamedTuple):
    """An objection to a play: the name of a finding, and the hop, the die or the point it is about."""

    name: str
    hop: WrittenHop | None = None
    die: int | None = None
    point: int | None = None


def objections(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Objection:
    """The first thing the rules object to in a play that is not lawful, in the order that gets furthest."""
    most = len(throw.numbers)
    if hop := off_the_board(hops):
        return Objection("point-absent", hop)
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
    for index, (source, target, _) in enumerate(hops):
        die = throw.numbers[0]
        if max(source - die, OFF) != target or refusal(ruleset, throw.start, source, target, die, throw):
            continue
        if ruleset.over(make_step(ruleset, throw.start, source, target, throw), throw):
            return next((hop for at, hop in enumerate(hops) if at != index), None)
    return None


def _stumble(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> tuple[int, Objection]:
    """Return how many dice are played before the rules object, and to what."""
    walk = Walk(throw.start, (), (), throw.numbers)
    for hop in hops:
        if walk.steps and ruleset.over(walk.node, throw):
            return len(walk.steps), Objection("play-after-end", hop)
        source, target, _ = hop
        further = next(hop_walks(ruleset, throw, walk, source, target), None)
        if further is None:
            return len(walk.steps), _objection_to_hop(ruleset, throw, walk, hop)
        walk = further
    return len(walk.steps), _objection_to_rest(ruleset, throw, walk)


def _objection_to_hop(ruleset: Ruleset, throw: Throw, walk: Walk, hop: WrittenHop) -> Objection:
    source, target, _ = hop
    distance = source - target
    if target == OFF or distance in sums(walk.left):
        on_the_way = _objection_on_the_way(ruleset, throw, walk, source, target)
        if on_the_way is not None:
            return on_the_way
    if walk.node.points[source] <= 0:
        return Objection("no-man-there", hop)
    return Objection("die-not-thrown", hop, distance)


def _objection_on_the_way(
    ruleset: Ruleset, throw: Throw, walk: Walk, source: int, target: int
) -> Objection | None:
    """Return what stops a man on his way over the dice that are left."""
    for die in dict.fromkeys(walk.left):
        landing = max(source - die, OFF)
        if landing < target:
            continue
        if objection := refusal(ruleset, walk.node, source, landing, die, throw):
            return Objection(objection, (source, landing, 0), die)
        left = list(walk.left)
        left.remove(die)
        further = Walk(make_step(ruleset, walk.node, source, landing, throw), (), (), tuple(left))
        if landing != target and (deeper := _objection_on_the_way(ruleset, throw, further, landing, target)):
            return deeper
    return None


def _objection_to_rest(ruleset: Ruleset, throw: Throw, walk: Walk) -> Objection:
    """Return what is wrong at the end of a play all of whose steps may be made."""
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
