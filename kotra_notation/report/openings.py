"""How the games of a match were opened, beside what is usually played with such a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.report.overview import OpeningLine
from kotra_notation.report.view import GameView, Stop
from kotra_notation.statistics.openings import STANDARD, USUAL


def openings(games: Sequence[GameView]) -> Iterator[OpeningLine]:
    """A line for each game that begins with a roll of unlike dice from the position all games begin with."""
    for game in games:
        first = next((item for item in game.items if isinstance(item, Stop) and item.turn), None)
        if first is None or first.seat is None or first.position.points != STANDARD or first.codes:
            continue
        usual = USUAL.get(_roll(first.position.dice))
        if usual:
            yield OpeningLine(
                game=game.number,
                anchor=first.anchor,
                seat=first.seat,
                dice=first.dice,
                text=first.text,
                usual=usual,
                held=first.text in usual,
            )


def _roll(dice: tuple[int, int] | None) -> tuple[int, int]:
    return (max(dice), min(dice)) if dice else (0, 0)
