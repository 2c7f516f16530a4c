"""Runs of lawful turns that win nothing, made at speed: most of a sound record is nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotra_notation.board import OFF, turned
from kotra_notation.findings import Finding
from kotra_notation.model import Blank, CannotMove, Event, Play, Turn
from kotra_notation.replay.frames import Passage
from kotra_notation.replay.turns import hit_findings
from kotra_notation.rules import marks
from kotra_notation.rules.ruleset import State


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
    ruleset, stakes, seat = state.setting.ruleset, state.stakes, state.seat
    play, dance = ruleset.plain_play, ruleset.plain_dance
    waiting = stakes.offer or stakes.resigned or state.ending
    course = state.course
    if play is None or seat is None or waiting or course.won:
        return None
    remembered = state.marks
    boards = [list(state.points), list(turned(state.points, ruleset.facts.turning))]
    if seat:
        boards.reverse()
    found: list[Finding] = []
    last: Turn | None = None
    made = 0
    borne_off = False
    for event in map(events.__getitem__, range(first, stop)):
        if type(event) is not Turn or event.seat != seat or borne_off:
            break
        deed = event.deed
        if type(deed) is Play:
            hops = deed.hops
            if deed.half or event.singly:
                break
            done = play(boards[seat], boards[1 - seat], remembered, event.dice, hops)
            if done is None:
                break
            if track is not None:
                track.append(Passage(first + made, state.turns + made + 1, boards[seat], done[0], stakes))
            boards[seat], boards[1 - seat], astray, remembered = done
            if astray:
                place = {"span": event.span, "turn": state.turns + made + 1}
                found += [one.at(**place) for one in hit_findings(event, astray, hits_marked)]
            if hops and hops[-1].target == OFF:
                borne_off = max(boards[seat]) <= 0
        elif dance is None or type(deed) not in (Blank, CannotMove) or not dance(boards[seat], event.dice):
            break
        elif track is not None:
            track.append(Passage(first + made, state.turns + made + 1, boards[seat], boards[seat], stakes))
        last = event
        made += 1
        seat = 1 - seat
        if remembered:
            remembered = marks.swapped(remembered)
    if last is None:
        return None
    after = State(
        points=tuple(boards[seat]),
        seat=seat,
        turns=state.turns + made,
        stakes=stakes,
        setting=state.setting,
        course=replace(course, idle=0) if course.idle else course,
        marks=remembered,
    )
    return PlainRun(after, first + made, last, tuple(found), borne_off)
