"""Modern kotra at speed: throws judged on two boards, and the boards that the plays of a throw lead to.

A judge says yes only to what the step rules of `modern` allow and what uses as much of the throw as it must,
and says nothing to all else; the lists are those of `engine.legal_plays`. Tests hold both against these.

Ints, lists of ints and bytes only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

BAR: Final = 25
HOME: Final = 6
MOST_HOPS: Final = 16
# A byte of a packed board: no men, one of the others; the rest are own men above, the others' below.
NONE: Final = 64
BLOT: Final = 63
COUNTS: Final = bytes([(byte - 64) & 255 for byte in range(256)])
SIGNED: Final = Struct("26b")
# What a step adds to a packed board, by its die and its source; and what a hit adds, by the target.
MOVES: Final = [
    [(1 << 8 * (source - die) if source > die else 0) - (1 << 8 * source) for source in range(26)]
    for die in range(7)
]
HITS: Final = [(1 << 8 * target) - 1 for target in range(26)]


def boards(points: Sequence[int], seat: i64, strict: bool = True) -> KernelBoards:
    """The boards of a position that is seen by a seat."""
    mine = [men if men > 0 else 0 for men in points]
    theirs = [-men if men < 0 else 0 for men in reversed(points)]
    mine[0] = theirs[0] = 0
    return KernelBoards(theirs, mine, strict) if seat else KernelBoards(mine, theirs, strict)


class KernelBoards:
    """The men of two sides, each seen by their owner: 25 is the bar, 0 what has been borne off."""

    def __init__(self, first: list[int], second: list[int], strict: bool = True) -> None:
        self.first = first
        self.second = second
        # Whether as much of a throw as possible must be played, and the higher of two numbers.
        self.strict = strict
        # Of the play made last: where its hit marks are wrong, whether all men are off.
        self.astray: list[int] = []
        self.over = False
        self.marks: i64 = 0
        self.dice_1: i64 = 0
        self.dice_2: i64 = 0
        # The hops of a play as written.
        self.count: i64 = 0
        self.source = [0] * MOST_HOPS
        self.target = [0] * MOST_HOPS
        self.marked = [0] * MOST_HOPS
        # What has been made of it: so many hops, a bit for each that hit, what is left of either die.
        self.made: i64 = 0
        self.hits: i64 = 0
        self.left_1: i64 = 0
        self.left_2: i64 = 0

    def play(self, seat: i64, dice: tuple[int, int], hops: tuple[tuple[int, int, int], ...]) -> bool:
        """Makes a play if it is sound, else leaves the boards as they are."""
        self.count = len(hops)
        if self.count == 0 or self.count > MOST_HOPS:
            return False
        for k, (source, target, marked) in enumerate(hops):
            if source > BAR or source < 1 or target < 0 or target >= source or marked > 1:
                return False
            self.source[k] = source
            self.target[k] = target
            self.marked[k] = marked
        return self.sound(seat, dice[0], dice[1])

    def lawful(self, seat: i64, dice: tuple[int, int], hops: tuple[tuple[int, int, int], ...]) -> bool:
        """Whether a play is sound; the boards stay as they are."""
        if not self.play(seat, dice, hops):
            return False
        if seat:
            self._take_back(self.second, self.first)
        else:
            self._take_back(self.first, self.second)
        self.over = False
        return True

    def dance(self, seat: i64, dice: tuple[int, int]) -> bool:
        """Whether nothing can be played."""
        self.count = 0
        return self.sound(seat, dice[0], dice[1])

    def sound(self, seat: i64, dice_1: i64, dice_2: i64) -> bool:
        """Makes the hops that are noted here if they are a sound play of the dice."""
        if dice_1 < 1 or dice_1 > 6 or dice_2 < 1 or dice_2 > 6:
            return False
        self.dice_1 = dice_1
        self.dice_2 = dice_2
        mine, theirs = self.first, self.second
        if seat:
            mine, theirs = theirs, mine
        self.made = 0
        self.hits = 0
        if self.count == 0:
            if mine[BAR] > 0 and theirs[dice_1] > 1 and theirs[dice_2] > 1:
                return True
            return self.strict and not self._exceeds(mine, theirs, 0, 0)
        if not self._steps(mine, theirs):
            self._take_back(mine, theirs)
            return False
        left = self.left_1 + self.left_2
        self.over = self.target[self.count - 1] == 0 and max(mine[1:]) == 0
        if left and not self.over:
            left_1 = self.left_1
            played = 4 - left if dice_1 == dice_2 else 1
            self._take_back(mine, theirs)
            if not self.strict or self._exceeds(mine, theirs, played, left_1):
                return False
            self._steps(mine, theirs)
        self._compare_marks()
        return True

    def _compare_marks(self) -> None:
        k: i64 = 0
        hits: i64 = self.hits
        while k < self.count and (hits >> k & 1) == self.marked[k]:
            k += 1
        if k == self.count:
            if self.astray:
                self.astray = []
            return
        hit: list[int] = []
        astray: list[int] = []
        k = 0
        while k < self.count:
            there = self.target[k]
            if hits >> k & 1:
                hit.append(there)
                if not self.marked[k]:
                    astray.append(there)
            elif self.marked[k] and there not in hit:
                astray.append(there)
            k += 1
        self.astray = astray

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

    def _steps(self, mine: list[int], theirs: list[int]) -> bool:
        """Makes hop after hop as far as they are allowed, each by the numbers it takes."""
        dice_1: i64 = self.dice_1
        dice_2: i64 = self.dice_2
        left_1: i64 = 1
        left_2: i64 = 1
        if dice_1 == dice_2:
            left_1 = 4
            left_2 = 0
        self.made = 0
        self.hits = 0
        all_home = False
        k: i64 = 0
        while k < self.count:
            source: i64 = self.source[k]
            target: i64 = self.target[k]
            if mine[source] <= 0 or (source != BAR and mine[BAR] > 0):
                return False
            if target == 0 and not all_home:
                if max(mine[HOME + 1 :]) > 0:
                    return False
                all_home = True
            way: i64 = source - target
            if way == dice_1 and left_1 > 0:
                left_1 -= 1
            elif way == dice_2 and left_2 > 0:
                left_2 -= 1
            elif target == 0:
                first = left_1 > 0 and (left_2 == 0 or dice_1 > dice_2)
                if left_1 + left_2 == 0 or (dice_1 if first else dice_2) <= source:
                    return False
                if max(mine[source + 1 :]) > 0:
                    return False
                if first:
                    left_1 -= 1
                else:
                    left_2 -= 1
            elif source == BAR and mine[BAR] > 1:
                return False
            elif dice_1 == dice_2:
                point: i64 = source - dice_1
                left_1 -= 1
                while point > target:
                    if theirs[25 - point] > 0:
                        return False
                    point -= dice_1
                    left_1 -= 1
                if point != target or left_1 < 0:
                    return False
            elif left_1 + left_2 == 2 and way == dice_1 + dice_2:
                if theirs[25 - source + dice_1] > 0 and theirs[25 - source + dice_2] > 0:
                    return False
                left_1 = 0
                left_2 = 0
            else:
                return False
            if target > 0:
                there: i64 = theirs[25 - target]
                if there > 1:
                    return False
                if there == 1:
                    theirs[25 - target] = 0
                    theirs[BAR] += 1
                    self.hits |= 1 << k
            mine[source] -= 1
            mine[target] += 1
            k += 1
            self.made = k
        self.left_1 = left_1
        self.left_2 = left_2
        return True

    def _take_back(self, mine: list[int], theirs: list[int]) -> None:
        k: i64 = self.made
        while k > 0:
            k -= 1
            target: i64 = self.target[k]
            mine[target] -= 1
            mine[self.source[k]] += 1
            if self.hits >> k & 1:
                theirs[25 - target] = 1
                theirs[BAR] -= 1
        self.made = 0
        self.hits = 0

    def _exceeds(self, mine: list[int], theirs: list[int], played: i64, left_1: i64) -> bool:
        """Whether more of the throw can be played than so many numbers, or the higher die and not the lower.

        `left_1`: where one of two different numbers was played, it was the second.
        """
        one: i64 = self.dice_1
        two: i64 = self.dice_2
        if one == two:
            return _reaches(mine, theirs, one, one, played + 1, BAR)
        if played == 0:
            return _reaches(mine, theirs, one, one, 1, BAR) or _reaches(mine, theirs, two, two, 1, BAR)
        other: i64 = one if left_1 else two
        used: i64 = two if left_1 else one
        if other > used and _reaches(mine, theirs, other, other, 1, BAR):
            return True
        return _reaches(mine, theirs, one, two, 2, BAR) or _reaches(mine, theirs, two, one, 2, BAR)


def _reaches(mine: list[int], theirs: list[int], die: i64, then: i64, count: i64, top: i64) -> bool:
    """Whether so many numbers can be played, `die` and behind it only `then`, from no point above `top`."""
    while mine[top] == 0:
        top -= 1
        if top == 0:
            return False
    source: i64 = top
    while source > 0:
        if mine[source] > 0:
            target: i64 = source - die
            there: i64 = 0
            if target > 0:
                there = theirs[25 - target]
                fits = there < 2
            else:
                fits = max(mine[(HOME if target == 0 else source) + 1 :]) == 0
                target = 0
            if fits:
                if count == 1:
                    return True
                mine[source] -= 1
                mine[target] += 1
                if there:
                    theirs[25 - target] = 0
                # The men of equal numbers can be moved from the highest down.
                found = _reaches(mine, theirs, then, then, count - 1, source if die == then else BAR)
                mine[source] += 1
                mine[target] -= 1
                if there:
                    theirs[25 - target] = 1
                if found:
                    return True
        if source == BAR and mine[BAR] > 0:
            return False
        source -= 1
    return False


def packed(points: Sequence[int]) -> int:
    """A board, seen by its mover, as one number: for each point a byte, its men and 64."""
    return int.from_bytes(bytes([men + NONE for men in points]), "little")


def unpacked(board: int) -> tuple[int, ...]:
    """The points of a board that is one number."""
    return SIGNED.unpack(board.to_bytes(26, "little").translate(COUNTS))


def plays(board: int, one: i64, two: i64) -> dict[int, int]:
    """The boards that the plays of a throw lead to, packed, each with one way there.

    A way is a number too, a byte a step: the source times eight, and the die.
    """
    levels: list[dict[int, int]] = [{board: 0}]
    if one == two:
        count: i64 = 0
        while count < 4 and levels[-1]:
            levels.append(_stepped(levels[-1], one))
            count += 1
        best = levels[-1] or levels[-2]
    else:
        high: i64 = one if one > two else two
        low: i64 = two if one > two else one
        high_first = _stepped(levels[0], high)
        low_first = _stepped(levels[0], low)
        both = _stepped(low_first, high)
        both.update(_stepped(high_first, low))
        best = both or high_first or low_first or levels[0]
        low_first.update(high_first)
        levels += [low_first, both]
    if _men(board) > 4:
        return best
    # A step that ends the game needs no further one.
    found: dict[int, int] = {}
    for level in levels[1:]:
        for after, way in level.items():
            if after not in found and _men(after) == 0:
                found[after] = way
    for after, way in best.items():
        if after not in found:
            found[after] = way
    return found


def _men(board: int) -> i64:
    """How many men the mover has on the board."""
    men: i64 = 0
    for there in board.to_bytes(26, "little"):
        if there > NONE:
            men += there - NONE
    return men


def _stepped(reached: dict[int, int], die: i64) -> dict[int, int]:
    """The boards behind one more number."""
    further: dict[int, int] = {}
    moves = MOVES[die]
    for board, way in reached.items():
        points = board.to_bytes(26, "little")
        source: i64 = BAR
        while source > 0 and points[source] <= NONE:
            source -= 1
        top = source
        while source > 0:
            if points[source] > NONE:
                target: i64 = source - die
                if target > 0:
                    there: i64 = points[target]
                    if there >= BLOT:
                        after = board + moves[source]
                        if there == BLOT:
                            after += HITS[target]
                        if after not in further:
                            further[after] = way << 8 | source * 8 + die
                elif top <= HOME and (target == 0 or source == top):
                    after = board + moves[source]
                    if after not in further:
                        further[after] = way << 8 | source * 8 + die
            if source == BAR:
                break
            source -= 1
    return further
