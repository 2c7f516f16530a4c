"""Modern kotra at speed: the plays of all 21 throws of a board as numbers, one to each board they lead to.

They lead to the boards of `kernel_plays`, which is for one throw and for whoever wants the boards themselves.
Points are the bits of a number, so that it takes a few operations to know from where a die can be played.

Ints and lists of ints only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.fast.kernel import BAR, HOME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

# A step is a number: its source times eight, its die, and a bit that tells whether it hits. A play is its
# steps, the last one lowest.
STEP: Final = 9
HIT: Final = 256
MOST_STEPS: Final = 4
# What a man on a point adds to the number of a board: two steps change no point by more than two men, so
# that no two boards behind the same one have the same number; hits follow from it but for those on the way.
MEN: Final = [5**point if point else 0 for point in range(BAR + 1)]
ONE: Final = [1 << point for point in range(BAR + 1)]
ON_BAR: Final = 1 << BAR
POINTS: Final = ON_BAR - 2


class AllThrows:
    """The plays of throws, and how many each has: of board after board 11, 21, 22, 31 … 66."""

    def __init__(self) -> None:
        self.plays: list[int] = []
        self.counts: list[int] = []
        # The board: own men; points where steps may end; those of them where one of the others' men is.
        self.men: list[int] = []
        self.open: i64 = 0
        # Whether nobody can be borne off; if not, the boards that were reached by a throw.
        self.far = True
        self.seen: set[int] = set()
        # Of the doubles that are looked at: the most and the fewest steps of a play that cannot go on.
        self.most: i64 = 0
        self.fewest: i64 = 0

    def add(self, points: Sequence[int]) -> None:
        """The plays of a board, seen by its mover."""
        self.men = [men if men > 0 else 0 for men in points]
        own: i64 = 0
        blots: i64 = 0
        self.open = POINTS
        point: i64 = 1
        for men in points[1:]:
            if men > 0:
                own |= ONE[point]
            elif men == -1:
                blots |= ONE[point]
            elif men < 0:
                self.open ^= ONE[point]
            point += 1
        self.far = own >> (2 * HOME + 1) > 0
        high: i64 = 1
        while high <= HOME:
            low: i64 = 1
            while low <= high:
                before = len(self.plays)
                if low < high:
                    self._play_two_numbers(own, blots, high, low)
                else:
                    self._play_double(own, blots, high)
                self.counts.append(len(self.plays) - before)
                low += 1
            high += 1

    def _sources(self, own: i64, die: i64) -> i64:
        """The points from which a die can be played."""
        if own >= ON_BAR:
            return ON_BAR & self.open << die
        found = own & self.open << die
        if own >> (HOME + 1) == 0:
            exact: i64 = own & ONE[die]
            found |= exact
            if own >> die == 0:
                top: i64 = die - 1
                while own >> top == 0 and top > 0:
                    top -= 1
                found |= own & ONE[top]
        return found

    def _play_double(self, own: i64, blots: i64, die: i64) -> None:
        """As many equal steps as can be made."""
        begin = len(self.plays)
        self.most = 0
        self.fewest = MOST_STEPS
        self._further(own, blots, die, POINTS | ON_BAR, 0, 0)
        if self.fewest < self.most:
            shift: i64 = STEP * (self.most - 1)
            longest = [play for play in self.plays[begin:] if play >> shift]
            del self.plays[begin:]
            self.plays += longest

    def _further(self, own: i64, blots: i64, die: i64, below: i64, made: i64, play: i64) -> None:
        """The plays that go on behind so many steps of a die; men are moved from the highest down."""
        rest = self._sources(own, die) & below
        if rest == 0:
            self.plays.append(play)
            if made > self.most:
                self.most = made
            if made < self.fewest:
                self.fewest = made
            return
        men = self.men
        made += 1
        source: i64 = 0
        bit: i64 = 1
        while rest > 0:
            if rest & 1:
                step = _step(blots, source, die)
                if made == MOST_STEPS:
                    self.plays.append(play << STEP | step)
                else:
                    target = source - die
                    here: i64 = men[source]
                    men[source] = here - 1
                    then = own if here > 1 else own ^ bit
                    if target > 0:
                        there: i64 = men[target]
                        men[target] = there + 1
                        landed: i64 = ONE[target]
                        self._further(
                            then | landed, blots & ~landed, die, bit * 2 - 1, made, play << STEP | step
                        )
                        men[target] = there
                    else:
                        self._further(then, blots, die, bit * 2 - 1, made, play << STEP | step)
                    men[source] = here
            rest >>= 1
            source += 1
            bit <<= 1
        if made == MOST_STEPS:
            self.most = MOST_STEPS

    def _play_two_numbers(self, own: i64, blots: i64, high: i64, low: i64) -> None:
        """Both of two numbers, else the higher, else the lower."""
        begin = len(self.plays)
        self.seen.clear()
        of_high = self._sources(own, high)
        of_low = self._sources(own, low)
        self._both(own, blots, of_high, high, low, 0)
        # Men of points from which the higher can be played at once, have played it first.
        self._both(own, blots, of_low, low, high, of_high)
        if len(self.plays) == begin:
            if of_high:
                self._one(blots, of_high, high)
            elif of_low:
                self._one(blots, of_low, low)
            else:
                self.plays.append(0)

    def _one(self, blots: i64, rest: i64, die: i64) -> None:
        """The plays of a die alone."""
        source: i64 = 0
        while rest > 0:
            if rest & 1:
                self.plays.append(_step(blots, source, die))
            rest >>= 1
            source += 1

    def _both(self, own: i64, blots: i64, rest: i64, die: i64, other: i64, known: i64) -> None:
        """The plays of a die from some points and then of another, not from points that are `known`."""
        men = self.men
        source: i64 = 0
        bit: i64 = 1
        firsts = rest
        while rest > 0:
            if rest & 1:
                step = _step(blots, source, die)
                then = own if men[source] > 1 else own ^ bit
                target = source - die
                if target > 0:
                    landed: i64 = ONE[target]
                    skipped = known
                    if self.far and blots & landed == 0:
                        # The same man by the other die first, or two men of whom one takes the other's place.
                        if die > other:
                            if firsts >> (source - other) & 1:
                                skipped = landed
                        elif known >> source & 1 and not blots >> (source - other) & 1:
                            skipped |= landed
                    self._second(then | landed, blots, other, ~skipped, step, target)
                elif then:
                    self._second(then, blots, other, ~known, step, 0)
                elif self._is_new(step, 0):
                    self.plays.append(step)
            rest >>= 1
            source += 1
            bit <<= 1

    def _second(self, own: i64, blots: i64, die: i64, allowed: i64, step: i64, middle: i64) -> None:
        """The plays of a die behind a step."""
        if middle > 0:
            blots &= ~ONE[middle]
        rest = self._sources(own, die) & allowed
        source: i64 = 0
        while rest > 0:
            if rest & 1:
                second = _step(blots, source, die)
                # Who hits and goes on leaves a board that no other steps lead to.
                if self.far or (source == middle and step & HIT) or self._is_new(step, second):
                    self.plays.append(step << STEP | second)
            rest >>= 1
            source += 1

    def _is_new(self, step: i64, second: i64) -> bool:
        """Return whether no steps before have led to the same board."""
        reached = _change(step) + _change(second)
        if reached in self.seen:
            return False
        self.seen.add(reached)
        return True


def _step(blots: i64, source: i64, die: i64) -> i64:
    """The number of a step."""
    target = source - die
    if target > 0 and blots >> target & 1:
        return HIT | source << 3 | die
    return source << 3 | die


def _change(step: i64) -> i64:
    """By how much a step changes the number of a board."""
    source = step >> 3 & 31
    target = source - (step & 7)
    change: i64 = MEN[target] if target > 0 else 0
    return change - MEN[source]
