"""What a level makes of looks of several depths, and which plays are looked at."""

from __future__ import annotations

import pytest

from kotra_notation.board import position as position_of
from kotra_notation.jobs.engine import open_engine
from tests.records import rows

np = pytest.importorskip("numpy")
ranking = pytest.importorskip("kotra_notation.engine.modern_arrays")

from kotra_notation.board import Position  # noqa: E402
from kotra_notation.engine import evaluator  # noqa: E402
from kotra_notation.engine.many_plays import THROWS, WEIGHTS  # noqa: E402
from kotra_notation.engine.stakes import StakeArrays  # noqa: E402
from kotra_notation.equity.stake import Stake, stake_of  # noqa: E402
from referees.cubeful import cube_action, efficiency  # noqa: E402

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.mark.parametrize(("level", "shares"), [("normal", (1 / 2, 1 / 2)), ("deep", (1 / 4, 1 / 4, 1 / 2))])
def test_a_deeper_look_counts_as_much_as_all_before(level: str, shares: tuple[float, ...]) -> None:
    position = position_of(XGID)
    asked = open_engine(level)
    best = asked.throws([position], [None])[0].plays[0]
    assert best.plies == len(shares) - 1
    stakes = [StakeArrays(stake_of(position.standing, position.cube, position.seat))]
    board, of = np.array([best.points], np.int8), np.zeros(1, np.intp)
    looks = [asked.evaluator.behind(board, stakes, of, ply) for ply in range(len(shares))]
    for said, found in ((best.chances, 0), (best.equity, 1)):
        whole = sum(share * look[found][0] for share, look in zip(shares, looks, strict=True))
        assert np.allclose(said, whole, atol=1e-6)


def test_a_close_cube_is_the_mean_of_its_looks() -> None:
    position = position_of("XGID=---aBBCBB---aB--bb-cbb-bA-:0:0:1:00:0:0:0:0:10")
    asked = open_engine("normal")
    (cube,) = asked.cubes([position])
    assert cube.plies == 1
    stakes = [StakeArrays(stake_of(position.standing, position.cube, position.seat))]
    board, of = np.array([position.points], np.int8), np.zeros(1, np.intp)
    looks = [asked.evaluator.chances(board, stakes, of, ply)[0] for ply in (0, 1)]
    assert np.allclose(cube.chances, np.mean(looks, axis=0), atol=1e-6)


def by_hand(position: Position, stake: Stake) -> tuple[float, float]:
    """Every throw and play, one at a time: what leaving the cube is worth, and a double that is taken."""
    game = open_engine("quick").evaluator.game
    worths = []
    for one in (stake, stake.after_double()):
        total = 0.0
        for dice, share in zip(THROWS, WEIGHTS, strict=True):
            boards = game.for_next_throw(
                game.plays(np.array([position.points], np.int8), np.array([dice]))[0]
            )
            rows = zip(boards.tolist(), game.chances(boards).tolist(), strict=True)
            total += share * max(
                -cube_action(row, one.from_other_side(), efficiency(tuple(board))).best for board, row in rows
            )
        worths.append(total)
    kept, taken = worths
    return kept, 2 * taken if stake.money else stake.equity(stake.after_double().mwc(taken))


@rows
def test_a_cube_is_looked_through(monkeypatch: pytest.MonkeyPatch, xgid: str) -> None:
    monkeypatch.setattr(evaluator, "LOOKED_AT", evaluator.ALL)  # no play is passed over
    monkeypatch.setattr(ranking, "WITHIN", np.inf)
    position = position_of(xgid)
    (cube,) = open_engine("normal").cubes([position])
    kept, taken = by_hand(position, stake_of(position.standing, position.cube, position.seat))
    assert cube.equities.no_double == pytest.approx(kept, abs=1e-6)
    assert cube.equities.double_take == pytest.approx(taken, abs=1e-6)
    (quick,) = open_engine("quick").cubes([position])
    assert abs(quick.equities.double_take - taken) > 1e-3


def test_the_plays_that_lead_are_near_the_best_and_few() -> None:
    chance = np.random.default_rng(4)
    throws = np.sort(chance.integers(0, 40, 600))
    ranked = chance.normal(0, 0.05, len(throws))
    for count in (1, 3, 50):
        rows = ranking._highest(ranked.copy(), throws, count)
        for throw in np.unique(throws):
            own = np.flatnonzero(throws == throw)
            near = own[ranked[own] >= ranked[own].max() - ranking.WITHIN]
            wanted = near[np.argsort(-ranked[near])][:count]
            assert sorted(rows[throws[rows] == throw]) == sorted(wanted)
