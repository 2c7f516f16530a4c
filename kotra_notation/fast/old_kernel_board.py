"""A board of the old game at speed: from where dice can be played, where men may stand, whether it is jan.

The step and play rules of `old_steps.py` stay the definition, and tests hold this against them. Points are
the bits of a number too, so that it takes a few operations to know from where a die can be played.

Ints and lists of ints only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mypy_extensions import i64

    from kotra_notation.rules.ruleset import OptionValue

BAR: Final = 25
START: Final = 24
SEVENTH: Final = 18
TWELFTH: Final = 13
HALF_WAY: Final = 12
THEIR_SEVENTH: Final = 6
MEN: Final = 15
FIVE: Final = 5
BLOCK: Final = 6
FOUR: Final = 4
# A step is a number: how many men it takes, its source, its die. A play is its steps, the last one lowest.
STEP: Final = 12
# The marks (`rules/marks.py`).
FRESH: Final = 1
UNLOCKED: Final = 4
STACK: Final = 16
OTHER_STACK: Final = 32
BROKEN: Final = 64
LASTING: Final = 63
ON_BAR: Final = 1 << BAR
# By dies, the points from which a man leaves the far side, and those from which he passes the eleventh point.
LEAVING: Final = [sum(1 << point for point in range(13, 13 + die)) for die in range(7)]
PASSING: Final = [sum(1 << point for point in range(14, 14 + die)) for die in range(7)]


class OldKernelBoard:
    """A board on which steps are made, seen by its mover, under options."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        five = options["five_off.rule"]
        assert isinstance(five, frozenset)
        self.leave_far: bool = "leave-far" in five
        self.pass_11: bool = "pass-11" in five
        self.five_to_double: bool = "stack" in five
        self.never_dead: bool = options["five_off.count"] == "never-dead"
        self.zone_rule: bool = options["stack.rule"] == "zone"
        self.stacks: bool = options["stack.rule"] is not None
        self.latch: bool = options["stack.latch"] == "once"
        self.each_step: bool = self.stacks and options["stack.check"] == "each-step"
        self.breaks: bool = options["prime_break"] == "six"
        self.in_need_only: bool = self.breaks and options["prime_break.when"] == "no-other-play"
        self.onto_empty: bool = options["entry.onto"] == "empty"
        self.onto_start: bool = options["entry.own"] == "start"
        self.onto_own: bool = options["entry.own"] in ("touch", "always")
        self.entries_stand: bool = options["entry.own"] == "always"
        self.zone: i64 = 12 if options["bearoff.zone"] == "half" else 6
        self.jan_at_once: bool = options["jan.test"] == "step"
        self.only_empty: bool = options["jan.count"] == "empty"
        self.enemy_open: bool = options["jan.enemy_points"] == "open"
        # How many points a step may close to dead men: where it lands, and where it leaves a man alone.
        self.closes: i64 = 2 if self.enemy_open and self.onto_empty else 1
        # The board, seen by its mover, as it was and as it is, and the marks that it began with.
        self.before: list[int] = []
        self.points: list[int] = []
        self.marks: i64 = 0
        self.open: i64 = 0
        self.breakable: i64 = 0
        # Of the other side: its dead men, those that stand alone, and the points on which it may enter.
        self.dead: i64 = 0
        self.alone: i64 = 0
        self.enterable: i64 = 0
        # Whether nobody can be borne off with two numbers; whether the throw is a first 6-6 of four men; how
        # many men have entered on each point in this play.
        self.far = True
        self.sixes = False
        self.entered: list[int] = [0] * (BAR + 1)

    def look(self, points: Sequence[int], marks: i64) -> i64:
        """The board is looked at; the points where the mover has men."""
        self.before = list(points)
        self.points = list(points)
        self.marks = marks
        one: i64 = 1
        own: i64 = 0
        self.open = 0
        self.alone = 0
        point: i64 = 1
        while point <= BAR:
            men: i64 = self.points[point]
            if men > 0:
                own |= one << point
            elif men == -1:
                self.alone += 1
            if men >= -1 and point < BAR:
                self.open |= one << point
            point += 1
        self.dead = -self.points[0]
        self.enterable = self._enterable()
        if marks & OTHER_STACK:
            self.open |= one << THEIR_SEVENTH
        self.far = own >> (self.zone + 7) > 0
        return own

    def sources(self, own: i64, open_points: i64, die: i64, runner: i64) -> i64:
        """The points from which a die can be played."""
        one: i64 = 1
        if own >= ON_BAR:
            target = BAR - die
            if self.sixes or open_points >> target & 1 == 0 or (runner > 0 and runner != BAR):
                return 0
            there: i64 = self.points[target]
            if there < 0:
                if self.onto_empty:
                    return 0
            elif there > 0 and not self.onto_own and not (self.onto_start and target == START):
                return 0
            return ON_BAR
        found = own & open_points << die
        if self.breakable:
            found |= own & self.breakable << die
        if self.leave_far and self._off_start() < FIVE:
            found &= ~LEAVING[die]
        if self.pass_11 and self._off_start() < FIVE:
            found &= ~PASSING[die]
        if own >> (self.zone + 1) == 0:
            found |= own & one << die
            if own >> die == 0:
                top: i64 = die - 1
                while top > 0 and own >> top == 0:
                    top -= 1
                found |= own & one << top
        if self.sixes:
            found &= one << START
        if runner > 0:
            found &= one << runner
        return found

    def stands(self, play: i64) -> bool:
        """Return whether two men stand together only where they may, or stood before."""
        if not self.stacks:
            return True
        points = self.points
        rest = play
        while rest > 0:
            target = (rest >> 3 & 31) - (rest & 7)
            if target > 0 and target < START:
                men: i64 = points[target]
                if men > 1:
                    stood: i64 = self.before[target]
                    if men > stood and not self._may_double(target):
                        return False
            rest >>= STEP
        return True

    def _may_double(self, point: i64) -> bool:
        """Return whether two men may stand on a point, or are excused there."""
        allowed = False
        if point > TWELFTH or not self.five_to_double or self._off_start() >= FIVE:
            if self.zone_rule:
                allowed = point <= TWELFTH
            else:
                allowed = self.points[TWELFTH] > 0 or (self.latch and self.marks & UNLOCKED > 0)
        if allowed or (self.sixes and point == SEVENTH):
            return True
        if not self.entries_stand or self.entered[point] == 0:
            return False
        stood: i64 = self.before[point]
        return self.points[point] <= (stood if stood > 0 else 0) + self.entered[point]

    def may_land(self, target: i64, there: i64) -> bool:
        """Return whether a step has not brought two men together where they may not stand."""
        if target <= 0 or target == START or there < 1 or there + 1 <= self.before[target]:
            return True
        return self._may_double(target)

    def _off_start(self) -> i64:
        """Return how many men count as having left the start."""
        men: i64 = self.points[START]
        dead: i64 = 0
        if self.never_dead:
            dead = self.points[BAR]
        return MEN - men - dead

    def marks_at_end(self, marks: i64) -> i64:
        """The marks at the end of a play."""
        after = marks & LASTING
        if marks & BROKEN:
            after &= ~STACK
        elif self.sixes and self.points[SEVENTH] - self.before[SEVENTH] == FOUR:
            after |= STACK
        if self.points[TWELFTH] > 0:
            after |= UNLOCKED
        return after & ~FRESH

    def is_jan(self, made: i64) -> bool:
        """Return whether the other side has more dead men than points to enter on."""
        dead: i64 = self.points[0]
        return -dead > self.enterable - self.closes * made and -dead > self._enterable()

    def _enterable(self) -> i64:
        """On how many points a dead man of the other side may enter."""
        points = self.points
        found: i64 = 0
        point: i64 = 7
        while point <= HALF_WAY:
            men: i64 = points[point]
            if men == 0:
                found += 1
            elif not self.only_empty:
                if men < 0:
                    if self.onto_own or (self.onto_start and point == HALF_WAY):
                        found += 1
                elif men == 1:
                    if not self.onto_empty:
                        found += 1
                elif self.enemy_open:
                    found += 1
            point += 1
        return found

    def jan_is_near(self, count: i64) -> bool:
        """Return whether a few steps might make more dead men than there are points to enter on."""
        hits = self.alone if self.alone < count else count
        few = self.enterable - self.closes * count
        return self.jan_at_once and self.dead + hits > 0 and self.dead + hits > few

    def blocks(self, marks: i64) -> i64:
        """The points of the other side in rows of six and more, which may be taken."""
        one: i64 = 1
        found: i64 = 0
        row: i64 = 0
        length: i64 = 0
        point: i64 = 1
        while point <= BAR:
            held = point < BAR and self.points[point] < -1
            if held and (point != THEIR_SEVENTH or marks & OTHER_STACK == 0):
                row |= one << point
                length += 1
            else:
                if length >= BLOCK:
                    found |= row
                row = 0
                length = 0
            point += 1
        return found
