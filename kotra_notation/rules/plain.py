"""The plain way of modern kotra: most plays of a record, judged at once instead of rule by rule.

It says yes only to what the step rules of `modern` allow and what uses every number as written, and says
nothing to all else; a test holds it against those rules. Archives are read at its speed.
"""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.board import BAR, OFF
from kotra_notation.rules.modern import HOME
from kotra_notation.rules.ruleset import PlainPlay

NUMBERS = {(a, b): [a] * 4 if a == b else [a, b] for a in range(1, 7) for b in range(1, 7)}


def plainly(
    board: list[int],
    other: list[int],
    remembered: int,
    dice: tuple[int, int],
    hops: Sequence[tuple[int, int, int]],
) -> PlainPlay | None:
    """A plainly lawful play made on both sides' boards; None for all else."""
    if (numbers := NUMBERS.get(dice)) is None:
        return None
    left = numbers[:]
    mine, theirs = board[:], other[:]
    hits: list[int] = []
    astray: list[int] = []
    for source, target, taken in hops:
        if source > BAR or target < OFF or taken > 1:
            return None
        die = source - target
        if die in left:
            left.remove(die)
        elif target == OFF:
            if not left or max(left) <= source or max(mine[source + 1 :]) > 0:
                return None
            left.remove(max(left))
        elif numbers := quietly_joined(mine, source, die, left):
            for number in numbers:
                left.remove(number)
        else:
            return None
        if mine[source] <= 0 or (mine[BAR] > 0 and source != BAR):
            return None
        mine[source] -= 1
        theirs[BAR - source] += 1
        if target == OFF:
            if max(mine[HOME + 1 :]) > 0:
                return None
            if taken:
                astray.append(OFF)
            continue
        there = mine[target]
        if there < 0:
            if there < -1:
                return None
            mine[target] = theirs[BAR - target] = 0
            mine[0] -= 1
            theirs[BAR] += 1
            hits.append(target)
            if not taken:
                astray.append(target)
        elif taken and target not in hits:
            astray.append(target)
        mine[target] += 1
        theirs[BAR - target] -= 1
    return None if left else PlainPlay(mine, theirs, astray, remembered)


def quietly_joined(mine: Sequence[int], source: int, distance: int, left: list[int]) -> list[int] | None:
    """The numbers that take one man so far and hit nobody on the way; None if there are none."""
    if not left or (source == BAR and mine[BAR] > 1):
        return None
    count, rest = divmod(distance, left[0])
    if not rest and count <= len(left) and left[0] == left[-1]:
        on_the_way = range(source - left[0], source - distance, -left[0])
        return left[:count] if min([mine[point] for point in on_the_way], default=0) >= 0 else None
    if len(left) == 2 and sum(left) == distance and max([mine[source - number] for number in left]) >= 0:
        return left[:]
    return None


def plainly_dances(board: list[int], dice: tuple[int, int]) -> bool:
    """Whether men on the bar meet closed points on both numbers."""
    return board[BAR] > 0 and dice in NUMBERS and board[BAR - dice[0]] < -1 and board[BAR - dice[1]] < -1
