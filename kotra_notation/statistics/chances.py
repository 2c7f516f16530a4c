"""What can come of a game of the old game, by the names of outcomes: what is won, lost, expected."""

from __future__ import annotations

from collections.abc import Mapping

from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.ruleset import Ruleset, State

Shares = Mapping[str, float]
WINS = ("uttekt", "jan", "stor_jan")
HALVES = tuple([f"half_{name}" for name in FORMS])
# In which order they are told; a minus stands before those of the other side.
ORDER = ("jan", "stor_jan", "uttekt", *FORMS, *HALVES, "mor")
OTHER = "-"


def winning(shares: Shares, ruleset: Ruleset) -> float:
    """The chance to win the game, a draw by half; half wins end it, and in some dialects forms do."""
    forms = FORMS if ruleset.options["forms.end_game"] else ()
    ends = (*WINS, *forms, *HALVES)
    return sum(shares.get(name, 0.0) for name in ends) + shares.get("draw", 0.0) / 2


def both_sides(shares: Shares) -> tuple[dict[str, float], dict[str, float]]:
    """Return what may be won and what may be lost, in the order in which it is told; a draw is no loss."""
    won = {name: shares[name] for name in (*ORDER, "draw") if name in shares}
    return won, {name: shares[OTHER + name] for name in ORDER if OTHER + name in shares}


def expected(before: State, seat: int, equity: float) -> float:
    """The points by which a seat is expected to win a game: what it has been awarded, and what is to come."""
    course = before.course
    return course.total(seat) - course.total(1 - seat) + equity
