"""A turn of a match file that is asked about."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.board.position import Position


class AskedTurn(NamedTuple):
    """The position before a turn, the players' names, and the rules if it is of old kotra.

    `doubled` is the position before a cube action that stands before the roll, `made` the play of the record.
    """

    position: Position
    players: tuple[str, str] | None = None
    rules: str | None = None
    doubled: Position | None = None
    made: str = ""


def own_checkers_after(position: Position, play: str) -> list[int]:
    """Return the checkers of the side on roll after a written play; ValueError if it does not fit."""
    from kotra_notation.api import arrows

    own = [max(men, 0) for men in position.points]
    for arrow in arrows(position, play):
        own[arrow.source] -= 1
        own[arrow.target] += arrow.target > 0
    return own
