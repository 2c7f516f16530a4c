"""The quiz: its words, and on the page of a match the decisions that are asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kotra_notation.report.cleaning import one_line
from kotra_notation.report.event_words import DIGITS
from kotra_notation.report.view import GameView, PageQuestion, Stop
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.counts import Frames
from kotra_notation.statistics.questions import QuizQuestion, questions
from kotra_notation.words.tongues import N_, Tongue

MOST = 60
DEEDS = {"double": ("double", "hold"), "take": ("take", "drop", "beaver")}
ACTIONS = {"double": N_("Double"), "no double": N_("No double"), "take": N_("Take"), "pass": N_("Drop")}
ASKED = {"play": N_("{dice}: what do you play?"), "double": N_("Double or not?"), "take": N_("Take or drop?")}
# What is said where a play is made on the board.
HAND = {
    "hand": N_("Or play on the board: drag or tap checkers; tap the dice to swap them."),
    "undo": N_("Undo"),
    "done": N_("Done"),
    "elsewhere": N_("This play is not one of the answers."),
}
REDOUBLES = {"double": N_("Redouble"), "no double": N_("No redouble")}
REDOUBLE = N_("Redouble or not?")


def redoubles(question: QuizQuestion) -> bool:
    """Return whether the side that is asked has the cube already."""
    return question.kind == "double" and question.position.cube.owner is not None


def asked_words(question: QuizQuestion, tongue: Tongue) -> str:
    """Return the question in words."""
    text = REDOUBLE if redoubles(question) else ASKED[question.kind]
    return tongue.say(text, dice="".join(map(str, question.position.dice or ())))


def action_words(question: QuizQuestion, action: str, tongue: Tongue) -> str | None:
    """Return an action about the cube in words; None for a play."""
    text = (REDOUBLES if redoubles(question) else ACTIONS).get(action)
    return tongue.say(text) if text else None


def page_questions(
    analysis: Analysis, frames: Frames, games: Sequence[GameView], tongue: Tongue
) -> tuple[PageQuestion, ...]:
    """Return the errors of a match as questions, the worst first, a double before its answer."""
    least = analysis.custom(XG).errors[-1].least
    dear = sorted(
        (question for question in questions(analysis, frames, least=least) if question.loss >= least),
        key=lambda question: -question.loss,
    )[:MOST]
    stops: dict[tuple[int, int, str], Stop] = {}
    for game in games:
        for stop in game.stops:
            turn = re.search(r"-t([0-9]+)", stop.anchor)
            stops[game.number, int(turn[1]) if turn else 0, stop.deed] = stop
    asked: dict[str, PageQuestion] = {}
    for question in _unspoilt(dear):
        for deed in DEEDS.get(question.kind, ("turn",)):
            if shown := stops.get((question.number, question.turn, deed)):
                asked.setdefault(shown.anchor, _question(question, shown, tongue))
                break
    return tuple(asked.values())


def _unspoilt(dear: Sequence[QuizQuestion]) -> Iterator[QuizQuestion]:
    """Yield the questions in order, but a double before its answer, which would tell that it was made."""
    doubles = {
        (question.game, question.turn, question.seat): question
        for question in dear
        if question.kind == "double"
    }
    for question in dear:
        if question.kind == "take" and (
            double := doubles.get((question.game, question.turn, 1 - question.seat))
        ):
            yield double
        yield question


def _question(question: QuizQuestion, stop: Stop, tongue: Tongue) -> PageQuestion:
    answers = [
        (action_words(question, answer.text, tongue) or one_line(answer.text), answer.loss)
        for answer in question.answers
    ]
    rows = ""  # of the answers in the study that stands first at the stop, if all are in it
    if question.kind == "play" and stop.studies and stop.studies[0].aspect == "play":
        shown = [(choice.text, choice.loss) for choice in stop.studies[0].choices]
        wanted = [(text, f"−{tongue.number(loss, DIGITS)}" if loss > 0 else "") for text, loss in answers]
        if set(wanted) <= set(shown):
            rows = "".join(str(shown.index(answer)) for answer in wanted)
    return PageQuestion(
        anchor=stop.anchor,
        ask=asked_words(question, tongue),
        loss=question.loss,
        answers=tuple(answers),
        rows=rows,
    )
