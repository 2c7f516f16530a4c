"""`kn.effective_pips`: the effective pip count of each side that bears off, and what it wastes."""

from __future__ import annotations

from kotra_notation.board import Position, Turning
from kotra_notation.board import position as position_of
from kotra_notation.jobs.engine import check_position, open_engine
from kotra_notation.jobs.rows import Row, row
from kotra_notation.statistics.decisions import HOME, phase
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# The pips of a roll, on average.
PIPS_A_ROLL = 49 / 6
DIGITS = 2


@dataclass(frozen=True, slots=True)
class EffectivePips:
    """The pip count of a side that bears off, and the `rolls` it needs on average."""

    seat: int
    pips: int
    rolls: float

    @property
    def effective(self) -> float:
        """Return the effective pip count: the rolls, at 8 1/6 pips each."""
        return self.rolls * PIPS_A_ROLL

    @property
    def wastage(self) -> float:
        """Return by how much the effective pip count is above the pip count."""
        return self.effective - self.pips

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the numbers, and the side as W or B."""
        numbers = {name: round(getattr(self, name), DIGITS) for name in ("rolls", "effective", "wastage")}
        return {"side": "WB"[self.seat], **row(self, "pips"), **numbers}


def effective_pips(position: Position | str) -> tuple[EffectivePips, ...]:
    """Return the effective pip count of each side with all checkers home, from the bear-off tables.

    The result is empty in the old game, and while the sides can still meet. Raise ValueError for an invalid
    `position`, or if the engine's package is missing.
    """
    position = check_position(position if isinstance(position, Position) else position_of(position))
    seats = [seat for seat in (0, 1) if not any(men > 0 for men in position.seen_by(seat)[HOME + 1 :])]
    contact = phase(position.points, position.turning) == "contact"
    if position.turning is not Turning.MIRRORED or contact or not seats:
        return ()
    open_engine()
    import numpy as np

    from kotra_notation.engine.bearoff import mean_throws

    boards = np.array([position.seen_by(seat) for seat in seats], np.int8)
    rolls = zip(seats, mean_throws(boards).tolist(), strict=True)
    return tuple(EffectivePips(seat, position.pips(seat), mean) for seat, mean in rolls)
