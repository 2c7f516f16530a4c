"""The quiz as a page of HTML and as Anki cards."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

from kotra_notation.board import Position
from kotra_notation.board.points import Turning
from kotra_notation.errors import KotraError
from kotra_notation.features.quiz.choosing import QuizItem, ShownQuestion, shown_questions, title
from kotra_notation.report.live import LETTERS, game_standing, stop_text
from kotra_notation.report.quiz import HAND
from kotra_notation.report.rendering import script_json
from kotra_notation.report.studies import DIGITS
from kotra_notation.report.templating import environment, render
from kotra_notation.report.text_layout import wording
from kotra_notation.statistics.questions import QuizQuestion, least_shown
from kotra_notation.words.tongues import N_, Tongue

TEXTS = {
    "progress": N_("{number} of {all}"),
    "right": N_("Right."),
    "wrong": N_("{loss} lost."),
    "score": N_("{right} of {asked} right so far, {loss} lost in total."),
    "end": N_("Finished: {right} of {asked} right, {loss} lost in total."),
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
        "stops": "|".join(map(stop_text, drawn or [NOWHERE])),
    }


INSTALL = 'pip install "kotra-notation[anki]"'
# What Anki knows the deck and the kind of note by; they were drawn once and stay.
DECK, NOTE_KIND = 1_763_902_417, 1_763_902_541
NAME = "Kotra"
FIELDS = ("Decision", "Question", "Answer")
# What Anki would take for its own orders in a text: sounds, formulas, clozes.
ORDERS = str.maketrans({"[": "&#91;", "{": "&#123;", "\\": "&#92;"})
STYLE = """\
.card { font: 20px/1.45 Palatino, Georgia, serif; max-width: 40rem; margin: 0 auto; text-align: left }
img { display: block; width: 100%; max-width: 32rem; margin: 0 auto; background: #fffdf8 }
.ask { font-size: 1.2em; font-weight: bold; margin: .5em 0 }
.soft, small, i { opacity: .75; font-size: .85em }
small { display: block }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; font-weight: normal; padding: .25em .5em .25em 0 }
tr > * { border-bottom: 1px solid #8886 }
td { text-align: right; white-space: nowrap }
.right th { font-weight: bold }
code { font-size: .7em; overflow-wrap: anywhere }
"""


def package(asked: Sequence[QuizItem], tongue: Tongue, theme: str = "paper") -> bytes:
    """Return the package of a deck; its time tells Anki which of two versions of a card is newer."""
    try:
        import genanki
    except ImportError:
        raise KotraError(
            "Cards for Anki need the package {package}: {command}", package="genanki", command=INSTALL
        ) from None
    sides = {"name": NAME, "qfmt": "{{Question}}", "afmt": '{{FrontSide}}<hr id="answer">{{Answer}}'}
    fields = [{"name": name} for name in FIELDS]
    kind = genanki.Model(NOTE_KIND, NAME, fields=fields, templates=[sides], css=STYLE)
    deck = genanki.Deck(DECK, NAME)
    with tempfile.TemporaryDirectory() as folder:
        pictures = {}
        for question in shown_questions(asked, tongue):
            picture = _picture(question, tongue, theme)
            name = f"kotra-{sha256(picture).hexdigest()[:24]}.svg"
            path = Path(folder, name)
            path.write_bytes(picture)
            pictures[name] = str(path)
            shown = [question.key, *(_side(side, question, name, tongue) for side in ("front", "back"))]
            guid = f"kotra-{question.key}"
            deck.add_note(genanki.Note(model=kind, fields=shown, guid=guid, tags=["kotra"]))
        target = Path(folder, "deck.apkg")
        made = genanki.Package(deck, media_files=list(pictures.values()))
        made.write_to_file(str(target), timestamp=time.time())
        return target.read_bytes()


def _side(side: str, question: ShownQuestion, picture: str, tongue: Tongue) -> str:
    """Return one side of a card, as HTML in which nothing is an order to Anki."""
    template = environment(tongue).get_template("quiz.card.j2")
    alt = question.board.position.layout(bottom=question.bottom, wording=wording(tongue)).title
    return template.render(side=side, one=question, picture=picture, alt=alt).translate(ORDERS)


def _picture(question: ShownQuestion, tongue: Tongue, theme: str) -> bytes:
    """The board as the side that is asked sees it."""
    words = wording(tongue)
    picture = question.board.position.svg(
        bottom=question.bottom, names=words.colours, wording=words, theme=theme, style=False
    )
    return picture.encode()
