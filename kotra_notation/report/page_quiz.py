"""The quiz on the page of a match: which of its decisions are asked, in which order, with what answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kotra_notation.report.cleaning import one_line
from kotra_notation.report.quiz_words import action_words, asked_words
from kotra_notation.report.studies import DIGITS
from kotra_notation.report.view import GameView, PageQuestion, Stop
from kotra_notation.statistics import XG, Analysis, QuizQuestion, questions
from kotra_notation.statistics.counted import Frames
from kotra_notation.words.tongues import Tongue

MOST = 60
DEEDS = {"double": ("double", "hold"), "take": ("take", "drop", "beaver")}


def page_questions(
    found: Analysis, frames: Frames, games: Sequence[GameView], tongue: Tongue
) -> tuple[PageQuestion, ...]:
    """The errors of a match as questions, the dearest first, a double before its answer."""
    least = found.custom(XG).errors[-1].least
    dear = sorted(
        (one for one in questions(found, frames, least=least) if one.loss >= least), key=lambda one: -one.loss
    )
    stops = {(game.number, _turn(stop), stop.deed): stop for game in games for stop in _stops(game)}
    asked: dict[str, PageQuestion] = {}
    for one in _unspoilt(dear[:MOST]):
        deeds = DEEDS.get(one.kind, ("turn",))
        stop = next(filter(None, (stops.get((one.game + 1, one.turn, deed)) for deed in deeds)), None)
        if stop:
            asked.setdefault(stop.anchor, _question(one, stop, tongue))
    return tuple(asked.values())


def _stops(game: GameView) -> Iterator[Stop]:
    return (item for item in game.items if isinstance(item, Stop))


def _turn(stop: Stop) -> int:
    found = re.search(r"-t([0-9]+)", stop.anchor)
    return int(found[1]) if found else 0


def _unspoilt(dear: Sequence[QuizQuestion]) -> Iterator[QuizQuestion]:
    """The questions in their order, but a double before its answer, which would tell that it was made."""
    doubles = {(one.game, one.turn, one.seat): one for one in dear if one.kind == "double"}
    for one in dear:
        if one.kind == "take" and (double := doubles.get((one.game, one.turn, 1 - one.seat))):
            yield double
        yield one


def _question(one: QuizQuestion, stop: Stop, tongue: Tongue) -> PageQuestion:
    answers = [
        (action_words(one, answer.text, tongue) or one_line(answer.text), answer.loss)
        for answer in one.answers
    ]
    return PageQuestion(
        anchor=stop.anchor,
        ask=asked_words(one, tongue),
        loss=one.loss,
        answers=tuple(answers),
        rows=_rows(answers, stop, tongue) if one.kind == "play" else "",
    )


def _rows(answers: Sequence[tuple[str, float]], stop: Stop, tongue: Tongue) -> str:
    """The rows of the answers in the study that stands first at the stop; nothing where one is not in it."""
    first = stop.studies[0] if stop.studies else None
    if first is None or first.aspect != "play":
        return ""
    shown = [(choice.text, choice.loss) for choice in first.choices]
    wanted = [(text, f"−{tongue.number(loss, DIGITS)}" if loss > 0 else "") for text, loss in answers]
    return "".join([str(shown.index(one)) for one in wanted]) if set(wanted) <= set(shown) else ""
