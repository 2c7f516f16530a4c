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
    flip_points,
    on_board,
    pips,
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
    "flip_points",
    "on_board",
    "pips",
    "position",
]
