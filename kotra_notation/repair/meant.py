"""The turns that may have been meant instead of a written one: the lawful ones that one slip makes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise, product
from math import log

from kotra_notation.board import BAR, OFF, Turning
from kotra_notation.board.points import ILLEGIBLE
from kotra_notation.late import late_pattern
from kotra_notation.model import Blank, CannotMove, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.repair.edits import cost_of, costs
from kotra_notation.replay.objections import wrong_marks
from kotra_notation.replay.turns import as_far_as_thrown, judge_turn, landings_fit, plays_of
from kotra_notation.rules import CompletePlay, Node, Ruleset, throw_of
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

Hops = tuple[Hop, ...]
Net = frozenset[tuple[int, int]]

# What is longer is no play that somebody slipped once in writing.
MOST_HOPS = 8
LONGEST = 80
BAR_FOR_OFF = {BAR: OFF, OFF: BAR}
_WORD = late_pattern(
    r"(?P<way>(?:\d{1,3}|bar|off)(?:/(?:\d{1,3}|bar|off)\*?)+)(?:\((?P<times>[1-4])\))?", re.I
)


@dataclass(frozen=True, slots=True)
class Meant:
    """A lawful turn in place of the written one: the kind of slip, its cost, and the board it leads to."""

    kind: str
    cost: float
    turn: Turn
    node: Node


class DoubtedTurn:
    """A turn as it is written, on the board before it; `hits_marked`: the record marks hits."""

    def __init__(self, ruleset: Ruleset, node: Node, turn: Turn, hits_marked: bool) -> None:
        self.ruleset = ruleset
        self.node = node
        self.turn = turn
        self.hits_marked = hits_marked
        self.grouped = is_grouped(turn)

    @cached_property
    def plays(self) -> dict[Node, CompletePlay]:
        """The plays of its throw by the boards they lead to."""
        return plays_of(self.ruleset, self.node, self.turn)

    def likely_turns(self, *, higher_first: bool = False) -> list[Meant]:
        """Return every lawful turn that one slip makes of this one, likeliest first.

        54 and 45 are one roll, but where the dice were thrown one after the other. `higher_first`: the record
        writes the higher die first.
        """
        cheapest: dict[tuple[Node, tuple[int, int]], Meant] = {}
        for meant in (*self.other_dice(), *self._other_plays()):
            first, second = meant.turn.dice
            dice = (first, second) if self.turn.singly else (max(first, second), min(first, second))
            key = meant.node, dice
            if higher_first and first < second:
                meant = replace(meant, cost=meant.cost + costs().more["lower-first"])
            if key not in cheapest or meant.cost < cheapest[key].cost:
                cheapest[key] = meant
        return sorted(cheapest.values(), key=lambda meant: meant.cost)

    def other_dice(self) -> Iterator[Meant]:
        """Yield the turn with one die another, or with dice for those that could not be read."""
        turn = self.turn
        if isinstance(turn.deed, NotRecorded | Unread):
            return
        whole = not (isinstance(turn.deed, Play) and turn.deed.half)
        first, second = turn.dice
        others = [(die, second) for die in range(1, 7) if die != first]
        others += [(first, die) for die in range(1, 7) if die != second]
        kind, cost = "die", cost_of("die")
        if ILLEGIBLE in turn.dice:
            high, low = (range(1, 7) if die == ILLEGIBLE else [die] for die in turn.dice)
            kind, cost, others = "die-unread", 0.0, list(product(high, low))
        for dice in others:
            throw = throw_of(self.ruleset, self.node, dice, singly=turn.singly)
            other = replace(turn, dice=dice)
            if not other.has_possible_dice or (whole and not as_far_as_thrown(throw, turn.hops)):
                continue
            verdict = judge_turn(self.ruleset, self.node, other)
            if verdict.lawful and verdict.node is not None:
                misses = cost_of("hit-mark") * len(wrong_marks(other, verdict.hits))
                yield Meant(kind, cost + misses, other, verdict.node)

    def lawful_meanings(self, kind: str, turn: Turn, more: float = 0) -> Iterator[Meant]:
        """Yield a turn in place of the written one, if it is lawful."""
        verdict = judge_turn(self.ruleset, self.node, turn)
        if verdict.lawful and verdict.node is not None:
            yield Meant(kind, cost_of(kind) + more, turn, verdict.node)

    def _other_plays(self) -> Iterator[Meant]:
        """Yield the turn with its dice and another play."""
        if not self.turn.has_possible_dice:
            return
        match self.turn.deed:
            case Play(hops=hops) if len(hops) <= MOST_HOPS:
                yield from self.one_slip(hops)
            case Unread(text=text) if 0 < len(read := parse_scribble(text[:LONGEST]) or ()) <= MOST_HOPS:
                yield from self.one_slip(read)
            case Unread(text=text):
                from difflib import SequenceMatcher

                points = tuple(self.node.points)
                for play in self.plays.values():
                    other = play_text(self.ruleset.facts, points, play.steps, self.turn.seat)
                    unlike = 1 - SequenceMatcher(None, text[:LONGEST], other).ratio()
                    yield self.in_full("unread", play, costs().more["unlike"] * unlike)
            case Blank() | CannotMove() | NotRecorded() as deed:
                kind = "unread" if isinstance(deed, NotRecorded) else "play-lost"
                more = log(max(len(self.plays), 1)) + costs().more["denied"] * isinstance(deed, CannotMove)
                for play in self.plays.values():
                    yield self.in_full(kind, play, more)
            case Play() | Reached():
                for play in self.plays.values():
                    yield self.in_full("other-play", play)

    def one_slip(self, hops: Hops) -> Iterator[Meant]:
        """Yield the plays of which one slip makes these hops, then all others of the throw."""
        turn = self.turn
        by_net: dict[Net, list[CompletePlay]] = {}
        for play in self.plays.values():
            by_net.setdefault(net(play.steps), []).append(play)
        sources = sorted({step.source for play in self.plays.values() for step in play.steps}, reverse=True)
        ways: dict[Net, dict[Hops, str]] = {}
        for kind, changed in variants(
            hops, turn.dice, sources, turning_of(self.ruleset), grouped=self.grouped
        ):
            if (key := net(changed)) in by_net and all(hop.source > hop.target for hop in changed):
                known = ways.setdefault(key, {})
                if changed not in known or cost_of(kind) < cost_of(known[changed]):
                    known[changed] = kind
        numbers = throw_of(self.ruleset, self.node, turn.dice, singly=turn.singly).numbers

        def likely(way: tuple[Hops, str]) -> tuple[bool, float]:
            """Nobody means landings that the dice do not give, where the same board has others."""
            return not landings_fit(way[0], numbers), cost_of(way[1])

        reached: set[Net] = set()
        for key, kinds in ways.items():
            for changed, kind in sorted(kinds.items(), key=likely):
                marked = self.mark_hits(changed)
                pairs = zip(changed[: len(hops)], marked, strict=False)
                wrong = sum(bool(hop.taken) != bool(other.taken) for hop, other in pairs)
                other = replace(turn, deed=Play(hops=marked) if marked else CannotMove())
                if lawful := list(self.lawful_meanings(kind, other, cost_of("hit-mark") * wrong)):
                    reached.add(key)
                    yield from lawful
                    break
        for key, plays in by_net.items():
            if key not in reached:
                for play in plays:
                    yield self.in_full("other-play", play)

    def in_full(self, kind: str, play: CompletePlay, more: float = 0) -> Meant:
        """Return the turn with a whole play in place of the written one."""
        deed = deed_of(self.node, play, hits_marked=self.hits_marked)
        return Meant(kind, cost_of(kind) + more, replace(self.turn, deed=deed), play.node)

    def mark_hits(self, hops: Hops) -> Hops:
        """Return hops with marks as the record has them."""
        return with_hits(self.node, hops) if self.hits_marked else hops


def variants(
    hops: Hops,
    dice: Sequence[int],
    sources: Sequence[int],
    turning: Turning | None = None,
    *,
    grouped: bool = False,
) -> Iterator[tuple[str, Hops]]:
    """Yield every play that one slip turns into the one written, with the kind of the slip.

    `sources` are the points a man may have come from; `turning` tells how the other side names points, where
    both have the same letters. `grouped`: equal hops are written as one, and wrong as one. Not all can be
    played.
    """
    lettered = turning is not None
    yield from _points_changed(hops, lettered, grouped)
    for place, (source, target, taken) in enumerate(hops):
        yield "ends-exchanged", _with(hops, place, Hop(target, source, taken))
        others = hops[:place] + hops[place + 1 :]
        twice = any((hop.source, hop.target) == (source, target) for hop in others)
        yield "step-doubled" if twice else "step-added", others
        for other in sources:
            if other != source:
                meant = Hop(other, max(other - (source - target), OFF), taken)
                yield "man", _with(hops, place, meant)
                if grouped and (alike := _all_alike(hops, place, meant)):
                    yield "man", alike
    if turning is None:
        yield "numbering", mirror_hops(hops)
    yield "numbering", rename_hops(hops, turning or Turning.MIRRORED)
    half = len(hops) // 2
    if half > 1 and hops[:half] == hops[half:]:
        yield "step-doubled", hops[:half]
    swap = BAR_FOR_OFF
    yield "bar-off", tuple([Hop(swap.get(a, a), swap.get(b, b), taken) for a, b, taken in hops])
    lost = "step-lost" if hops else "play-lost"
    for source in sources:
        for distance in {*dice, sum(dice)}:
            hop = Hop(source, max(source - distance, OFF))
            yield lost, (*hops, hop)
            if len(dice) > 1 and dice[0] == dice[1]:
                # Two men that are written as one hop.
                yield lost, (*hops, hop, hop)
    if not lettered:
        yield from _digits_swapped(hops)


def parse_scribble(text: str) -> Hops | None:
    """Return the hops of a text that is a play but for points no board has; None for any other."""
    hops: list[Hop] = []
    for word in text.split():
        if not (match := _WORD.fullmatch(word)):
            return None
        names = match["way"].lower().replace("bar", str(BAR)).replace("off", str(OFF)).split("/")
        points = [int(name.rstrip("*")) for name in names]
        marks = [int(name.endswith("*")) for name in names[1:]]
        way = [Hop(*ends, mark) for ends, mark in zip(pairwise(points), marks, strict=True)]
        hops += way * int(match["times"] or 1)
    return tuple(hops) or None


def relation(written: int, meant: int, *, lettered: bool = False) -> str:
    """Return the kind of slip that writes one point for another."""
    if {written, meant} == {BAR, OFF}:
        return "bar-off"
    if lettered:
        return "digit"
    first, second = str(written), str(meant)
    if sorted(first) == sorted(second):
        return "digits-swapped"
    return "digit" if _one_apart(first, second) else "point"


def _one_apart(first: str, second: str) -> bool:
    """Return whether one digit is another, is missing, or is too many."""
    if len(first) == len(second):
        return sum(a != b for a, b in zip(first, second, strict=True)) == 1
    short, long = sorted((first, second), key=len)
    return any(long[:index] + long[index + 1 :] == short for index in range(len(long)))


def _points_changed(hops: Hops, lettered: bool, grouped: bool) -> Iterator[tuple[str, Hops]]:
    """Yield plays with one point another; where one hop ends and the next begins is written once."""
    for place, (source, target, taken) in enumerate(hops):
        joint = place + 1 < len(hops) and hops[place + 1].source == target
        for point in range(BAR + 1):
            for written, meant in ((source, Hop(point, target, taken)), (target, Hop(source, point, taken))):
                if point == written:
                    continue
                kind = relation(written, point, lettered=lettered)
                changed = _with(hops, place, meant)
                yield kind, changed
                if grouped and (alike := _all_alike(hops, place, meant)):
                    yield kind, alike
                if joint and meant.source == source:
                    yield kind, _with(changed, place + 1, hops[place + 1]._replace(source=point))


def _all_alike(hops: Hops, place: int, meant: Hop) -> Hops | None:
    """Return the play with all equal hops meant otherwise; None where this is alone, or not the first."""
    ends = hops[place][:2]
    same = [index for index, hop in enumerate(hops) if hop[:2] == ends]
    if len(same) < 2 or same[0] != place:
        return None
    return tuple([meant if index in same else hop for index, hop in enumerate(hops)])


def _digits_swapped(hops: Hops) -> Iterator[tuple[str, Hops]]:
    """Yield plays with two digits of neighbouring points exchanged: 18/3 for 13/8."""
    text = " ".join(f"{hop.source}/{hop.target}" for hop in hops)
    digits = [index for index, sign in enumerate(text) if sign.isdigit()]
    for first, second in combinations(digits, 2):
        between = text[first + 1 : second]
        if text[first] == text[second] or len(between.replace("/", " ").split()) > 2:
            continue
        swapped = text[:first] + text[second] + between + text[first] + text[second + 1 :]
        points = [[int(point) for point in word.split("/")] for word in swapped.split(" ")]
        if all(OFF <= point <= BAR for pair in points for point in pair):
            changed = [Hop(a, b, hop.taken) for (a, b), hop in zip(points, hops, strict=True)]
            yield "digits-swapped", tuple(changed)


def mirror_hops(hops: Hops) -> Hops:
    """Return the hops numbered from the other end, bar and off too."""
    return tuple([Hop(BAR - source, BAR - target, taken) for source, target, taken in hops])


def rename_hops(hops: Hops, turning: Turning) -> Hops:
    """Return the hops as the other side names their points; bar and off are the same to both."""

    def other(point: int) -> int:
        return turning.index(point) if OFF < point < BAR else point

    return tuple([Hop(other(source), other(target), taken) for source, target, taken in hops])


def _with(hops: Hops, place: int, hop: Hop) -> Hops:
    return (*hops[:place], hop, *hops[place + 1 :])


def deed_of(node: Node, play: CompletePlay, *, hits_marked: bool) -> Play | CannotMove:
    """Return a lawful play as a record has it, which marks hits or not."""
    hops = tuple([Hop(step.source, step.target) for step in play.steps])
    return Play(hops=with_hits(node, hops) if hits_marked else hops) if hops else CannotMove()


def is_grouped(turn: Turn) -> bool:
    """Return whether the turn is written so that several men make one hop of it: 8/5(2)."""
    return "(" in turn.text


def turning_of(ruleset: Ruleset) -> Turning | None:
    """Return how the other side names points; None where each side counts from its own end."""
    return ruleset.facts.turning if ruleset.facts.lettered else None


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
    """Return the hops with every hit on the board marked, and no other."""
    enemies = {point for point in range(1, BAR) if node.points[point] < 0}
    marked = []
    for source, target, taken in hops:
        hit = target in enemies
        enemies.discard(target)
        marked.append(Hop(source, target, (taken or -node.points[target]) if hit else 0))
    return tuple(marked)
