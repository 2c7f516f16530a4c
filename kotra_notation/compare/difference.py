"""Differences as values: their kind, their place, what each record says there; and those of two events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kotra_notation import model


class DifferenceKind(StrEnum):
    """The kinds of differences."""

    NAMES = "names"
    RULES = "rules"
    HEADERS = "headers"
    GAMES = "games"
    SCORE = "score"
    TURNS = "turns"
    DICE = "dice"
    PLAYS = "plays"
    CUBE = "cube"
    ACTIONS = "actions"
    RESULTS = "results"
    COMMENTS = "comments"
    TIMES = "times"
    MARKS = "marks"
    EVALUATIONS = "evaluations"
    EXTRAS = "extras"


REMARKS = {
    model.Comment: DifferenceKind.COMMENTS,
    model.Clock: DifferenceKind.TIMES,
    model.Video: DifferenceKind.TIMES,
    model.Mark: DifferenceKind.MARKS,
    model.Evaluation: DifferenceKind.EVALUATIONS,
    model.Extra: DifferenceKind.EXTRAS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkCount:
    """The number of remarks or turns that the other record lacks."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A result or score that follows from the plays but is not recorded."""

    winner: int | None = None
    points: float = 0
    score: tuple[float, float] | None = None


Saying = str | int | model.ScoreClaim | model.Event | tuple[model.Event, ...] | RemarkCount | Derived | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A difference between two records, or something only one of them has.

    `pair` and `row` are the games and events in the alignment (None for the head of the match); `turns` are
    roll numbers in each record, from 1. `what` names a header. A side that says nothing is None.
    """

    kind: DifferenceKind
    a: Saying
    b: Saying
    pair: int | None = None
    row: int | None = None
    games: tuple[int | None, int | None] = (None, None)
    turns: tuple[int | None, int | None] = (None, None)
    seat: int | None = None
    what: str = ""

    @property
    def spans(self) -> tuple[model.Span | None, model.Span | None]:
        """Return the place in both files."""
        return _span(self.a), _span(self.b)


def _span(saying: Saying) -> model.Span | None:
    if isinstance(saying, tuple):
        return _span(saying[0]) if saying else None
    return getattr(saying, "span", None)


def kind_of(event: model.Event) -> DifferenceKind:
    """Return the kind of difference that an event makes by itself."""
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


def event_differences(
    event: model.Event, other: model.Event, played_alike: bool
) -> Iterator[tuple[DifferenceKind, Saying, Saying]]:
    """Yield the differences of two events that are aligned."""
    match event, other:
        case model.Turn(), model.Turn():
            if event.seat != other.seat:
                yield DifferenceKind.TURNS, event, other
                return
            if sorted(event.dice) != sorted(other.dice) or event.singly != other.singly:
                yield DifferenceKind.DICE, event, other
            if not played_alike:
                yield DifferenceKind.PLAYS, event, other
        case ((model.Double() | model.Beaver()), (model.Double() | model.Beaver())):
            levels = {getattr(offer, "level", 0) for offer in (event, other)}
            if event.seat != other.seat or len(levels) > 1 or contradict(event.value, other.value):
                yield DifferenceKind.CUBE, event, other
        case model.ResultClaim(), model.ResultClaim():
            points, kinds = (event.points, other.points), (event.kind, other.kind)
            if event.winner != other.winner or contradict(*points) or contradict(*kinds):
                yield DifferenceKind.RESULTS, event, other
        case _:
            if event != other:
                yield kind_of(event), event, other


def contradict(value: object, other: object) -> bool:
    """Return whether two values differ; what is not said contradicts nothing."""
    return None not in (value, other) and value != other
