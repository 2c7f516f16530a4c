"""Runs of lawful turns that win nothing, made at speed: most of a sound record is nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotra_notation.findings import Finding
from kotra_notation.model import Blank, CannotMove, Event, Play, Turn
from kotra_notation.replay.frames import Passage
from kotra_notation.replay.turns import hit_findings
from kotra_notation.rules.ruleset import Node, State


@dataclass(frozen=True, slots=True)
class PlainRun:
    """The state after a run of plain turns, the last of them, and the place of the event behind."""

    state: State
    index: int
    last: Turn
    findings: tuple[Finding, ...]
    borne_off: bool


def plain_turns(
    state: State,
    events: Sequence[Event],
    first: int,
    stop: int,
    *,
    hits_marked: bool,
    track: list[Passage] | None = None,
) -> PlainRun | None:
    """Every plainly lawful turn from `first` on, made; None where there is none or the state is not plain.

    The turns are noted in the `track`, where one is kept.
    """
    if type(events[first]) is not Turn:
        return None
    stakes, seat, plain = state.stakes, state.seat, state.setting.ruleset.plain
    waiting = stakes.offer or stakes.resigned or state.ending
    course = state.course
    if plain is None or seat is None or waiting or course.won:
        return None
    boards = plain(Node(state.points, state.marks), seat)
    found: list[Finding] = []
    last: Turn | None = None
    made = 0
    for event in map(events.__getitem__, range(first, stop)):
        if type(event) is not Turn or event.seat != seat or boards.over:
            break
        before = boards.seen_by(seat) if track is not None else ()
        deed = event.deed
        if type(deed) is Play:
            if deed.half or event.singly or not boards.play(seat, event.dice, deed.hops):
                break
            if boards.astray:
                place = {"span": event.span, "turn": state.turns + made + 1}
                found += [one.at(**place) for one in hit_findings(event, boards.astray, hits_marked)]
        elif type(deed) not in (Blank, CannotMove) or not boards.dance(seat, event.dice):
            break
        if track is not None:
            track.append(Passage(first + made, state.turns + made + 1, before, boards.seen_by(seat), stakes))
        last = event
        made += 1
        seat = 1 - seat
    if last is None:
        return None
    after = State(
        points=tuple(boards.seen_by(seat)),
        seat=seat,
        turns=state.turns + made,
        stakes=stakes,
        setting=state.setting,
        course=replace(course, idle=0) if course.idle else course,
        marks=boards.marks,
    )
    return PlainRun(after, first + made, last, tuple(found), boards.over)
