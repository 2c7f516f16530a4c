"""The chances of a position in words."""

from __future__ import annotations

from kotra_notation.cli.speaking import say


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
