"""The fast judges, asked under a rule set: boards on which plays are made, runs of turns, lists of plays.

They know no findings. Where a rule is in force that is not among those they keep, none of them answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from kotra_notation.board import OFF
from kotra_notation.fast import kernel, kernel_plays, old_plain
from kotra_notation.model import Blank, CannotMove, Event, Hop, Play, Turn
from kotra_notation.rules import engine, modern
from kotra_notation.rules.engine import CompletePlay, numbers
from kotra_notation.rules.ruleset import Course, Node, Options, Ruleset, State, Step, Throw

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
        return old_plain.boards(ruleset, node, seat)
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
    if throw.singly or not lists_plays(ruleset) or throw.numbers != numbers(throw.dice) or not throw.numbers:
        return engine.legal_plays(ruleset, throw)
    ways = kernel_plays.plays(kernel_plays.packed(throw.start.points), *throw.dice)
    nodes = {Node(kernel_plays.unpacked(board)): way for board, way in ways.items()}
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
    """A run of plainly legal turns: the state behind it, the place of the next event, and the last turn.

    `astray` has the turns whose hit marks are wrong, with their numbers and those points.
    """

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
    """Make every plainly legal turn from `first` on; None where there is none or the state is not plain.

    The turns at the places in `framed` get the states around them.
    """
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
