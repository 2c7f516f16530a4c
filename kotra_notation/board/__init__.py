"""The board: positions, their texts and identifiers, and diagrams."""

from kotra_notation.board.points import (
    BAR,
    CENTRED,
    EMPTY,
    MONEY,
    OFF,
    Cube,
    Memory,
    Points,
    Standing,
    Turning,
    on_board,
    pips,
    turned,
)
from kotra_notation.board.position import Position, position

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
