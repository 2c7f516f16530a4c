"""The fast judges, asked under a rule set: boards on which plays are made, runs of turns, lists of plays.

They know no findings. Where a rule is in force that is not among those they keep, none of them answers. The
judge of the old game stands here; it says yes only to what uses every number as written and wins nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from kotra_notation.board import BAR, OFF, flip_points
from kotra_notation.board.points import TURNS, Turning
from kotra_notation.fast import kernel, kernel_plays
from kotra_notation.model import Blank, CannotMove, Event, Hop, Play, Turn
from kotra_notation.rules import engine, marks, modern, old_steps
from kotra_notation.rules.engine import CompletePlay
from kotra_notation.rules.old_icelandic import HALF, QUARTER, START_POINT, TWELFTH
from kotra_notation.rules.old_outcome import form, jan
from kotra_notation.rules.old_steps import FIVE, MEN, WATCHED
from kotra_notation.rules.ruleset import (
    Course,
    Node,
    Options,
    PlayRule,
    Ruleset,
    State,
    Step,
    StepRule,
    Throw,
)

THEIR_INDEX = TURNS[Turning.TWELVE]
NUMBERS = {(a, b): [a] * 4 if a == b else [a, b] for a in range(1, 7) for b in range(1, 7)}

# The rules that the judge of the old game keeps.
OLD_KEPT: frozenset[StepRule | PlayRule] = frozenset(
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
        self._boards = [list(node.points), list(flip_points(tuple(node.points), Turning.TWELVE))]
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
        self.marks = marks.from_other_side(remembered)
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
        board: list[int], other: list[int], remembered: int, dice: tuple[int, int], hops: Sequence[Hop]
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


# As many men on one point as the kernel lists plays with; a hand-made position may have more.
MOST_MEN = 60
# The step rules that the kernel keeps.
KEPT = frozenset(
    (modern.man_there, modern.bar_first, modern.point_open, modern.all_home, modern.exact_or_highest)
)


class PlainBoards(Protocol):
    """Two boards on which plays are made without asking every rule, where all of them are seen to be kept.

    A play that is made wins nothing but by bearing off the last man, which is `over`; `astray` are the points
    whose hit marks it has wrong, and `hop_by_hop` whether it was made as it is written. A play that is not
    seen to be legal here may be legal all the same.
    """

    astray: list[int]
    hop_by_hop: bool
    over: bool
    marks: int

    def play(self, seat: int, dice: tuple[int, int], hops: tuple[Hop, ...], /) -> bool:
        """Make a play that keeps the rules; return False, and make nothing, where that is not seen."""

    def lawful(self, seat: int, dice: tuple[int, int], hops: tuple[Hop, ...], /) -> bool:
        """Return whether `play` would make a play; none is made."""

    def dance(self, seat: int, dice: tuple[int, int], /) -> bool:
        """Return whether it is seen that nothing can be played; then it is the other's turn."""

    def seen_by(self, seat: int, /) -> list[int]:
        """The board as a seat sees it."""


def plain_boards(ruleset: Ruleset, node: Node, seat: int) -> PlainBoards | None:
    """The boards on which most plays are judged at once, from a node as a seat sees it, or None."""
    if ruleset.facts.lettered:
        judge = None
        if OLD_KEPT.issuperset((*ruleset.step_rules, *ruleset.play_rules)):
            judge = _judge(ruleset.options)
        return None if judge is None else PlainOldBoards(judge, node, seat)
    if not KEPT.issuperset(ruleset.step_rules):
        return None
    return kernel.boards(node.points, seat, _plays_most(ruleset.options))


def lists_plays(ruleset: Ruleset) -> bool:
    """Return whether the kernel lists the plays of these rules."""
    return not ruleset.facts.lettered and KEPT.issuperset(ruleset.step_rules) and _plays_most(ruleset.options)


def _plays_most(options: Options) -> bool:
    return options["dice.max_use"] is True and options["dice.higher_die"] is True


