"""Positions of the old game in rows of an array, and what the plays of throws win there.

A row holds 26 counts, as a board of modern kotra does, and behind them what is remembered: marks, forms that
were paid, throws that follow an úttekt, and what the play that led here has won. `rules/old_outcome.py` says
what wins; tests hold what comes out here equal to it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.board.points import TURNS, Turning
from kotra_notation.engine.many_plays import BIAS, THROWS, ManyPlays
from kotra_notation.engine.results import FORM_NAMES as NAMES
from kotra_notation.engine.results import OUTCOMES, OWN_OUTCOMES
from kotra_notation.fast.old_kernel import OldThrows
from kotra_notation.fast.old_kernel_board import STEP
from kotra_notation.fast.old_kernel_plays import DECLARES, MARKS, ONE_MARKS, TAKEN
from kotra_notation.rules.marks import from_other_side
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.old_outcome import (
    MEN,
    THEIR_ENTRY,
    enterable,
    forms_counted,
    half_value,
    limit,
    reachable,
    value,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules.ruleset import OptionValue

    Flags = NDArray[np.bool_]

BOARD = 26
# What stands where behind the board: marks; forms that were paid to the one and the other; which throws these
# are, how many there were of them; how many in succession could not be played; whether this side began; the
# best form of the after-throws; an úttekt that the last throw may yet make a draw.
REMEMBERED = range(BOARD, 34)
MARKED, PAID, THEIRS_PAID, PHASE, THROWN, IDLE, BEGAN, LATE = REMEMBERED
PENDING = 34
# What the play that led here has won: forms, the same by half, how the game was won, how often mor is added;
# an úttekt of the other side; whether the game is over, whether the same side throws again, and whether half
# a win was declared.
WON = range(35, 43)
WON_FORMS, WON_HALVES, WON_BY, WON_MOR, THEIR_UTTEKT, OVER, AGAIN, DECLARED = WON
WIDTH = 48
PLAY, LAST_THROW, AFTER_THROWS = range(3)
BY_UTTEKT, BY_JAN, BY_STOR_JAN, BY_DRAW = range(1, 5)

SIDE = len(OWN_OUTCOMES)
MIRRORED = (*range(SIDE, 2 * SIDE), *range(SIDE), 2 * SIDE)
SWAPPED = np.array([from_other_side(marks) for marks in range(64)], np.int8)
TURNED = np.array(TURNS[Turning.TWELVE])
WORDS = WIDTH // 8


def changes() -> NDArray[np.uint64]:
    """What each step of the kernel changes in a row, in eight bytes at a time; no step changes nothing."""
    steps = np.arange(1 << STEP)
    taken, source, die = steps >> TAKEN, steps >> 3 & 31, steps & 7
    array = np.zeros((len(steps), WIDTH), np.int64)
    real = np.flatnonzero((source >= 1) & (source < BOARD) & (die >= 1) & (die <= 6))
    array[real, source[real]] -= 1
    landing = real[source[real] > die[real]]
    targets = source[landing] - die[landing]
    array[landing, targets] += 1 + taken[landing]
    array[landing, 0] -= taken[landing]
    shifts = np.uint64(1) << np.arange(0, 64, 8, dtype=np.uint64)
    words: NDArray[np.uint64] = (array.reshape(-1, WORDS, 8).astype(np.uint64) * shifts).sum(axis=2)
    return words


class Wins(NamedTuple):
    """What plays have won beside the forms: whether by jan or stór jan, and whether by úttekt."""

    jan: Flags
    stor: Flags
    uttekt: Flags


class OldRows:
    """The old game under options, for many positions at a time."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.options = options
        self.kernel = OldThrows(options)
        self.changes = changes()
        counted = {formation.name for formation in forms_counted(options)}
        self.forms = [(place, FORMS[name].men) for place, name in enumerate(NAMES) if name in counted]
        self.limits = {name: limit(name, options) for name in NAMES}
        # By point and count, whether a dead man of the other side may enter there.
        self.enter = np.array(
            [[enterable(count, point, options) for count in range(-MEN, MEN + 1)] for point in THEIR_ENTRY]
        )

    @cached_property
    def points(self) -> Floats:
        """Return what each outcome is worth to the side that sees it."""
        own = [
            value("jan" if name == "stor_jan" else name, self.options)
            if not name.startswith("half_")
            else half_value(name.removeprefix("half_"), self.options, lone=False)
            for name in OWN_OUTCOMES
        ]
        return np.array([*own, *(-one for one in own), 0], np.float32)

    @cached_property
    def comes(self) -> Floats:
        """For each outcome 1 if it can come of a game under these options, else 0."""
        options = self.options
        halves = options["half.forms"]
        assert isinstance(halves, frozenset)
        never = {f"half_{name}" for name in NAMES if name not in halves}
        for name, may in (
            ("stor_jan", options["jan.stor_label"]),
            ("litil", options["forms.litil"]),
            ("mor", options["mor.condition"]),
            ("draw", options["deadlock"] or options["last_throw"]),
        ):
            if not may:
                never.add(name)
        return np.array([name.removeprefix("-") not in never for name in OUTCOMES], np.float32)

    # Plays

    def plays(self, rows: Boards, dice: NDArray[np.integer]) -> ManyPlays:
        """The rows behind the plays of each row's own throw, each once, in the order of the throws."""
        kernel = self.kernel
        kernel.plays.clear()
        kernel.counts.clear()
        for row, (one, two) in zip(rows.tolist(), dice.tolist(), strict=True):
            kernel.add(row[:BOARD], row[MARKED], one, two)
        return self._behind(rows, np.arange(len(rows)))

    def plays_of_all_throws(self, rows: Boards) -> ManyPlays:
        """The same of all 21 throws of each row."""
        kernel = self.kernel
        kernel.plays.clear()
        kernel.counts.clear()
        for row in rows.tolist():
            kernel.add_all(row[:BOARD], row[MARKED])
        return self._behind(rows, np.repeat(np.arange(len(rows)), len(THROWS)))

    def _behind(self, rows: Boards, parents: Numbers) -> ManyPlays:
        """The rows behind the plays that the kernel has listed; `parents` tells for each throw its row."""
        plays = np.array(self.kernel.plays, np.int64)
        throws = np.repeat(np.arange(len(parents)), self.kernel.counts)
        before = rows[parents[throws]]
        return ManyPlays(self.behind(before, plays), throws)

    def behind(self, before: Boards, plays: NDArray[np.int64]) -> Boards:
        """The rows behind plays, each of its own row, with what they have won."""
        words = (before.view(np.uint8) + np.uint8(BIAS)).view(np.uint64)
        for shift in range(0, MARKS, STEP):
            words += self.changes.take(plays >> shift & (1 << STEP) - 1, axis=0)
        after = (words.view(np.uint8) - np.uint8(BIAS)).view(np.int8)
        after[:, MARKED] = plays >> MARKS & ONE_MARKS
        after[:, DECLARED] = plays >> DECLARES & 1
        half, moved = after[:, DECLARED] > 0, plays & (1 << MARKS) - 1 > 0
        phases = before[:, PHASE]
        if not phases.any():
            self._win(before, after, half, moved)
            return after
        for phase, win in (
            (PLAY, self._win),
            (LAST_THROW, self._throw_last),
            (AFTER_THROWS, self._throw_after),
        ):
            at = np.flatnonzero(phases == phase)
            some = after[at]
            win(before[at], some, half[at], moved[at])
            after[at] = some
        return after

    # What a play wins

    def _win(self, before: Boards, after: Boards, half: Flags, moved: Flags) -> None:
        """What plays win in the game itself, written into their rows."""
        after[:, IDLE] = np.where(moved, 0, after[:, IDLE] + 1)
        wins = self._main(after, moved)
        main = wins.jan | wins.uttekt
        formed = self._new_forms(before, after)
        rows = np.flatnonzero(main | (formed >= 0))
        hits = after[:, 0] < before[:, 0]
        ends, on_jan = bool(self.options["forms.end_game"]), bool(self.options["mor.on_jan"])
        for at in rows.tolist():
            row = after[at]
            by = (BY_STOR_JAN if wins.stor[at] else BY_JAN) if wins.jan[at] else BY_UTTEKT if main[at] else 0
            place = int(formed[at])
            if place >= 0 and row[PAID] >> place & 1:
                place = -1
            if ends and by and place >= 0:
                of_form = self._form_points(place, half=bool(half[at]))
                if of_form > value("uttekt" if by == BY_UTTEKT else "jan", self.options):
                    by = 0
                else:
                    place = -1
            raised = int(place >= 0) + int(by == BY_UTTEKT or (by > 0 and on_jan))
            row[WON_BY] = by
            row[WON_MOR] = raised if self._adds_mor(row, hit=bool(hits[at])) else 0
            if place >= 0:
                row[WON_HALVES if half[at] else WON_FORMS] = 1 << place
                row[PAID] |= 1 << place
            row[OVER] = by > 0 or (place >= 0 and (ends or bool(half[at])))
            if by == BY_UTTEKT:
                self._what_follows(row)
        if self.options["deadlock"]:
            for at in np.flatnonzero((after[:, IDLE] >= 2) & (after[:, OVER] == 0)).tolist():
                if self._is_deadlock(after[at]):
                    after[at, WON_BY], after[at, OVER] = BY_DRAW, 1

    def _main(self, after: Boards, moved: Flags) -> Wins:
        """Return which plays win by jan, by stór jan and by úttekt."""
        jan, stor = np.zeros((2, len(after)), bool)
        at = np.flatnonzero((after[:, 0] < 0) & moved)
        if len(at):
            free = self.free(after[at])
            jan[at] = -after[at, 0] > free
            if self.options["jan.stor_label"]:
                held = (after[at, THEIR_ENTRY.start : THEIR_ENTRY.stop] > 1).any(axis=1)
                stor[at] = jan[at] & (free == 0) & held
        uttekt = (after[:, 1:BOARD] <= 0).all(axis=1) & ~jan
        return Wins(jan, stor, uttekt)

    def free(self, rows: Boards) -> NDArray[np.int64]:
        """On how many points dead men of the other side may enter."""
        entry = rows[:, THEIR_ENTRY.start : THEIR_ENTRY.stop].astype(np.intp) + MEN
        array: NDArray[np.int64] = self.enter[np.arange(len(THEIR_ENTRY)), entry].sum(axis=1)
        return array

    def _new_forms(self, before: Boards, after: Boards) -> NDArray[np.int8]:
        """The place of the form in which all men stand behind each play and did not stand before, or -1."""
        array = np.full(len(after), -1, np.int8)
        near = np.flatnonzero((after[:, 1] >= 3) | (after[:, 2] == 3))
        if len(near):
            forms = self._forms(after[near])
            array[near] = np.where(forms == self._forms(before[near]), -1, forms)
        return array

    def _forms(self, rows: Boards) -> NDArray[np.int8]:
        array = np.full(len(rows), -1, np.int8)
        for place, men in self.forms:
            stands = np.logical_and.reduce([rows[:, point] == count for point, count in men.items()])
            array[stands] = place
        return array

    def _adds_mor(self, row: Boards, *, hit: bool) -> bool:
        if self.options["mor.condition"] == "dead-man":
            return bool(row[0] < 0)
        return hit and self.options["mor.condition"] == "hit-in-throw"

    def _form_points(self, place: int, *, half: bool) -> float:
        name = NAMES[place]
        return half_value(name, self.options, lone=False) if half else value(name, self.options)

    def _is_deadlock(self, row: Boards) -> bool:
        """Return whether neither side can play any throw."""
        seen = (row, for_next_throw(row[None])[0])
        return not any(self.kernel.playable(one[:BOARD].tolist(), int(one[MARKED])) for one in seen)

    # What follows an úttekt

    def _what_follows(self, row: Boards) -> None:
        """An úttekt may wait for the last throw, or be followed by after-throws of the other side."""
        if self.options["last_throw"] and row[BEGAN] and row[PHASE] == PLAY:
            row[PENDING], row[WON_BY], row[WON_MOR] = 1 + row[WON_MOR], 0, 0
            row[PHASE], row[THROWN], row[OVER] = LAST_THROW, 0, 0
            return
        self._begin_after(row, for_next_throw(row[None])[0])

    def _begin_after(self, row: Boards, loser: Boards) -> None:
        """After-throws begin where the loser may still reach a form."""
        if self.options["after"] and self._in_reach(loser, 0):
            row[PHASE], row[THROWN], row[OVER] = AFTER_THROWS, 0, 0

    def _in_reach(self, row: Boards, thrown: int) -> bool:
        """Return whether the side that sees the row can reach a form with the after-throws that are left."""
        points = row[:BOARD].tolist()
        if sum(count for count in points if count > 0) < MEN:
            return False
        return any(
            reachable(points, NAMES[place], self.limits[NAMES[place]] - thrown)
            for place, _ in self.forms
            if not row[PAID] >> place & 1
        )

    def _throw_last(self, before: Boards, after: Boards, half: Flags, moved: Flags) -> None:
        """The last throw: a draw if it bore off the last man, else the úttekt stands."""
        for row in after:
            if max(row[1:BOARD]) <= 0:
                row[WON_BY], row[OVER] = BY_DRAW, 1
                continue
            row[THEIR_UTTEKT], row[PENDING], row[AGAIN], row[OVER] = row[PENDING], 0, 1, 1
            self._begin_after(row, row)

    def _throw_after(self, before: Boards, after: Boards, half: Flags, moved: Flags) -> None:
        """An after-throw; the phase ends when nothing more can be won."""
        claim = self.options["after.claim"]
        formed = self._new_forms(before, after)
        for at, row in enumerate(after):
            row[THROWN] += 1
            row[AGAIN] = 1
            place, claimed = int(formed[at]), False
            if place >= 0 and row[THROWN] <= self.limits[NAMES[place]] and not row[PAID] >> place & 1:
                won = (place + 1) | 16 * bool(half[at])
                claimed = bool(half[at]) or claim == "first"
                row[PAID] |= 1 << place
                if claim != "best":
                    self._pay(row, won)
                elif not row[LATE] or self._late_points(won) > self._late_points(int(row[LATE])):
                    row[LATE] = won
            if claimed or not self._in_reach(row, int(row[THROWN])):
                row[OVER] = 1
                if row[LATE]:
                    self._pay(row, int(row[LATE]))

    def _late_points(self, won: int) -> float:
        return self._form_points((won & 15) - 1, half=won > 15)

    def _pay(self, row: Boards, won: int) -> None:
        row[WON_HALVES if won > 15 else WON_FORMS] |= 1 << (won & 15) - 1


