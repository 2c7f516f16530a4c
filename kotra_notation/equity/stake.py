"""The stake of the side on roll: money or a match at a score, the cube, and what points are worth there."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from kotra_notation.board import CENTRED, Cube, Standing
from kotra_notation.equity.match_table import MatchTable, kazaross
from kotra_notation.values import dataclass

Owner = Literal["none", "own", "other"]
OTHERS: dict[Owner, Owner] = {"none": "none", "own": "other", "other": "own"}
# Scores at which a point is worth less than this are so far decided that games are played as for money.
DECIDED = 1e-9


class Worths(NamedTuple):
    """The chances to win the match behind a win of one, two, three times the cube, and behind a loss."""

    win: float
    gammon: float
    backgammon: float
    loss: float
    gammon_loss: float
    backgammon_loss: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The stake of the side on roll.

    `away` are the points that it and the other side need to win the match, None for money. `owner` is whose
    cube it is, `own` being the side on roll. `crawford`: this is the Crawford game. The Jacoby rule and
    beavers are of money alone.
    """

    away: tuple[int, int] | None = None
    cube: int = 1
    owner: Owner = "none"
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    table: MatchTable | None = None

    def from_other_side(self) -> Stake:
        """Return the stake as the other side sees it, when it is to throw."""
        away = (self.away[1], self.away[0]) if self.away else None
        return replace(self, away=away, owner=OTHERS[self.owner])

    def after_double(self) -> Stake:
        """Return the stake behind a double of the side on roll that was taken; the cube is the other's."""
        return replace(self, cube=2 * self.cube, owner="other")

    def worths(self, cube: int = 0) -> Worths:
        """Return what wins and losses are worth with a cube, with this one if none is named."""
        return _worths(self, cube or self.cube)

    @property
    def money(self) -> bool:
        """Return whether equities are those of money: no match, or one that this game hardly changes."""
        return self.away is None or _is_decided(self)

    @property
    def may_double(self) -> bool:
        """Return whether the side on roll may double and may gain by it."""
        if self.owner == "other" or self.crawford:
            return False
        return self.away is None or self.away[0] > self.cube

    @property
    def cube_lives(self) -> bool:
        """Return whether the cube may change anything in this game."""
        if self.away is None:
            return True
        return not self.crawford and max(self.away) > self.cube and self.away != (2, 2)

    def mwc(self, equity: float) -> float:
        """Return the chance to win the match at an equity; of a match alone."""
        worths = self.worths()
        return (equity * (worths.win - worths.loss) + worths.win + worths.loss) / 2

    def equity(self, mwc: float) -> float:
        """Return the equity at a chance to win the match: 1 is a win of the cube as it stands, -1 a loss."""
        worths = self.worths()
        apart = worths.win - worths.loss
        return (2 * mwc - worths.win - worths.loss) / apart if apart else 0.0


@lru_cache(4096)
def _worths(stake: Stake, cube: int) -> Worths:
    if stake.away is None:
        raise ValueError("A game for money is part of no match, and wins no chances in one.")
    need, other = stake.away
    after = stake.crawford or min(need, other) == 1
    table = stake.table or kazaross()
    points = ((1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3))
    return Worths(
        *(table.chance(need - won * cube, other - lost * cube, after=after) for won, lost in points)
    )


@lru_cache(4096)
def _is_decided(stake: Stake) -> bool:
    assert stake.away is not None
    worths = stake.worths()
    return min(stake.away) <= 0 or worths.win - worths.loss < DECIDED


def stake_of(standing: Standing, cube: Cube = CENTRED, seat: int = 0) -> Stake:
    """Return what a seat on roll plays for, from what a position or a state says of match and cube."""
    owner: Owner = "none" if cube.owner is None else "own" if cube.owner == seat else "other"
    need, other = (standing.length - standing.score[side] for side in (seat, 1 - seat))
    if not standing.length:
        return Stake(cube=cube.value, owner=owner, jacoby=standing.jacoby, beavers=standing.beavers)
    return Stake(away=(need, other), cube=cube.value, owner=owner, crawford=standing.crawford)
