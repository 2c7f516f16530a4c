"""Cube decisions: the equities of doubling and not, and the points from which doubles are taken or passed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from kotra_notation.equity.janowski import NO_GAMMONS, Chances, Numbers, Rates, cash_point, dead_worth, rates
from kotra_notation.equity.stake import Stake
from kotra_notation.values import dataclass

# How much of its full worth a live cube has, by the kind of position.
CONTACT, BEAR_OFF = 0.68, 0.6
RACE_LEAST, RACE_MOST, RACE_BASE, RACE_A_PIP = 0.6, 0.7, 0.55, 0.00125
MONEY_GAMMON = 0.5

Action = Literal["no-cube", "no-double", "double-take", "double-pass", "too-good"]
Answer = Literal["take", "pass", "beaver"]


def share(part: float, whole: float) -> float:
    """Return a part of a whole, 0 of nothing."""
    return part / whole if whole > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeEquities:
    """The equities of a cube decision for the side on roll, in units of the current cube.

    `double_beaver` is None if beavers are not allowed. `may_double` is False if the cube is not available or
    doubling cannot gain.
    """

    no_double: float
    double_take: float
    double_beaver: float | None = None
    double_pass: float = 1.0
    may_double: bool = True

    @property
    def answer(self) -> Answer:
        """Return the best answer to a double."""
        if self.double_take > self.double_pass:
            return "pass"
        return "beaver" if self.double_beaver is not None and self.double_take < 0 else "take"

    @property
    def double(self) -> float:
        """Return the equity of a double with the best answer."""
        answers = {"take": self.double_take, "pass": self.double_pass, "beaver": self.double_beaver}
        equity = answers[self.answer]
        assert equity is not None
        return equity

    @property
    def action(self) -> Action:
        """Return the best cube action."""
        if not self.may_double:
            return "no-cube"
        if self.double <= self.no_double:
            return "too-good" if self.no_double > self.double_pass else "no-double"
        return "double-pass" if self.answer == "pass" else "double-take"

    @property
    def best(self) -> float:
        """Return the equity with best decisions on both sides."""
        return max(self.no_double, self.double) if self.may_double else self.no_double


def cubeless(chances: Sequence[float], stake: Stake) -> float:
    """Return the equity if nobody turned the cube again; 1 is a win of the cube as it stands."""
    return float(dead_worth(Chances(*chances), stake))


def cube_equities(stake: Stake, no_double: float, take: float) -> CubeEquities:
    """Return the equities of a cube decision, from those of holding and of a double that is taken."""
    return CubeEquities(
        no_double=no_double,
        double_take=take,
        double_beaver=2 * take if stake.away is None and stake.beavers else None,
        may_double=stake.may_double,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePoints:
    """Take and cash points of one side, as game-winning chances; None if the cube is not available.

    `dead` assumes no further turn of the cube, `live` a turn at the best moment. `gammon_value` is the value
    of a gammon relative to a win; for money ½.
    """

    take_dead: float | None
    take_live: float | None
    cash_dead: float | None
    cash_live: float | None
    gammon_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CubePoints:
    """Take and cash points of both sides for one cube; `tenth` is the match-winning chance of 0.1 equity."""

    cube: int
    tenth: float | None
    sides: tuple[SidePoints, SidePoints]


def cube_points(stake: Stake, chances: Chances | None = None) -> CubePoints:
    """Return the points of both sides, the one on roll first; gammons at the rates of chances, or none."""
    own, other = rates(chances, share) if chances else (NO_GAMMONS, NO_GAMMONS)
    centred = replace(stake, owner="none")
    cashes = _cashes(centred, own, other), _cashes(centred.from_other_side(), other, own)
    stakes = centred, centred.from_other_side()
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
    """Return from where a double of the side on roll is passed, cube dead and live; None if there is none."""
    if not stake.may_double:
        return None
    if stake.money:
        won, lost = own.mean(1, 2, 3), other.mean(1, 2, 3)
        return (lost + 0.5) / (won + lost), (lost + 1) / (won + lost + 0.5)
    worths, passed = stake.worths(2 * stake.cube), stake.worths().win
    won, lost = own.mean(*worths[:3]), other.mean(*worths[3:])
    return (lost - passed) / (lost - won), cash_point(stake, own, other)
