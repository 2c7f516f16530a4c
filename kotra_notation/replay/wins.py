"""Wins of the old game as a record goes on with them: unaware of one, or with throws behind one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from kotra_notation.board import Position
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Event, PhaseStart, Play, Turn
from kotra_notation.replay import awards
from kotra_notation.replay.turns import Judgement, form_by_first, judge_turn
from kotra_notation.rules import Node, Ruleset, with_options
from kotra_notation.rules.old_outcome import first_ends, form, in_phase, jan, value
from kotra_notation.rules.ruleset import Award, Course, Ending, Made, OptionValue, State

# What ends a game without being seen on the board by both players at once.
SEEN = ("uttekt", "draw", "resign", "settled", "drop")


def overlooked_award(state: State, claimed: Collection[int]) -> Award | None:
    """The jan or form that ended the game without a word in the record; `claimed` are seats said to win."""
    ending = state.ending
    if ending is None or ending.winner is None or not state.setting.ruleset.facts.forms:
        return None
    if ending.kind in SEEN or ending.winner in claimed:
        return None
    return next(
        (
            award
            for award in reversed(state.course.awards)
            if award.seat == ending.winner and award.kind != "mor"
        ),
        None,
    )


def unaware(state: State, seat: int | None) -> State:
    """The state of a game that goes on where a win of `seat` was overlooked; jan stops no play any more."""
    ruleset = with_options(state.setting.ruleset, {"jan.test": "turn"}, stated=False)
    course = state.course
    if seat is not None:
        before = course.awards
        while before and before[-1].seat == seat:
            before = before[:-1]
        course = replace(course, awards=before, overlooked=course.overlooked | {seat})
    return replace(state, ending=None, setting=replace(state.setting, ruleset=ruleset), course=course)


def beyond_end(state: State, event: Event) -> Finding:
    """That a record goes on after the end of a game, or throws where nothing can be won any more."""
    seat: int | None = getattr(event, "seat", None)
    written = event.text if isinstance(event, Turn) else ""
    if seat is None:
        return finding("action-after-end", written=written, player=phrase("The record"))
    after = (state.course.phase, state.course.phase_seat) == ("after", seat)
    return finding("throw-after-phase" if after else "action-after-end", seat=seat, written=written)


def judge_unaware_turn(ruleset: Ruleset, node: Node, turn: Turn) -> Judgement | None:
    """The verdict on a turn that would be lawful if no step of it had made the other side jan."""
    if not ruleset.facts.forms or ruleset.options["jan.test"] != "step":
        return None
    verdict = judge_turn(with_options(ruleset, {"jan.test": "turn"}, stated=False), node, turn)
    return verdict if verdict.lawful and verdict.known and verdict.steps else None


def jan_stands(ruleset: Ruleset, verdict: Judgement) -> bool:
    """Return whether the other side is still jan at the end of a turn."""
    return verdict.node is not None and jan(verdict.node.points, ruleset.options) is not None


def missed_jan_fault(state: State, seat: int) -> Finding:
    """A jan in the middle of a turn that the record says nothing of."""
    points = value("jan", state.setting.ruleset.options)
    return awards.played_on_fault(Award(seat=seat, kind="jan", points=points), in_turn=True)


def turn_made(ruleset: Ruleset, node: Node, turn: Turn, after: Node, *, whole: bool) -> Made:
    """A turn as it was made from a board seen by its mover; `whole`: lawful to its end."""
    lone = turn.singly and turn.dice[1] == 0
    return Made(
        seat=turn.seat,
        before=node,
        after=after,
        half=isinstance(turn.deed, Play) and turn.deed.half and not turn.singly,
        lone=lone,
        first=form_by_first(ruleset, node, turn, after) if whole and turn.singly and not lone else None,
        whole=whole,
    )


def ended_by_first(
    before: Course, made: Made, new: Iterable[Award], options: Mapping[str, OptionValue]
) -> bool:
    """Return whether a form by the first of two dice has ended the game or its phase before the second."""
    if made.first is None or not first_ends(before, options):
        return False
    return form(made.first.points, options) in {award.kind for award in new}


def singly_fault(state: State, turn: Turn) -> Finding | None:
    """Dice thrown one after the other where that is not the custom (FORN-HALF-3)."""
    custom = state.setting.ruleset.options.get("one_die", False)
    if custom == "always" or (custom == "after-throws" and state.course.phase == "after"):
        return None
    return finding("dice-thrown-singly", seat=turn.seat, written=turn.text)


def phase_begun(state: State, event: PhaseStart) -> tuple[State, Finding | None]:
    """The state with the after-throws or the last throw begun, and what is wrong with that."""
    course, options = state.course, state.setting.ruleset.options
    if (course.phase, course.phase_seat) == (event.phase, event.seat) and state.ending is None:
        return state, None
    waived = course.won is not None and course.phase == "last" and event.phase == "after"
    if waived and event.seat == course.phase_seat and options["after"] and not state.off(event.seat):
        assert course.won is not None
        return in_phase(state, "after", course.won), None
    name = "after-throws-not-due" if event.phase == "after" else "last-throw-not-due"
    return state, awards.with_reason(finding(name, seat=event.seat), awards.not_due(state, event))


def course_of_position(position: Position, state: State) -> Course:
    """Return how far the game has come in a position that is set up."""
    memory = position.memory
    if memory is None:
        return state.course
    known = state.course
    course = Course(
        began=known.began if memory.began is None else memory.began,
        scored=memory.scored,
        main=known.main if memory.main is None else memory.main,
        phase=memory.phase,
        phase_seat=memory.phase_seat,
        throws=memory.throws,
        awards=known.awards,
    )
    if memory.phase == "play" or memory.phase_seat is None or not state.setting.ruleset.facts.forms:
        return course
    winner = 1 - memory.phase_seat
    points = value("uttekt", state.setting.ruleset.options)
    award = Award(seat=winner, kind="uttekt", points=points)
    won = Ending(winner=winner, kind="uttekt", points=points)
    return replace(course, awards=(*course.awards, award), won=won)
