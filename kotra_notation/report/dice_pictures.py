"""The dice of either side as a picture: how often each of the 21 rolls came, against expectation."""

from __future__ import annotations

from kotra_notation.report.overview import RollCell, RollTable
from kotra_notation.statistics import Dice, SeatCounts
from kotra_notation.statistics.counts import roll_index
from kotra_notation.words.tongues import Tongue

FEWEST = 12  # rolls below which nothing is to be seen
EVEN = 3  # the shade of what came as often as expected
STEP = 0.8  # standard deviations, nearly, that make a shade


def pictures(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue) -> tuple[RollTable, ...]:
    """A table for either side; none where too little was rolled, or the dice were not thrown by two."""
    if any(side.dice.throws < FEWEST for side in sides):
        return ()
    return tuple([_picture(seat, side.dice, tongue) for seat, side in enumerate(sides)])


def _picture(seat: int, dice: Dice, tongue: Tongue) -> RollTable:
    doublet, other = dice.expected_rolls
    return RollTable(
        seat=seat,
        rows=tuple(
            [
                tuple(
                    [
                        _cell(dice.rolls[roll_index(high, low)], doublet if high == low else other)
                        for low in range(1, high + 1)
                    ]
                )
                for high in range(1, 7)
            ]
        ),
        expected=f"{tongue.number(doublet, 1)} / {tongue.number(other, 1)}",
    )


def _cell(count: int, expected: float) -> RollCell:
    off = (count - expected) / max(expected, 1) ** 0.5 / STEP
    return RollCell(count=count, shade=max(0, min(2 * EVEN, EVEN + round(off))))
