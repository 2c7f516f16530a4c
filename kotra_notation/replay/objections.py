"""Explaining one turn: what the rules object to in an illegal play, and which hit marks are wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations
from typing import NamedTuple

from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import ILLEGIBLE, spell_figures
from kotra_notation.fast.judges import PlainRun, legal_plays
from kotra_notation.findings import Finding, Phrase, finding, phrase
from kotra_notation.model import Blank, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.replay.turns import (
    Judgement,
    Walk,
    WrittenHop,
    as_far_as_thrown,
    hop_walks,
    off_the_board,
    sums,
    throw_of_turn,
    walks,
)
from kotra_notation.rules.engine import CompletePlay, breach, make_step, numbers, refusal
from kotra_notation.rules.old_icelandic import title
from kotra_notation.rules.old_outcome import form, half_wins
from kotra_notation.rules.ruleset import Node, Ruleset, Step, Throw
from kotra_notation.rules.spelling import hop_text, play_text, point_text


class Objection(NamedTuple):
    """An objection to a play: the name of a finding, and the hop, the die or the point it is about."""

    name: str
    hop: WrittenHop | None = None
    die: int | None = None
    point: int | None = None


def fault_of(ruleset: Ruleset, node: Node, turn: Turn) -> Finding:
    """Return what is wrong with a turn that was judged unlawful, with the nearest legal plays."""
    hops = turn.hops
    if not turn.has_possible_dice:
        fault = _finding(ruleset, node, turn, Objection("impossible-dice"), hops, [])
        return fault.at(facts={**fault.facts, "why": dice_problem(turn.dice)})
    throw = throw_of_turn(ruleset, node, turn)
    plays = list(legal_plays(ruleset, throw).values())
    match turn.deed:
        case Play(half=True):
            objection = Objection("half-not-won")
        case Play():
            objection = first_objection(ruleset, throw, hops)
            if objection.name == "dice-unplayed" and (name := undeclared_form(ruleset, throw, hops)):
                fault = _finding(ruleset, node, turn, Objection("half-undeclared"), hops, plays)
                return fault.at(facts={**fault.facts, "award": title(name)})
        case Blank():
            objection = Objection("play-blank", None, max(len(play.steps) for play in plays))
        case Reached():
            objection = Objection("position-unreached")
        case _:
            objection = Objection("dice-unplayed", None, max(len(play.steps) for play in plays))
    return _finding(ruleset, node, turn, objection, hops, plays)


def dice_faults(ruleset: Ruleset, node: Node, turn: Turn) -> tuple[Finding, ...]:
    """Return the finding on dice that no roll shows; without a play, `?` or no dice at all are honest."""
    unplayed = isinstance(turn.deed, Blank | NotRecorded | Unread)
    honest = unplayed and (ILLEGIBLE in turn.dice or not any(turn.dice))
    return () if turn.has_possible_dice or honest else (fault_of(ruleset, node, turn),)


def undeclared_form(ruleset: Ruleset, throw: Throw, hops: Sequence[Hop]) -> str | None:
    """The form that a play reaches and could have declared half."""
    wins = half_wins(ruleset, throw) if ruleset.facts.forms else {}
    reached = (way.node for way in walks(ruleset, throw, hops) if way.node in wins)
    return next((form(node.points, ruleset.options) for node in reached), None)


def landing_fault(ruleset: Ruleset, node: Node, turn: Turn, verdict: Judgement) -> Finding:
    """A landing that the throw does not allow, in a play that ends where a lawful one does."""
    hops, throw = turn.hops, throw_of_turn(ruleset, node, turn)
    fits = {hop for hop in hops if hop.target < hop.source and as_far_as_thrown(throw, [hop])}
    wrong = next((hop for hop in hops if hop not in fits), None)
    objection = Objection("landing-not-thrown", wrong or first_objection(ruleset, throw, hops).hop or hops[0])
    fault = _finding(
        ruleset, node, turn, objection, hops, [CompletePlay(verdict.node or node, verdict.steps)]
    )
    return fault.at(facts={**fault.facts, "meant": fault.expected[0]})


def second_thrown(ruleset: Ruleset, node: Node, turn: Turn) -> Finding:
    """A second number is played where the first has ended the game."""
    last = turn.hops[-1] if turn.hops else None
    return _finding(ruleset, node, turn, Objection("play-after-end", last), (), [])


def _finding(
    ruleset: Ruleset,
    node: Node,
    turn: Turn,
    objection: Objection,
    hops: Sequence[Hop],
    plays: list[CompletePlay],
) -> Finding:
    points = tuple(node.points)
    hop = objection.hop
    target = hop[1] if hop else objection.point or 0
    dice = spell_figures(turn.dice)
    return finding(
        objection.name,
        span=turn.span,
        seat=turn.seat,
        written=turn.text or " ".join(hop_text(ruleset.facts, hop, turn.seat) for hop in hops) or dice,
        expected=[play_text(ruleset.facts, points, play.steps, turn.seat) for play in nearest(plays, hops)],
        dice=dice,
        step=hop_text(ruleset.facts, (*hop[:2], 0), turn.seat) if hop else "",
        source=point_text(ruleset.facts, hop[0], turn.seat) if hop else "",
        point=point_text(ruleset.facts, target, turn.seat) if hop or target else "",
        count=abs(points[target]) if hop and OFF <= target <= BAR else len(plays),
        die=objection.die or 0,
        numbers=len(numbers(turn.dice)),
        bar=points[BAR],
        zone=ruleset.facts.zone,
        fate="none",
    )


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


def dice_problem(dice: Sequence[int]) -> Phrase:
    """Return what is wrong with dice that no throw can show."""
    if ILLEGIBLE in dice:
        return phrase("one die is missing or cannot be read")
    return phrase("a die shows 1 to 6")


def first_objection(ruleset: Ruleset, throw: Throw, hops: Sequence[WrittenHop]) -> Objection:
    """The first thing the rules object to in an illegal play, in the order that gets furthest."""
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


def wrong_marks(turn: Turn, hits: Collection[int]) -> list[int]:
    """The points that are marked as hit and were not, or the other way round."""
    if not isinstance(turn.deed, Play):
        return []
    marked = {hop.target for hop in turn.hops if hop.taken}
    if not marked and not hits:
        return []
    return sorted(marked.symmetric_difference(hits), reverse=True)


def mark_faults(turn: Turn, points: Sequence[int], hits: Collection[int], hits_marked: bool) -> list[Finding]:
    """Return the notes on hit marks: left out, put in, or with a number other than of the men hit.

    `*` alone tells no number (MOD-HIT-1).
    """
    faults = hit_findings(turn, wrong_marks(turn, hits), hits_marked)
    for hop in turn.hops:
        count = -points[hop.target]
        if hop.taken > 1 and hop.target in hits and hop.taken != count:
            fault = finding("hit-miscounted", seat=turn.seat, written=turn.text, expected=[str(count)])
            return [*faults, fault.at(facts={"point": str(hop.target), "claimed": hop.taken, "count": count})]
    return faults


def hit_findings(turn: Turn, points: Sequence[int], hits_marked: bool) -> list[Finding]:
    """Hit marks left out or put in are notes; the board decides (MOD-HIT-1)."""
    marked = {hop.target for hop in turn.hops if hop.taken}
    found = []
    for name, wrong in (
        ("hit-invented", [point for point in points if point in marked]),
        ("hit-unmarked", [point for point in points if point not in marked]),
    ):
        if wrong and (hits_marked or name == "hit-invented"):
            shown = ", ".join(str(point or "off") for point in wrong)
            found.append(finding(name, seat=turn.seat, written=turn.text, point=shown))
    return found


def hit_faults(run: PlainRun, hits_marked: bool) -> list[Finding]:
    """The notes on wrong hit marks in a run of plain turns."""
    return [
        fault.at(span=turn.span, turn=number)
        for turn, number, points in run.astray
        for fault in hit_findings(turn, points, hits_marked)
    ]
