"""The men on the board as 26 signed counts, and how a board looks from the other side.

Points are seen from the side on roll: own men positive, the other side's negative; index 25 is the own
bar, 0 the other bar, 1..24 the pips a man still has to its last point. A man at index i needs i pips to
leave the board, in both games; the old game's own path is 25 - i.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from operator import itemgetter, neg

# Men by points as one side sees them, from 0, the bar of the other side, to 25, its own bar.
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


_TWELVE = itemgetter(*TURNS[Turning.TWELVE])


def turned(points: Points, turning: Turning = Turning.MIRRORED) -> Points:
    """The same men seen from the other side."""
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
