"""The decisions that a quiz asks, and the quiz as a page of HTML and as Anki cards."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

from kotra_notation.board import Position
from kotra_notation.board.points import Turning
from kotra_notation.board.wording import Wording
from kotra_notation.errors import KotraError
from kotra_notation.report.cleaning import apart
from kotra_notation.report.cleaning import name as cleaned
from kotra_notation.report.event_words import DIGITS
from kotra_notation.report.live import LETTERS, game_standing, stop_text
from kotra_notation.report.page import SIDES, length_words
from kotra_notation.report.quiz import HAND, action_words, asked_words
from kotra_notation.report.rendering import script_json
from kotra_notation.report.site_map import mark
from kotra_notation.report.studies import format_signed, outcome_words, percents
from kotra_notation.report.templating import environment, render
from kotra_notation.report.text_layout import wording
from kotra_notation.report.view import Diagram
from kotra_notation.statistics.cubes import PROPER
from kotra_notation.statistics.questions import QuizAnswer, QuizQuestion, least_shown
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

DONE = {
    "play": N_("{name} played {play}."),
    "double": N_("{name} doubled."),
    "no double": N_("{name} did not double."),
    "take": N_("{name} took the double."),
    "pass": N_("{name} dropped."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizItem:
    """A question and its source: file, match number and players."""

    question: QuizQuestion
    source: str
    match: int
    matches: int
    players: tuple[str, str]

    @property
    def key(self) -> str:
        """Return the identity of a decision: its position, dice and kind of question."""
        position = self.question.position
        spelled = position.spellings()["xgid"] or f"{position.text()} {position.seat} {position.dice}"
        return mark(f"{self.question.kind} {spelled}")

    @property
    def roll(self) -> tuple[str, int, int, int, int]:
        """The roll it comes before or is of, and whose; a double and its answer share one."""
        question = self.question
        roller = 1 - question.seat if question.kind == "take" else question.seat
        return self.source, self.match, question.game, question.turn, roller

    @property
    def player(self) -> str:
        """The name of the side that is asked, nothing where the record does not name it."""
        return self.players[self.question.seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChoice:
    """A choice, and what is told of it when one has chosen."""

    text: str
    equity: str
    loss: str
    chances: str
    made: bool
    right: bool
    rank: float
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownQuestion:
    """A question in words.

    `ask`, `facts`, `board` and the texts of the `choices` are shown at once; all else only when one has
    chosen. `bottom` is the seat that is asked, from which the board is seen.
    """

    key: str
    number: int
    ask: str
    facts: tuple[str, ...]
    board: Diagram
    bottom: int
    choices: tuple[ShownChoice, ...]
    verdict: str
    done: str
    place: str
    engine: str
    identifier: str
    in_points: bool = False


def shown_questions(asked: Sequence[QuizItem], tongue: Tongue) -> Iterator[ShownQuestion]:
    """The questions in words, in a language."""
    for number, item in enumerate(asked, 1):
        question = item.question
        position = question.position
        yield ShownQuestion(
            key=item.key,
            number=number,
            ask=asked_words(question, tongue),
            facts=tuple(filter(None, _facts(question, tongue))),
            board=Diagram(position=position),
            bottom=question.seat,
            choices=tuple(_choice(question, answer, tongue) for answer in question.answers),
            verdict=_verdict(question, tongue),
            done=_what_was_done(item, tongue),
            place=_place(item, tongue),
            engine=", ".join(map(apart, filter(None, [question.engine, question.chosen.level]))),
            identifier=position.spellings()["xgid"] or position.text(),
            in_points=bool(question.chosen.outcomes),
        )


def title(asked: Sequence[QuizItem], tongue: Tongue) -> str:
    """Return what the quiz is called: by the players where all of it is of one match."""
    places = {(item.source, item.match, item.players) for item in asked}
    if len(places) != 1:
        return tongue.say("Quiz")
    first, second = _names(asked[0].players, tongue)
    return f"{tongue.say('Quiz')}: {first} – {second}"


def _names(players: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """The names as the page shows them, the colours where there are none."""
    first, second = (cleaned(player) or tongue.say(side) for player, side in zip(players, SIDES, strict=True))
    return first, second


def _facts(question: QuizQuestion, tongue: Tongue) -> Iterator[str]:
    """Yield who is asked, the score and the cube: the sides by their colours, as the names tell nothing."""
    position, words = question.position, wording(tongue)
    if position.turning is not Turning.MIRRORED:
        yield length_words(0, cube=False, tongue=tongue)
        return
    standing, colours = position.standing, words.colours
    yield words.on_roll.format(name=colours[question.seat]) if question.kind == "double" else ""
    if standing.length:
        yield ", ".join(f"{colours[seat]} {standing.score[seat]}" for seat in (0, 1))
    yield _length(standing.length, tongue) + (f", {tongue.say('Crawford game')}" if standing.crawford else "")
    yield from ("Jacoby",) * (not standing.length and standing.jacoby)
    yield _cube(question, words)


def _length(points: int, tongue: Tongue) -> str:
    if points:
        return tongue.count("{number}-point match", "{number}-point match", points)
    return length_words(0, cube=True, tongue=tongue)


def _cube(question: QuizQuestion, words: Wording) -> str:
    """Return where the cube is, or who offers it."""
    cube, colours = question.position.cube, words.colours
    if question.kind == "take":
        return words.offers.format(name=colours[1 - question.seat], value=cube.value * 2)
    if cube.owner is None:
        return words.cube_middle.format(value=cube.value)
    return words.cube_owned.format(value=cube.value, name=colours[cube.owner])


def _choice(question: QuizQuestion, answer: QuizAnswer, tongue: Tongue) -> ShownChoice:
    return ShownChoice(
        text=action_words(question, answer.text, tongue) or apart(answer.text),
        equity=format_signed(answer.equity, tongue, answer.places),
        loss="" if answer.right else format_signed(-answer.loss, tongue, answer.places),
        chances=_chances(answer.chances, tongue),
        made=answer.made,
        right=answer.right,
        rank=answer.loss,
        outcomes=outcome_words(answer.outcomes, tongue),
    )


def _chances(chances: tuple[float, ...], tongue: Tongue) -> str:
    """Return the chances to win, with a gammon, with a backgammon; and to lose so."""
    shares = percents(chances, tongue)
    return f"{' '.join(shares[:3])} – {' '.join(shares[3:])} %" if shares else ""


def _verdict(question: QuizQuestion, tongue: Tongue) -> str:
    """Return what is right at the cube, with the three equities of the side that may double."""
    cube = question.cube
    if cube is None:
        return ""
    parts = []
    if cube.proper:
        parts.append(tongue.say(N_("Right: {action}."), action=tongue.say(PROPER[cube.proper])))
    three = (
        (N_("No double"), cube.no_double),
        (N_("Double, take"), cube.take),
        (N_("Double, drop"), cube.pass_),
    )
    values = [
        f"{tongue.say(text)} {format_signed(value, tongue)}" for text, value in three if value is not None
    ]
    return " ".join([*parts, ", ".join(values) + "."])


def _what_was_done(item: QuizItem, tongue: Tongue) -> str:
    """Return who did what."""
    question, made = item.question, item.question.chosen
    name = _names(item.players, tongue)[question.seat]
    return tongue.say(DONE.get(made.text, DONE["play"]), name=name, play=apart(made.text))


def _place(item: QuizItem, tongue: Tongue) -> str:
    """Return where it stands: the file, the match where there are several, the game and the turn."""
    words = [apart(item.source)] if item.source else []
    if item.matches > 1:
        words.append(tongue.say(N_("match {number}"), number=item.match))
    words.append(tongue.say("game {number}", number=item.question.number))
    words.append(tongue.say("turn {number}", number=item.question.turn))
    return ", ".join(words)


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
