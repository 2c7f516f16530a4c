"""The end of a game and its worth."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.rules.old_outcome import value
from kotra_notation.rules.ruleset import Ending, Made, Node, Setting, Stakes, State, Throw
from kotra_notation.rules.worth import WINS, win_size
from kotra_notation.rules.worth import is_crawford as is_crawford
from kotra_notation.rules.worth import match_over as match_over


def over(node: Node, throw: Throw) -> bool:
    """Return whether a step has ended the game: all men are off."""
    return max(node.points) <= 0


def after_turn(state: State, made: Made) -> State:
    """The state behind a turn, with what it has won."""
    if max(made.after.points) > 0:
        return state
    return replace(state, ending=borne_off(state, made.seat))


def borne_off(state: State, winner: int) -> Ending:
    """The win of a player who has borne off all men (MOD-WIN-1)."""
    loser = 1 - winner
    size = win_size(state.seen_by(loser), state.off(loser))
    return Ending(winner=winner, kind=WINS[size - 1], points=worth(state.setting, state.stakes, size))


def worth(setting: Setting, stakes: Stakes, size: int) -> float:
    """Return what a single, double or triple win scores: times the cube, single under Texas (MOD-OPT-3).

    In the old game giving up costs what an úttekt does (FORN-SCORE-5).
    """
    if setting.ruleset.facts.forms:
        return value("uttekt", setting.ruleset.options)
    if setting.ruleset.options["texas"] and not stakes.doubled and not setting.length:
        size = 1
    points = size * stakes.cube.value
    return min(points, setting.length) if setting.ruleset.options["points.cap"] and setting.length else points


def resignations(setting: Setting, stakes: Stakes) -> list[float]:
    """Return what a resignation may score: one, two or three times the stakes as they stand (MOD-MATCH-4)."""
    return sorted({worth(setting, stakes, size) for size in (1, 2, 3)})
