"""What positions of a game without a cube are worth before the throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.engine.results import WeighedPosition

if TYPE_CHECKING:
    from kotra_notation.board import Position
    from kotra_notation.engine.weighing import Weigher


def weighed_position(weigher: Weigher, position: Position) -> WeighedPosition:
    """A position at the level of a weigher; each look further counts as much as all before it."""
    asked = weigher.game.asked([position])
    evaluator = weigher.evaluator
    chances = evaluator.chances(asked.boards, asked.stakes, asked.of)
    for ply in range(1, weigher.level.plies + 1):
        chances += evaluator.chances(asked.boards, asked.stakes, asked.of, ply)
        chances /= 2
    (points,) = asked.stakes[0].worth(chances, asked.boards).tolist()
    return WeighedPosition(points, tuple(chances[0].tolist()), weigher.level.plies)
