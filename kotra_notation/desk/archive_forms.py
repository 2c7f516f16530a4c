"""What the forms of an archive's rooms are filled with: notations, rules, questions, tables, a board."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from kotra_notation.desk.settings import DeskSettings
from kotra_notation.jobs.archive_answers import QUESTIONS, RULE_NAMES, archive_tables
from kotra_notation.jobs.archive_positions import set_up
from kotra_notation.jobs.archives import lacking
from kotra_notation.jobs.notations import written_notations
from kotra_notation.report.view import Diagram
from kotra_notation.words.tongues import N_

OWN = "kotra"
# The questions that are about one player.
OF_PLAYERS = {
    "pr-by-player": N_("PR"),
    "luck": N_("Luck"),
    "opening-plays": N_("Opening plays"),
    "blunders": N_("Gravest errors"),
}
# What the board says on which a position is set up.
BOARD_TEXTS = {
    "board": N_("Board"),
    "hint": N_(
        "A click puts a checker on a point. By keys: ← → choose the point, ↑ puts one there, ↓ takes one."
    ),
    "white": N_("White"),
    "black": N_("Black"),
    "take": N_("Take away"),
    "start": N_("Start of a game"),
    "clear": N_("Empty board"),
    "point": N_("point {point}"),
    "bar": N_("bar of {name}"),
    "holds": N_("{where}: {number} of {name}"),
    "empty": N_("{where}: empty"),
    "pips": N_("{count} pips"),
}
Wishes = Mapping[str, str]


def form_facts(desk: DeskSettings, form: str, wishes: Wishes) -> dict[str, Any]:
    """What the form of a room is filled with."""
    return FORM_FACTS[form](desk, wishes) if form in FORM_FACTS else {}


def _matches_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """The notations, ours before the others."""
    notations = sorted(written_notations(desk.tongue), key=lambda one: one.name != OWN)
    return {"notations": [(one.name, one.title) for one in notations if one.matches]}


def _event_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """Where the matches of an event are."""
    matches = f"{desk.root}/archive?{urlencode({'q': wishes.get('name', '')})}"
    return {"ways": [(matches, desk.tongue.say("Matches"))]}


def _player_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """Where the matches of a player are, and questions about him."""
    asked = f"{desk.root}/archive/question?"
    questions = [
        (asked + urlencode({"name": one, "player": wishes.get("name", "")}), desk.tongue.say(text))
        for one, text in OF_PLAYERS.items()
    ]
    return {"ways": [*_event_form(desk, wishes)["ways"], *questions]}


def _questions_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    return {"questions": [(one.name, desk.tongue.say(one.title)) for one in QUESTIONS.values()]}


def _question_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    question, say = QUESTIONS.get(wishes.get("name", "")), desk.tongue.say
    if question is None:
        return {}
    rules = [("", say("all")), *((name, name) for name in RULE_NAMES)]
    return {
        "question": question.name,
        "title": say(question.title),
        "explanation": say(question.explanation),
        "rules": rules,
    }


def _statement_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    return {"tables": [] if lacking("archive") else archive_tables()}


def _positions_form(desk: DeskSettings, wishes: Wishes) -> dict[str, Any]:
    """The board to set up a position on: that which was asked for, where it is one of today's game."""
    start, shown = set_up(""), set_up(wishes.get("position", ""))
    texts = {name: desk.tongue.say(text) for name, text in BOARD_TEXTS.items()}
    return {
        "start": Diagram(position=start),
        "opening": json.dumps(start.seen_by(0)),
        "men": json.dumps(shown.seen_by(0)),
        "texts": json.dumps(texts),
    }


FORM_FACTS: Mapping[str, Callable[[DeskSettings, Wishes], dict[str, Any]]] = {
    "matches": _matches_form,
    "event": _event_form,
    "player": _player_form,
    "questions": _questions_form,
    "question": _question_form,
    "sql": _statement_form,
    "positions": _positions_form,
}