def for_next_throw(rows: Boards) -> Boards:
    """The rows behind plays as the side sees them that throws next."""
    array = np.zeros_like(rows)
    array[:, :BOARD] = -rows[:, TURNED]
    array[:, MARKED] = SWAPPED[rows[:, MARKED]]
    array[:, PAID], array[:, THEIRS_PAID] = rows[:, THEIRS_PAID], rows[:, PAID]
    array[:, BEGAN] = 1 - rows[:, BEGAN]
    for kept in (PHASE, THROWN, IDLE, LATE, PENDING):
        array[:, kept] = rows[:, kept]
    again = rows[:, AGAIN] > 0
    if again.any():
        array[again] = rows[again]
        array[again, WON.start : WON.stop] = 0
    return array


def outcomes_won(rows: Boards) -> Floats:
    """Return what the plays behind which these rows stand have won, outcome by outcome."""
    array = np.zeros((len(rows), len(OUTCOMES)), np.float32)
    at = np.flatnonzero(rows[:, WON.start : WON.stop].any(axis=1))
    some = rows[at]
    gained = np.zeros((len(at), len(OUTCOMES)), np.float32)
    for by, place in ((BY_UTTEKT, 0), (BY_JAN, 1), (BY_STOR_JAN, 2), (BY_DRAW, len(OUTCOMES) - 1)):
        gained[:, place] = some[:, WON_BY] == by
    for place in range(len(NAMES)):
        gained[:, 3 + place] = some[:, WON_FORMS] >> place & 1
        gained[:, 3 + len(NAMES) + place] = some[:, WON_HALVES] >> place & 1
    gained[:, SIDE - 1] = some[:, WON_MOR]
    theirs = some[:, THEIR_UTTEKT] > 0
    gained[:, SIDE] = theirs
    gained[:, 2 * SIDE - 1] = np.where(theirs, some[:, THEIR_UTTEKT] - 1, 0)
    array[at] = gained
    return array


def other_side(chances: Floats) -> Floats:
    """The chances of the one who is not on roll."""
    return chances[:, MIRRORED]
