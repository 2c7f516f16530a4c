"""A quiz as it is shown, on a page and on cards: what is asked, and apart from it what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kotra_notation.board.points import Turning
from kotra_notation.board.wording import Wording
from kotra_notation.report.cleaning import apart
from kotra_notation.report.cleaning import name as cleaned
from kotra_notation.report.page import SIDES, length_words
from kotra_notation.report.quiz import action_words, asked_words
from kotra_notation.report.site_map import mark
from kotra_notation.report.studies import format_signed, outcome_words, percents
from kotra_notation.report.text_layout import wording
from kotra_notation.report.view import Diagram
from kotra_notation.statistics.cubes import PROPER
from kotra_notation.statistics.questions import QuizAnswer, QuizQuestion
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
    words.append(tongue.say("game {number}", number=item.question.game + 1))
    words.append(tongue.say("turn {number}", number=item.question.turn))
    return ", ".join(words)
