"""What stands under one `Move number` of a text export: heading, ids of the board, what came of it."""

from __future__ import annotations

from kotra_notation.board import Position
from kotra_notation.board.ids import position as position_of
from kotra_notation.values import dataclass

# Where games begin, by the position id, and the variant that begins there.
FIRST_BOARDS = {"4HPwATDgc/ABMA": "", "4Dl4ADbgOXgANg": "nackgammon", "AACgAgAAKgAAAA": "hypergammon"}


@dataclass(slots=True)
class Block:
    """What stands under one `Move number`: the heading, the ids of its board, and what came of it."""

    number: int
    dice: tuple[int, int] | None = None
    ids: dict[str, str] | None = None
    pips: tuple[int, int] | None = None
    offered: bool = False
    answered: bool = False
    settled: bool = False
    acted: bool = False

    def position(self) -> Position | None:
        """The position the ids tell, None where they are missing; ValueError where they are wrong."""
        if not self.ids or "Position" not in self.ids:
            return None
        match_id = f":{self.ids['Match']}" if "Match" in self.ids else ""
        return position_of(self.ids["Position"] + match_id)
