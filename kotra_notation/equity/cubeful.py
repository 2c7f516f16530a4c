"""Cube decisions: the equities of doubling and not, and the points from which doubles are taken or passed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from kotra_notation.equity.match_table import Stake
from kotra_notation.values import dataclass

# A float, or an array of them.
Numbers = Any


class Chances(NamedTuple):
    """Chances to win, to win a gammon or more, a backgammon; to lose a gammon or more, a backgammon."""

    win: Numbers
    gammon: Numbers
    backgammon: Numbers
    gammon_loss: Numbers
    backgammon_loss: Numbers

    def from_other_side(self) -> Chances:
        """Return the chances of the other side."""
        return Chances(1 - self.win, self.gammon_loss, self.backgammon_loss, self.gammon, self.backgammon)


class Arithmetic(NamedTuple):
    """Operations for numbers and arrays: `share` of a whole (0 of nothing), `along` a line of knots."""

    share: Callable[[Numbers, Numbers], Numbers]
    along: Callable[[Numbers, Sequence[tuple[Numbers, Numbers]]], Numbers]


class Rates(NamedTuple):
    """Gammons that are no backgammons, and backgammons, among the games a side wins."""

    gammon: Numbers
    backgammon: Numbers

    def mean(self, single: float, double: float, triple: float) -> Numbers:
        """Return what a game is worth that is won, or lost to a side with these rates."""
        return single + self.gammon * (double - single) + self.backgammon * (triple - single)


NO_GAMMONS = Rates(0.0, 0.0)


def rates(chances: Chances, share: Callable[[Numbers, Numbers], Numbers]) -> tuple[Rates, Rates]:
    """Return the rates of the side on roll and of the other; `share` is as of `Arithmetic`."""
    win, gammon, backgammon, gammon_loss, backgammon_loss = chances
    own = Rates(share(gammon - backgammon, win), share(backgammon, win))
    return own, Rates(share(gammon_loss - backgammon_loss, 1 - win), share(backgammon_loss, 1 - win))


def worth(chances: Chances, stake: Stake, efficiency: Numbers, arithmetic: Arithmetic) -> Numbers:
    """Return the equity, in units of the cube, of the side on roll that leaves the cube as it is."""
    if stake.money:
        return _money(chances, stake, efficiency, arithmetic)
    return stake.equity(_match_worth(chances, stake, efficiency, arithmetic))


def double_worth(chances: Chances, stake: Stake, efficiency: Numbers, arithmetic: Arithmetic) -> Numbers:
    """Return the equity, in units of the cube before it, behind a double that is taken."""
    if stake.money:
        return 2 * _money(chances, stake.after_double(), efficiency, arithmetic)
    return stake.equity(_match_worth(chances, stake.after_double(), efficiency, arithmetic))


def dead_worth(chances: Chances, stake: Stake) -> Numbers:
    """Return the equity if nobody turned the cube again."""
    if not stake.money:
        return stake.equity(_dead_match_worth(chances, stake))
    win, gammon, backgammon, gammon_loss, backgammon_loss = chances
    if stake.jacoby and stake.owner == "none":
        return 2 * win - 1
    return 2 * win - 1 + gammon + backgammon - gammon_loss - backgammon_loss


def _money(chances: Chances, stake: Stake, efficiency: Numbers, arithmetic: Arithmetic) -> Numbers:
    own, other = rates(chances, arithmetic.share)
    won, lost = own.mean(1, 2, 3), other.mean(1, 2, 3)
    whole = won + lost + 0.5
    passes, cashes = ((lost - 0.5) / whole, -1), ((lost + 1) / whole, 1)
    if stake.owner == "own":
        knots = [(0, -lost), cashes, (1, won)]
    elif stake.owner == "other":
        knots = [(0, -lost), passes, (1, won)]
    elif stake.jacoby:
        knots = [(0, -1), passes, cashes, (1, 1)]
    else:
        knots = [(0, -lost), passes, cashes, (1, won)]
    live = arithmetic.along(chances.win, knots)
    return (1 - efficiency) * dead_worth(chances, stake) + efficiency * live


def _match_worth(chances: Chances, stake: Stake, efficiency: Numbers, arithmetic: Arithmetic) -> Numbers:
    """Return the chance to win the match of the side on roll that leaves the cube as it is."""
    dead = _dead_match_worth(chances, stake)
    if not stake.cube_lives:
        return dead
    own, other = rates(chances, arithmetic.share)
    worths = stake.worths()
    knots = [(0, other.mean(*worths[3:])), (1, own.mean(*worths[:3]))]
    if stake.owner != "own":
        knots.insert(1, (1 - cash_point(stake.from_other_side(), other, own), worths.loss))
    if stake.owner != "other":
        knots.insert(-1, (cash_point(stake, own, other), worths.win))
    return (1 - efficiency) * dead + efficiency * arithmetic.along(chances.win, knots)


def _dead_match_worth(chances: Chances, stake: Stake) -> Numbers:
    """Return the chance to win the match if nobody turned the cube again."""
    win, gammon, backgammon, gammon_loss, backgammon_loss = chances
    worths = stake.worths()
    return (
        (win - gammon) * worths.win
        + (gammon - backgammon) * worths.gammon
        + backgammon * worths.backgammon
        + (1 - win - gammon_loss) * worths.loss
        + (gammon_loss - backgammon_loss) * worths.gammon_loss
        + backgammon_loss * worths.backgammon_loss
    )


def cash_point(stake: Stake, own: Rates, other: Rates) -> Numbers:
    """Return the winning chances from which a double is passed, if both sides turn the cube at best.

    Where the cube is dead behind the double it is the chance at which playing on for it is worth a pass;
    else the taker will cash in turn, and till then the line goes to where this side has won.
    """
    assert stake.away is not None
    turned = 2 * stake.cube
    passed = stake.worths().win
    if min(stake.away) <= turned:
        last = 2 * turned if stake.away[0] <= turned < stake.away[1] else turned
        worths = stake.worths(last)
        lost, won = other.mean(*worths[3:]), own.mean(*worths[:3])
        return (lost - passed) / (lost - won)
    again = cash_point(stake.after_double().from_other_side(), other, own)
    worths = stake.worths(turned)
    won = own.mean(*worths[:3])
    return 1 - again * (passed - won) / (worths.loss - won)


# How much of its full worth a live cube has, by the kind of position.
CONTACT, BEAR_OFF = 0.68, 0.6
RACE_LEAST, RACE_MOST, RACE_BASE, RACE_A_PIP = 0.6, 0.7, 0.55, 0.00125
MONEY_GAMMON = 0.5

# Equities that differ by less are equal.
TINY = 1e-9
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
        if self.answer == "pass" and self.no_double <= self.double_pass + TINY:
            return "double-pass"
        if self.double <= self.no_double:
            return "too-good" if self.no_double > self.double_pass + TINY else "no-double"
        return "double-take"

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
