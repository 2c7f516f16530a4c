"""The legal plays of a roll in a position, for programs that have no need of the inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from kotra_notation.board import Position, Turning, ogid
from kotra_notation.board import position as position_of
from kotra_notation.board.position import position as read
from kotra_notation.errors import KotraError
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import sentences
from kotra_notation.rules import (
    RULESETS,
    Node,
    Ruleset,
    Throw,
    from_other_side,
    marks,
    named,
    specification,
    throw_of,
)
from kotra_notation.rules import CompletePlay as Stepped
from kotra_notation.rules.old_outcome import find_awards, half_wins
from kotra_notation.rules.ruleset import Award, Made
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

# A pair of dice, or `31` as a text or a number, or `3-1`.
Dice = tuple[int, int] | str | int

# The rules of a position of either game, unless others are named.
MODERN, FORN = "modern", "forn-1977"
_DICE = re.compile(r"([1-6])[-, ]?([1-6])", re.ASCII)


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """A legal play in notation, and the position after it with the other side on roll.

    In the old game, `wins` has the awards it scores; `half` marks a play that is legal only with its half win
    declared.
    """

    text: str
    position: Position
    wins: tuple[Award, ...] = ()
    half: bool = False


def plays(position: Position | str, dice: Dice | None = None, rules: str | None = None) -> list[LegalPlay]:
    """Return every legal play of a roll, one for each resulting position.

    `position` is a position, its text or its id; `dice` are (3, 1), 31, "31" or "3-1" (default: those of the
    position). Without `rules` they are modern, or forn-1977 for a position of the old game. Raise ValueError
    for an invalid position, dice or `rules`.
    """
    position = position if isinstance(position, Position) else position_of(position)
    if (thrown := position.dice if dice is None else dice) is None:
        raise KotraError("The position has no dice; give some, such as 31.")
    throw, ruleset = _throw_and_rules(position, dice_of(thrown), rules)
    return [_legal_play(ruleset, position, throw, play) for play in legal_plays(ruleset, throw).values()]


legal = plays  # as the command is called


def dice_of(dice: Dice) -> tuple[int, int]:
    """The two dice of `31`, `3-1` or a pair; ValueError for a text that is none."""
    if isinstance(dice, int):
        dice = str(dice)
    if not isinstance(dice, str):
        return dice
    if not (found := _DICE.fullmatch(dice.strip())):
        raise KotraError(
            "{text} are not dice; write two numbers from 1 to 6, such as 31 or 3-1.", text=repr(dice[:40])
        )
    return int(found[1]), int(found[2])


def half_plays(position: Position, dice: tuple[int, int], rules: str | None) -> list[LegalPlay]:
    """The plays of a part of the throw after which a half win of the old game may be declared."""
    throw, ruleset = _throw_and_rules(position, dice, rules)
    if not ruleset.facts.forms:
        return []
    return [
        _legal_play(ruleset, position, throw, play, half=True) for play in half_wins(ruleset, throw).values()
    ]


def _throw_and_rules(position: Position, dice: tuple[int, int], rules: str | None) -> tuple[Throw, Ruleset]:
    """The throw that is asked about, and its rules; ValueError where they do not fit."""
    if not all(1 <= die <= 6 for die in dice):
        raise KotraError("Dice show 1 to 6, not {first} and {second}.", first=dice[0], second=dice[1])
    ruleset = rules_of(position, rules)
    node = Node(position.points, marks.marks_of(position.memory, position.seat))
    return throw_of(ruleset, node, dice), ruleset


def rules_of(position: Position, rules: str | None) -> Ruleset:
    """The rule set of a name, or the usual one of the position's game; ValueError where they do not fit."""
    chosen = named(rules or (MODERN if position.turning is Turning.MIRRORED else FORN))
    if chosen.findings:
        raise KotraError(sentences(chosen.findings[0]))
    ruleset = chosen.ruleset
    if ruleset.facts.turning is not position.turning:
        raise KotraError(
            "This is not a position of {rules}; its rules may be: {others}.",
            rules=rules,
            others=", ".join(
                name for name, other in RULESETS.items() if other.facts.turning is position.turning
            ),
        )
    return ruleset


def _legal_play(
    ruleset: Ruleset, position: Position, throw: Throw, play: Stepped, *, half: bool = False
) -> LegalPlay:
    seat, memory = position.seat, position.memory
    after = replace(
        position,
        points=tuple(from_other_side(ruleset, play.node).points),
        seat=1 - seat,
        dice=None,
        offer=None,
        memory=marks.with_marks(memory, play.node.marks, seat) if ruleset.facts.lettered else None,
    )
    made = Made(seat=seat, before=throw.start, after=play.node, half=half)
    scored = memory.scored[seat] if memory else frozenset()
    wins = find_awards(made, ruleset.options, scored) if ruleset.facts.forms else []
    return LegalPlay(play_text(ruleset.facts, position.points, play.steps, seat), after, tuple(wins), half)


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
        "side": "WB"[position.seat],
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
