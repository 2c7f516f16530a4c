"""Take points, cash points and gammon values, against worked numbers and facts that are known."""

from __future__ import annotations

import pytest

from kotra_notation.equity.cubeful import Chances, cube_points
from kotra_notation.equity.match_table import Stake
from tests.records import rows


@rows
def test_worked_take_points(
    doubler: int, taker: int, cube: int, win: float, loss: float, passed: float, dead: float, live: float
) -> None:
    stake = Stake(away=(doubler, taker), cube=cube)
    worths = stake.worths(2 * cube)
    assert (worths.win, worths.loss, stake.worths().win) == pytest.approx((win, loss, passed), abs=6e-5)
    own, other = cube_points(stake).sides
    assert (other.take_dead, other.take_live) == pytest.approx((dead, live), abs=6e-5)
    assert (own.cash_dead, own.cash_live) == pytest.approx((1 - dead, 1 - live), abs=6e-5)


@rows
def test_what_a_tenth_is_worth(away: tuple[int, int], cube: int, crawford: bool, tenth: float) -> None:
    found = cube_points(Stake(away=away, cube=cube, crawford=crawford))
    assert found.tenth == pytest.approx(tenth, abs=5e-6)


def test_money_without_gammons_is_taken_from_a_quarter_and_with_a_live_cube_from_a_fifth() -> None:
    """80 % is passed if the cube is always alive: Keeler and Spencer, "Optimal Doubling in Backgammon"."""
    found = cube_points(Stake()).sides[0]
    assert (found.take_dead, found.take_live, found.cash_live) == pytest.approx((0.25, 0.2, 0.8))
    assert found.gammon_value == 0.5
    assert cube_points(Stake()).tenth is None


def test_gammons_move_take_points() -> None:
    """Janowski's own formula: (L - ½)/(W + L) dead, (L - ½)/(W + L + ½) live."""
    many = Chances(0.7, 0.28, 0.0, 0.03, 0.0)
    found = cube_points(Stake(), many).sides
    lost, won = 1.4, 1.1
    assert found[1].take_dead == pytest.approx((lost - 0.5) / (won + lost))
    assert found[1].take_live == pytest.approx((lost - 0.5) / (won + lost + 0.5))


def test_facts_of_short_matches() -> None:
    """Known to all who play matches; the figures are those of the table."""
    # Two away each, the cube ends the match: who is doubled takes from 1 - M(1, 2).
    assert cube_points(Stake(away=(2, 2))).sides[1].take_dead == pytest.approx(1 - 0.67736)
    # The last point: no cube, and gammons are worth nothing.
    last = cube_points(Stake(away=(1, 1)))
    assert [side.gammon_value for side in last.sides] == [0, 0]
    assert [side.take_dead for side in last.sides] == [None, None]
    # Behind the Crawford game only the trailer doubles; needing two, he wins the match with the game, and the
    # leader passes at once what is worse than even for him: the free drop.
    own, leader = cube_points(Stake(away=(2, 1))).sides
    assert own.take_dead is None
    assert leader.cash_dead is None
    assert leader.take_dead == pytest.approx(0.5)
    assert cube_points(Stake(away=(3, 1))).sides[1].take_dead == pytest.approx((1 - 0.48803 - 0.5) / 0.5)
    # In the Crawford game nobody doubles, and a gammon of a trailer who needs two wins the match.
    own, leader = cube_points(Stake(away=(2, 1), crawford=True)).sides
    assert own.cash_dead is None
    assert own.gammon_value == pytest.approx(1)
    assert leader.gammon_value == 0
    # Four away against two away a doubled gammon wins the match, and to the leader it is worth nothing.
    trailer, leader = cube_points(Stake(away=(4, 2), cube=2)).sides
    assert trailer.gammon_value == pytest.approx(1)
    assert leader.gammon_value == 0
