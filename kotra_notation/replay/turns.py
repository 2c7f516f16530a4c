"""Judging one turn: whether what was written is lawful on this board, and where it leads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kotra_notation.board import BAR, Points
from kotra_notation.findings import Finding, finding
from kotra_notation.model import Blank, CannotMove, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.rules import LegalPlay, Node, Ruleset, Step, legal_plays, numbers, throw_of
from kotra_notation.rules.spelling import hop_text, play_text, point_text
from kotra_notation.rules.walking import (
    Objection,
    Walk,
    displaced,
    nearest,
    objections,
    off_the_board,
    stepped_as_written,
    walks,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A turn judged: the board after it seen by the mover, None where the text leads to none.

    `known` is False where no play is recorded; `lawful` is then True.
    """

    points: Points | None
    steps: tuple[Step, ...] = ()
    hits: tuple[int, ...] = ()
    lawful: bool = True
    known: bool = True


def possible_dice(dice: tuple[int, int]) -> bool:
    """Whether two dice can show this."""
    return 1 <= dice[0] <= 6 and 1 <= dice[1] <= 6


def judged(ruleset: Ruleset, points: Points, turn: Turn) -> Verdict:
    """The verdict on a turn from a board seen by its mover."""
    match turn.deed:
        case Play(hops=hops):
            return _judged_play(ruleset, points, turn.dice, hops)
        case CannotMove() | Blank():
            lawful = possible_dice(turn.dice) and dances(ruleset, points, turn.dice)
            return Verdict(points, lawful=lawful)
        case Reached(position=position):
            return _judged_reached(ruleset, points, turn.dice, position.seen_by(turn.seat))
        case NotRecorded() | Unread():
            return Verdict(None, known=False)


def _judged_play(ruleset: Ruleset, points: Points, dice: tuple[int, int], hops: Sequence[Hop]) -> Verdict:
    """Stepped as it stands if that uses all dice, else searched for among the legal plays."""
    if not possible_dice(dice) or off_the_board(hops):
        return Verdict(displaced(points, hops), lawful=False)
    walk = stepped_as_written(ruleset, points, dice, hops)
    if walk and not walk.left:
        return Verdict(walk.points, walk.steps, walk.hits)
    ways = walks(ruleset, points, dice, hops)
    complete = [way for way in ways if not way.left]
    results: dict[Points, LegalPlay] = {}
    if not complete:
        results = {tuple(node.points): play for node, play in plays_of(ruleset, points, dice).items()}
    if lawful := complete or [way for way in ways if way.points in results]:
        best = min(lawful, key=lambda way: _disagreement(way, hops))
        return Verdict(best.points, best.steps, best.hits)
    put = displaced(points, hops)
    if put in results:
        play = results[put]
        return Verdict(put, play.steps, hits_of(points, play.steps))
    return Verdict(put, lawful=False)


def _disagreement(way: Walk, hops: Sequence[Hop]) -> tuple[int, int]:
    """How far the hits of a way of stepping are from the hit marks written."""
    marked = {hop.target for hop in hops if hop.taken}
    return len(marked.symmetric_difference(way.hits)), len(way.hits)


def _judged_reached(ruleset: Ruleset, points: Points, dice: tuple[int, int], reached: Points) -> Verdict:
    if possible_dice(dice):
        for node, play in plays_of(ruleset, points, dice).items():
            if tuple(node.points) == reached:
                return Verdict(reached, play.steps, hits_of(points, play.steps))
    return Verdict(reached, lawful=False)


def plays_of(ruleset: Ruleset, points: Points, dice: tuple[int, int]) -> dict[Node, LegalPlay]:
    """Every lawful complete play of a throw."""
    return legal_plays(ruleset, throw_of(ruleset, points, dice))


def hits_of(points: Points, steps: Sequence[Step]) -> tuple[int, ...]:
    """The points on which steps take enemy men."""
    enemy = {index for index in range(1, 25) if points[index] < 0}
    return tuple(dict.fromkeys(step.target for step in steps if step.target in enemy))


def dances(ruleset: Ruleset, points: Points, dice: tuple[int, int]) -> bool:
    """Whether no number can be played."""
    if points[BAR] > 0 and points[BAR - dice[0]] < -1 and points[BAR - dice[1]] < -1:
        return True
    return not any(play.steps for play in plays_of(ruleset, points, dice).values())


def fault_of(ruleset: Ruleset, points: Points, turn: Turn) -> Finding:
    """What is wrong with a turn that was judged unlawful, with the nearest legal plays."""
    hops = turn.deed.hops if isinstance(turn.deed, Play) else ()
    if not possible_dice(turn.dice):
        return _finding(ruleset, points, turn, Objection("impossible-dice"), hops, [])
    plays = list(plays_of(ruleset, points, turn.dice).values())
    match turn.deed:
        case Play():
            objection = objections(ruleset, points, turn.dice, hops)
        case Blank():
            objection = Objection("play-blank", None, max(len(play.steps) for play in plays))
        case Reached():
            objection = Objection("position-unreached")
        case _:
            objection = Objection("dice-unplayed", None, max(len(play.steps) for play in plays))
    return _finding(ruleset, points, turn, objection, hops, plays)


def _finding(
    ruleset: Ruleset,
    points: Points,
    turn: Turn,
    objection: Objection,
    hops: Sequence[Hop],
    plays: list[LegalPlay],
) -> Finding:
    hop = objection.hop
    target = hop[1] if hop else 0
    dice = f"{turn.dice[0]}{turn.dice[1]}"
    return finding(
        objection.name,
        span=turn.span,
        seat=turn.seat,
        written=turn.text or " ".join(hop_text(ruleset, one, turn.seat) for one in hops) or dice,
        expected=[play_text(ruleset, points, play.steps, turn.seat) for play in nearest(plays, hops)],
        dice=dice,
        step=hop_text(ruleset, (*hop[:2], 0), turn.seat) if hop else "",
        source=point_text(ruleset, hop[0], turn.seat) if hop else "",
        point=point_text(ruleset, target, turn.seat) if hop else "",
        count=abs(points[target]) if hop and target <= BAR else len(plays),
        die=objection.die or 0,
        numbers=len(numbers(turn.dice)),
        bar=points[BAR],
        fate="none",
    )


def astray(turn: Turn, hits: Collection[int]) -> list[int]:
    """The points that are marked as hit and were not, or the other way round."""
    if not isinstance(turn.deed, Play):
        return []
    marked = {hop.target for hop in turn.deed.hops if hop.taken}
    return sorted(marked.symmetric_difference(hits), reverse=True)


def hit_findings(turn: Turn, points: Sequence[int], hits_marked: bool) -> list[Finding]:
    """Hit marks left out or put in are notes; the board decides (MOD-HIT-1)."""
    marked = {hop.target for hop in turn.deed.hops if hop.taken} if isinstance(turn.deed, Play) else set()
    found = []
    for name, wrong in (
        ("hit-invented", [point for point in points if point in marked]),
        ("hit-unmarked", [point for point in points if point not in marked]),
    ):
        if wrong and (hits_marked or name == "hit-invented"):
            shown = ", ".join(str(point or "off") for point in wrong)
            found.append(finding(name, seat=turn.seat, written=turn.text, point=shown))
    return found
