"""The booklet that a PDF is: its paper, and the decisions that have a board with what was right beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from kotra_notation.report.view import DecisionStudy, Diagram, GameView, Page, Stop

GRADES = ("blunder", "wrong")  # errors have a board where there is no blunder


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A size of paper in millimetres, its margins, and how high a decision is, so that three fill a page."""

    size: str
    margins: str
    decision: int
    script: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDecision:
    """A decision with its board; `turn` is the number of the throw it belongs to."""

    number: int
    game: GameView
    turn: str
    stop: Stop
    diagram: Diagram
    studies: tuple[DecisionStudy, ...]


PAPERS = {
    "a4": Paper(size="A4", margins="18mm 16mm 20mm", decision=79),
    "letter": Paper(size="letter", margins="17mm 18mm 18mm", decision=74),
    "a5": Paper(size="A5", margins="13mm 12mm 15mm", decision=55, script=8.5),
}


def decisions(page: Page) -> tuple[PaperDecision, ...]:
    """What an evaluation calls a blunder, in the order of the match; where there is none, the errors."""
    stops = [(game, stop) for game in page.games for stop in _stops(game)]
    graded = next((some for grade in GRADES if (some := [one for one in stops if one[1].grade == grade])), [])
    return tuple(
        PaperDecision(
            number=number,
            game=game,
            turn=stop.anchor.partition("-t")[2].rstrip(ascii_lowercase),
            stop=stop,
            diagram=Diagram(position=stop.position, arrows=stop.arrows),
            studies=_graded(stop),
        )
        for number, (game, stop) in enumerate(graded, 1)
    )


def _graded(stop: Stop) -> tuple[DecisionStudy, ...]:
    """Return what is said of the decision that the mark is for: of a turn there may be a cube and a play."""
    lost = [
        study
        for study in stop.studies
        for choice in study.choices
        if choice.played and choice.loss == stop.loss
    ]
    return tuple(lost[:1]) or stop.studies


def ended(game: GameView) -> Diagram:
    """The board at the end of a game."""
    return Diagram(position=game.end.position)


def _stops(game: GameView) -> Iterator[Stop]:
    return (item for item in game.items if isinstance(item, Stop))
