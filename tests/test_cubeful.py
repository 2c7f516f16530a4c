"""Cubeful equities: worked numbers, GNU Backgammon's from its own chances, and what must always hold."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pytest

from kotra_notation.board.position import position
from kotra_notation.engine.stakes import best_many, cubeful_many, cubeless_many, doubled_many, efficiencies
from kotra_notation.equity.cubeful import BEAR_OFF, CubeEquities, cubeless
from kotra_notation.equity.match_table import Owner, Stake, stake_of
from referees.cubeful import cube_action, cubeful, efficiency
from tests.conftest import SHARED
from tests.records import rows

Five = tuple[float, float, float, float, float]

CUBES = SHARED / "corpus" / "engine" / "cube.jsonl"
SOME = (0.52, 0.14, 0.01, 0.13, 0.005)


def chances(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Rows of chances that can be, with gammons often and never."""
    random = np.random.default_rng(18)
    win = random.random(count)
    share = random.random((4, count)) * (random.random((4, count)) > 0.2)
    gammon, gammon_loss = win * share[0], (1 - win) * share[1]
    rows = np.stack([win, gammon, gammon * share[2], gammon_loss, gammon_loss * share[3]], axis=1)
    rows[0], rows[1] = (1, 1, 1, 0, 0), (0, 0, 0, 1, 1)
    return rows


def stakes() -> list[Stake]:
    """Stakes of money and of matches, with the cube here and there."""
    owners: tuple[Owner, ...] = ("none", "own", "other")
    cubes = [(1, "none"), *product((2, 4, 8), owners)]
    money = [
        Stake(cube=cube, owner=owner, jacoby=jacoby) for cube, owner in cubes for jacoby in (False, True)
    ]
    needs = (1, 2, 3, 4, 5, 7, 11, 25, 30, 64, 70)
    return money + [
        Stake(away=away, cube=cube, owner=owner, crawford=crawford)
        for away in product(needs, needs)
        for cube, owner in cubes
        for crawford in ((False, True) if min(away) == 1 and cube == 1 else (False,))
    ]


@rows
def test_worked_numbers(stake: dict[str, Any], five: Five, no_double: float, double_take: float) -> None:
    found = cube_action(five, Stake(**stake), 0.68)
    assert found.no_double == pytest.approx(no_double, abs=3e-4)
    assert found.double_take == pytest.approx(double_take, abs=3e-4)


def test_gnubgs_equities_come_of_its_own_chances() -> None:
    """All but bear-offs, where GNU Backgammon asks a database for the equities themselves."""
    if not CUBES.exists():
        pytest.skip("../shared is absent")
    known, left_out, far = 0, 0, []
    for row in map(json.loads, CUBES.read_text(encoding="utf-8").splitlines()):
        place = position(row["xgid"])
        share = efficiency(place.points)
        stake = stake_of(place.standing, place.cube, place.seat)
        told = row["gnubg_0ply"]
        found = cube_action(told["probs"], stake, share)
        assert (found.action == "no-cube") != row["available"], row["id"]
        if share == BEAR_OFF and max(place.points[7:]) <= 0 and min(place.points[:19]) >= 0:
            left_out += 1
            continue
        known += 1
        if max(abs(found.no_double - told["nd"]), abs(found.double_take - told["dt"])) > 1e-4:
            far.append(row["id"])
    assert far == []
    assert (known, left_out) == (175, 8)


@pytest.mark.parametrize("share", [0.68, 1.0])
def test_many_at_once_are_worth_what_each_is(share: float) -> None:
    rows = chances(12)
    for stake in stakes():
        single = [cubeful(row, stake, share) for row in rows.tolist()]
        np.testing.assert_allclose(cubeful_many(rows, stake, share), single, rtol=0, atol=1e-9)
        single = [cubeless(row, stake) for row in rows.tolist()]
        np.testing.assert_allclose(cubeless_many(rows, stake), single, rtol=0, atol=1e-9)


def test_the_best_of_many_is_what_each_may_reach() -> None:
    rows = chances(12)
    for stake in [*stakes(), Stake(beavers=True), Stake(cube=2, owner="own", beavers=True, jacoby=True)]:
        single = [cube_action(row, stake, 0.65) for row in rows.tolist()]
        best = [one.best for one in single]
        np.testing.assert_allclose(best_many(rows, stake, 0.65), best, rtol=0, atol=1e-9)
        taken = [one.double_take for one in single]
        np.testing.assert_allclose(doubled_many(rows, stake, 0.65), taken, rtol=0, atol=1e-9)


@rows
def test_a_play_is_worth_what_the_other_side_can_make_of_it(
    stake: dict[str, Any], five: Five, equity: float
) -> None:
    win, gammon, backgammon, gammon_loss, backgammon_loss = five
    other = (1 - win, gammon_loss, backgammon_loss, gammon, backgammon)
    assert -best_many([other], Stake(**stake).from_other_side(), 0.68)[0] == pytest.approx(equity, abs=1e-5)


def test_each_of_many_has_an_efficiency_of_its_own() -> None:
    rows, stake = chances(3), Stake(away=(5, 7))
    found = cubeful_many(rows, stake, [0.6, 0.65, 0.7])
    single = [cubeful(row, stake, share) for row, share in zip(rows.tolist(), (0.6, 0.65, 0.7), strict=True)]
    assert found.tolist() == pytest.approx(single, abs=1e-12)


def test_the_other_side_has_the_opposite() -> None:
    for stake in stakes():
        for win, gammon, backgammon, gammon_loss, backgammon_loss in chances(8).tolist():
            own = cubeful((win, gammon, backgammon, gammon_loss, backgammon_loss), stake, 0.68)
            back = (1 - win, gammon_loss, backgammon_loss, gammon, backgammon)
            assert cubeful(back, stake.from_other_side(), 0.68) == pytest.approx(
                -own, abs=1e-9 if stake.money or max(stake.away or ()) < 40 else 1e-6
            )


