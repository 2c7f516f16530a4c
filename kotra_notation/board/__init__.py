"""The board: positions, their texts and identifiers, and diagrams."""

from kotra_notation.board.position import (
    BAR,
    CENTRED,
    EMPTY,
    OFF,
    Cube,
    Memory,
    Points,
    Position,
    Standing,
    Turning,
    on_board,
    pips,
    turned,
)

__all__ = [
    "BAR",
    "CENTRED",
    "EMPTY",
    "OFF",
    "Cube",
    "Memory",
    "Points",
    "Position",
    "Standing",
    "Turning",
    "on_board",
    "pips",
    "turned",
]