def legal_plays(ruleset: Ruleset, throw: Throw) -> dict[Node, CompletePlay]:
    """Every complete legal play as `rules.engine.legal_plays` has it, listed by the kernel where it can."""
    whole = throw.numbers and throw.numbers == engine.numbers(throw.dice)
    many = not -MOST_MEN <= min(throw.start.points) <= max(throw.start.points) <= MOST_MEN
    if throw.singly or not whole or many or not lists_plays(ruleset):
        return engine.legal_plays(ruleset, throw)
    ways = kernel_plays.plays(kernel_plays.pack_board(throw.start.points), *throw.dice)
    nodes = {Node(kernel_plays.unpack_board(board)): way for board, way in ways.items()}
    return {node: CompletePlay(node, steps_of_way(way)) for node, way in nodes.items()}


@lru_cache(maxsize=20_000)
def steps_of_way(way: int) -> tuple[Step, ...]:
    """The steps of a way of the kernel."""
    codes = way.to_bytes(4, "big").lstrip(b"\0")
    return tuple([Step(code >> 3, max((code >> 3) - (code & 7), OFF), code & 7) for code in codes])


class FramedTurn(NamedTuple):
    """A plain turn by its place among the events, and the states around it."""

    event_no: int
    before: State
    after: State
    hop_by_hop: bool


# A plain turn by its place among the events, its number, and the boards as its seat sees them.
TrackedTurn = tuple[int, int, Sequence[int], Sequence[int]]


class PlainRun(NamedTuple):
    """A run of plainly legal turns: state, next place, last turn, and turns `astray` in hit marks."""

    state: State
    end: int
    last: Turn
    borne_off: bool
    astray: list[tuple[Turn, int, list[int]]]
    tracked: list[TrackedTurn]
    framed: list[FramedTurn]


def plain_turns(
    state: State,
    events: Sequence[Event],
    first: int,
    stop: int,
    *,
    tracked: bool = False,
    framed: Collection[int] = (),
) -> PlainRun | None:
    """Make every plainly legal turn from `first` on, or None; turns in `framed` get their states."""
    seat, course = state.seat, state.course
    waiting = state.stakes.offer or state.stakes.resigned or state.ending or course.won
    if type(events[first]) is not Turn or seat is None or waiting:
        return None
    boards = plain_boards(state.setting.ruleset, Node(state.points, state.marks), seat)
    if boards is None:
        return None
    course = replace(course, idle=0) if course.idle else course
    astray: list[tuple[Turn, int, list[int]]] = []
    tracks: list[TrackedTurn] = []
    frames: list[FramedTurn] = []
    here: State | None = state
    last: Turn | None = None
    turns = state.turns
    for index in range(first, stop):
        event = events[index]
        if type(event) is not Turn or event.seat != seat or boards.over:
            break
        before = boards.seen_by(seat) if tracked else ()
        if here is None and index in framed:
            here = _state(boards, state, seat, turns, course)
        deed = event.deed
        if type(deed) is Play:
            if deed.half or event.singly or not boards.play(seat, event.dice, deed.hops):
                break
            if boards.astray:
                astray.append((event, turns + 1, boards.astray))
        elif type(deed) not in (Blank, CannotMove) or not boards.dance(seat, event.dice):
            break
        last = event
        turns += 1
        if tracked:
            tracks.append((index, turns, before, boards.seen_by(seat)))
        seat = 1 - seat
        if here is not None and index in framed:
            after = _state(boards, state, seat, turns, course)
            frames.append(FramedTurn(index, here, after, type(deed) is not Play or boards.hop_by_hop))
            here = after
        else:
            here = None
    if last is None:
        return None
    here = here or _state(boards, state, seat, turns, course)
    return PlainRun(here, first + turns - state.turns, last, boards.over, astray, tracks, frames)


def _state(boards: PlainBoards, begun: State, seat: int, turns: int, course: Course) -> State:
    return State(
        points=tuple(boards.seen_by(seat)),
        seat=seat,
        turns=turns,
        stakes=begun.stakes,
        setting=begun.setting,
        course=course,
        marks=boards.marks,
    )
