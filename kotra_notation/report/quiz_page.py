"""A quiz as a page of HTML: the questions, the answers apart from them, and what its script needs."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kotra_notation.report.boards import wording
from kotra_notation.report.quiz import QuizItem, shown_questions, title
from kotra_notation.report.rendering import script_json
from kotra_notation.report.studies import DIGITS
from kotra_notation.report.templating import render
from kotra_notation.statistics.questions import RIGHT
from kotra_notation.words.tongues import N_, Tongue

TEXTS = {
    "progress": N_("{number} of {all}"),
    "right": N_("Right."),
    "wrong": N_("{loss} lost."),
    "score": N_("{right} of {asked} right so far, {loss} lost in all."),
    "end": N_("That was all: {right} of {asked} right, {loss} lost in all."),
}


def html(asked: Sequence[QuizItem], tongue: Tongue, theme: str = "paper") -> str:
    """The page; the same questions give the same bytes."""
    live = {
        "losses": [[float(f"{answer.loss:.{DIGITS}f}") for answer in one.question.answers] for one in asked],
        "right": RIGHT,
        "comma": tongue.number(0.5, 1)[1],
        "texts": {name: tongue.say(text) for name, text in TEXTS.items()},
    }
    return render(
        "quiz.html.j2",
        tongue,
        theme=theme,
        title=title(asked, tongue),
        questions=list(shown_questions(asked, tongue)),
        colours=wording(tongue).colours,
        live=Markup(script_json(live)),
    )
