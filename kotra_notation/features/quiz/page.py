"""A quiz as a page of HTML: the questions, the answers apart from them, and what its script needs."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kotra_notation.board import Position
from kotra_notation.board.points import Turning
from kotra_notation.features.quiz.choosing import QuizItem, shown_questions, title
from kotra_notation.report.boards import wording
from kotra_notation.report.live import LETTERS, game_standing, spelled_one
from kotra_notation.report.quiz import HAND
from kotra_notation.report.rendering import script_json
from kotra_notation.report.studies import DIGITS
from kotra_notation.report.templating import render
from kotra_notation.statistics.questions import QuizQuestion, least_shown
from kotra_notation.words.tongues import N_, Tongue

TEXTS = {
    "progress": N_("{number} of {all}"),
    "right": N_("Right."),
    "wrong": N_("{loss} lost."),
    "score": N_("{right} of {asked} right so far, {loss} lost in all."),
    "end": N_("That was all: {right} of {asked} right, {loss} lost in all."),
}
NOWHERE = Position(points=(0,) * 26)


def html(asked: Sequence[QuizItem], tongue: Tongue, theme: str = "paper") -> str:
    """The page; the same questions give the same bytes."""
    places = max((item.question.chosen.places for item in asked), default=DIGITS)
    live = {
        "losses": [
            [float(f"{answer.loss:.{answer.places}f}") for answer in item.question.answers] for item in asked
        ],
        "right": least_shown(places),
        **({"places": places} if places != DIGITS else {}),
        "comma": tongue.number(0.5, 1)[1],
        "texts": {name: tongue.say(text) for name, text in (TEXTS | HAND).items()}
        | {"pips": wording(tongue).pips},
        **_boards([item.question for item in asked], tongue),
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


def _boards(asked: Sequence[QuizQuestion], tongue: Tongue) -> dict[str, object]:
    """Return what the script draws boards from; those of the old game stand as they are drawn already."""
    turning = Turning.MIRRORED
    drawn = [question.position if question.position.turning is turning else NOWHERE for question in asked]
    return {
        "names": wording(tongue).colours,
        "map": "".join([LETTERS[turning.index(index)] for index in range(26)]),
        "view": "towards",
        "cube": True,
        "men": (15, 15),
        "asked": [question.seat for question in asked],
        "games": [game_standing(question.position) for question in asked],
        "stops": "|".join(map(spelled_one, drawn or [NOWHERE])),
    }
