"""Match equity tables, points of the cube, scales of equity: worked numbers and what holds at any length."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.equity.cubeful import Chances, cube_points
from kotra_notation.equity.match_table import MatchTable, Stake, after_crawford, grown, kazaross, read_table
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.scales import Pair, Scale, scale_of
from referees.transcripts import bare
from tests.records import rows

OWN = "name,Mine # so called\n\nbefore,1,0.5,0.68\nbefore,2,0.32,0.5\nafter,0.5,0.488\n"


def test_it_is_the_table_of_neil_kazaross_and_zadehs_behind_the_crawford_game() -> None:
    table = kazaross()
    assert table.name == "Kazaross-XG2"
    assert table.chance(1, 2) == 0.67736
    assert table.chance(3, 5) == 0.64795
    assert table.chance(25, 1) == pytest.approx(0.00095)
    assert table.chance(2, 1, after=True) == 0.48803
    assert table.chance(1, 3, after=True) == pytest.approx(1 - 0.32264)
    assert (table.chance(0, 3), table.chance(3, 0), table.chance(-2, 1)) == (1, 0, 1)
    chances = [table.chance(need, 1, after=True) for need in range(1, 300)]
    assert all(more < less for less, more in pairwise(chances))
    assert table.chance(1, 7, after=True) == pytest.approx(1 - table.chance(7, 1, after=True))
    # As GNU Backgammon 1.07 prints them for its table of Zadeh's.
    assert after_crawford((), 5) == pytest.approx((0.5, 0.485, 0.3125, 0.302875, 0.179688), abs=1e-6)
    # GNU Backgammon 1.07 goes on by a bell curve: `show matchequitytable 64`.
    told = (
        (26, 25, 0.468472),
        (26, 10, 0.063254),
        (30, 20, 0.212148),
        (40, 30, 0.249752),
        (64, 60, 0.419589),
    )
    for need, other, chance in told:
        assert table.chance(need, other) == pytest.approx(chance, abs=0.013)


def neighbours(most: int) -> Iterator[tuple[float, float, float]]:
    """The chance at each score: of one side, of the other, and of the first if the other needs one more."""
    table = kazaross()
    for need in range(1, most + 1):
        for other in range(1, most + 1):
            chance = table.chance(need, other)
            yield chance, table.chance(other, need), table.chance(need, other + 1)


def test_two_sides_share_a_match_and_who_needs_less_has_more() -> None:
    """Up to 63 points, and some way where chances go on beyond the table."""
    for own, other, more in neighbours(63):
        assert 0 < own < 1
        assert own + other == pytest.approx(1, abs=1e-12)
        assert more > own
    for own, other, more in neighbours(90):
        assert own + other == pytest.approx(1, abs=1e-12)
        assert more >= own


@pytest.mark.parametrize("need", [65, 101, 1000, 10**6])
def test_any_length_has_a_chance(need: int) -> None:
    table = kazaross()
    assert table.chance(need, need) == pytest.approx(0.5, abs=1e-12)
    assert 0 < table.chance(need, 3) < table.chance(need, need - 1) < 0.5
    assert 0 < table.chance(need, 1) < 0.001
    assert 0 < table.chance(need, 1, after=True) < 0.001


@pytest.mark.parametrize(("given", "near"), [(2, 0.008), (9, 0.004), (15, 0.003)])
def test_a_table_grown_from_few_points_is_near_the_one_that_was_rolled_out(given: int, near: float) -> None:
    table = kazaross()
    rows = [[table.chance(need, other) for other in range(1, given + 1)] for need in range(1, given + 1)]
    found = grown(rows, [table.chance(need, 1, after=True) for need in range(1, 26)], 25)
    far = [
        abs(found[need - 1][other - 1] - table.chance(need, other))
        for need in range(1, 26)
        for other in range(1, 26)
    ]
    assert max(far) < near


def test_a_table_of_ones_own_is_read_and_must_rise() -> None:
    table = read_table(OWN, "mine.csv")
    assert table.name == "Mine"
    assert table.chance(2, 1) == 0.32
    assert table.chance(2, 1, after=True) == 0.488
    assert 0.2 < table.chance(4, 2) < 0.4
    assert repr(table) == "MatchTable('Mine')"
    assert isinstance(table, MatchTable)
    rows = "before,1,0.5,0.45\nbefore,2,0.55,0.5\nafter,0.5\n"
    with pytest.raises(
        ValueError, match=r"x:1: 0.45 comes after 0.5; in a “before” row the chances must rise"
    ):
        read_table(rows, "x")


@rows
def test_what_is_wrong_with_a_file_is_said_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 its words are compared below
        read_table(OWN.replace(old, new), "mine.csv")
    assert said in str(raised.value)


MINE = "name,Mine\nbefore,1,0.5,0.68\nbefore,2,0.32,0.5\nafter,0.5,0.488\n"


def test_a_score_has_a_chance_and_points_for_each_cube() -> None:
    found = kn.match_equity(3, 5)
    assert (found.chance, found.phase, found.table) == (0.64795, "before", "Kazaross-XG2")
    assert [one.cube for one in found.cubes] == [1, 2, 4]
    assert [one.cube for one in kn.match_equity(3, 5, cube=2).cubes] == [2]
    assert (kn.match_equity(1, 3).phase, kn.match_equity(1, 3).chance) == ("crawford", 0.75076)
    later = kn.match_equity(1, 3, after_crawford=True)
    assert later.phase == "after"
    assert later.chance == pytest.approx(1 - 0.32264)
    assert kn.match_equity(1, 1).phase == "after"
    assert kn.match_equity(1, 3).cubes[0].sides[1].cash_dead is None
    assert later.cubes[0].sides[1].cash_dead is not None
    assert kn.match_equity(3, 5)._repr_html_().count("<tr>") == 7
    assert kn.match_equities(3)._repr_html_().count("<tr>") == 5


def test_a_table_of_ones_own_is_a_file_or_its_text(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(MINE, encoding="utf-8")
    for table in (MINE, str(tmp_path / "mine.csv"), tmp_path / "mine.csv", MINE.encode()):
        assert kn.match_equity(1, 2, table=table).chance == 0.68
    assert kn.match_equities(2, table=MINE).before == ((0.5, 0.68), (0.32, 0.5))


@pytest.mark.parametrize(("need", "other"), [(0, 5), (3, -1), (1 << 40, 2)])
def test_a_side_needs_a_point_or_more(need: int, other: int) -> None:
    with pytest.raises(ValueError, match=r"must need 1 point or more"):
        kn.match_equity(need, other)


@pytest.mark.parametrize("cube", [0, 3, -2, 1 << 40])
def test_a_cube_is_a_power_of_two(cube: int) -> None:
    with pytest.raises(ValueError, match="1, 2, 4, 8"):
        kn.match_equity(3, 5, cube=cube)


def test_any_score_has_points() -> None:
    for need in range(1, 65):
        for other in (1, 2, 3, 7, 40, 64):
            for one in kn.match_equity(need, other).cubes:
                for side in one.sides:
                    points = (side.take_dead, side.take_live, side.cash_dead, side.cash_live)
                    assert all(-1e-6 <= point <= 1 + 1e-6 for point in points if point is not None)


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


def test_money_is_taken_from_a_quarter_or_a_fifth_and_gammons_move_that() -> None:
    """80 % is passed if the cube is always alive: Keeler and Spencer, "Optimal Doubling in Backgammon"."""
    found = cube_points(Stake()).sides[0]
    assert (found.take_dead, found.take_live, found.cash_live) == pytest.approx((0.25, 0.2, 0.8))
    assert found.gammon_value == 0.5
    assert cube_points(Stake()).tenth is None
    # Janowski's own formula: (L - ½)/(W + L) dead, (L - ½)/(W + L + ½) live.
    other = cube_points(Stake(), Chances(0.7, 0.28, 0.0, 0.03, 0.0)).sides[1]
    lost, won = 1.4, 1.1
    assert other.take_dead == pytest.approx((lost - 0.5) / (won + lost))
    assert other.take_live == pytest.approx((lost - 0.5) / (won + lost + 0.5))


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


LINE = Scale(0.1, 0.5)


def pairs(*equities: float) -> list[Pair]:
    """What says the same thing in two ways."""
    return [Pair(one, 0.5 + 0.1 * one) for one in equities]


def test_three_pairs_that_agree_give_the_scale_and_no_others() -> None:
    scale = scale_of(pairs(-0.4, 0.1, 0.6))
    assert scale == pytest.approx(LINE)
    assert scale is not None
    assert (scale.mwc_of_win(0), scale.mwc_of_win(1)) == pytest.approx((0.6, 0.6))
    assert (scale.equity(0.55, 0), scale.equity(0.55, 1)) == pytest.approx((0.5, 0.5))
    assert scale_of(pairs(-0.4, 0.6)) is None
    assert scale_of([*pairs(-0.4, 0.1, 0.3, 0.6), Pair(0.2, 0.9)]) == pytest.approx(LINE)
    assert scale_of([Pair(-0.4, 0.41), Pair(0.1, 0.6), Pair(0.6, 0.53)]) is None
    scattered = [Pair(number % 97 / 50, number * number % 89 / 90) for number in range(20_000)]
    assert scale_of(scattered) is None


def test_a_cube_that_wins_either_side_the_match_has_its_scale_from_the_score() -> None:
    weighed = ["eval cube", 'choice "no double" mwc="0.70"', 'choice "double/take" mwc="0.72"']
    lines = ["W 31: 8/5 6/5", "B 64: 24/14", "W 52: 13/8 24/22", *weighed]
    (decision,) = analysis(bare(*lines, length=3, score="2-2", rules="modern,crawford=off")).decisions
    assert decision.cube is not None
    assert decision.cube.worked_out
    assert (decision.cube.no_double, decision.cube.pass_) == pytest.approx((0.4, 1.0))
    assert (decision.loss, decision.mwc_loss) == pytest.approx((0.04, 0.02))
