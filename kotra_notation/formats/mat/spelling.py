"""How an event is written as a cell of a match text, and what of it a cell cannot say."""

from __future__ import annotations

from typing import assert_never

from kotra_notation.formats import snowie
from kotra_notation.formats.mat.dialects import MatLayout
from kotra_notation.model import (
    AutomaticDouble,
    AwardClaim,
    Beaver,
    Blank,
    CannotMove,
    Clock,
    Comment,
    Double,
    Draw,
    Drop,
    Evaluation,
    Event,
    Extra,
    Forfeit,
    Hop,
    Mark,
    NotRecorded,
    Opening,
    PhaseStart,
    Play,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Unread,
    Video,
    VoidThrow,
)

Names = tuple[str, str]
Loss = tuple[str, str]  # the name of a finding, and what was lost
FULL = 4  # behind so many hops no blank follows


def cell(event: Turn | Double | Beaver | Take | Drop, layout: MatLayout, names: Names) -> str:
    """The cell of an event."""
    match event:
        case Turn():
            return f"{event.dice[0]}{event.dice[1]}: {_deed(event, layout, names)}"
        case Double(value=value):
            return " Doubles" if value is None else f" Doubles => {value}"
        case Beaver(value=value):
            return " Beavers" if value is None else f" Beavers => {value}"
        case Take():
            return " Takes"
        case Drop():
            return " Drops"
        case _:
            assert_never(event)


def _deed(turn: Turn, layout: MatLayout, names: Names) -> str:
    match turn.deed:
        case Play(hops=hops):
            return " ".join(_hop(hop, layout) for hop in hops) + " " * (len(hops) < FULL)
        case CannotMove():
            return layout.cannot_move
        case Blank():
            return ""
        case NotRecorded() | Unread():
            return layout.not_recorded
        case Reached(position=position):
            return f"Illegal play ({snowie.spelled(position, names)})"
        case _:
            assert_never(turn.deed)


def _hop(hop: Hop, layout: MatLayout) -> str:
    source = layout.bar if hop.source == 25 else str(hop.source)
    target = layout.off if hop.target == 0 else str(hop.target)
    return f"{source}/{target}{layout.hit if hop.taken else ''}"


def result(claim: ResultClaim, layout: MatLayout) -> str:
    """A result; empty where the points are not said, or not whole."""
    points = claim.points
    if points is None or points % 1:
        return ""
    tail = " and the match" if claim.match else ""
    return f"Wins {points:.0f} {'point' if points == 1 else layout.points}{tail}"


def loss(event: Event) -> Loss | None:
    """What no cell says of an event; None where nothing is lost."""
    match event:
        case Turn(deed=Unread(text=text)):
            return "event-lost", text
        case Turn(deed=Play(half=True)):
            return "event-lost", "half"
        case Turn(singly=True, text=text):
            return "event-lost", f"dice thrown one after the other: {text}"
        case Turn() | Double() | Beaver() | Take() | Drop():
            return None
        case ResultClaim(points=None):
            return "claim-lost", "a result without points"
        case ResultClaim(points=points, kind=kind) if points is not None and (points % 1 or kind):
            return "claim-lost", f"{points:g} points, {kind}" if kind else f"{points:g} points"
        case ResultClaim():
            return None
        case ScoreClaim(score=score):
            return "claim-lost", f"the score {score[0]:g} to {score[1]:g}"
        case AwardClaim(kind=kind):
            return "claim-lost", kind
        case SetPosition(position=position):
            return "event-lost", f"the position {position.text()}"
        case Comment(text=text):
            return "comment-lost", text
        case Mark(sign=sign):
            return "annotation-lost", sign
        case Extra(value=value):
            return "annotation-lost", value
        case Evaluation(source=source):
            return "annotation-lost", f"an evaluation {source}".rstrip()
        case Clock():
            return "annotation-lost", "a clock reading"
        case Video():
            return "annotation-lost", "a place in a recording"
        case _:
            return "event-lost", _called(event)


def _called(
    event: Opening
    | VoidThrow
    | Ruling
    | AutomaticDouble
    | Resignation
    | ResignationAnswer
    | Settlement
    | Forfeit
    | Draw
    | PhaseStart,
) -> str:
    match event:
        case Opening(dice=dice):
            return f"the opening throws {dice[0]} and {dice[1]}"
        case VoidThrow(reason=reason):
            return f"a throw that did not count ({reason})"
        case Ruling(outcome=outcome):
            return f"a ruling ({outcome})"
        case AutomaticDouble():
            return "an automatic double"
        case Resignation():
            return "an offer to resign"
        case ResignationAnswer(accepted=accepted):
            return "a resignation accepted" if accepted else "a resignation refused"
        case Settlement(points=points):
            return f"a settlement for {points:g}"
        case Forfeit(reason=reason):
            return f"a forfeit {reason}".rstrip()
        case Draw():
            return "a draw"
        case PhaseStart(phase=phase):
            return f"the beginning of a phase ({phase})"
        case _:
            assert_never(event)
