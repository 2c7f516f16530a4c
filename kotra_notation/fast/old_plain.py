"""The plain way of the old game: most plays of a record, judged at once instead of rule by rule.

It says yes only to what the step and play rules allow, what uses every number as written and what wins
nothing, and says nothing to all else; a test holds it against those rules. It is asked only where no other
rule is in force.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kotra_notation.board import BAR, OFF, turned
from kotra_notation.board.points import TURNS, Turning
from kotra_notation.model import Hop
from kotra_notation.rules import marks, modern, old_steps
from kotra_notation.rules.forms import form, jan
from kotra_notation.rules.old_icelandic import HALF, QUARTER, START_POINT, TWELFTH
from kotra_notation.rules.old_steps import FIVE, MEN, WATCHED
from kotra_notation.rules.ruleset import Node, Options, PlayRule, Ruleset, StepRule

THEIR_INDEX = TURNS[Turning.TWELVE]
NUMBERS = {(a, b): [a] * 4 if a == b else [a, b] for a in range(1, 7) for b in range(1, 7)}

KEPT: frozenset[StepRule | PlayRule] = frozenset(
    (
        modern.man_there,
        modern.bar_first,
        old_steps.with_one_man,
        old_steps.four_to_seventh,
        old_steps.point_open,
        old_steps.point_open_or_blocked,
        old_steps.entry_empty,
        old_steps.entry_not_on_own,
        old_steps.stay_on_far_side,
        old_steps.stay_below_twelfth,
        old_steps.all_in_quarter,
        old_steps.exact_or_hindmost,
        old_steps.not_doubled,
    )
)


class PlainPlay(NamedTuple):
    """A play that was made: both sides' boards, the points whose hit marks are wrong, what is remembered."""

    mine: list[int]
    theirs: list[int]
    astray: list[int]
    marks: int


PlainJudge = Callable[[list[int], list[int], int, tuple[int, int], Sequence[Hop]], PlainPlay | None]


class PlainOldBoards:
    """Two boards on which plays are made at once that a judge finds plainly lawful."""

    over = False

    def __init__(self, judge: PlainJudge, node: Node, seat: int) -> None:
        self._judge = judge
        self._boards = [list(node.points), list(turned(tuple(node.points), Turning.TWELVE))]
        if seat:
            self._boards.reverse()
        self.marks = node.marks
        self.astray: list[int] = []
        self.hop_by_hop = True

    def play(self, seat: int, dice: tuple[int, int], hops: tuple[Hop, ...]) -> bool:
        """Make a play if it is plainly lawful."""
        made = self._judge(self._boards[seat], self._boards[1 - seat], self.marks, dice, hops)
        if made is None:
            return False
        self._boards[seat], self._boards[1 - seat], self.astray, remembered = made
        self.marks = marks.swapped(remembered)
        return True

    def lawful(self, seat: int, dice: tuple[int, int], hops: tuple[Hop, ...]) -> bool:
        """Return whether a play is plainly lawful."""
        return self._judge(self._boards[seat], self._boards[1 - seat], self.marks, dice, hops) is not None

    def dance(self, seat: int, dice: tuple[int, int]) -> bool:
        """Never seen at once."""
        return False

    def seen_by(self, seat: int) -> list[int]:
        """The board as a seat sees it."""
        return self._boards[seat]


def boards(ruleset: Ruleset, node: Node, seat: int) -> PlainOldBoards | None:
    """The boards of the plain way, of a node as a seat sees it; None where another rule is in force."""
    judge = None
    if KEPT.issuperset((*ruleset.step_rules, *ruleset.play_rules)):
        judge = _judge(ruleset.options)
    return None if judge is None else PlainOldBoards(judge, node, seat)


def _judge(options: Options) -> PlainJudge | None:
    if options["stack.check"] != "turn-end" or options["entry.own"] != "never":
        return None
    home = HALF if options["bearoff.zone"] == "half" else QUARTER
    onto = -1 if options["entry.onto"] == "free" else 0
    five = options["five_off.rule"]
    assert isinstance(five, frozenset)
    barred = HALF if "leave-far" in five else TWELFTH if "pass-11" in five else OFF
    if {"leave-far", "pass-11"} <= five:
        return None
    five_to_double = "stack" in five
    zone, free = options["stack.rule"] == "zone", options["stack.rule"] is None
    latch = marks.UNLOCKED if options["stack.latch"] == "once" else 0

    def plainly(
        board: list[int],
        other: list[int],
        remembered: int,
        dice: tuple[int, int],
        hops: Sequence[Hop],
    ) -> PlainPlay | None:
        """A plainly lawful play made on both sides' boards; None for all else."""
        if remembered & WATCHED or (numbers := NUMBERS.get(dice)) is None:
            return None
        left = numbers[:]
        mine, theirs = board[:], other[:]
        hits: list[int] = []
        for source, target, taken in hops:
            if not OFF <= target < source <= BAR or taken > 1:
                return None
            die = source - target
            if mine[source] <= 0:
                return None
            if die in left:
                left.remove(die)
            elif target == OFF and left and max(left) > source and max(mine[source + 1 :]) <= 0:
                left.remove(max(left))
            else:
                return None
            if source == BAR:
                if not onto <= mine[target] <= 0:
                    return None
            elif mine[BAR] > 0 or (source > barred >= target and MEN - mine[START_POINT] < FIVE):
                return None
            else:
                theirs[THEIR_INDEX[source]] += 1
            mine[source] -= 1
            if source == BAR:
                theirs[0] += 1
            if target == OFF:
                if max(mine[home + 1 :]) > 0:
                    return None
            else:
                there = mine[target]
                if there < 0:
                    if there < -1:
                        return None
                    mine[target] = theirs[THEIR_INDEX[target]] = 0
                    mine[0] -= 1
                    theirs[BAR] += 1
                    hits.append(target)
                mine[target] += 1
                theirs[THEIR_INDEX[target]] -= 1
            if mine[0] < 0 and jan(mine, options):
                return None
        if left:
            return None
        for _, point, _ in hops:
            if mine[point] > 1 and mine[point] > board[point] and START_POINT > point > OFF and not free:
                if point <= TWELFTH and five_to_double and MEN - mine[START_POINT] < FIVE:
                    return None
                if point > TWELFTH if zone else not (mine[TWELFTH] > 0 or remembered & latch):
                    return None
        if form(mine, options) or max(mine) <= 0:
            return None
        marked = {target for _, target, taken in hops if taken}
        astray = sorted(marked.symmetric_difference(hits), reverse=True)
        return PlainPlay(mine, theirs, astray, remembered | marks.UNLOCKED * (mine[TWELFTH] > 0))

    return plainly
