"""A position: the men as one side sees them, and what an identifier says beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kotra_notation.board.points import Points, Turning, on_board, pips, turned
from kotra_notation.board.standing import CENTRED, Cube, Memory, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The men seen by `seat`, who is on roll, with cube, dice, standing and memory where known."""

    points: Points
    seat: int = 0
    men: tuple[int, int] = (15, 15)
    turning: Turning = Turning.MIRRORED
    cube: Cube = CENTRED
    dice: tuple[int, int] | None = None
    offer: str | None = None
    standing: Standing = Standing()
    memory: Memory | None = None

    def seen_by(self, seat: int) -> Points:
        """The men as `seat` sees them."""
        return self.points if seat == self.seat else turned(self.points, self.turning)

    def off(self, seat: int) -> int:
        """How many men of `seat` have been borne off."""
        return self.men[seat] - on_board(self.seen_by(seat))

    def pips(self, seat: int) -> int:
        """The pip count of `seat`."""
        return pips(self.seen_by(seat))

    def passed(self) -> Position:
        """The same position with the other side on roll and no dice thrown."""
        return replace(
            self, points=turned(self.points, self.turning), seat=1 - self.seat, dice=None, offer=None
        )
