"""Cubeful equities after Rick Janowski, "Take-Points in Money Games" (1993), for money and for matches.

What a position is worth lies between two ends: the cube is never turned again (dead), and both sides turn
it at the best moment (live). The live worth is a line with a bend where one of them cashes; how near to it a
position comes is the efficiency of the cube there. Chances are those of the side on roll before its throw.

Written for single numbers and for arrays of them alike: what must be asked of each is in `Arithmetic`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kotra_notation.equity.stake import Stake

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
    """The operations that differ for numbers and for arrays.

    `share` is a part of a whole, 0 of nothing; `along` the height at a place of a line through knots.
    """

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
