"""The phases of a game by its board: contact, race, bear-off; of the old game its start, contact, race."""

from __future__ import annotations

from kotra_notation.board import OFF, Points, Turning
from kotra_notation.rules.forms import MEN
from kotra_notation.rules.old_icelandic import HALF, START_POINT
from kotra_notation.words.tongues import N_

HOME = 6
STARTED = 5  # men of the old game that have left the start when it is over
PHASES = {
    "start": N_("at the start"),
    "contact": N_("in contact"),
    "race": N_("in the race"),
    "bear-off": N_("bearing off"),
}


def phase(points: Points, turning: Turning) -> str | None:
    """The phase that a board is in for the side that sees it so; None where men go round by another way."""
    if turning is Turning.TWELVE:
        return _old_phase(points)
    if turning is not Turning.MIRRORED:
        return None
    own = max((point for point, men in enumerate(points) if men > 0), default=OFF)
    other = min((point for point, men in enumerate(points) if men < 0), default=len(points))
    if own > other:
        return "contact"
    return "bear-off" if own <= HOME else "race"


def _old_phase(points: Points) -> str:
    """The phase of the old game: men of both sides go the same way round, each to where the other begins.

    They can no longer meet when all of either side have half of the way behind them.
    """
    if points[START_POINT] > MEN - STARTED:
        return "start"
    met = any(men > 0 for men in points[HALF + 1 :]) or any(men < 0 for men in points[: HALF + 1])
    return "contact" if met else "race"
