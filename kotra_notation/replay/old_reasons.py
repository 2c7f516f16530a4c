"""Reasons why a claim of the old game is not true: the rule it comes up against, and what the board says."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.findings import Finding, phrase
from kotra_notation.model import PhaseStart
from kotra_notation.rules.forms import LITIL, THEIR_ENTRY, enterable, form, is_stor_jan, value
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.old_outcome import limit
from kotra_notation.rules.ruleset import Options, State


class Reason(NamedTuple):
    """The rule, and what is so by it, as a phrase."""

    rule: str
    why: str


def with_reason(finding: Finding, reason: Reason | None) -> Finding:
    """The finding with its reason behind the sentence, resting on the rule of that."""
    if reason is None:
        return finding
    return finding.at(rule=reason.rule, facts={**finding.facts, "fate": "because", "why": reason.why})


def unearned_reason(kind: str | None, seat: int, state: State, *, ended: bool = False) -> Reason | None:
    """Return why a side has not won what it claims, where more is known than that the board does not show it.

    `ended`: it is said to have ended the game.
    """
    options, course, points = state.setting.ruleset.options, state.course, state.seen_by(seat)
    if kind in ("jan", "stor_jan"):
        free, dead = _count_entry_points(state, seat), -points[0]
        why = phrase(
            "it needs more dead men than points to enter on: there are {dead} and {free}",
            dead=dead,
            free=free,
        )
        return Reason("FORN-JAN-1", why) if dead <= free else None
    if kind == "mor":
        return None if points[0] < 0 and options["mor.condition"] != "off" else no_mor(options)
    if kind not in FORMS:
        return None
    if kind == LITIL and not options["forms.litil"]:
        return Reason("FORN-FORM-1", phrase("these rules do not count it"))
    if ended and not options["forms.end_game"] and kind in course.scored[seat]:
        return Reason("FORN-FORM-2", phrase("by these rules a formation does not end the game"))
    if form(points, options) != kind:
        return None
    if kind in course.scored[seat]:
        return Reason("FORN-FORM-2", phrase("it counts only once in a game"))
    last = limit(kind, options)
    if course.phase == "after" and course.phase_seat == seat and course.throws > last:
        late = phrase(
            "it came with after-throw {throws}, but counts only up to {last}", throws=course.throws, last=last
        )
        return Reason("FORN-AFTER-2", late)
    return None


def no_stor_jan(state: State, seat: int) -> Reason | None:
    """Return the reason why a jan is not a stór jan, None if it is one."""
    if is_stor_jan(state.seen_by(seat), state.setting.ruleset.options):
        return None
    why = phrase("there are points to enter on ({free})", free=_count_entry_points(state, seat))
    return Reason("FORN-JAN-3", why)


def _count_entry_points(state: State, seat: int) -> int:
    """Count the points on which the other side's dead men can enter."""
    points, options = state.seen_by(seat), state.setting.ruleset.options
    return sum(enterable(points[index], index, options) for index in THEIR_ENTRY)


def no_mor(options: Options, win: str = "") -> Reason:
    """Return why nothing is added to a win."""
    if win.endswith("jan") and not options["mor.on_jan"]:
        return Reason("FORN-MOR-3", phrase("mor is not added to a jan"))
    match options["mor.condition"]:
        case "dead-man":
            return Reason("FORN-MOR-1", phrase("mor needs a dead man of the other side"))
        case "hit-in-throw":
            return Reason("FORN-MOR-2", phrase("mor needs a hit with the throw that wins"))
        case _:
            return Reason("FORN-MOR-1", phrase("these rules have no mor"))


def mor(options: Options) -> Reason:
    """Return why something is added to a win."""
    points = f"{value('mor', options):g}"
    if options["mor.condition"] == "dead-man":
        why = phrase("mor adds {points}, as a man of the other side is dead", points=points)
        return Reason("FORN-MOR-1", why)
    why = phrase("mor adds {points}, as a man was hit with the throw that won", points=points)
    return Reason("FORN-MOR-2", why)


def mor_reason(
    claimed: float | None, derived: float, added: float, options: Options, win: str
) -> Reason | None:
    """Return why the points of a win are wrong by just the mor that was `added`, or that was not."""
    if claimed is None:
        return None
    if added and claimed + added == derived:
        return mor(options)
    # What is another win's number may be meant for that.
    other = claimed in {value(kind, options) for kind in FORMS}
    return (
        no_mor(options, win) if not (added or other) and claimed - value("mor", options) == derived else None
    )


def not_due(state: State, event: PhaseStart) -> Reason | None:
    """Return why the last throw or the after-throws do not begin here."""
    options, course = state.setting.ruleset.options, state.course
    custom, rule = ("after", "FORN-AFTER-1") if event.phase == "after" else ("last_throw", "FORN-LAST-1")
    if not state.setting.ruleset.facts.forms:
        return None
    if not options[custom]:
        return Reason(rule, phrase("these rules have no such throws"))
    won = course.won or state.ending
    if won is None or won.winner is None:
        return Reason(rule, phrase("neither side has borne off all its men"))
    if won.winner == event.seat:
        return Reason(rule, phrase("the winner does not throw any more"))
    if event.phase == "last":
        began = course.began == event.seat
        return Reason(rule, phrase("it is for the side that did not begin")) if began else None
    if state.off(event.seat):
        return Reason(rule, phrase("that side has already borne off a man"))
    return Reason("FORN-AFTER-3", phrase("no formation can be reached any more"))
