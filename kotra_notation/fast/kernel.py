"""Modern kotra at speed: throws judged on two boards.

The judge says yes only to what the step rules of `modern` allow and what uses as much of the throw as it
must, and says nothing to all else. Tests hold it against these.

Ints, lists of ints and bytes only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

BAR: Final = 25
HOME: Final = 6
# The parts of a hop in a number, and how many hops a throw has at most.
POINT: Final = 31
TARGET: Final = 5
HOP: Final = 10
ONE_HOP: Final = (1 << HOP) - 1
MOST_HOPS: Final = 4


def boards(points: Sequence[int], seat: i64, strict: bool = True) -> KernelBoards:
    """The boards of a position that is seen by a seat."""
    mine = [men if men > 0 else 0 for men in points]
    theirs = [-men if men < 0 else 0 for men in reversed(points)]
    mine[0] = theirs[0] = 0
    first, second = (theirs, mine) if seat else (mine, theirs)
    return KernelBoards(first, second, sum(first), sum(second), strict)


class KernelBoards:
    """The men of two sides, each seen by its owner: 25 is the bar, 0 off; a hop is ten bits of a play."""

    def __init__(
        self, first: list[int], second: list[int], men_1: i64, men_2: i64, strict: bool = True
    ) -> None:
        self.first = first
        self.second = second
        # How many men the sides have.
        self.men_1 = men_1
        self.men_2 = men_2
        # A bit for each side of which it is known that all its men are home.
        self.home: i64 = 0
        # Whether as much of a throw as possible must be played, and the higher of two numbers.
        self.strict = strict
        # Of the play made last: a bit for each hop that hit; whether it was made as it is written; whether
        # all men are off; where its hit marks are wrong.
        self.hits: i64 = 0
        self.hop_by_hop = True
        self.over = False
        self.astray: list[int] = []
        self.marks: i64 = 0

    def play(self, seat: i64, dice: tuple[int, int], hops: tuple[tuple[int, int, int], ...]) -> bool:
        """Makes a play if it is sound, else leaves the boards as they are."""
        packed = _pack_hops(dice, hops)
        if packed <= 0 or not self.sound(seat, dice[0], dice[1], packed):
            return False
        self.astray = self._astray(hops)
        return True

    def lawful(self, seat: i64, dice: tuple[int, int], hops: tuple[tuple[int, int, int], ...]) -> bool:
        """Return whether a play is sound; the boards stay as they are."""
        packed = _pack_hops(dice, hops)
        if packed <= 0 or not self.sound(seat, dice[0], dice[1], packed):
            return False
        self.take_back(seat, packed)
        return True

    def dance(self, seat: i64, dice: tuple[int, int]) -> bool:
        """Return whether nothing can be played."""
        return _pack_hops(dice, ()) == 0 and self.sound(seat, dice[0], dice[1], 0)

    def _astray(self, hops: tuple[tuple[int, int, int], ...]) -> list[int]:
        """Return the points with a hit or a mark alone. Any step to a point may bear its mark."""
        hit: list[int] = []
        marked: list[int] = []
        hits = self.hits
        for _, there, taken in hops:
            if hits & 1:
                hit.append(there)
            if taken:
                marked.append(there)
            hits >>= 1
        return sorted({*hit} ^ {*marked}, reverse=True) if hit or marked else []

    def sound(self, seat: i64, dice_1: i64, dice_2: i64, hops: i64) -> bool:
        """Makes hops that are a sound play of the dice; False, and nothing is made, for others."""
        mine, theirs = self.first, self.second
        if seat:
            mine, theirs = theirs, mine
        if hops == 0:
            if mine[BAR] > 0 and theirs[dice_1] > 1 and theirs[dice_2] > 1:
                return True
            return self.strict and not _exceeds(mine, theirs, dice_1, dice_2, 0, 0)
        self.hop_by_hop = True
        left = self._make(seat, mine, theirs, dice_1, dice_2, hops)
        downwards = left < 0 and dice_1 == dice_2
        if downwards:
            left = self._make_downwards(mine, theirs, dice_1, hops)
        if left < 0:
            return False
        self.over = mine[0] == (self.men_2 if seat else self.men_1)
        if left == 0 or self.over:
            return True
        self.take_back(seat, hops)
        left_1 = left & 7
        played = 4 - left_1 if dice_1 == dice_2 else 1
        if not self.strict or _exceeds(mine, theirs, dice_1, dice_2, played, left_1):
            return False
        if downwards:
            self._make_downwards(mine, theirs, dice_1, hops)
        else:
            self._make(seat, mine, theirs, dice_1, dice_2, hops)
        return True

    def seen_by(self, seat: i64) -> list[int]:
        """The board as a seat sees it: own men count up, the others' down; 0 is their bar."""
        mine, theirs = self.first, self.second
        if seat:
            mine, theirs = theirs, mine
        points = [0] * 26
        points[0] = -theirs[BAR]
        points[BAR] = mine[BAR]
        k: i64 = 1
        while k < BAR:
            points[k] = mine[k] - theirs[25 - k]
            k += 1
        return points

    def _make(
        self, seat: i64, mine: list[int], theirs: list[int], dice_1: i64, dice_2: i64, hops: i64
    ) -> i64:
        """Makes hop after hop by the numbers it takes and returns those left, or -1 if one is not allowed."""
        left_1: i64 = 1
        left_2: i64 = 1
        if dice_1 == dice_2:
            left_1 = 4
            left_2 = 0
        bar: i64 = mine[BAR]
        hits: i64 = 0
        made: i64 = 0
        rest = hops
        while rest:
            hop = rest & ONE_HOP
            source = hop & POINT
            target = hop >> TARGET
            men: i64 = mine[source]
            if men == 0:
                break
            if bar:
                if source != BAR:
                    break
                bar -= 1
            way = source - target
            if way == dice_1 and left_1 > 0 and (target or self._are_home(seat, mine)):
                left_1 -= 1
            elif way == dice_2 and left_2 > 0 and (target or self._are_home(seat, mine)):
                left_2 -= 1
            elif target == 0:
                top = _highest(mine, HOME if self.home >> seat & 1 else BAR)
                left = _borne_off(mine, theirs, top, source, dice_1, dice_2, left_1 + left_2 * 8)
                if left == 0 and left_1 > 0 and left_2 > 0:
                    self.hop_by_hop = False
                if left < 0:
                    break
                left_1 = left & 7
                left_2 = left >> 3
            elif bar == 0 and left_1 == 1 and left_2 == 1 and way == dice_1 + dice_2:
                if theirs[25 - source + dice_1] > 0 and theirs[25 - source + dice_2] > 0:
                    break
                left_1 = 0
                left_2 = 0
            else:
                break
            if target:
                there: i64 = theirs[25 - target]
                if there:
                    if there > 1:
                        break
                    theirs[25 - target] = 0
                    there = theirs[BAR]
                    theirs[BAR] = there + 1
                    hits |= 1 << made
            mine[source] = men - 1
            men = mine[target]
            mine[target] = men + 1
            made += 1
            rest >>= HOP
        self.hits = hits
        if rest:
            self._take_back(mine, theirs, hops, made)
            return -1
        if hits:
            self.home = 0
        return left_1 + left_2 * 8

    def _make_downwards(self, mine: list[int], theirs: list[int], die: i64, hops: i64) -> i64:
        """Makes hops of several steps by equal dice: men take them in turn, from the highest down."""
        before, theirs_before = mine[:], theirs[:]
        sources: list[int] = []
        targets: list[int] = []
        self.hop_by_hop = False
        rest = hops
        while rest:
            sources.append(rest & POINT)
            targets.append(rest >> TARGET & POINT)
            rest >>= HOP
        self.hits = 0
        self.home = 0
        left: i64 = 4
        while left >= 0:
            source: i64 = 0
            here: i64 = 0
            k: i64 = 0
            while k < len(sources):
                if sources[k] > source and sources[k] != targets[k]:
                    source = sources[k]
                    here = k
                k += 1
            if source == 0:
                return left
            end: i64 = targets[here]
            target = source - die
            if target <= 0:
                if end > 0 or _highest(mine, BAR) > (HOME if target == 0 else source):
                    break
                target = 0
            elif target < end or theirs[25 - target] > (target == end):
                break
            if left == 0 or mine[source] == 0 or (source != BAR and mine[BAR] > 0):
                break
            if target > 0 and theirs[25 - target] > 0:
                theirs[25 - target] = 0
                theirs[BAR] += 1
                k = 0
                while targets[k] != target:
                    k += 1
                self.hits |= 1 << k
            mine[source] -= 1
            mine[target] += 1
            sources[here] = target
            left -= 1
        mine[:] = before
        theirs[:] = theirs_before
        return -1

    def _are_home(self, seat: i64, mine: list[int]) -> bool:
        """Return whether all men of a side are home, of which it is remembered."""
        if not self.home >> seat & 1:
            if _highest(mine, BAR) > HOME:
                return False
            self.home |= 1 << seat
        return True

    def take_back(self, seat: i64, hops: i64) -> None:
        """Takes back the play made last."""
        mine, theirs = self.first, self.second
        if seat:
            mine, theirs = theirs, mine
        self.over = False
        self._take_back(mine, theirs, hops, MOST_HOPS)

    def _take_back(self, mine: list[int], theirs: list[int], hops: i64, made: i64) -> None:
        """Takes back the first hops, as many as were made."""
        self.home = 0
        hits = self.hits
        while hops and made > 0:
            target = hops >> TARGET & POINT
            men: i64 = mine[target]
            mine[target] = men - 1
            men = mine[hops & POINT]
            mine[hops & POINT] = men + 1
            if hits & 1:
                theirs[25 - target] = 1
                men = theirs[BAR]
                theirs[BAR] = men - 1
            hits >>= 1
            hops >>= HOP
            made -= 1


