"""The men on the board as 26 signed counts, a board seen from the other side, and what is known beside it.

Points are seen from the side on roll: own men positive, the other side's negative; index 25 is the own
bar, 0 the other bar, 1..24 the pips a man still has to its last point. A man at index i needs i pips to
leave the board, in both games; the old game's own path is 25 - i.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from operator import itemgetter, neg
from typing import Required, TypedDict

from kotra_notation.board.wording import PositionError
from kotra_notation.values import dataclass

# 26 counts of checkers as one side sees them, from 0 (the other bar) to 25 (its own bar).
Points = tuple[int, ...]

BAR = 25
OFF = 0
EMPTY: Points = (0,) * 26


class Turning(Enum):
    """The two ways a board can look from the other side."""

    MIRRORED = "mirrored"
    TWELVE = "twelve"

    def index(self, index: int) -> int:
        """The other side's index of a point or bar."""
        return TURNS[self][index]


TURNS: dict[Turning, tuple[int, ...]] = {
    Turning.MIRRORED: tuple(25 - i for i in range(26)),
    Turning.TWELVE: (25, *((i + 11) % 24 + 1 for i in range(1, 25)), 0),
}


_TWELVE = itemgetter(*TURNS[Turning.TWELVE])


def flip_points(points: Points, turning: Turning = Turning.MIRRORED) -> Points:
    """Return the men as the other side sees them."""
    if turning is Turning.MIRRORED:
        return tuple([-count for count in reversed(points)])
    return tuple(map(neg, _TWELVE(points)))


def on_board(points: Points) -> int:
    """Return how many own men are on the points and the bar."""
    return sum([count for count in points if count > 0])


@lru_cache(maxsize=1024)  # one position is asked about by charts, turning points and pictures
def race(points: Points, turning: Turning = Turning.MIRRORED) -> tuple[int, int]:
    """The pips of either side, the own ones first."""
    turns = TURNS[turning]
    own = other = 0
    for index, count in enumerate(points):
        if count > 0:
            own += index * count
        elif count:
            other -= turns[index] * count
    return own, other


def pips(points: Points) -> int:
    """The own pip count; a man on the bar counts 25."""
    return sum(i * count for i, count in enumerate(points) if count > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """The doubling cube: its value and the seat that owns it, if any."""

    value: int = 1
    owner: int | None = None

    @property
    def log2(self) -> int:
        """The value as a power of two, which is how identifiers write it."""
        if self.value < 1 or self.value & (self.value - 1):
            raise PositionError(
                "An id cannot hold a cube at {value}; it must be a power of two.", value=self.value
            )
        return self.value.bit_length() - 1


CENTRED = Cube()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The match around a position: score by seat, length (0 for money) and cube rules."""

    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None


MONEY = Standing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """History that the old game needs beside the checkers; pairs are by seat."""

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
    """The facts that a text gives of a position, to make a `Position` of; the others keep its defaults."""

    points: Required[Points]
    seat: int
    men: tuple[int, int]
    turning: Turning
    cube: Cube
    dice: tuple[int, int] | None
    offer: str | None
    standing: Standing
    memory: Memory | None


# A die of a record that its writer could not read.
ILLEGIBLE = -1


def read_die(sign: str) -> int:
    """Return the die of a figure, or of a question mark."""
    return ILLEGIBLE if sign == "?" else int(sign)


def spell_figures(dice: tuple[int, int]) -> str:
    """Return dice as two figures, `?` for one that could not be read."""
    return "".join("?" if die == ILLEGIBLE else str(die) for die in dice)


def displacement(hops: Iterable[Sequence[int]]) -> dict[int, int]:
    """Return how many men more or less each point has after a play."""
    change: dict[int, int] = {}
    for source, target, *_ in hops:
        change[source] = change.get(source, 0) - 1
        change[target] = change.get(target, 0) + 1
    return {point: count for point, count in change.items() if count}
