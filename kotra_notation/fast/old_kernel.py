"""The old game at speed: the plays of throws as numbers, those of `engine.legal_plays` and `forms.half_wins`.

All options are known. Mostly men can be moved in one order, the highest first, and no board comes twice;
where the order may matter (a step that ends the game, a block that may be broken, a first double) every
order is tried.

Ints, lists and sets of ints only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.fast.old_kernel_board import (
    BAR,
    BROKEN,
    FRESH,
    ON_BAR,
    OTHER_STACK,
    SEVENTH,
    STACK,
    STEP,
    THEIR_SEVENTH,
)
from kotra_notation.fast.old_kernel_plays import (
    ENTRIES,
    HITS,
    MIXED,
    MOST_STEPS,
    TAKEN,
    OldKernelPlays,
    key_of,
    steps_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mypy_extensions import i64

    from kotra_notation.rules.ruleset import OptionValue

ANYWHERE: Final = 2 * ON_BAR - 2
BROKEN_STACK: Final = MIXED[ENTRIES]


class OldThrows(OldKernelPlays):
    """The plays of throws under options, found in whatever order is needed."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        super().__init__(options)
        self.one_man: bool = options["first_throw.double"] == "one-man"
        self.four_sixes: bool = options["first_throw.six_six"] == "four-to-7th"
        # Whether one man makes all steps of the throw.
        self.running = False
        # Whether men can be moved in one order without losing a board; else the boards that were reached, by
        # numbers used.
        self.in_order = True
        self.seen: list[set[int]] = [set(), set(), set(), set(), set()]

    def add(self, points: Sequence[int], marks: i64, one: i64, two: i64) -> None:
        """The plays of a throw on a board, seen by its mover; of one die alone `two` is 0."""
        own = self.look(points, marks)
        self._throw(own, one, two)

    def add_all(self, points: Sequence[int], marks: i64) -> None:
        """The plays of all throws: 11, 21, 22, 31 … 66."""
        own = self.look(points, marks)
        high: i64 = 1
        while high <= 6:
            low: i64 = 1
            while low <= high:
                self._throw(own, high, low)
                low += 1
            high += 1

    def playable(self, points: Sequence[int], marks: i64) -> bool:
        """Return whether any throw can be played."""
        own = self.look(points, marks)
        before, counts = len(self.plays), len(self.counts)
        found = False
        high: i64 = 1
        while high <= 6 and not found:
            low: i64 = 1
            while low <= high and not found:
                self._throw(own, high, low)
                for play in self.plays[before:]:
                    if steps_of(play):
                        found = True
                del self.plays[before:]
                del self.counts[counts:]
                low += 1
            high += 1
        return found

    def _throw(self, own: i64, one: i64, two: i64) -> None:
        """The plays of one throw are put to the list, and how many there are."""
        self.begin = len(self.plays)
        doubled = one == two
        first = doubled and self.marks & FRESH > 0
        self.running = first and self.one_man and one != 6
        self.sixes = first and self.four_sixes and one == 6
        self.whole = self.max_use or self.running or self.sixes
        if doubled:
            self.dice = [one, one, one, one]
        elif two == 0:
            self.dice = [one]
        else:
            self.dice = [one, two] if one > two else [two, one]
        self.breakable = 0
        if self.breaks and not self.in_need_only:
            self.breakable = self.blocks(self.marks)
        self._list(own)
        if self.in_need_only and len(self.plays) == self.begin + 1 and not steps_of(self.plays[self.begin]):
            self.breakable = self.blocks(self.marks)
            if self.breakable:
                self._list(own)
        self.counts.append(len(self.plays) - self.begin)

    def _list(self, own: i64) -> None:
        """The plays of the throw as it is."""
        count = len(self.dice)
        self.forget()
        self.watched = self.jan_is_near(count)
        self.in_order = count > 1 and not (
            self.each_step
            or self.breakable > 0
            or self.running
            or self.sixes
            or self.marks & (STACK | OTHER_STACK) > 0
            or (self.entries_stand and own >= ON_BAR)
        )
        if self.in_order:
            if count == 2:
                self._play_two_numbers(own)
            else:
                self._down(own, ANYWHERE, 0, 0)
            # A game that ends on the way does not go on: then the order matters.
            self.in_order = not self.broken_off
            if self.broken_off:
                self.forget()
        if not self.in_order:
            self._every_order(own)
        if not (self.in_order and self.whole and (count == MOST_STEPS or self.most == 2)):
            self.ended += self.plays[self.begin :]
            del self.plays[self.begin :]
        if self.ended or self.half_wins:
            self.join()

    def _every_order(self, own: i64) -> None:
        """All plays, in whatever order men are moved."""
        self.watched = self.jan_at_once
        if self.entries_stand:
            self.entered = [0] * (BAR + 1)
        for seen in self.seen:
            seen.clear()
        self._further(own, self.open, 0, 0, 0, self.marks, 0)
        if len(self.dice) == 2:
            self.only_high()
            self.seen[1].clear()
            self.dice.reverse()
            self._further(own, self.open, 0, 0, 0, self.marks, 0)

    def _down(self, own: i64, below: i64, made: i64, play: i64) -> None:
        """The plays that go on behind so many steps of equal dice; men are moved from the highest down."""
        points = self.points
        one: i64 = 1
        die: i64 = self.dice[0]
        rest = self.sources(own, self.open, die, 0) & below
        made += 1
        source: i64 = 0
        bit: i64 = 1
        while rest > 0:
            if rest & 1:
                target = source - die
                here: i64 = points[source]
                then = own if here > 1 else own ^ bit
                step = source << 3 | die
                points[source] = here - 1
                there: i64 = 0
                if target > 0:
                    there = points[target]
                    if there < 0:
                        step |= 1 << TAKEN
                        points[target] = 1
                        points[0] -= 1
                    else:
                        points[target] = there + 1
                    then |= one << target
                if not self.reach(then, made, play << STEP | step, self.marks) and made < MOST_STEPS:
                    self._down(then, bit * 2 - 1, made, play << STEP | step)
                if target > 0:
                    if there < 0:
                        points[0] += 1
                    points[target] = there
                points[source] = here
            rest >>= 1
            source += 1
            bit <<= 1

    def _play_two_numbers(self, own: i64) -> None:
        """Two different numbers: the higher first, then the other way what that has not shown."""
        high: i64 = self.dice[0]
        low: i64 = self.dice[1]
        self.seen[2].clear()
        of_high = self.sources(own, self.open, high, 0)
        of_low = self.sources(own, self.open, low, 0)
        self._both(own, of_high, high, low, 0)
        self.only_high()
        # Men of points from which the higher can be played at once, have played it first.
        self._both(own, of_low, low, high, of_high)

    def _both(self, own: i64, rest: i64, die: i64, other: i64, known: i64) -> None:
        """The plays of a die from some points and then of another, not from points that are `known`."""
        points = self.points
        one: i64 = 1
        source: i64 = 0
        bit: i64 = 1
        firsts = rest
        while rest > 0:
            if rest & 1:
                target = source - die
                here: i64 = points[source]
                then = own if here > 1 else own ^ bit
                step = source << 3 | die
                points[source] = here - 1
                there: i64 = 0
                skipped = known
                if target > 0:
                    there = points[target]
                    if there < 0:
                        step |= 1 << TAKEN
                        points[target] = 1
                        points[0] -= 1
                    else:
                        points[target] = there + 1
                        if self.far:
                            # The same man by the other die first, or two of whom one takes the other's place.
                            if die > other:
                                if firsts >> (source - other) & 1:
                                    skipped |= one << target
                            elif known >> source & 1 and points[source - other] >= 0:
                                skipped |= one << target
                    then |= one << target
                if not self.reach(then, 1, step, self.marks):
                    self._second(then, other, ~skipped, step)
                if target > 0:
                    if there < 0:
                        points[0] += 1
                    points[target] = there
                points[source] = here
            rest >>= 1
            source += 1
            bit <<= 1

    def _second(self, own: i64, die: i64, allowed: i64, first: i64) -> None:
        """The plays of a die behind a step."""
        points = self.points
        one: i64 = 1
        rest = self.sources(own, self.open, die, 0) & allowed
        source: i64 = 0
        while rest > 0:
            if rest & 1:
                target = source - die
                here: i64 = points[source]
                step = source << 3 | die
                there: i64 = 0
                then = own
                if here == 1:
                    then ^= one << source
                if target > 0:
                    there = points[target]
                    then |= one << target
                    if there < 0:
                        step |= 1 << TAKEN
                play = first << STEP | step
                if self.far or is_added(self.seen[2], key_of(play)):
                    points[source] = here - 1
                    if target > 0:
                        points[target] = 1 if there < 0 else there + 1
                    if there < 0:
                        points[0] -= 1
                    self.reach(then, 2, play, self.marks)
                    if there < 0:
                        points[0] += 1
                    if target > 0:
                        points[target] = there
                    points[source] = here
            rest >>= 1
            source += 1

    def _further(
        self, own: i64, open_points: i64, made: i64, play: i64, key: i64, marks: i64, runner: i64
    ) -> None:
        """The plays that go on behind so many steps."""
        points = self.points
        one: i64 = 1
        die: i64 = self.dice[made]
        breakable = self.breakable
        rest = self.sources(own, open_points, die, runner)
        made += 1
        source: i64 = 0
        while rest > 0:
            if rest & 1:
                target = source - die
                here: i64 = points[source]
                step = source << 3 | die
                there: i64 = 0
                then = own
                wider = open_points
                after = marks
                running: i64 = 0
                further = key - MIXED[source]
                if here == 1:
                    then ^= one << source
                points[source] = here - 1
                if source == SEVENTH and marks & STACK and marks & BROKEN == 0:
                    after |= BROKEN
                    further += BROKEN_STACK
                if target > 0:
                    there = points[target]
                    then |= one << target
                    wider |= one << target
                    further += MIXED[target]
                    if there < 0:
                        step |= -there << TAKEN
                        points[0] += there
                        points[target] = 1
                        further += MIXED[HITS + target]
                        if target == THEIR_SEVENTH:
                            after &= ~OTHER_STACK
                        if there < -1:
                            self.breakable = self.blocks(after) if breakable else 0
                    else:
                        points[target] = there + 1
                    if self.running:
                        running = target
                if source == BAR and self.entries_stand:
                    self.entered[target] += 1
                    further += MIXED[ENTRIES + target]
                longer = play << STEP | step
                if (
                    (not self.each_step or self.may_land(target, there))
                    and is_added(self.seen[made], further)
                    and not self.reach(then, made, longer, after)
                    and made < len(self.dice)
                ):
                    self._further(then, wider, made, longer, further, after, running)
                if source == BAR and self.entries_stand:
                    self.entered[target] -= 1
                if target > 0:
                    if there < 0:
                        points[0] -= there
                    points[target] = there
                points[source] = here
                self.breakable = breakable
            rest >>= 1
            source += 1


def is_added(seen: set[int], key: i64) -> bool:
    """Return whether a key was not yet among those seen; it is now."""
    count = len(seen)
    seen.add(key)
    return len(seen) > count
