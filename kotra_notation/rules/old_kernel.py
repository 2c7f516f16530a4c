"""The old game at speed: the plays of throws as numbers, those of `engine.legal_plays` and `forms.half_wins`.

All options are known; the step and play rules of `old_steps.py` stay the definition, and tests hold this against
them. Points are the bits of a number too, so that it takes a few operations to know from where a die can be
played. Mostly men can be moved in one order, the highest first, and no board comes twice; where the order may
matter (a step that ends the game, a block that may be broken, a first double) every order is tried.

Ints, lists and sets of ints only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.rules.old_icelandic import FORMS

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
# A step is a number: how many men it takes, its source, its die. A play is its steps, the last one lowest; above
# them stand the marks at its end (`rules/marks.py`), and whether a half win is declared.
STEP: Final = 12
ONE_STEP: Final = (1 << STEP) - 1
TAKEN: Final = 8
MARKS: Final = 4 * STEP
ONE_MARKS: Final = 63
DECLARES: Final = MARKS + 6
HALF: Final = 1 << DECLARES
MOST_STEPS: Final = 4
# The marks themselves.
FRESH: Final = 1
UNLOCKED: Final = 4
STACK: Final = 16
OTHER_STACK: Final = 32
BROKEN: Final = 64
LASTING: Final = 63
ON_BAR: Final = 1 << BAR
ON_POINTS: Final = ON_BAR - 2
# By dies, the points from which a man leaves the far side, and those from which he passes the eleventh point.
LEAVING: Final = [sum(1 << point for point in range(13, 13 + die)) for die in range(7)]
PASSING: Final = [sum(1 << point for point in range(14, 14 + die)) for die in range(7)]
# What a man on a point, a point that was hit, a man who entered there and a broken stack add to the number that
# tells the boards of a throw apart. They are numbers at random: that two boards of a throw have the same is not
# to be expected in a thousand million years of play.
MIXED: Final = [pow(7, 97 + point, (1 << 61) - 1) >> 5 for point in range(3 * BAR + 3)]
HITS: Final = BAR + 1
ENTRIES: Final = 2 * BAR + 2
BROKEN_STACK: Final = MIXED[ENTRIES]
# Of a form the men by points; the forms in the order of `FORMS`.
FORM_MEN: Final = [[form.men.get(point, 0) for point in range(7)] for form in FORMS.values()]
NO_FORM: Final = -1
LITIL: Final = list(FORMS).index("litil")


class OldThrows:
    """The plays of throws under options, and how many each throw has."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.plays: list[int] = []
        self.counts: list[int] = []
        five = options["five_off.rule"]
        halves = options["half.forms"]
        assert isinstance(five, frozenset)
        assert isinstance(halves, frozenset)
        self.max_use = bool(options["dice.max_use"])
        self.higher_die = bool(options["dice.higher_die"])
        self.one_man = options["first_throw.double"] == "one-man"
        self.four_sixes = options["first_throw.six_six"] == "four-to-7th"
        self.leave_far = "leave-far" in five
        self.pass_11 = "pass-11" in five
        self.five_to_double = "stack" in five
        self.never_dead = options["five_off.count"] == "never-dead"
        self.zone_rule = options["stack.rule"] == "zone"
        self.stacks = options["stack.rule"] is not None
        self.latch = options["stack.latch"] == "once"
        self.each_step = self.stacks and options["stack.check"] == "each-step"
        self.breaks = options["prime_break"] == "six"
        self.in_need_only = self.breaks and options["prime_break.when"] == "no-other-play"
        self.onto_empty = options["entry.onto"] == "empty"
        self.onto_start = options["entry.own"] == "start"
        self.onto_own = options["entry.own"] in ("touch", "always")
        self.entries_stand = options["entry.own"] == "always"
        self.zone: i64 = 12 if options["bearoff.zone"] == "half" else 6
        self.jan_at_once = options["jan.test"] == "step"
        self.only_empty = options["jan.count"] == "empty"
        self.enemy_open = options["jan.enemy_points"] == "open"
        self.halves = [name in halves for name in FORMS]
        self.any_halves = bool(halves)
        self.litil = bool(options["forms.litil"])
        # The board, seen by its mover, as it was and as it is, and the marks that it began with.
        self.before: list[int] = []
        self.points: list[int] = []
        self.marks: i64 = 0
        self.open: i64 = 0
        self.breakable: i64 = 0
        # Of the other side: its dead men, those that stand alone, and the points on which it may enter; and so
        # many dead men it may have whatever the throw brings.
        self.dead: i64 = 0
        self.alone: i64 = 0
        self.enterable: i64 = 0
        self.few: i64 = 0
        # Whether men can be moved in one order without losing a board, and whether nobody can be borne off.
        self.in_order = True
        self.far = True
        # The throw: its numbers in the order in which they are played, and whether it is a first 6-6.
        self.dice: list[int] = []
        self.sixes = False
        self.running = False
        self.whole = True
        # Boards that were reached, by numbers used, where boards can come twice.
        self.seen: list[set[int]] = [set(), set(), set(), set(), set()]
        self.entered: list[int] = [0] * (BAR + 1)
        # Where the plays of the throw begin in the list; those that end the game, and half wins; the most
        # numbers that a play uses, and whether plays of one number may still be kept.
        self.begin: i64 = 0
        self.ended: list[int] = []
        self.half_wins: list[int] = []
        self.most: i64 = 0
        self.ones = True
        # Whether a step may end the game before the last; and whether one did.
        self.watched = False
        self.broken_off = False

    def add(self, points: Sequence[int], marks: i64, one: i64, two: i64) -> None:
        """The plays of a throw on a board, seen by its mover; of one die alone `two` is 0."""
        own = self._begin(points, marks)
        self._throw(own, one, two)

    def add_all(self, points: Sequence[int], marks: i64) -> None:
        """The plays of all throws: 11, 21, 22, 31 … 66."""
        own = self._begin(points, marks)
        high: i64 = 1
        while high <= 6:
            low: i64 = 1
            while low <= high:
                self._throw(own, high, low)
                low += 1
            high += 1

    def playable(self, points: Sequence[int], marks: i64) -> bool:
        """Whether any throw can be played."""
        own = self._begin(points, marks)
        before, counts = len(self.plays), len(self.counts)
        found = False
        high: i64 = 1
        while high <= 6 and not found:
            low: i64 = 1
            while low <= high and not found:
                self._throw(own, high, low)
                for play in self.plays[before:]:
                    if _steps(play):
                        found = True
                del self.plays[before:]
                del self.counts[counts:]
                low += 1
            high += 1
        return found

    def _begin(self, points: Sequence[int], marks: i64) -> i64:
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
            self.breakable = self._blocks(self.marks)
        self._list(own)
        if self.in_need_only and len(self.plays) == self.begin + 1 and not _steps(self.plays[self.begin]):
            self.breakable = self._blocks(self.marks)
            if self.breakable:
                self._list(own)
        self.counts.append(len(self.plays) - self.begin)

    def _list(self, own: i64) -> None:
        """The plays of the throw as it is."""
        count = len(self.dice)
        self._forget()
        self.watched = self._jan_is_near(count)
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
                self._parted(own)
            else:
                self._down(own, ON_POINTS | ON_BAR, 0, 0)
            # A game that ends on the way does not go on: then the order matters.
            self.in_order = not self.broken_off
            if self.broken_off:
                self._forget()
        if not self.in_order:
            self._every_order(own)
        if not (self.in_order and self.whole and (count == MOST_STEPS or self.most == 2)):
            self.ended += self.plays[self.begin :]
            del self.plays[self.begin :]
        if self.ended or self.half_wins:
            self._join()

    def _forget(self) -> None:
        """No play of the throw is known yet; it may be that none can be made."""
        del self.plays[self.begin :]
        self.plays.append(self._settled(self.marks) << MARKS)
        if self.ended:
            self.ended = []
        if self.half_wins:
            self.half_wins = []
        self.most = 0
        self.ones = True
        self.broken_off = False

    def _join(self) -> None:
        """All plays of the throw, each board once; behind them those by which half a win is declared."""
        known: set[int] = set()
        plays = self.ended + self.plays[self.begin :]
        del self.plays[self.begin :]
        for play in plays:
            key = _key(play)
            if key not in known:
                known.add(key)
                self.plays.append(play)
        for play in self.half_wins:
            key = _key(play)
            if key not in known:
                known.add(key)
                self.plays.append(play | HALF)

    def _sources(self, own: i64, open_points: i64, die: i64, runner: i64) -> i64:
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

    def _down(self, own: i64, below: i64, made: i64, play: i64) -> None:
        """The plays that go on behind so many steps of equal dice; men are moved from the highest down."""
        points = self.points
        one: i64 = 1
        die: i64 = self.dice[0]
        rest = self._sources(own, self.open, die, 0) & below
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
                if not self._reach(then, made, play << STEP | step, self.marks) and made < MOST_STEPS:
                    self._down(then, bit * 2 - 1, made, play << STEP | step)
                if target > 0:
                    if there < 0:
                        points[0] += 1
                    points[target] = there
                points[source] = here
            rest >>= 1
            source += 1
            bit <<= 1

    def _parted(self, own: i64) -> None:
        """Two different numbers: the higher first, then the other way what that has not shown."""
        high: i64 = self.dice[0]
        low: i64 = self.dice[1]
        self.seen[2].clear()
        of_high = self._sources(own, self.open, high, 0)
        of_low = self._sources(own, self.open, low, 0)
        self._both(own, of_high, high, low, 0)
        self._only_high()
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
                            # The same man by the other die first, or two men of whom one takes the other's place.
                            if die > other:
                                if firsts >> (source - other) & 1:
                                    skipped |= one << target
                            elif known >> source & 1 and points[source - other] >= 0:
                                skipped |= one << target
                    then |= one << target
                if not self._reach(then, 1, step, self.marks):
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
        rest = self._sources(own, self.open, die, 0) & allowed
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
                if self.far or self._is_new(play):
                    points[source] = here - 1
                    if target > 0:
                        points[target] = 1 if there < 0 else there + 1
                    if there < 0:
                        points[0] -= 1
                    self._reach(then, 2, play, self.marks)
                    if there < 0:
                        points[0] += 1
                    if target > 0:
                        points[target] = there
                    points[source] = here
            rest >>= 1
            source += 1

    def _is_new(self, play: i64) -> bool:
        """Whether no two steps before have led to the same board."""
        key = _key(play)
        if key in self.seen[2]:
            return False
        self.seen[2].add(key)
        return True

    def _every_order(self, own: i64) -> None:
        """All plays, in whatever order men are moved."""
        self.watched = self.jan_at_once
        self.few = 0
        if self.entries_stand:
            self.entered = [0] * (BAR + 1)
        for seen in self.seen:
            seen.clear()
        self._further(own, self.open, 0, 0, 0, self.marks, 0)
        if len(self.dice) == 2:
            self._only_high()
            self.seen[1].clear()
            self.dice.reverse()
            self._further(own, self.open, 0, 0, 0, self.marks, 0)

    def _only_high(self) -> None:
        """Once the higher number alone can be played, the lower alone is not, where it must be the higher."""
        if self.most == 1 and self.higher_die and self.whole and len(self.plays) > self.begin:
            self.ones = False

    def _further(
        self, own: i64, open_points: i64, made: i64, play: i64, key: i64, marks: i64, runner: i64
    ) -> None:
        """The plays that go on behind so many steps."""
        points = self.points
        one: i64 = 1
        die: i64 = self.dice[made]
        breakable = self.breakable
        rest = self._sources(own, open_points, die, runner)
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
                            self.breakable = self._blocks(after) if breakable else 0
                    else:
                        points[target] = there + 1
                    if self.running:
                        running = target
                if source == BAR and self.entries_stand:
                    self.entered[target] += 1
                    further += MIXED[ENTRIES + target]
                longer = play << STEP | step
                if not self.each_step or self._may_land(target, there):
                    if further not in self.seen[made]:
                        self.seen[made].add(further)
                        if not self._reach(then, made, longer, after) and made < len(self.dice):
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

    def _reach(self, own: i64, made: i64, play: i64, marks: i64) -> bool:
        """A board was reached on which a play may end; whether the game is over there."""
        if own == 0 or (self.watched and self.points[0] < 0 and self._is_jan()):
            self.ended.append(self._settled(marks) << MARKS | play)
            if made > self.most:
                self._longer(made)
            if own > 0 and made < len(self.dice):
                self.broken_off = True
            return True
        if (made >= self.most or not self.whole or self.any_halves) and self._stands(play):
            done = self._settled(marks) << MARKS | play
            if made > self.most:
                self._longer(made)
            if (made == self.most and (made > 1 or self.ones)) or not self.whole:
                self.plays.append(done)
            if self.any_halves:
                self._half_win(done)
        return False

    def _half_win(self, play: i64) -> None:
        """A play after which half a win may be declared is kept."""
        points = self.points
        first: i64 = points[1]
        second: i64 = points[2]
        if first >= 3 or second == 3:
            form = form_of(points, self.litil)
            if form > NO_FORM and self.halves[form]:
                self.half_wins.append(play)

    def _longer(self, made: i64) -> None:
        """A play uses more numbers than all before, which go where as many as possible must be used."""
        self.most = made
        if self.whole:
            del self.plays[self.begin :]

    def _stands(self, play: i64) -> bool:
        """Whether two men stand together only where they may, or stood before."""
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
        """Whether two men may stand on a point, or are excused there."""
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

    def _may_land(self, target: i64, there: i64) -> bool:
        """Whether a step has not brought two men together where they may not stand."""
        if target <= 0 or target == START or there < 1 or there + 1 <= self.before[target]:
            return True
        return self._may_double(target)

    def _off_start(self) -> i64:
        """How many men count as having left the start."""
        men: i64 = self.points[START]
        dead: i64 = 0
        if self.never_dead:
            dead = self.points[BAR]
        return MEN - men - dead

    def _settled(self, marks: i64) -> i64:
        """The marks at the end of a play."""
        after = marks & LASTING
        if marks & BROKEN:
            after &= ~STACK
        elif self.sixes and self.points[SEVENTH] - self.before[SEVENTH] == MOST_STEPS:
            after |= STACK
        if self.points[TWELFTH] > 0:
            after |= UNLOCKED
        return after & ~FRESH

    def _is_jan(self) -> bool:
        """Whether the other side has more dead men than points to enter on."""
        dead: i64 = self.points[0]
        return -dead > self.few and -dead > self._enterable()

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

    def _jan_is_near(self, count: i64) -> bool:
        """Whether a few steps might make more dead men than there are points to enter on."""
        self.few = self.enterable - count
        hits = self.alone if self.alone < count else count
        return self.jan_at_once and self.dead + hits > 0 and self.dead + hits > self.few

    def _blocks(self, marks: i64) -> i64:
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


def form_of(points: list[int], litil: bool) -> i64:
    """The form in which all men stand, by its place in `FORMS`, or -1."""
    if points[1] < 3 and points[2] != 3:
        return NO_FORM
    place: i64 = 0
    while place < len(FORM_MEN):
        men = FORM_MEN[place]
        point: i64 = 1
        while point <= 6 and (men[point] == 0 or points[point] == men[point]):
            point += 1
        if point == 7:
            return NO_FORM if place == LITIL and not litil else place
        place += 1
    return NO_FORM


def _steps(play: i64) -> i64:
    """The steps of a play alone."""
    ones: i64 = (1 << MARKS) - 1
    return play & ones


def _key(play: i64) -> i64:
    """A number that tells the board and the marks behind a play."""
    found = play >> MARKS & ONE_MARKS
    rest = _steps(play)
    while rest:
        source = rest >> 3 & 31
        target = source - (rest & 7)
        found -= MIXED[source]
        if target > 0:
            found += MIXED[target]
            if rest & ONE_STEP >> TAKEN << TAKEN:
                found += MIXED[HITS + target]
        rest >>= STEP
    return found
