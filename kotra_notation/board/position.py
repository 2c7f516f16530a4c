"""A position: the men as one side sees them, and what an identifier says beside them.

Points are 26 signed counts seen from the side on roll: own men positive, the other side's negative;
index 25 is the own bar, 0 the other bar, 1..24 the pips a man still has to its last point. A man at
index i needs i pips to leave the board, in both games; the old game's own path is 25 - i.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

Points = tuple[int, ...]

BAR = 25
OFF = 0
EMPTY: Points = (0,) * 26


class Turning(Enum):
    """How the board looks from the other side."""

    MIRRORED = "mirrored"
    TWELVE = "twelve"

    def index(self, index: int) -> int:
        """The other side's index of a point or bar."""
        return TURNS[self][index]


TURNS: dict[Turning, tuple[int, ...]] = {
    Turning.MIRRORED: tuple(25 - i for i in range(26)),
    Turning.TWELVE: (25, *((i + 11) % 24 + 1 for i in range(1, 25)), 0),
}


def turned(points: Points, turning: Turning = Turning.MIRRORED) -> Points:
    """The same men seen from the other side."""
    if turning is Turning.MIRRORED:
        return tuple([-count for count in reversed(points)])
    return tuple([-points[i] for i in TURNS[turning]])


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """The doubling cube: its value and the seat that owns it, if any."""

    value: int = 1
    owner: int | None = None


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


def on_board(points: Points) -> int:
    """How many own men are on the points and the bar."""
    return sum([count for count in points if count > 0])


def pips(points: Points) -> int:
    """The own pip count; a man on the bar counts 25."""
    return sum(i * count for i, count in enumerate(points) if count > 0)
