"""Runs of lawful turns that win nothing, made at speed: most of a sound record is nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from kotra_notation.board import OFF
from kotra_notation.findings import Finding
from kotra_notation.model import Blank, CannotMove, Event, Play, Turn
from kotra_notation.replay.frames import Frame, Passage
from kotra_notation.replay.turns import hit_findings, judged
from kotra_notation.rules.ruleset import Course, Node, PlainBoards, State, Step
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class PlainRun:
    """The state after a run of plain turns, the last of them, and the place of the event behind."""

    state: State
    index: int
    last: Turn
    findings: tuple[Finding, ...]
    borne_off: bool
    frames: tuple[Frame, ...]


def plain_turns(
    state: State,
    events: Sequence[Event],
    first: int,
    stop: int,
    *,
    hits_marked: bool,
    track: list[Passage] | None = None,
    framed: Collection[int] = (),
) -> PlainRun | None:
    """Every plainly lawful turn from `first` on, made; None where there is none or the state is not plain.

    The turns are noted in the `track`, where one is kept; those at places in `framed` get their frames.
    """
    if type(events[first]) is not Turn:
        return None
    stakes, seat, plain = state.stakes, state.seat, state.setting.ruleset.plain
    waiting = stakes.offer or stakes.resigned or state.ending
    course = state.course
    if plain is None or seat is None or waiting or course.won:
        return None
    boards = plain(Node(state.points, state.marks), seat)
    course = replace(course, idle=0) if course.idle else course
    findings: list[Finding] = []
    frames: list[Frame] = []
    here: State | None = state
    last: Turn | None = None
    turns = state.turns
    for place in range(first, stop):
        event = events[place]
        if type(event) is not Turn or event.seat != seat or boards.over:
            break
        before = boards.seen_by(seat) if track is not None else ()
        if here is None and place in framed:
            here = _state(boards, state, seat, turns, course)
        deed = event.deed
        wrong: tuple[Finding, ...] = ()
        if type(deed) is Play:
            if deed.half or event.singly or not boards.play(seat, event.dice, deed.hops):
                break
            if boards.astray:
                at = {"span": event.span, "turn": turns + 1}
                wrong = tuple(
                    [finding.at(**at) for finding in hit_findings(event, boards.astray, hits_marked)]
                )
                findings += wrong
        elif type(deed) not in (Blank, CannotMove) or not boards.dance(seat, event.dice):
            break
        if track is not None:
            track.append(Passage(place, turns + 1, before, boards.seen_by(seat), stakes))
        last = event
        turns += 1
        seat = 1 - seat
        if place in framed and here is not None:
            after = _state(boards, state, seat, turns, course)
            if type(deed) is not Play or boards.hop_by_hop:
                steps = _steps(event, here.points)
            else:
                steps = judged(state.setting.ruleset, Node(here.points, here.marks), event).steps
            frames.append(Frame(event, here, after, wrong, True, steps))
            here = after
        else:
            here = None
    if last is None:
        return None
    here = here or _state(boards, state, seat, turns, course)
    return PlainRun(here, first + turns - state.turns, last, tuple(findings), boards.over, tuple(frames))


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


def _steps(turn: Turn, points: Sequence[int]) -> tuple[Step, ...]:
    """A plain play die by die, on the board that it met; what goes on two dice passes no enemy man."""
    one, two = turn.dice
    left = [one] * 4 if one == two else [one, two]
    steps: list[Step] = []
    for source, target, _ in turn.hops:
        way = source - target
        if way in left:
            left.remove(way)
            steps.append(Step(source, target, way))
            continue
        if target == OFF:
            dice = [max(left)]
        elif one == two:
            dice = [one] * (way // one)
        else:
            dice = [one, two] if points[source - one] >= 0 else [two, one]
        for die in dice:
            left.remove(die)
            steps.append(Step(source, max(source - die, OFF), die))
            source -= die
    return tuple(steps)
