"""The bear-off worked out slowly, position by position, from the plays of the literal referee.

It shares nothing with `engine`: a side is the points of its men, and what a position is worth is what the
best of its plays is worth, asked again and again down to the last man.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Literal

from referees.oracle import OFF, Board, Side, legal_results

Men = tuple[int, ...]  # the points of a side's men, the highest first; what is not named is off
Cube = Literal["dead", "middle", "mine", "theirs"]
DICE = [(one, two) for one in range(1, 7) for two in range(1, 7)]
TURNED: dict[Cube, Cube] = {"dead": "dead", "middle": "middle", "mine": "theirs", "theirs": "mine"}
NO_MEN: Side = (15, *[0] * 25)


def all_men(most: int) -> list[Men]:
    """Every way to have up to so many men at home."""
    return [men for count in range(most + 1) for men in combinations_with_replacement(range(6, 0, -1), count)]


def side_of(men: Men) -> Side:
    """The side of the literal referee with these men and no others on the board."""
    counts = [men.count(point) for point in range(26)]
    counts[OFF] = 15 - len(men)
    return tuple(counts)


def men_of(side: Side) -> Men:
    """The men of a side that are still on the board."""
    return tuple(point for point in range(25, 0, -1) for _ in range(side[point]))


@cache
def results(men: Men, dice: tuple[int, int]) -> frozenset[Men]:
    """What the legal plays of a throw leave of these men."""
    high, low = max(dice), min(dice)
    return frozenset(men_of(end.mine) for end in legal_results(Board(side_of(men), NO_MEN), (high, low)))


@cache
def worth(mine: Men, theirs: Men, cube: Cube) -> float:
    """What it is worth to be on roll, in units of the cube; who may double does so where it gains."""
    rolled = worth_rolled(mine, theirs, cube)
    if cube not in {"middle", "mine"}:
        return rolled
    taken = 2 * worth_rolled(mine, theirs, "theirs")
    return max(rolled, min(taken, 1.0))


@cache
def worth_rolled(mine: Men, theirs: Men, cube: Cube) -> float:
    """What it is worth to roll now, without a double."""
    if not theirs:
        return -1.0
    return sum(best_play(mine, theirs, cube, dice) for dice in DICE) / 36


def best_play(mine: Men, theirs: Men, cube: Cube, dice: tuple[int, int]) -> float:
    """What the best play of a throw is worth."""
    after = results(mine, dice)
    return 1.0 if () in after else max(-worth(theirs, left, TURNED[cube]) for left in after)


@cache
def mean_throws(men: Men) -> float:
    """The mean of the throws that it takes to have all men off, when every play keeps it smallest."""
    if not men:
        return 0.0
    return 1 + sum(min(mean_throws(left) for left in results(men, dice)) for dice in DICE) / 36


@cache
def throws(men: Men) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … throws when plays keep the mean smallest.

    Of plays with one mean that one is made which leaves fewer men, then fewer above point 1, above point 2 …
    """
    if not men:
        return (1.0,)
    found = [0.0] * 40
    for dice in DICE:
        left = min(results(men, dice), key=lambda left: (round(mean_throws(left), 9), tails(left)))
        for number, chance in enumerate(throws(left)[:39]):
            found[number + 1] += chance / 36
    return tuple(found)


@cache
def throws_to_first(men: Men) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … throws until the first of these men is off, kept few in the mean."""
    found = [0.0] * 40
    for dice in DICE:
        after = results(men, dice)
        stayed = [left for left in after if len(left) == len(men)]
        if len(stayed) < len(after):
            found[1] += 1 / 36
            continue
        left = min(stayed, key=lambda left: (round(mean_of(throws_to_first(left)), 9), tails(left)))
        for number, chance in enumerate(throws_to_first(left)[:39]):
            found[number + 1] += chance / 36
    return tuple(found)


@cache
def mean_to_leave(men: Men) -> float:
    """The mean of the throws until none of these men is in the other home, when every play keeps it small."""
    back = tuple(point for point in men if point > 18)
    if not back:
        return 0.0
    return 1 + sum(min(mean_to_leave(left) for left in results(back, dice)) for dice in DICE) / 36


def mean_of(chances: tuple[float, ...]) -> float:
    """The mean of a number of throws."""
    return sum(number * chance for number, chance in enumerate(chances))


def no_later(one: tuple[float, ...], other: tuple[float, ...], ahead: int = 0) -> float:
    """The chance that the side on roll needs no more throws than the other, which had some already."""
    return sum(
        mine * theirs
        for throws, mine in enumerate(one)
        for needed, theirs in enumerate(other)
        if throws + ahead <= needed
    )


def tails(men: Men) -> list[int]:
    """How many men stand above point 0, above point 1, and so on."""
    return [sum(at > point for at in men) for point in range(6)]
