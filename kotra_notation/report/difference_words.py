"""The words for what each of two records says where they differ."""

from __future__ import annotations

from kotra_notation import model
from kotra_notation.compare import Derived, DifferenceKind, RemarkCount
from kotra_notation.compare.difference import Saying
from kotra_notation.replay import Frame
from kotra_notation.report.event_words import (
    clock_text,
    clock_words,
    dice_text,
    event_words,
    kind_word,
    points_won,
    score_text,
    turn_words,
)
from kotra_notation.report.studies import format_signed
from kotra_notation.words.tongues import N_, Tongue

LABELS = {
    DifferenceKind.NAMES: N_("Names"),
    DifferenceKind.RULES: N_("Rules"),
    DifferenceKind.HEADERS: N_("Headers"),
    DifferenceKind.GAMES: N_("Games"),
    DifferenceKind.SCORE: N_("Score"),
    DifferenceKind.TURNS: N_("Turns"),
    DifferenceKind.DICE: N_("Dice"),
    DifferenceKind.PLAYS: N_("Plays"),
    DifferenceKind.CUBE: N_("Cube"),
    DifferenceKind.ACTIONS: N_("Other actions"),
    DifferenceKind.RESULTS: N_("Results"),
    DifferenceKind.COMMENTS: N_("Comments"),
    DifferenceKind.TIMES: N_("Times"),
    DifferenceKind.MARKS: N_("Marks"),
    DifferenceKind.EVALUATIONS: N_("Evaluations"),
    DifferenceKind.EXTRAS: N_("Other lines"),
}


def event_parts(frame: Frame, names: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """Return the dice of an event, where they were thrown, and the words for what was done."""
    if isinstance(frame.event, model.Turn):
        return dice_text(frame.event), turn_words(frame.event, frame, tongue)
    words = event_words(frame, tongue)
    return "", remark(frame.event, names, tongue) if words is None else words


def saying_words(saying: Saying, kind: DifferenceKind, names: tuple[str, str], tongue: Tongue) -> str:
    """Return what a record says, in words; empty where it says nothing."""
    match saying:
        case None:
            return ""
        case str():
            return saying
        case int():
            return tongue.points(saying)
        case tuple():
            return "\n".join(remark(event, names, tongue) for event in saying)
        case RemarkCount(number=number):
            if kind is DifferenceKind.GAMES:
                return tongue.count("{number} turn", "{number} turns", number)
            return tongue.points(number)
        case Derived(score=None, winner=winner, points=points):
            won = tongue.count("{number} point", "{number} points", points)
            return tongue.say(
                N_("{name} wins {points}, according to the plays"), name=names[winner or 0], points=won
            )
        case Derived(score=score):
            return tongue.say(
                N_("{score}, according to the plays"), score=score_text(score or (0, 0), tongue)
            )
        case _:
            return remark(saying, names, tongue)


def _describe_claim(claim: model.ResultClaim, names: tuple[str, str], tongue: Tongue) -> str:
    """Return a result as a record states it."""
    name = names[claim.winner]
    if claim.points is None:
        return tongue.say(N_("{name} wins"), name=name)
    if claim.kind:
        return points_won(name, claim.points, kind_word(claim.kind, tongue), tongue)
    points = tongue.count("{number} point", "{number} points", claim.points)
    return tongue.say(N_("{name} wins {points}"), name=name, points=points)


def remark(event: model.Event, names: tuple[str, str], tongue: Tongue) -> str:
    """A claim or a remark in words."""
    match event:
        case model.ResultClaim():
            return _describe_claim(event, names, tongue)
        case model.AwardClaim(seat=seat, kind=kind, points=points):
            return tongue.say(
                N_("{name}: {award}, {points}"),
                name=names[seat],
                award=kind_word(kind, tongue),
                points=tongue.count("{number} point", "{number} points", points or 0),
            )
        case model.ScoreClaim(score=score):
            return score_text(score, tongue)
        case model.Comment(text=text, author=author):
            return f"{author}: {text}" if author else text
        case model.Mark(sign=sign):
            return tongue.say(N_("diagram")) if sign == "diagram" else sign
        case model.Clock(seat=seat):
            return f"{names[seat]}: {clock_words(event, tongue)}"
        case model.Video(seconds=seconds):
            return tongue.say(N_("{time} in the recording"), time=clock_text(seconds))
        case model.Evaluation():
            return _describe_evaluation(event, tongue)
        case model.Extra(value=value):
            return value
        case _:
            return ""


def _describe_evaluation(evaluation: model.Evaluation, tongue: Tongue) -> str:
    """Return the best choices of an evaluation with their equities."""
    shown = [
        choice.choice if choice.equity is None else f"{choice.choice} {format_signed(choice.equity, tongue)}"
        for choice in evaluation.candidates[:2]
    ]
    if evaluation.luck is not None:
        shown.append(tongue.say(N_("Luck: {luck}"), luck=format_signed(evaluation.luck, tongue)))
    return ", ".join([*filter(None, [evaluation.source]), *shown])
