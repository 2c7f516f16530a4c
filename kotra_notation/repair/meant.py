"""What one turn may have been instead of what is written: the lawful turns that one slip makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import log

from kotra_notation.board import BAR, OFF, Turning
from kotra_notation.model import Blank, CannotMove, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.repair.costs import costs
from kotra_notation.repair.misspelt import Hops, relation, scribbled, variants
from kotra_notation.replay.turns import astray, judged, plays_of, possible_dice
from kotra_notation.replay.walking import Judgement, as_far_as_thrown, landings_fit, put
from kotra_notation.rules import CompletePlay, Node, Ruleset, Step, throw_of
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

Net = frozenset[tuple[int, int]]
DICE = range(1, 7)
# What is longer is no play that somebody slipped once in writing.
MOST_HOPS = 8
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Meant:
    """A lawful turn in place of the written one: the kind of slip, its cost, and the board it leads to."""

    kind: str
    cost: float
    turn: Turn
    node: Node


def meant(
    ruleset: Ruleset, node: Node, turn: Turn, *, hits_marked: bool, higher_first: bool = False
) -> list[Meant]:
    """Every lawful turn that one slip makes of a turn that cannot be taken as it stands, likeliest first.

    54 and 45 are one roll, but where the dice were thrown one after the other. `higher_first`: the record
    writes the higher die first.
    """
    found: dict[tuple[Node, tuple[int, int]], Meant] = {}
    for one in (*_other_dice(ruleset, node, turn), *_other_plays(ruleset, node, turn, hits_marked)):
        first, second = one.turn.dice
        key = one.node, (first, second) if turn.singly else (max(first, second), min(first, second))
        if higher_first and first < second:
            one = replace(one, cost=one.cost + costs().more["lower-first"])
        if key not in found or one.cost < found[key].cost:
            found[key] = one
    return sorted(found.values(), key=lambda one: one.cost)


def _other_dice(ruleset: Ruleset, node: Node, turn: Turn) -> Iterator[Meant]:
    """The turn with one die another."""
    if isinstance(turn.deed, NotRecorded | Unread):
        return
    whole = not (isinstance(turn.deed, Play) and turn.deed.half)
    for place, written in enumerate(turn.dice):
        for die in DICE:
            if die == written:
                continue
            dice = (die, turn.dice[1]) if place == 0 else (turn.dice[0], die)
            throw = throw_of(ruleset, node, dice, singly=turn.singly)
            if whole and not as_far_as_thrown(throw, turn.hops):
                continue
            other = replace(turn, dice=dice)
            verdict = judged(ruleset, node, other) if possible_dice(other) else None
            if verdict and verdict.lawful and verdict.node is not None:
                yield Meant("die", cost_of("die") + misses(other, verdict), other, verdict.node)


def _other_plays(ruleset: Ruleset, node: Node, turn: Turn, hits_marked: bool) -> Iterator[Meant]:
    """The turn with its dice and another play."""
    if not possible_dice(turn):
        return
    plays = plays_of(ruleset, node, turn)
    match turn.deed:
        case Play(hops=hops) if len(hops) <= MOST_HOPS:
            yield from _one_slip(ruleset, node, turn, hops, plays, hits_marked)
        case Unread(text=text) if 0 < len(read := scribbled(text[:LONGEST]) or ()) <= MOST_HOPS:
            yield from _one_slip(ruleset, node, turn, read, plays, hits_marked)
        case Unread(text=text):
            from difflib import SequenceMatcher

            for play in plays.values():
                other = play_text(ruleset.facts, tuple(node.points), play.steps, turn.seat)
                unlike = costs().more["unlike"] * (1 - SequenceMatcher(None, text[:LONGEST], other).ratio())
                yield _in_full("unread", node, turn, play, hits_marked, more=unlike)
        case Blank() | CannotMove() | NotRecorded():
            kind = "unread" if isinstance(turn.deed, NotRecorded) else "play-lost"
            more = log(max(len(plays), 1)) + costs().more["denied"] * isinstance(turn.deed, CannotMove)
            for play in plays.values():
                yield _in_full(kind, node, turn, play, hits_marked, more=more)
        case Play() | Reached():
            for play in plays.values():
                yield _in_full("other-play", node, turn, play, hits_marked)


def _one_slip(
    ruleset: Ruleset, node: Node, turn: Turn, hops: Hops, plays: dict[Node, CompletePlay], hits_marked: bool
) -> Iterator[Meant]:
    by_net: dict[Net, list[Node]] = {}
    for after, play in plays.items():
        by_net.setdefault(net(play.steps), []).append(after)
    sources = sorted({step.source for play in plays.values() for step in play.steps}, reverse=True)
    ways: dict[Net, dict[Hops, str]] = {}
    for kind, changed in variants(hops, turn.dice, sources, turning_of(ruleset), grouped=grouped(turn)):
        if (key := net(changed)) in by_net and all(hop.source > hop.target for hop in changed):
            known = ways.setdefault(key, {})
            if changed not in known or cost_of(kind) < cost_of(known[changed]):
                known[changed] = kind
    reached: set[Net] = set()
    numbers = throw_of(ruleset, node, turn.dice, singly=turn.singly).numbers

    def likely(one: tuple[Hops, str]) -> tuple[bool, float]:
        """Nobody means landings that the dice do not give, where the same board has others."""
        return not landings_fit(one[0], numbers), cost_of(one[1])

    for key, spelled in ways.items():
        for changed, kind in sorted(spelled.items(), key=likely):
            marked = with_hits(node, changed) if hits_marked else changed
            other = replace(turn, deed=Play(hops=marked) if marked else CannotMove())
            verdict = judged(ruleset, node, other)
            if verdict.lawful and verdict.node is not None:
                reached.add(key)
                wrong = _marked_otherwise(changed[: len(hops)], marked)
                yield Meant(kind, cost_of(kind) + cost_of("hit-mark") * wrong, other, verdict.node)
                break
    for key, nodes in by_net.items():
        if key not in reached:
            for after in nodes:
                yield _in_full("other-play", node, turn, plays[after], hits_marked)


def _marked_otherwise(written: Hops, marked: Hops) -> int:
    """Return how many hops are written with a hit mark and hit nothing, or the other way round."""
    return sum(bool(hop.taken) != bool(other.taken) for hop, other in zip(written, marked, strict=False))


def _in_full(
    kind: str, node: Node, turn: Turn, play: CompletePlay, hits_marked: bool, more: float = 0
) -> Meant:
    return Meant(
        kind,
        cost_of(kind) + more,
        replace(turn, deed=deed_of(node, play, hits_marked=hits_marked)),
        play.node,
    )


def deed_of(node: Node, play: CompletePlay, *, hits_marked: bool) -> Play | CannotMove:
    """A lawful play as a record has it, which marks hits or not."""
    hops = tuple([Hop(step.source, step.target) for step in play.steps])
    return Play(hops=with_hits(node, hops) if hits_marked else hops) if hops else CannotMove()


def slipped_unseen(
    ruleset: Ruleset,
    node: Node,
    turn: Turn,
    steps: Sequence[Step],
    useless: Callable[[Node], bool],
    *,
    hits_marked: bool,
) -> Iterator[Meant]:
    """Lawful turns that one slip turns into a turn that is lawful too: one man played otherwise.

    `steps` are those of the turn; where a hop is written for several, another man may have gone as far. Of
    those that lead to a `useless` board not all are yielded.
    """
    stood = put(node, turn.hops)
    if stood is None or not useless(stood):
        yield from _other_dice(ruleset, node, turn)
    if not possible_dice(turn) or not isinstance(turn.deed, Play) or not steps:
        return
    lettered = ruleset.facts.lettered
    written = [(step.source, step.target) for step in steps]
    plays = plays_of(ruleset, node, turn)
    reached: set[Node] = set()
    if len(turn.deed.hops) < len(steps):
        for one in _one_slip(ruleset, node, turn, turn.deed.hops, plays, hits_marked):
            if one.kind != "other-play" and one.turn.deed != turn.deed:
                reached.add(one.node)
                yield one
    wanted = {after: play for after, play in plays.items() if not useless(after)}
    for one in _other_men(ruleset, node, turn, steps, wanted, hits_marked):
        if one.node not in reached:
            reached.add(one.node)
            yield one
    for play in wanted.values():
        if play.node in reached:
            continue
        other = [(step.source, step.target) for step in play.steps]
        mine, theirs = _without(written, other), _without(other, written)
        if len(mine) == len(theirs) == 1:
            kinds = [
                relation(a, b, lettered=lettered) for a, b in zip(mine[0], theirs[0], strict=True) if a != b
            ]
            kind = kinds[0] if len(kinds) == 1 else "man"
            yield _in_full(kind, node, turn, play, hits_marked)


def _other_men(
    ruleset: Ruleset,
    node: Node,
    turn: Turn,
    steps: Sequence[Step],
    plays: dict[Node, CompletePlay],
    hits_marked: bool,
) -> Iterator[Meant]:
    """The lawful turns in which another man went one of the steps, whatever else makes the same board."""
    nets = {net(play.steps) for play in plays.values()}
    hops = tuple([Hop(step.source, step.target) for step in steps])
    sources = {at for at in range(1, BAR + 1) if node.points[at] > 0} | {hop.target for hop in hops}
    for place, step in enumerate(steps):
        same = [at for at, hop in enumerate(hops) if hop == hops[place]]
        groups = [[place], same] if grouped(turn) and len(same) > 1 else [[place]]
        for other, places in product(sorted(sources - {step.source, OFF}, reverse=True), groups):
            meant_hop = Hop(other, max(other - step.die, OFF))
            changed = tuple([meant_hop if at in places else hop for at, hop in enumerate(hops)])
            if net(changed) not in nets:
                continue
            marked = with_hits(node, changed) if hits_marked else changed
            told = replace(turn, deed=Play(hops=marked))
            verdict = judged(ruleset, node, told)
            if verdict.lawful and verdict.node is not None:
                yield Meant("man", cost_of("man"), told, verdict.node)


def grouped(turn: Turn) -> bool:
    """Return whether the turn is written so that several men make one hop of it: 8/5(2)."""
    return "(" in turn.text


def _without(some: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    left = list(some)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def turning_of(ruleset: Ruleset) -> Turning | None:
    """Return how the other side names points; None where each side counts from its own end."""
    return ruleset.facts.turning if ruleset.facts.lettered else None


def cost_of(kind: str) -> float:
    """The cost of a kind of slip, or of a play that could not be read."""
    table = costs()
    return next(known[kind] for known in (table.slips, table.stakes, table.more) if kind in known)


def misses(turn: Turn, verdict: Judgement) -> float:
    """The cost of hit marks that the board contradicts."""
    return cost_of("hit-mark") * len(astray(turn, verdict.hits))


def net(hops: Iterable[Sequence[int]]) -> Net:
    """Return how many men more or less each point has after a play."""
    change: dict[int, int] = {}
    for hop in hops:
        source, target = hop[0], hop[1]
        change[source] = change.get(source, 0) - 1
        if target != OFF:
            change[target] = change.get(target, 0) + 1
    return frozenset([pair for pair in change.items() if pair[1]])


def with_hits(node: Node, hops: Hops) -> Hops:
    """The hops with every hit on the board marked, and no other."""
    enemies = {point for point in range(1, BAR) if node.points[point] < 0}
    marked = []
    for source, target, taken in hops:
        hit = target in enemies
        enemies.discard(target)
        marked.append(Hop(source, target, (taken or -node.points[target]) if hit else 0))
    return tuple(marked)