def _pack_hops(dice: tuple[int, int], hops: tuple[tuple[int, int, int], ...]) -> i64:
    """Hops as one number, -1 where these dice are none or hops such as no throw is played by."""
    if not 1 <= dice[0] <= 6 or not 1 <= dice[1] <= 6:
        return -1
    packed: i64 = 0
    shift: i64 = 0
    for source, target, marked in hops:
        if source > BAR or target < 0 or target >= source or marked > 1 or shift == MOST_HOPS * HOP:
            return -1
        packed |= (source | target << TARGET) << shift
        shift += HOP
    return packed


def _highest(mine: list[int], top: i64) -> i64:
    """The highest point with men, from one on which is at least as high; 0 if there is none."""
    while top > 0 and mine[top] == 0:
        top -= 1
    return top


def _borne_off(
    mine: list[int], theirs: list[int], top: i64, source: i64, dice_1: i64, dice_2: i64, left: i64
) -> i64:
    """Return what is left of the dice behind a man who goes off by a higher die or by two; else -1."""
    if top == source and mine[source] == 1:
        top = _highest(mine, source - 1)
    if top > HOME:
        return -1
    left_1 = left & 7
    left_2 = left >> 3
    if top <= source <= HOME:
        # The higher die that is left, if it is higher than need be.
        first = left_1 > 0 and (left_2 == 0 or dice_1 > dice_2)
        if left > 0 and (dice_1 if first else dice_2) > source:
            return left - 1 if first else left - 8
    if left_1 == 1 and left_2 == 1:
        point = source - dice_1
        if point > 0 and theirs[25 - point] == 0 and _goes_off(top, point, dice_2):
            return 0
        point = source - dice_2
        if point > 0 and theirs[25 - point] == 0 and _goes_off(top, point, dice_1):
            return 0
    return -1


