"""What differs between two things that happened, and what of a thing that only one record has both tell."""

from __future__ import annotations

from collections.abc import Iterator

from kotra_notation import model
from kotra_notation.compare.difference import Derived, DifferenceKind, Saying
from kotra_notation.compare.sides import ComparedRecord
from kotra_notation.replay import Frame, GameReplay
from kotra_notation.replay.awards import same
from kotra_notation.rules.old_icelandic import award_named

Found = tuple[DifferenceKind, Saying, Saying]


def kind_of(event: model.Event) -> DifferenceKind:
    """Return what a thing that happens counts as."""
    match event:
        case model.Turn():
            return DifferenceKind.TURNS
        case model.Double() | model.Beaver() | model.Take() | model.Drop() | model.AutomaticDouble():
            return DifferenceKind.CUBE
        case model.ResultClaim() | model.AwardClaim():
            return DifferenceKind.RESULTS
        case model.ScoreClaim():
            return DifferenceKind.SCORE
        case _:
            return DifferenceKind.ACTIONS


def row_differences(event: model.Event, other: model.Event, played_alike: bool) -> Iterator[Found]:
    """The differences of two events that are aligned."""
    match event, other:
        case model.Turn(), model.Turn():
            yield from _of_turns(event, other, played_alike)
        case ((model.Double() | model.Beaver()), (model.Double() | model.Beaver())):
            if not _same_offer(event, other):
                yield DifferenceKind.CUBE, event, other
        case model.ResultClaim(), model.ResultClaim():
            if not _same_result(event, other):
                yield DifferenceKind.RESULTS, event, other
        case _:
            if event != other:
                yield kind_of(event), event, other


def _of_turns(turn: model.Turn, other: model.Turn, played_alike: bool) -> Iterator[Found]:
    if turn.seat != other.seat:
        yield DifferenceKind.TURNS, turn, other
        return
    if sorted(turn.dice) != sorted(other.dice) or turn.singly != other.singly:
        yield DifferenceKind.DICE, turn, other
    if not played_alike:
        yield DifferenceKind.PLAYS, turn, other


def _same_offer(one: model.Double | model.Beaver, other: model.Double | model.Beaver) -> bool:
    values = {one.value, other.value} - {None}
    levels = (getattr(event, "level", 0) for event in (one, other))
    return one.seat == other.seat and len(values) < 2 and len(set(levels)) == 1


def _same_result(claim: model.ResultClaim, other: model.ResultClaim) -> bool:
    points = {claim.points, other.points} - {None}
    kinds = {claim.kind, other.kind} - {None}
    return claim.winner == other.winner and len(points) < 2 and len(kinds) < 2


def unsaid(event: model.Event, side: ComparedRecord, place: int) -> Derived | None:
    """What a record that has no such result tells by its plays; None where it tells nothing of the kind."""
    if not isinstance(event, model.ResultClaim):
        return None
    other = side.outcome(place)
    return None if other.winner is None else Derived(winner=other.winner, points=other.ending.points)


# What a record need not say: what its plays lead to, and what the board shows.
DERIVABLE = model.ResultClaim | model.AwardClaim | model.Draw
SHOWN = model.SetPosition | model.PhaseStart


def changes_nothing(frame: Frame) -> bool:
    """Return whether a position that is set up, or a phase that begins, is what the board shows already."""
    match frame.event:
        case model.SetPosition():
            return frame.before.seen_by(0) == frame.after.seen_by(0)
        case model.PhaseStart(phase=phase):
            return frame.before.course.phase == phase
        case _:
            return False


def said_otherwise(event: model.Event, other: GameReplay) -> bool:
    """Return whether a claim that only one record makes follows from what the other has."""
    match event:
        case model.ResultClaim(points=points):
            fits = points in (None, other.ending.points, other.points)
            return other.winner == event.winner and fits
        case model.AwardClaim(seat=seat, kind=kind):
            return any(award.seat == seat and same(award.kind, award_named(kind)) for award in other.awards)
        case model.Draw():
            return other.kind == "draw"
        case _:
            return False
