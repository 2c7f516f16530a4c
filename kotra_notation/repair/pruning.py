"""Readings that need not be followed, since the turn at a fault cannot be lawful in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kotra_notation.board import BAR, OFF
from kotra_notation.model import Event, Play, Turn
from kotra_notation.replay.turns import possible_dice, thrown
from kotra_notation.rules import Node, Ruleset
from kotra_notation.rules.walking import as_far_as_thrown, displaced


def cannot_stand(ruleset: Ruleset, points: Sequence[int], turn: Event) -> bool:
    """Whether the men of a play are not there, or others hold where they go; False leaves it open."""
    return (
        isinstance(turn, Turn)
        and isinstance(turn.deed, Play)
        and not (ruleset.facts.forms or turn.deed.half)
        and displaced(tuple(points), turn.deed.hops) is None
    )


def never_lawful(ruleset: Ruleset, node: Node, turn: Turn) -> bool:
    """Whether the dice of a play allow it on no board; False leaves it open."""
    if ruleset.facts.forms or not isinstance(turn.deed, Play) or turn.deed.half:
        return False
    return not possible_dice(turn) or not as_far_as_thrown(thrown(ruleset, node, turn), turn.deed.hops)


class Barred:
    """A turn that the men on some points bar, behind others that stay as they are written.

    Its side needs more men there, or the other fewer; a change where turns between land may also do that.
    """

    def __init__(self, points: Sequence[int], turn: Turn, between: Iterable[Event]) -> None:
        self.seat = turn.seat
        self.points = _barring(points, turn)
        self.landings = {
            hop.target if one.seat == turn.seat else BAR - hop.target
            for one in between
            if isinstance(one, Turn) and isinstance(one.deed, Play)
            for hop in one.deed.hops
        }

    def still(self, seat: int, before: Sequence[int], after: Sequence[int]) -> bool:
        """Whether the turn stays barred where one before it leads to another board, seen by its side."""
        if seat != self.seat:
            before, after = [-count for count in before[::-1]], [-count for count in after[::-1]]
        if all(after[point] > before[point] for point in self.points):
            return False
        return all(after[point] == before[point] for point in self.landings)


def _barring(points: Sequence[int], turn: Turn) -> set[int]:
    """The points that lack men for a play, or are held against it; as `rules.walking.displaced` has it."""
    assert isinstance(turn.deed, Play)
    own = [max(count, 0) for count in points]
    other = [max(-count, 0) for count in points]
    for source, target, taken in turn.deed.hops:
        if not (OFF <= target <= BAR and OFF < source <= BAR):
            return set()
        own[source] -= 1
        own[target] += target != OFF
        if target != OFF and other[target] <= max(taken, 1):
            other[target] = 0
    held = {point for point in range(1, BAR) if own[point] > 0 and other[point]}
    return held | {point for point in range(1, BAR + 1) if own[point] < 0}