def test_a_cube_is_worth_something_to_its_owner() -> None:
    for stake in stakes():
        mine, theirs = (
            cubeful(SOME, Stake(away=stake.away, cube=stake.cube, owner=owner), 0.68)
            for owner in ("own", "other")
        )
        assert mine >= theirs - 1e-12


def test_a_double_in_the_crawford_game_or_of_a_dead_cube_is_none() -> None:
    for stake in stakes():
        dead = stake.away is not None and (stake.crawford or stake.away[0] <= stake.cube)
        if dead or stake.owner == "other":
            assert cube_action(SOME, stake, 0.68).action == "no-cube"
        else:
            assert cube_action(SOME, stake, 0.68).action != "no-cube"


@pytest.mark.parametrize("need", range(2, 30))
@pytest.mark.parametrize("win", [0.02, 0.1, 0.3, 0.49])
def test_behind_the_crawford_game_the_trailer_doubles_at_once(need: int, win: float) -> None:
    five = (win, win / 4, win / 100, (1 - win) / 4, 0.001)
    assert cube_action(five, Stake(away=(need, 1)), 0.68).action in ("double-take", "double-pass")
    assert cube_action(five, Stake(away=(1, need)), 0.68).action == "no-cube"


def test_what_leaders_and_trailers_do_behind_the_crawford_game() -> None:
    """only Two points needed to win the match: by a gammon as by a double, and a double would be passed."""
    assert cube_action((0.9, 0.6, 0.01, 0.01, 0.0), Stake(away=(2, 1)), 0.68).action == "too-good"
    even = (0.53, 0.13, 0.01, 0.12, 0.01)
    assert cube_action(even, Stake(away=(2, 1)), 0.68).answer == "pass"
    assert cube_action(even, Stake(away=(3, 1)), 0.68).answer == "take"
    assert cube_action((0.9, 0.6, 0.05, 0.01, 0.0), Stake(), 0.68).action == "too-good"
    assert cube_action((0.9, 0.6, 0.05, 0.01, 0.0), Stake(jacoby=True), 0.68).action == "double-pass"


def test_a_double_may_be_beavered_where_that_is_allowed() -> None:
    five = (0.45, 0.1, 0.0, 0.1, 0.0)
    assert cube_action(five, Stake(), 0.68).answer == "take"
    found = cube_action(five, Stake(beavers=True), 0.68)
    assert (found.answer, found.action) == ("beaver", "no-double")
    assert found.double == found.double_beaver == 2 * found.double_take
    assert cube_action(five, Stake(away=(7, 7), beavers=True), 0.68).answer == "take"


def test_money_at_the_ends_is_what_is_won_and_scores_far_apart_are_money() -> None:
    assert cubeful((1, 1, 1, 0, 0), Stake(), 0.68) == pytest.approx(3)
    assert cubeful((0, 0, 0, 1, 0), Stake(), 0.68) == pytest.approx(-2)
    assert cubeful((1, 1, 1, 0, 0), Stake(jacoby=True), 0.68) == pytest.approx(1)
    for away in ((2, 100_000), (0, 3), (4, -2)):
        assert cubeful(SOME, Stake(away=away), 0.68) == cubeful(SOME, Stake(), 0.68)


def test_a_stake_is_what_a_position_says_and_equity_tells_its_chances() -> None:
    stake = Stake(away=(3, 5), cube=2, owner="own")
    worths = stake.worths()
    assert stake.mwc(1) == worths.win
    assert stake.mwc(-1) == pytest.approx(worths.loss)
    assert stake.equity(stake.mwc(0.123)) == pytest.approx(0.123)
    with pytest.raises(ValueError, match="for money"):
        Stake().mwc(0)
    place = position("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:3:2:0:7:10")
    assert stake_of(place.standing, place.cube, place.seat) == Stake(away=(4, 5), cube=2, owner="other")


def placed(own: dict[int, int], other: dict[int, int]) -> tuple[int, ...]:
    """A board with so many men of either side on points of its own."""
    points = [0] * 26
    for index, count in own.items():
        points[index] += count
    for index, count in other.items():
        points[25 - index] -= count
    return tuple(points)


KINDS = [
    (placed({24: 2, 6: 5}, {13: 5}), 0.68),
    (placed({13: 1}, {13: 1}), 0.68),
    (placed({25: 1}, {1: 2}), 0.68),
    (placed({10: 8}, {14: 1, 6: 3}), 0.65),
    (placed({9: 15}, {15: 15}), 0.7),
    (placed({7: 1, 1: 4}, {6: 3}), 0.6),
    (placed({12: 1}, {12: 1}), 0.6),
    (placed({6: 15}, {6: 15}), 0.6),
    (placed({6: 15}, {7: 15}), 0.6625),
    (placed({7: 15}, {6: 15}), 0.68125),
    (placed({}, {6: 15}), 0.6),
]


def test_the_efficiency_is_that_of_the_kind_of_position() -> None:
    assert [efficiency(points) for points, _ in KINDS] == pytest.approx([share for _, share in KINDS])
    boards = np.array([points for points, _ in KINDS], np.int8)
    assert efficiencies(boards).tolist() == pytest.approx([share for _, share in KINDS])


@rows
def test_what_cannot_be_won_by_playing_on_is_cashed(
    no_double: float, double_take: float, action: str
) -> None:
    assert CubeEquities(no_double=no_double, double_take=double_take).action == action
