"""Tasks of the page for playing on the text of a match: a throw, a move, the engine's answer, a hint."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping

from kotra_notation.desk.record_tasks import double_wins, loss_in_words, standing_row
from kotra_notation.desk.work import AskedError, fact
from kotra_notation.desk.writing import DEEDS
from kotra_notation.jobs.rows import Row
from kotra_notation.model import CannotMove, Opening, Play, Turn
from kotra_notation.record import draft, opponent
from kotra_notation.record.draft.open_record import record
from kotra_notation.record.draft.view import next_action
from kotra_notation.record.draft.words import DeedEntry, MarkEntry, PlayEntry, parse_entry
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason
from kotra_notation.words.tongues import Tongue

# The moment for each deed of a player, by the word for what comes next.
WHEN = {
    **dict.fromkeys(("double", "resign"), "dice"),
    **dict.fromkeys(("take", "drop", "beaver", "accept", "refuse"), "answer"),
    "half": "play",
}
# What a player may do instead.
REFUSALS = {
    "play": phrase("Make a legal play first: move the checkers, or type the play."),
    "answer": phrase("Answer the double or the resignation first."),
    "nothing": phrase("The match is over."),
}
ROLL_FIRST = phrase("Roll first: the desk rolls the dice.")


class MatchDice:
    """The dice of one match: each throw follows from the match's key and the number of the throw.

    So a throw that is asked for again, after an undo or a reload, gives the same dice.
    """

    def __init__(self, key: str, number: int) -> None:
        self._key = key.encode()
        self._number = number

    def __call__(self) -> tuple[int, int]:
        """Return the next throw."""
        digest = hmac.digest(self._key, str(self._number).encode(), "sha256")
        self._number += 1
        first, second = divmod(int.from_bytes(digest, "big") % 36, 6)
        return first + 1, second + 1


def _dice(asked: Row, text: str) -> MatchDice:
    """Return the dice of the match that is asked about, from the next throw on."""
    events = (event for game in record(text).match.games for event in game.events)
    thrown = sum(isinstance(event, Opening | Turn) for event in events)
    return MatchDice(fact(asked, "dice", str), thrown)


def throw(asked: Row, tongue: Tongue) -> Row:
    """Return the text with dice thrown for the side that is on roll."""
    text = fact(asked, "text", str)
    first, second = _dice(asked, text)()
    return standing_row(draft.enter(text, f"{first}{second}"), tongue)


def enter(asked: Row, tongue: Tongue) -> Row:
    """Return the text with the move of the player who is on."""
    try:
        return standing_row(_with_move(fact(asked, "text", str), fact(asked, "entry", str)), tongue)
    except draft.NotLegalError as error:
        raise AskedError(reason(error), plays=list(error.plays)) from error


def _with_move(text: str, entry: str) -> str:
    """Return the text with the move of the player who is on; ValueError for anything that is no move.

    A comment and a mark on the last move are taken too. NotLegalError for a play that is not legal.
    """
    entry = entry.strip()
    parsed = parse_entry(entry)
    if isinstance(parsed, MarkEntry) or (entry.startswith("#") and len(entry.splitlines()) == 1):
        return draft.enter(text, entry)
    wants, _ = next_action(record(text).end)
    when = WHEN.get(parsed.name) if isinstance(parsed, DeedEntry) and parsed.seat is None else None
    if isinstance(parsed, PlayEntry):
        when = "play"
    if when is None or when != wants:
        raise ValueError(REFUSALS.get(wants, ROLL_FIRST))
    if isinstance(parsed, DeedEntry) and parsed.name == "double" and not double_wins(text):
        raise ValueError(phrase("The cube is already high enough to win the match; a double gains nothing."))
    changed = draft.enter(text, entry)
    if wants == "play":
        turn = record(changed).last_turn
        if turn is None or not isinstance(turn.deed, Play | CannotMove):
            raise ValueError(REFUSALS["play"])
    return changed


def answer(asked: Row, tongue: Tongue) -> Row:
    """Return the text with all that the engine does until the other side has something to do."""
    text, seat, level = fact(asked, "text", str), fact(asked, "seat", int), fact(asked, "level", str)
    return standing_row(opponent.answer(text, seat, level, _dice(asked, text)), tongue)


def hint(asked: Row, tongue: Tongue) -> Row:
    """Return the engine's advice at the end of a text: plays, best first, or a sentence about the cube."""
    advice = opponent.hint(fact(asked, "text", str), fact(asked, "level", str)).as_json(tongue)
    plays = [loss_in_words(play, tongue) for play in advice["plays"]]
    return {"plays": plays, "words": "" if plays else tongue.say(DEEDS[advice["deed"]])}


PLAY_TASKS: Mapping[str, Callable[[Row, Tongue], Row]] = {
    "play/throw": throw,
    "play/enter": enter,
    "play/answer": answer,
    "play/hint": hint,
}
