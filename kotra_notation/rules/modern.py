"""Modern kotra: backgammon with the doubling cube. Step rules, starting positions, the worth of a win."""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation import words
from kotra_notation.board import BAR, OFF, Points, Turning
from kotra_notation.findings import phrase
from kotra_notation.rules.ruleset import Facts, Node, Options, StepRule, Throw, always
from kotra_notation.rules.worth import START as START
from kotra_notation.rules.worth import WINS as WINS
from kotra_notation.rules.worth import win_size as win_size

HOME = 6

NACKGAMMON: Points = (0, -2, -2, 0, 0, 0, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 0, 2, 2, 0)
HYPERGAMMON: Points = (0, -1, -1, -1, *([0] * 18), 1, 1, 1, 0)

VARIANTS: dict[str, Facts] = {
    "backgammon": Facts(turning=Turning.MIRRORED, start=START),
    "nackgammon": Facts(turning=Turning.MIRRORED, start=NACKGAMMON),
    "hypergammon": Facts(turning=Turning.MIRRORED, start=HYPERGAMMON, men=3),
}


def man_there(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A step is made with an own man (MOD-MOVE-1)."""
    return "no-man-there" if node.points[source] <= 0 else None


def bar_first(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """All men on the bar enter before another man moves (MOD-ENTER-1)."""
    return "man-on-bar" if node.points[BAR] > 0 and source != BAR else None


def point_open(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A man lands only where the opponent has fewer than two men (MOD-MOVE-1, MOD-ENTER-1)."""
    return "point-held" if node.points[target] < -1 and target != OFF else None


def all_home(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """Men are borne off only when all are in the home board (MOD-OFF-1)."""
    return "not-all-home" if target == OFF and max(node.points[HOME + 1 :]) > 0 else None


def exact_or_highest(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A number too large bears off only from the highest occupied point (MOD-OFF-1)."""
    if target == OFF and die > source and source < HOME and max(node.points[source + 1 : HOME + 1]) > 0:
        return "higher-man-first"
    return None


def must_play_most(throw: Throw) -> bool:
    """Return whether as much of the throw as possible must be played (MOD-USE-1)."""
    return bool(throw.options["dice.max_use"])


# Each beside the option values under which it is in force.
STEP_RULES: tuple[tuple[StepRule, Callable[[Options], bool]], ...] = (
    (man_there, always),
    (bar_first, always),
    (point_open, always),
    (all_home, always),
    (exact_or_highest, always),
)
# How a win is called, as people say it.
TITLES: dict[str, str] = {
    "single": phrase("single game"),
    "gammon": phrase("gammon"),
    "backgammon": phrase("backgammon"),
    "drop": phrase("drop"),
    "resign": phrase("resignation"),
    "settled": phrase("settlement"),
}


def win_named(text: str) -> str | None:
    """Return what a result means by its word for the win, in any language; None for words that name none."""
    return words.meant_by(text, "win")
