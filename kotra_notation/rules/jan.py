"""Jan: a side has more dead men than points on which it could enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kotra_notation.rules.old_icelandic import START_POINT
from kotra_notation.rules.ruleset import Node, OptionValue, Throw

# The other side's entry points 1 to 6 as the mover sees them.
THEIR_ENTRY = range(7, 13)
THEIR_START = 12


def jan(points: Sequence[int], options: Mapping[str, OptionValue]) -> str | None:
    """Return what the side that is not seen here is: `jan`, `stor_jan`, or neither (FORN-JAN-1 to 3)."""
    dead = -points[0]
    if dead <= 0:
        return None
    held = 0
    free = 0
    for index in THEIR_ENTRY:
        count = points[index]
        held += count > 1
        free += enterable(count, index, options)
    if dead <= free:
        return None
    stor = options["jan.stor_label"] and free == 0 and held
    return "stor_jan" if stor else "jan"


def is_stor_jan(points: Sequence[int], options: Mapping[str, OptionValue]) -> bool:
    """Check that a jan leaves no point to enter on, whether or not the rules name that (FORN-JAN-3)."""
    return jan(points, {**options, "jan.stor_label": True}) == "stor_jan"


def enterable(count: int, index: int, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a dead man may come in on a point with so many enemy (above 0) or own men (below)."""
    if count == 0:
        return True
    if options["jan.count"] == "empty":
        return False
    if count < 0:
        own = options["entry.own"]
        return own in ("touch", "always") or (own == "start" and index == THEIR_START)
    if count == 1:
        return options["entry.onto"] == "free"
    return options["jan.enemy_points"] == "open"


def over(node: Node, throw: Throw) -> bool:
    """Return whether a step has ended the game: the other side is jan, or all men are off (FORN-USE-5)."""
    points = node.points
    if points[0] < 0 and throw.options["jan.test"] == "step" and jan(points, throw.options):
        return True
    return points[START_POINT] <= 0 and max(points) <= 0
