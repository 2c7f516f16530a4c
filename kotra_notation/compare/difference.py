"""What a difference is: where it is, and what each of two records says there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kotra_notation import model


class DifferenceKind(StrEnum):
    """What may differ."""

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
    """How many of something a record has where the other has none: remarks of a kind, turns of a game."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """What a record does not say and its plays tell: who won how much, or the score."""

    winner: int | None = None
    points: float = 0
    score: tuple[float, float] | None = None


Saying = str | int | model.ScoreClaim | model.Event | tuple[model.Event, ...] | RemarkCount | Derived | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What two records say differently, or only one of them.

    `pair` is the place of the two games in the alignment and `row` that of what happened there, both None
    for the head of the match; `turns` are their numbers in each record, from 1, a cube action having that of
    the throw it precedes. `what` names a header, `seat` is that of the first record. A side that says
    nothing is None.
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
        """Return where it stands in both files."""
        return _span(self.a), _span(self.b)


def _span(saying: Saying) -> model.Span | None:
    if isinstance(saying, tuple):
        return _span(saying[0]) if saying else None
    return getattr(saying, "span", None)