def _goes_off(top: i64, point: i64, die: i64) -> bool:
    """Return whether a die takes a man off from a point, where no other stands higher than `top`."""
    return point <= HOME and (die == point or (die > point and top <= point))


def _exceeds(mine: list[int], theirs: list[int], one: i64, two: i64, played: i64, left_1: i64) -> bool:
    """Return whether more of a throw can be played than so many numbers, or the higher die and not the lower.

    `left_1`: where one of two different numbers was played, it was the second.
    """
    if one == two:
        return _reaches(mine, theirs, one, one, played + 1, BAR)
    if played == 0:
        return _reaches(mine, theirs, one, one, 1, BAR) or _reaches(mine, theirs, two, two, 1, BAR)
    other: i64 = one if left_1 else two
    used: i64 = two if left_1 else one
    if other > used and _reaches(mine, theirs, other, other, 1, BAR):
        return True
    return _reaches(mine, theirs, one, two, 2, BAR) or _reaches(mine, theirs, two, one, 2, BAR)


def _reaches(mine: list[int], theirs: list[int], die: i64, then: i64, count: i64, most: i64) -> bool:
    """Return whether `die` and then only `then` can be played `count` times, from no point above `most`."""
    top = _highest(mine, BAR)
    source = top if top < most else most
    while source > 0:
        men: i64 = mine[source]
        if men > 0:
            target = source - die
            there: i64 = 0
            if target > 0:
                there = theirs[25 - target]
                fits = there < 2
            else:
                fits = top <= HOME and (target == 0 or source == top)
                target = 0
            if fits:
                if count == 1:
                    return True
                here: i64 = mine[target]
                mine[source] = men - 1
                mine[target] = here + 1
                if there:
                    theirs[25 - target] = 0
                # The men of equal numbers can be moved from the highest down.
                found = _reaches(mine, theirs, then, then, count - 1, source if die == then else BAR)
                mine[source] = men
                mine[target] = here
                if there:
                    theirs[25 - target] = 1
                if found:
                    return True
        if source == BAR and men > 0:
            return False
        source -= 1
    return False
