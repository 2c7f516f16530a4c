"""From where doubles are taken and passed at a score, and what gammons and equity are worth there."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.equity.cubeful import SINGLE
from kotra_notation.equity.janowski import NO_GAMMONS, Chances, Numbers, Rates, cash_point, rates
from kotra_notation.equity.stake import Stake
from kotra_notation.values import dataclass

MONEY_GAMMON = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePoints:
    """The points of one side, as its chances to win the game; None where the cube may not be turned.

    From `take` upwards it takes a double of the other side, from `cash` upwards the other passes its own:
    `dead` if the cube is not turned again, `live` if it always is at the best moment. `gammon_value` is
    what a gammon wins beyond a single game, where such a game counts 2 from loss to win; for money ½.
    """

    take_dead: float | None
    take_live: float | None
    cash_dead: float | None
    cash_live: float | None
    gammon_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CubePoints:
    """The points of both sides with one cube, and what equity of 0.1 is worth in chances to win the match."""

    cube: int
    tenth: float | None
    sides: tuple[SidePoints, SidePoints]


def cube_points(stake: Stake, chances: Chances | None = None) -> CubePoints:
    """The points of both sides, the one on roll first; gammons at the rates of these chances, or none."""
    own, other = rates(chances, SINGLE) if chances else (NO_GAMMONS, NO_GAMMONS)
    centred = replace(stake, owner="none")
    cashes = _cashes(centred, own, other), _cashes(centred.flipped(), other, own)
    stakes = centred, centred.flipped()
    points, two = (_side(stakes[seat], cashes[seat], cashes[1 - seat]) for seat in (0, 1))
    worths = None if stake.money else stake.worths()
    tenth = (worths.win - worths.loss) / 20 if worths else None
    return CubePoints(cube=stake.cube, tenth=tenth, sides=(points, two))


def _side(stake: Stake, own: tuple[float, float] | None, other: tuple[float, float] | None) -> SidePoints:
    value = MONEY_GAMMON
    if not stake.money:
        worths = stake.worths()
        value = (worths.gammon - worths.win) / (worths.win - worths.loss)
    return SidePoints(
        take_dead=1 - other[0] if other else None,
        take_live=1 - other[1] if other else None,
        cash_dead=own[0] if own else None,
        cash_live=own[1] if own else None,
        gammon_value=value,
    )


def _cashes(stake: Stake, own: Rates, other: Rates) -> tuple[Numbers, Numbers] | None:
    """From where a double of the side on roll is passed, the cube dead and live; None if it is none."""
    if not stake.may_double:
        return None
    if stake.money:
        won, lost = own.mean(1, 2, 3), other.mean(1, 2, 3)
        return (lost + 0.5) / (won + lost), (lost + 1) / (won + lost + 0.5)
    worths, passed = stake.worths(2 * stake.cube), stake.worths().win
    won, lost = own.mean(*worths[:3]), other.mean(*worths[3:])
    return (lost - passed) / (lost - won), cash_point(stake, own, other)
