"""What may be known beside the men: the cube, the standing of the match, the old game's memory.

`Fields` is what the readers of identifiers and texts hand back to make a `Position` of.
"""

from __future__ import annotations

from typing import Required, TypedDict

from kotra_notation.board.points import Points, Turning
from kotra_notation.board.wording import PositionError
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """The doubling cube: its value and the seat that owns it, if any."""

    value: int = 1
    owner: int | None = None

    @property
    def log2(self) -> int:
        """The value as a power of two, which is how identifiers write it."""
        if self.value < 1 or self.value & (self.value - 1):
            raise PositionError("An identifier has no cube at {value}, only powers of two.", value=self.value)
        return self.value.bit_length() - 1


CENTRED = Cube()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What an identifier says of the match around a position; scores by seat, length 0 for money."""

    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None


MONEY = Standing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What the old game remembers beyond the men; pairs are by seat."""

    fresh: tuple[bool, bool] = (False, False)
    unlocked: tuple[bool, bool] = (False, False)
    stack: tuple[bool, bool] = (False, False)
    began: int | None = None
    scored: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    phase: str = "play"
    phase_seat: int | None = None
    throws: int = 0
    main: int | None = None


class Fields(TypedDict, total=False):
    """What a text says of a position; what it does not say keeps the defaults of `Position`."""

    points: Required[Points]
    seat: int
    men: tuple[int, int]
    turning: Turning
    cube: Cube
    dice: tuple[int, int] | None
    offer: str | None
    standing: Standing
    memory: Memory | None
