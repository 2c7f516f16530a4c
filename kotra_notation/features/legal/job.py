"""Every legal play of a roll, as JSON has it: for one position, or for questions in lines of JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from kotra_notation.board import Position, ogid
from kotra_notation.board.position import position as read
from kotra_notation.legal import LegalPlay, dice_of, half_plays, plays, rules_of
from kotra_notation.rules import specification

SIDES = {"W": 0, "B": 1}
GNU_ID = re.compile(r"[A-Za-z0-9+/]{14}")


def legal_plays_row(
    position: Position, asked: str, dice: tuple[int, int], rules: str | None
) -> dict[str, Any]:
    """The answer in the shape other programs rely on; ValueError for what cannot be asked."""

    def rows(legal_plays: Iterable[LegalPlay]) -> list[dict[str, Any]]:
        return sorted((_play_row(play, asked) for play in legal_plays), key=lambda play: play["position"])

    answer = {
        "rules": specification(rules_of(position, rules)),
        "dice": list(dice),
        "plays": rows(plays(position, dice, rules)),
    }
    if halves := rows(half_plays(position, dice, rules)):
        answer["half"] = halves
    return answer


def _play_row(play: LegalPlay, asked: str) -> dict[str, Any]:
    """Return a play, with its wins in the old game where there are any."""
    row: dict[str, Any] = {
        "play": f"{play.text} half" if play.half else play.text,
        "position": spell_as(play.position, asked),
    }
    if play.wins:
        row["wins"] = [{"kind": win.kind, "points": win.points} for win in play.wins]
    return row


def spell_as(position: Position, asked: str) -> str:
    """A position in the spelling that was asked with."""
    asked = asked.strip()
    if ogid.SHAPE.match(asked):
        return position.ogid()
    if "XGID" in asked.upper() or asked.count(":") >= 8:
        return position.xgid()
    if ":" not in asked and GNU_ID.fullmatch(asked):
        return position.gnubg_id()
    if re.match(r"(?:GNUbgID\s+)?[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}$", asked):
        return f"{position.gnubg_id()}:{position.gnubg_match_id()}"
    return position.text()


class Asked(NamedTuple):
    """A question in a line of JSON: a position as it is spelled there, perhaps dice, and rules."""

    text: str
    position: Position
    dice: tuple[int, int] | None
    rules: str | None


def parse_question(line: str) -> Asked:
    """Return what a line asks; ValueError where it is no question."""
    import json

    question = json.loads(line)
    if not isinstance(question, dict) or not isinstance(question.get("position"), str):
        raise ValueError("A question is an object with a position and dice.")
    side, dice, rules = (question.get(key) for key in ("side", "dice", "rules"))
    if side is not None and side not in SIDES:
        raise ValueError(f"The side is W or B, not {side!r}.")
    thrown = dice_of("".join(map(str, dice)) if isinstance(dice, list) else str(dice)) if dice else None
    position = read(question["position"], SIDES[side] if side else None)
    return Asked(question["position"], position, thrown, None if rules is None else str(rules))


def answers(
    lines: Iterable[str], answer: Callable[[Asked], dict[str, Any]] | None = None
) -> Iterable[dict[str, Any]]:
    """The answer to each line that asks something, in order; what is wrong with a question is one too."""
    for line in lines:
        if line.strip():
            try:
                yield (answer or _legal_plays)(parse_question(line))
            except (ValueError, RecursionError) as error:
                yield {"error": _plainly(error)}


def _legal_plays(question: Asked) -> dict[str, Any]:
    if question.dice is None:
        raise ValueError("A question is an object with a position and dice.")
    return legal_plays_row(question.position, question.text, question.dice, question.rules)


def _plainly(error: Exception) -> str:
    import json

    if isinstance(error, json.JSONDecodeError):
        example = json.dumps({"position": "start", "dice": [3, 1]})
        return f"This line is not JSON such as {example}: {error.msg} at column {error.colno}."
    return str(error) or "This line is nested too deeply."
