"""What a quiz asks, and what the actions about the cube are called in it."""

from __future__ import annotations

from kotra_notation.statistics import QuizQuestion
from kotra_notation.words.tongues import N_, Tongue

ACTIONS = {
    "double": N_("Double"),
    "no double": N_("No double"),
    "take": N_("Take"),
    "pass": N_("Drop"),
}
ASKED = {
    "play": N_("{dice}: what do you play?"),
    "double": N_("Double or not?"),
    "take": N_("Take or drop?"),
}
# What is said where a play is made on the board.
HAND = {
    "hand": N_("Or on the board: drag checkers, or tap them; a tap on the dice swaps them."),
    "undo": N_("Undo"),
    "done": N_("Done"),
    "elsewhere": N_("This play is not among the answers."),
}
REDOUBLES = {"double": N_("Redouble"), "no double": N_("No redouble")}
REDOUBLE = N_("Redouble or not?")


def redoubles(question: QuizQuestion) -> bool:
    """Return whether the side that is asked has the cube already."""
    return question.kind == "double" and question.position.cube.owner is not None


def asked_words(question: QuizQuestion, tongue: Tongue) -> str:
    """The question in words."""
    text = REDOUBLE if redoubles(question) else ASKED[question.kind]
    return tongue.say(text, dice="".join(map(str, question.position.dice or ())))


def action_words(question: QuizQuestion, action: str, tongue: Tongue) -> str | None:
    """An action about the cube in words; None for a play."""
    text = (REDOUBLES if redoubles(question) else ACTIONS).get(action)
    return tongue.say(text) if text else None
