"""The board: positions, their texts and identifiers, and diagrams."""

from kotra_notation.board.ids import position
from kotra_notation.board.points import BAR, EMPTY, OFF, Points, Turning, on_board, pips, turned
from kotra_notation.board.position import Position
from kotra_notation.board.standing import CENTRED, MONEY, Cube, Memory, Standing

__all__ = [
    "BAR",
    "CENTRED",
    "EMPTY",
    "MONEY",
    "OFF",
    "Cube",
    "Memory",
    "Points",
    "Position",
    "Standing",
    "Turning",
    "on_board",
    "pips",
    "position",
    "turned",
]
