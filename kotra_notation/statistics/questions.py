"""The decisions of a match that are worth asking about: what could be done, and what each of it costs.

A play is one question. A cube may be two: whether to double, asked of the one side, and whether to take,
asked of the other. This is the one place that chooses what a quiz asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from kotra_notation.board import Position
from kotra_notation.model import Double, Turn
from kotra_notation.replay import Frame
from kotra_notation.replay.studies import hops_of
from kotra_notation.rules import Step
from kotra_notation.rules.spelling import play_text
from kotra_notation.statistics import cubes
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.counts import Frames
from kotra_notation.statistics.decisions import WeighedDecision, best_and_made
from kotra_notation.values import dataclass

Kind = Literal["play", "double", "take"]
DOUBLE, HOLD, TAKE, PASS = "double", "no double", "take", "pass"
SIDES = 5  # chances: to win, a gammon, a backgammon; to lose a gammon, a backgammon
_PLACES = re.compile(r"bar|off|[0-9]+")
_ENDS = {"bar": 25, "off": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizAnswer:
    """A choice of a question: its equity, the loss, and its chances.

    `text` is a play, or double, no double, take or pass. `made`: it is what was played.
    """

    text: str
    equity: float
    loss: float
    chances: tuple[float, ...] = ()
    outcomes: Mapping[str, float] = field(default_factory=dict, hash=False)
    level: str = ""
    made: bool = False
    places: int = 3

    @property
    def right(self) -> bool:
        """Return whether nothing that can be seen is lost by it."""
        return self.loss < least_shown(self.places)


def least_shown(places: int) -> float:
    """Return the smallest loss that is not shown as nothing with so many digits."""
    return float(f"5e-{places + 1}")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizQuestion:
    """A decision to ask about, with its position and `answers` in neutral order.

    `game` and `turn` are its place in the match, `number` is the number of the game, `phase` its phase.
    `cube` has the equities of a cube decision. In the old game equities are points, and `unit` scales
    thresholds. `first` is the play that the evaluation names first.
    """

    kind: Kind
    seat: int
    game: int
    turn: int
    position: Position
    answers: tuple[QuizAnswer, ...]
    cube: cubes.CubeVerdict | None = None
    engine: str = ""
    unit: float = 1.0
    phase: str | None = None
    first: str = ""
    number: int = 1

    @property
    def best(self) -> QuizAnswer:
        """Return the best answer; of equal ones that which the evaluation names first."""
        return min(self.answers, key=lambda answer: (answer.loss, answer.text != self.first))

    @property
    def chosen(self) -> QuizAnswer:
        """Return what was done."""
        return next(answer for answer in self.answers if answer.made)

    @property
    def loss(self) -> float:
        """Return what was lost by what was done."""
        return self.chosen.loss


def questions(analysis: Analysis, frames: Frames, by: str = "", least: float = 0.0) -> Iterator[QuizQuestion]:
    """Yield every decision that can be asked, once, in the order of the match.

    Left out are those of which it is not known what was done or what that cost, plays against the rules, and
    boards that are uncertain. `by`: of a program in whose name this stands; `least`: where a side
    lost so much.
    """
    seen: set[tuple[int, int, str]] = set()
    for decision in analysis.decisions:
        key = decision.game, decision.place, decision.aspect
        if by.casefold() not in decision.engine.casefold() or key in seen or decision.worst < least:
            continue
        seen.add(key)
        frame = frames[decision.game][decision.place]
        if frame.certain:
            asked = _cube(decision, frame) if decision.cube else _play(decision, frame, analysis)
            yield from (replace(question, number=analysis.numbers[question.game]) for question in asked)


def _play(decision: WeighedDecision, frame: Frame, analysis: Analysis) -> Iterator[QuizQuestion]:
    """Yield the question what to play, where there was a choice."""
    event = frame.event
    if not isinstance(event, Turn) or not decision.lawful or decision.loss is None or not all(event.dice):
        return
    answers: dict[str, QuizAnswer] = {}
    for choice in best_and_made(decision):
        text = our_spelling(choice.text, frame)
        if choice.loss is not None and (choice.played or text not in answers):
            answers[text] = QuizAnswer(
                text=text,
                equity=choice.equity or 0.0,
                loss=choice.loss,
                chances=choice.chances,
                outcomes=choice.outcomes,
                level=choice.level,
                made=choice.played,
                places=analysis.custom(XG).places,
            )
    if len(answers) > 1:
        ordered = [answers[text] for text in sorted(answers, key=order)]
        position = frame.before.thrown(event.dice)
        first = min(answers.values(), key=lambda answer: answer.loss).text
        question = _question(decision, "play", decision.seat, position, ordered, analysis.unit or 1.0)
        yield replace(question, first=first)


def our_spelling(text: str, frame: Frame) -> str:
    """Return a play in our spelling: else the one that was made could be told from the others by its hand."""
    hops = hops_of(text)
    event = frame.event
    if not hops or not isinstance(event, Turn):
        return text
    steps = sorted([Step(hop.source, hop.target, 0) for hop in hops], reverse=True)
    facts = frame.before.setting.ruleset.facts
    return play_text(facts, frame.before.seen_by(event.seat), steps, event.seat)


def order(text: str) -> tuple[tuple[int, ...], str]:
    """Return a sort key of plays by their points alone: what leaves the farthest point comes first."""
    points = [_ENDS[place] if place in _ENDS else int(place[:9]) for place in _PLACES.findall(text)]
    return tuple(-point for point in points), text


def _cube(decision: WeighedDecision, frame: Frame) -> Iterator[QuizQuestion]:
    """Yield the question whether to double, and where it was done whether to take."""
    cube = decision.cube
    if cube is None or cube.in_mwc or cube.doubled is None:
        return
    hold, take, refused = cube.no_double, cube.take, cube.pass_
    if hold is None or take is None or refused is None:
        return
    chances = {choice.text: choice.chances for choice in decision.choices if len(choice.chances) == SIDES}
    held, taken = chances.get(cubes.NO_DOUBLE, ()), chances.get(cubes.TAKE, chances.get(cubes.BEAVER, ()))
    values = {DOUBLE: (min(take, refused), taken), HOLD: (hold, held)}
    answers = _actions(values, DOUBLE if cube.doubled else HOLD, decision.level)
    yield _question(decision, "double", decision.seat, frame.before.position, answers)
    if cube.taken is not None and isinstance(frame.event, Double):
        values = {PASS: (-refused, ()), TAKE: (-take, chances_of_other_side(taken))}
        answers = _actions(values, TAKE if cube.taken else PASS, decision.level)
        yield _question(decision, "take", 1 - decision.seat, frame.after.position, answers)


def _actions(values: dict[str, tuple[float, tuple[float, ...]]], done: str, level: str) -> list[QuizAnswer]:
    """Return the two actions with what each costs."""
    best = max(equity for equity, _ in values.values())
    return [
        QuizAnswer(
            text=text, equity=equity, loss=best - equity, chances=chances, level=level, made=text == done
        )
        for text, (equity, chances) in values.items()
    ]


def chances_of_other_side(chances: tuple[float, ...]) -> tuple[float, ...]:
    """Return the chances of the other side."""
    if not chances:
        return ()
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return 1 - win, lost_gammon, lost_backgammon, gammon, backgammon


def _question(
    decision: WeighedDecision,
    kind: Kind,
    seat: int,
    position: Position,
    answers: Sequence[QuizAnswer],
    unit: float = 1.0,
) -> QuizQuestion:
    return QuizQuestion(
        kind=kind,
        seat=seat,
        game=decision.game,
        turn=decision.turn,
        position=position,
        answers=tuple(answers),
        cube=decision.cube,
        engine=decision.engine,
        unit=unit,
        phase=decision.phase,
    )
