"""The start of today's game, the worth of a win, and the score of a match: numbers alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotra_notation.board import Points

START: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
WINS = ("single", "gammon", "backgammon")


def win_size(loser: Points, off: int) -> int:
    """1, 2 or 3: what a win is worth before the cube, the loser's men seen by himself (MOD-WIN-1)."""
    if off:
        return 1
    return 3 if max(loser[19:]) > 0 else 2


def match_over(length: int, score: tuple[float, float]) -> bool:
    """Return whether a match is won at this score (MOD-MATCH-1)."""
    return bool(length) and max(score) >= length


def is_crawford(length: int, score: tuple[float, float], before: tuple[float, float] | None) -> bool | None:
    """Return whether a game begun at `score` is the Crawford game; None where nobody can tell (MOD-MATCH-2).

    `before` is the score at which the game before it began, None for the first game of a record. Where the
    other side has no point, no game was played since: that one would have ended the match, or given it one.
    """
    if length < 2 or max(score) != length - 1 or min(score) == length - 1:
        return False
    if before is None:
        return True if min(score) == 0 else None
    return max(before) < length - 1
