"""Plays and the chances of a position in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.cli.speaking import say

if TYPE_CHECKING:
    from kotra_notation.engine.results import Rolled
    from kotra_notation.jobs.best import Best


def play_lines(found: Best, most: int) -> list[str]:
    """So many plays, best first: what each is worth, what it lacks of the best, and its chances."""
    plays = found.plays[: max(most, 1)]
    names = [play.text or say("no play") for play in plays]
    width = max(map(len, names))
    lines = []
    for place, (name, play) in enumerate(zip(names, plays, strict=True), 1):
        loss = f"{-found.loss(play):+.3f}" if place > 1 else " " * 6
        worth = f"{play.equity:+.3f}{error(play.rolled).ljust(8 * bool(found.rolled))}"
        lines.append(f"{place:3}. {name.ljust(width)}  {worth}  {loss}  {shares(play.chances)}")
    return lines


def error(rolled: Rolled | None) -> str:
    """The standard error that stands behind a worth."""
    return f" ±{rolled.standard_error:.3f}" if rolled else ""


def shares(chances: tuple[float, ...]) -> str:
    """The five chances in one line: what is won, and what is lost."""
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
