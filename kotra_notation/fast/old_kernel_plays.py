"""The plays found of a throw in the old game: which use most of it, end the game or win half of it.

Ints, lists and sets of ints only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.fast.old_kernel_board import BAR, STEP, OldKernelBoard
from kotra_notation.rules.old_icelandic import FORMS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mypy_extensions import i64

    from kotra_notation.rules.ruleset import OptionValue

# In a step the men it takes stand from this bit on. Above the steps of a play stand the marks at its end, and
# whether half a win is declared.
TAKEN: Final = 8
ONE_STEP: Final = (1 << STEP) - 1
MARKS: Final = 4 * STEP
ONE_MARKS: Final = 63
DECLARES: Final = MARKS + 6
HALF: Final = 1 << DECLARES
MOST_STEPS: Final = 4
# What a man on a point, a point that was hit, a man who entered there and a broken stack add to the number
# that tells the boards of a throw apart. They are numbers at random, of 56 bits: two boards of a throw do
# not have the same by any chance that matters.
MIXED: Final = [pow(7, 97 + point, (1 << 61) - 1) >> 5 for point in range(3 * BAR + 3)]
HITS: Final = BAR + 1
ENTRIES: Final = 2 * BAR + 2
# Of a form the men by points; the forms in the order of `FORMS`.
FORM_MEN: Final[list[list[int]]] = [[form.men.get(point, 0) for point in range(7)] for form in FORMS.values()]
NO_FORM: Final = -1
LITIL: Final = list(FORMS).index("litil")


class OldKernelPlays(OldKernelBoard):
    """The plays of throws, and how many each throw has."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        super().__init__(options)
        self.plays: list[int] = []
        self.counts: list[int] = []
        halves = options["half.forms"]
        assert isinstance(halves, frozenset)
        self.max_use: bool = bool(options["dice.max_use"])
        self.higher_die: bool = bool(options["dice.higher_die"])
        self.halves: list[bool] = [name in halves for name in FORMS]
        self.any_halves: bool = bool(halves)
        self.litil: bool = bool(options["forms.litil"])
        # The throw: its numbers in the order in which they are played, and whether as much of it as possible
        # must be played.
        self.dice: list[int] = []
        self.whole = True
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

    def forget(self) -> None:
        """No play of the throw is known yet; it may be that none can be made."""
        del self.plays[self.begin :]
        self.plays.append(self.marks_at_end(self.marks) << MARKS)
        if self.ended:
            self.ended = []
        if self.half_wins:
            self.half_wins = []
        self.most = 0
        self.ones = True
        self.broken_off = False

    def join(self) -> None:
        """All plays of the throw, each board once; behind them those by which half a win is declared."""
        known: set[int] = set()
        plays = self.ended + self.plays[self.begin :]
        del self.plays[self.begin :]
        for play in plays:
            key = key_of(play)
            if key not in known:
                known.add(key)
                self.plays.append(play)
        for play in self.half_wins:
            key = key_of(play)
            if key not in known:
                known.add(key)
                self.plays.append(play | HALF)

    def only_high(self) -> None:
        """Once the higher number alone can be played, the lower alone is not, where it must be the higher."""
        if self.most == 1 and self.higher_die and self.whole and len(self.plays) > self.begin:
            self.ones = False

    def reach(self, own: i64, made: i64, play: i64, marks: i64) -> bool:
        """A board was reached on which a play may end; whether the game is over there."""
        if own == 0 or (self.watched and self.points[0] < 0 and self.is_jan(made)):
            self.ended.append(self.marks_at_end(marks) << MARKS | play)
            if made > self.most:
                self._longer(made)
            if own > 0 and made < len(self.dice):
                self.broken_off = True
            return True
        if (made >= self.most or not self.whole or self.any_halves) and self.stands(play):
            done = self.marks_at_end(marks) << MARKS | play
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
            while len(self.plays) > self.begin:
                self.plays.pop()


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


def steps_of(play: i64) -> i64:
    """The steps of a play alone."""
    ones: i64 = (1 << MARKS) - 1
    return play & ones


def key_of(play: i64) -> i64:
    """A number that tells the board and the marks behind a play."""
    found = play >> MARKS & ONE_MARKS
    rest = steps_of(play)
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
