"""The old game for the engine: one net, which says of every outcome how likely it still is.

What the net sees of a row: the men, four numbers for each point and side; dead men and the points on which
they may enter, which decide a jan; what is remembered beyond the men; and pips, for when contact is over.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.board import OFF
from kotra_notation.board.points import Memory
from kotra_notation.engine import bearoff, old_rows
from kotra_notation.engine.evaluator import AskedPositions
from kotra_notation.engine.many_plays import BAR, ManyPlays, in_order
from kotra_notation.engine.nets import INPUTS, MEN, NetKind, inputs
from kotra_notation.engine.old_rows import (
    AFTER_THROWS,
    BEGAN,
    BOARD,
    DECLARED,
    LAST_THROW,
    LATE,
    MARKED,
    MIRRORED,
    OVER,
    PAID,
    PENDING,
    PHASE,
    THEIRS_PAID,
    THROWN,
    WIDTH,
    OldRows,
    for_next_throw,
)
from kotra_notation.engine.results import FORM_NAMES as NAMES
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.fast.old_kernel_board import STEP
from kotra_notation.fast.old_kernel_plays import MARKS as MARKS_AT
from kotra_notation.fast.old_kernel_plays import ONE_STEP
from kotra_notation.rules import Step, marks
from kotra_notation.rules.old_outcome import value
from kotra_notation.statistics.conventions import UNIT_OF_JAN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.evaluator import Flags, PlayKey, Worths
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats, Nets
    from kotra_notation.rules.ruleset import OptionValue

# Beside the men: of either side men off, points to enter on, how far it is from jan and whether it is near,
# and pips; marks, forms that were paid, and what throws follow an úttekt.
NEAR_JAN = 4
MARKS, FORMS, PHASES = 6, 5, 2
INPUTS_BESIDE = 2 * (3 + NEAR_JAN + 1) + MARKS + 2 * FORMS + PHASES + 3
MOST_PIPS = np.float32(1 / 200)
# The exit quarters: of the side on roll from its first point up, of the other side from its sixth down.
QUARTER, OTHERS = range(1, 7), range(18, 12, -1)
UTTEKT = OUTCOMES.index("uttekt")
ALL_FRESH, ALL_UNLOCKED = marks.FRESH | marks.OTHER_FRESH, marks.UNLOCKED | marks.OTHER_UNLOCKED
PHASE_NAMES = ("play", "last", "after")


def kind(name: str) -> NetKind:
    """The net of a dialect."""
    return NetKind(f"{name}.npz", {"play": (INPUTS + INPUTS_BESIDE, len(OUTCOMES))})


class PointsStake:
    """What chances are worth: points, of which each side has what the other lacks."""

    def __init__(self, points: Floats) -> None:
        self.points = points

    def worth(self, chances: Floats, boards: Boards, held: Worths | None = None) -> Worths:
        """The points that the side which has these chances expects to win more than the other."""
        array: Worths = (chances @ self.points).astype(np.float64)
        return array

    @property
    def slopes(self) -> Worths:
        """The points of each outcome."""
        return self.points.astype(np.float64)

    def other(self) -> PointsStake:
        """The same for both sides."""
        return self

    def without_doubling(self) -> PointsStake:
        """The same: there is no cube."""
        return self


class OldArrays:
    """The old game under options, and the net that knows it."""

    outcomes = len(OUTCOMES)
    mirrored_columns = MIRRORED
    key_columns = (*range(BOARD), DECLARED)

    def __init__(self, options: Mapping[str, OptionValue], nets: Nets) -> None:
        self.nets = nets
        self.ahead = self
        self.rows = OldRows(options)
        self.stake = PointsStake(self.rows.points)
        self.unit = UNIT_OF_JAN * value("jan", options)
        self.opening_throw = options["opening.dice"] == "keep"

    def arrays_of(self, positions: Sequence[Position]) -> AskedPositions:
        """Positions, with what the game remembers of them."""
        rows = [row_of(position) for position in positions]
        of = np.zeros(len(rows), np.intp)
        return AskedPositions(np.array(rows, np.int8).reshape(-1, WIDTH), [self.stake], of)

    def ways(self, position: Position) -> Callable[[PlayKey], tuple[Step, ...]]:
        """Return how plays are played, as the kernel has it."""
        assert position.dice is not None
        (row,) = self.arrays_of([position]).boards
        many_plays = self.rows.plays(row[None], np.array([position.dice]))
        keys = many_plays.boards[:, self.key_columns].tolist()
        ways = {tuple(one): play for one, play in zip(keys, self.rows.kernel.plays, strict=True)}
        return lambda key: steps_of(ways[key])

    def plays(self, boards: Boards, dice: NDArray[np.integer]) -> ManyPlays:
        """The rows behind the plays of each row's own throw."""
        return in_order(*self.rows.plays(boards, dice))

    def plays_of_all_throws(self, boards: Boards) -> ManyPlays:
        """The rows behind the plays of all throws."""
        return self.rows.plays_of_all_throws(boards)

    def glance(self, boards: Boards, after: Boards, parents: Numbers) -> None:
        """Nothing: the net is small enough to look at all plays."""

    def chances(self, boards: Boards) -> Floats:
        """Return what the net says of what can come under these options; in late bear-offs, the tables."""
        array = self.nets["play"].chances(self.inputs(boards)) * self.rows.comes
        late = np.flatnonzero(self._are_late_bear_offs(boards))
        if len(late):
            sides = np.zeros((len(late), BOARD), np.int8)
            sides[:, QUARTER] = boards[late][:, QUARTER]
            sides[:, BAR - len(OTHERS) : BAR] = boards[late][:, OTHERS]
            win = bearoff.chances(sides)[:, 0]
            array[late] = 0
            array[late, UTTEKT], array[late, MIRRORED[UTTEKT]] = win, 1 - win
        return array

    def _are_late_bear_offs(self, rows: Boards) -> Flags:
        """Tell where nothing but an úttekt can come, of which the rules are those of modern kotra.

        All men are in the exit quarters, and both sides have borne off, so that neither can reach a form.
        """
        options, marked = self.rows.options, rows[:, MARKED]
        array: Flags = (rows[:, PHASE] == 0) & (marked & ALL_FRESH == 0)
        if options["bearoff.zone"] != "quarter" or options["last_throw"] or not options["dice.max_use"]:
            array[:] = False
        if options["stack.rule"] == "twelfth":
            array &= marked & ALL_UNLOCKED == ALL_UNLOCKED
        for men, sign in ((rows[:, QUARTER], 1), (rows[:, OTHERS], -1)):
            count = sign * men.sum(axis=1)
            array &= (count > 0) & (count < MEN)
            array &= count == np.maximum(sign * rows[:, :BOARD], 0).sum(axis=1)
        return array

    def inputs(self, rows: Boards) -> Floats:
        """Return what the net sees of rows."""
        return np.concatenate([inputs(rows[:, :BOARD]), self._beside(rows)], axis=1)

    def _beside(self, rows: Boards) -> Floats:
        """Return what the net sees beside the men."""
        array = np.empty((len(rows), INPUTS_BESIDE), np.float32)
        at = 0
        board = rows[:, :BOARD]
        others = -board[:, old_rows.TURNED]
        for mine, theirs in ((board, others), (others, board)):
            free = self.rows.free(theirs)
            slack = free - mine[:, BAR]
            own = mine.clip(min=0)
            array[:, at] = (MEN - own.sum(axis=1)) / MEN
            array[:, at + 1] = free / 6
            array[:, at + 2] = slack / 6
            for near in range(NEAR_JAN):
                array[:, at + 3 + near] = slack <= near
            array[:, at + 3 + NEAR_JAN] = (own * np.arange(BOARD, dtype=np.int16)).sum(axis=1) * MOST_PIPS
            at += 4 + NEAR_JAN
        for column, bits in ((MARKED, MARKS), (PAID, FORMS), (THEIRS_PAID, FORMS)):
            for bit in range(bits):
                array[:, at + bit] = rows[:, column] >> bit & 1
            at += bits
        for phase in range(PHASES):
            array[:, at + phase] = rows[:, PHASE] == phase + 1
        at += PHASES
        array[:, at], array[:, at + 1] = rows[:, BEGAN], rows[:, THROWN] / MEN
        array[:, at + 2] = (rows[:, LATE] & 15) / FORMS
        return array

    def for_next_throw(self, after: Boards) -> Boards:
        """The rows as the side sees them that throws next."""
        return for_next_throw(after)

    def by_the_other(self, after: Boards, said: Floats) -> Floats:
        """The chances of the one who has not played; what the play has won is added, the other way round."""
        again = self.throws_again(after)
        if again.any():
            said[again] = old_rows.other_side(said[again])
        said[self.is_over(after)] = 0
        at = np.flatnonzero(after[:, old_rows.WON.start : old_rows.WON.stop].any(axis=1))
        if len(at):
            said[at] += old_rows.other_side(old_rows.outcomes_won(after[at]))
        return said

    def other_side(self, chances: Floats) -> Floats:
        """The chances of the other side."""
        return old_rows.other_side(chances)

    def possible(self, chances: Floats) -> Floats:
        """Chances that are none below nought; a mor may come more than once."""
        array: Floats = np.maximum(chances, 0).astype(np.float32)
        return array

    def flat(self, chances: Floats) -> Floats:
        """The points that are to be expected."""
        points: Floats = chances @ self.stake.points
        return points

    def is_over(self, after: Boards) -> Flags:
        """Return whether the game is over, with all throws that follow."""
        array: Flags = after[:, OVER] > 0
        return array

    def outcomes_won(self, after: Boards) -> Floats:
        """Return what plays have won."""
        return old_rows.outcomes_won(after)

    def throws_again(self, after: Boards) -> Flags:
        """Return whether the same side has a throw behind the other's win again."""
        array: Flags = (after[:, old_rows.AGAIN] > 0) & (after[:, OVER] == 0)
        return array

    def are_exact(self, boards: Boards) -> Flags | None:
        """No position is known exactly."""
        return None


def row_of(position: Position) -> list[int]:
    """A position as a row, seen by its side on roll."""
    seat, memory = position.seat, position.memory or Memory()
    row = [0] * WIDTH
    row[:BOARD] = position.points
    row[MARKED] = marks.marks_of(memory, seat)
    row[PAID], row[THEIRS_PAID] = (
        sum(1 << place for place, name in enumerate(NAMES) if name in memory.scored[one])
        for one in (seat, 1 - seat)
    )
    row[PHASE] = PHASE_NAMES.index(memory.phase)
    row[THROWN], row[BEGAN] = memory.throws, int(memory.began in (None, seat))
    if row[PHASE] == LAST_THROW:
        row[PENDING] = 1
    if row[PHASE] == AFTER_THROWS:
        row[LATE] = row[PAID].bit_length()
    return row


@lru_cache(maxsize=20_000)
def steps_of(play: int) -> tuple[Step, ...]:
    """The steps of a play of the kernel."""
    codes = [play >> shift & ONE_STEP for shift in range(MARKS_AT - STEP, -1, -STEP)]
    return tuple(
        [Step(code >> 3 & 31, max((code >> 3 & 31) - (code & 7), OFF), code & 7) for code in codes if code]
    )
