"""What the page for playing asks of the text of a match: a throw, a move, the engine's answer, a hint."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping

from kotra_notation.desk.asked import AskedError, Row, fact
from kotra_notation.desk.record_tasks import stood, worded
from kotra_notation.desk.writing_words import DEEDS
from kotra_notation.record import draft, opponent
from kotra_notation.record.draft.played import played, thrown_count
from kotra_notation.words.phrases import reason
from kotra_notation.words.tongues import Tongue


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
    """The dice of the match that is asked about, from the next throw on."""
    return MatchDice(fact(asked, "dice", str), thrown_count(text))


def throw(asked: Row, tongue: Tongue) -> Row:
    """The text with dice thrown for the side that is on roll."""
    text = fact(asked, "text", str)
    first, second = _dice(asked, text)()
    return stood(draft.entered(text, f"{first}{second}"), tongue)


def enter(asked: Row, tongue: Tongue) -> Row:
    """The text with the move of the player who is on."""
    try:
        return stood(played(fact(asked, "text", str), fact(asked, "entry", str)), tongue)
    except draft.NotLegalError as error:
        raise AskedError(reason(error), plays=list(error.plays)) from error


def answer(asked: Row, tongue: Tongue) -> Row:
    """The text with all that the engine does until the other side has something to do."""
    text, seat, level = fact(asked, "text", str), fact(asked, "seat", int), fact(asked, "level", str)
    return stood(opponent.answered(text, seat, level, _dice(asked, text)), tongue)


def hint(asked: Row, tongue: Tongue) -> Row:
    """What the engine would do at the end of a text: plays, the best first, or a sentence about the cube."""
    found = opponent.hint(fact(asked, "text", str), fact(asked, "level", str)).as_json(tongue)
    plays = [worded(one, tongue) for one in found["plays"]]
    return {"plays": plays, "words": "" if plays else tongue.say(DEEDS[found["deed"]])}


PLAY_TASKS: Mapping[str, Callable[[Row, Tongue], Row]] = {
    "play/throw": throw,
    "play/enter": enter,
    "play/answer": answer,
    "play/hint": hint,
}
