"""How a game ends and what it is worth; how the score of a match runs on."""

from __future__ import annotations

from kotra_notation.rules.modern import WINS, win_size
from kotra_notation.rules.state import Ending, Setting, Stakes, State


def borne_off(state: State, winner: int) -> Ending:
    """The win of a player who has borne off all men (MOD-WIN-1)."""
    loser = 1 - winner
    size = win_size(state.seen_by(loser), state.off(loser))
    return Ending(winner=winner, kind=WINS[size - 1], points=worth(state.setting, state.stakes, size))


def worth(setting: Setting, stakes: Stakes, size: int) -> int:
    """What a single, double or triple win scores: times the cube, single under Texas (MOD-OPT-3)."""
    if setting.ruleset.options["texas"] and not stakes.doubled and not setting.length:
        size = 1
    points = size * stakes.cube.value
    return min(points, setting.length) if setting.ruleset.options["points.cap"] and setting.length else points


def resignations(setting: Setting, stakes: Stakes) -> list[int]:
    """What a resignation may score: one, two or three times the stakes as they stand (MOD-MATCH-4)."""
    return sorted({worth(setting, stakes, size) for size in (1, 2, 3)})


def match_over(length: int, score: tuple[float, float]) -> bool:
    """Whether a match is won at this score (MOD-MATCH-1)."""
    return bool(length) and max(score) >= length


def is_crawford(length: int, score: tuple[float, float], before: tuple[float, float] | None) -> bool | None:
    """Whether a game begun at `score` is the Crawford game; None where the record cannot tell (MOD-MATCH-2).

    `before` is the score at which the game before it began, None for the first game of a record.
    """
    if length < 2 or max(score) != length - 1 or min(score) == length - 1:
        return False
    if before is None:
        return None
    return max(before) < length - 1
