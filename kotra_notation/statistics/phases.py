"""The phases of a game by its board: contact, race, bear-off."""

from __future__ import annotations

from kotra_notation.board import OFF, Points, Turning
from kotra_notation.words.tongues import N_

HOME = 6
PHASES = {"contact": N_("in contact"), "race": N_("in the race"), "bear-off": N_("bearing off")}


def phase(points: Points, turning: Turning) -> str | None:
    """The phase that a board is in for the side that sees it so; None in a game where men go round."""
    if turning is not Turning.MIRRORED:
        return None
    own = max((point for point, men in enumerate(points) if men > 0), default=OFF)
    other = min((point for point, men in enumerate(points) if men < 0), default=len(points))
    if own > other:
        return "contact"
    return "bear-off" if own <= HOME else "race"
