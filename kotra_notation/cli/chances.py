"""Plays and the chances of a position in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.cli.speaking import say, tell
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.rules.old_icelandic import outcome_title
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.engine.results import Rolled
    from kotra_notation.jobs.best import Best

# A share that is smaller is not told.
SMALL = 0.005


def play_lines(found: Best, most: int) -> list[str]:
    """So many plays, best first: what each is worth, what it lacks of the best, and its chances."""
    plays = found.plays[: max(most, 1)]
    names = [play.text or say("no play") for play in plays]
    width = max(map(len, names))
    lines = []
    for place, (name, play) in enumerate(zip(names, plays, strict=True), 1):
        loss = f"{-found.loss(play):+.3f}" if place > 1 else " " * 6
        width_of_error = max((len(error(play.rolled)) for play in plays), default=0)
        worth = f"{play.equity:+.3f}{error(play.rolled).ljust(width_of_error)}"
        lines.append(f"{place:3}. {name.ljust(width)}  {worth}  {loss}  {shares(play.chances)}")
    return lines


def engine_line(found: Best) -> str:
    """Who says so, how deeply it looked, and by which rules of the old game."""
    told = say("{engine}, level {level}", engine=found.engine, level=found.level)
    return say("{engine}, in points by {rules}", engine=told, rules=found.rules) if found.is_old else told


def error(rolled: Rolled | None) -> str:
    """The standard error that stands behind a worth."""
    return f" ±{rolled.standard_error:.3f}" if rolled else ""


def shares(chances: tuple[float, ...]) -> str:
    """The chances in one line: what is won, and what is lost."""
    if len(chances) == len(OUTCOMES):
        return _outcomes(dict(zip(OUTCOMES, chances, strict=True)))
    win, gammon, backgammon, lost_gammon, lost_backgammon = (100 * share for share in chances)
    return say(
        "wins {win} % (gammon {gammon}, backgammon {backgammon}), "
        "loses gammon {lost_gammon}, backgammon {lost_backgammon}",
        win=f"{win:.1f}",
        gammon=f"{gammon:.1f}",
        backgammon=f"{backgammon:.1f}",
        lost_gammon=f"{lost_gammon:.1f}",
        lost_backgammon=f"{lost_backgammon:.1f}",
    )


def _outcomes(shares: dict[str, float]) -> str:
    """What can come of a game of the old game, the likeliest first; what hardly comes is left out."""
    told: tuple[list[str], list[str]] = ([], [])
    for name, share in sorted(shares.items(), key=lambda one: -one[1]):
        if share >= SMALL:
            told[name.startswith("-")].append(f"{tell(outcome_title(name))} {100 * share:.1f} %")
    said = [
        say(text, outcomes=", ".join(some))
        for text, some in zip((N_("wins {outcomes}"), N_("loses {outcomes}")), told, strict=True)
        if some
    ]
    return "; ".join(said)
