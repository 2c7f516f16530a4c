"""A turn that nobody wrote down: what it can have been, by what is played behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from kotra_notation.model import Blank, Event, NotRecorded, Turn
from kotra_notation.repair.costs import costs
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.effort import A_THROW, Effort
from kotra_notation.repair.exchanged import Exchange
from kotra_notation.repair.meant import cost_of, deed_of
from kotra_notation.repair.story import Followed, StoryLine, follow
from kotra_notation.replay.turns import plays_of
from kotra_notation.rules import CompletePlay, turned_over
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

ALL_DICE = tuple(combinations_with_replacement(range(6, 0, -1), 2))


@dataclass(frozen=True, slots=True)
class Lost:
    """A turn put in where one is missing: the edit, the line with it, and how far that can be followed.

    `start` is a place behind the turn, and the state there.
    """

    edit: Edit
    line: StoryLine
    done: Followed
    start: tuple[int, State]


def lost_turn(
    line: StoryLine, at: int, state: State, moved: Exchange | None, effort: Effort, *, hits_marked: bool
) -> Lost | None:
    """The turn that is missing before an event, as far as the game behind it tells.

    `moved` is what stands behind it as it stood before the loss.
    """
    old: tuple[Event, ...] = ()
    behind: tuple[Event, ...] = ()
    if moved:
        old, behind = moved.old, moved.new
        line = line.spliced(at, len(old), behind)
    fitting = _fitting(line, at, state, effort, hits_marked)
    if not fitting:
        return None
    first = fitting[0]
    new = _turns(state, fitting, hits_marked)
    done = first.done
    done.index += len(new)
    cost = cost_of("turn-lost") + (costs().more[moved.kind] if moved else 0)
    return Lost(
        edit=Edit(kind="turn-lost", place=line.places[at], old=old, new=(*new, *behind), cost=cost),
        line=line.spliced(at, 0, new),
        done=done,
        start=(at + len(new), first.after),
    )


@dataclass(frozen=True, slots=True)
class _Fitting:
    dice: tuple[int, int]
    play: CompletePlay
    after: State
    done: Followed


def _fitting(line: StoryLine, at: int, state: State, effort: Effort, hits_marked: bool) -> list[_Fitting]:
    """Every throw and play behind which the game can be followed as far as behind any other."""
    seat = state.seat
    assert seat is not None
    best: tuple[int, int] | None = None
    fitting: list[_Fitting] = []
    for dice in ALL_DICE:
        effort.turns -= A_THROW
        if effort.spent:
            return []
        thrown = Turn(seat=seat, dice=dice, deed=Blank())
        for play in plays_of(state.setting.ruleset, state.node(seat), thrown).values():
            after = turned_over(state, seat, play.node)
            done = follow(line, at, after, len(line.events), effort, hits_marked=hits_marked)
            reach = done.index, -done.astray
            if best is None or reach > best:
                best, fitting = reach, []
            if reach == best:
                fitting.append(_Fitting(dice, play, after, done))
    return fitting


def _turns(state: State, fitting: Sequence[_Fitting], hits_marked: bool) -> tuple[Turn, ...]:
    """Return what is known of the turn: its dice and play, its dice, or nothing."""
    dice, play = fitting[0].dice, fitting[0].play
    if len({one.dice for one in fitting}) > 1:
        return ()
    assert state.seat is not None
    if len(fitting) > 1:
        return (Turn(seat=state.seat, dice=dice, deed=NotRecorded()),)
    deed = deed_of(state.node(state.seat), play, hits_marked=hits_marked)
    return (Turn(seat=state.seat, dice=dice, deed=deed),)
