"""What a level makes of looks of several depths, and which plays are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kotra_notation.board import position as position_of
from kotra_notation.jobs.engine import open_engine
from tests.records import rows

np = pytest.importorskip("numpy")
evaluator = pytest.importorskip("kotra_notation.engine.evaluator")

from kotra_notation.engine.many_plays import THROWS, WEIGHTS  # noqa: E402
from kotra_notation.engine.stakes import StakeArrays  # noqa: E402
from kotra_notation.engine.weighing import Level, Weigher  # noqa: E402
from kotra_notation.equity.match_table import Stake, stake_of  # noqa: E402
from referees.cubeful import cube_action, efficiency  # noqa: E402

Row = list[int]
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


@pytest.mark.parametrize(("level", "shares"), [("quick", (1 / 2, 1 / 2)), ("normal", (1 / 4, 1 / 4, 1 / 2))])
def test_a_close_cube_is_the_mean_of_its_looks(level: str, shares: tuple[float, ...]) -> None:
    position = position_of("XGID=-a--B-DaB---dE-a-c-e----B-:0:0:1:00:1:1:0:3:10")
    asked = open_engine(level)
    (cube,) = asked.cubes([position])
    assert cube.plies == len(shares) - 1
    stakes = [StakeArrays(stake_of(position.standing, position.cube, position.seat))]
    board, of = np.array([position.points], np.int8), np.zeros(1, np.intp)
    evaluators = (asked.evaluator, asked.thorough, asked.evaluator)
    looks = [evaluators[ply].chances(board, stakes, of, ply)[0] for ply in range(len(shares))]
    assert np.allclose(cube.chances, np.average(looks, axis=0, weights=shares), atol=1e-3)


class ByHand:
    """Cube equities from every roll and play, one at a time."""

    def __init__(self, rolls: int) -> None:
        evaluator = open_engine("quick").evaluator
        self.game = (evaluator if rolls == 1 else evaluator.ahead).game

    def best_plays(self, board: Row, stake: Stake) -> list[tuple[float, list[float], Row]]:
        """Return of each roll the best play's equity and chances, and the board as the other side has it."""
        found = []
        for dice in THROWS:
            boards = self.game.for_next_throw(
                self.game.plays(np.array([board], np.int8), np.array([dice]))[0]
            )
            rows = zip(boards.tolist(), self.game.chances(boards).tolist(), strict=True)
            found.append(
                max(
                    (
                        -cube_action(row, stake.from_other_side(), efficiency(tuple(behind))).best,
                        turned(row),
                        behind,
                    )
                    for behind, row in rows
                )
            )
        return found

    def one_roll(self, board: Row, stake: Stake, doubled: bool) -> float:
        """Return the mean over all rolls; with a centred cube this side may double a turn later."""
        plays = self.best_plays(board, stake)
        if doubled or stake.owner != "none":
            return mean([worth for worth, _, _ in plays])
        middle = mean([chances[0] for _, chances, _ in plays])
        spread = min(0.1, 1.5 * mean([(chances[0] - middle) ** 2 for _, chances, _ in plays]) ** 0.5)
        life, worths = efficiency(tuple(board)), []
        for worth, chances, _ in plays:
            theirs = cube_action(turned(chances), stake.from_other_side(), life)
            later = [cube_action(moved(chances, by), stake, life).best for by in (spread, -spread)]
            worths.append(worth if theirs.best > theirs.no_double else sum(later) / 2)
        return mean(worths)

    def two_rolls(self, board: Row, stake: Stake) -> float:
        """Return the mean over all rolls of both sides, the best play of each, with every cube action."""
        worths = []
        for _, _, behind in self.best_plays(board, stake):
            theirs = stake.from_other_side()
            answers = self.best_plays(behind, theirs)
            chances = [mean(column) for column in zip(*[chances for _, chances, _ in answers], strict=True)]
            action = cube_action(chances, theirs, efficiency(tuple(behind)))
            worths.append(-replace(action, no_double=mean([worth for worth, _, _ in answers])).best)
        return mean(worths)


def mean(values: Sequence[float]) -> float:
    """Return the mean over the 21 rolls."""
    return float(np.dot(WEIGHTS, values))


def turned(chances: Sequence[float]) -> list[float]:
    """Return the chances of the other side."""
    return [1 - chances[0], chances[3], chances[4], chances[1], chances[2]]


def moved(chances: Sequence[float], by: float) -> list[float]:
    """Return the chances with more wins; gammons keep their shares."""
    win = min(1.0, max(0.0, chances[0] + by))
    more, less = win / chances[0], (1 - win) / (1 - chances[0])
    return [win, chances[1] * more, chances[2] * more, chances[3] * less, chances[4] * less]


@pytest.mark.parametrize("rolls", [1, pytest.param(2, marks=pytest.mark.middle)])
@rows
def test_a_cube_is_looked_through(monkeypatch: pytest.MonkeyPatch, rolls: int, xgid: str) -> None:
    monkeypatch.setattr(evaluator, "LOOKED_AT", evaluator.ALL)  # no play is passed over
    monkeypatch.setattr(evaluator, "WITHIN", np.inf)
    position, by_hand = position_of(xgid), ByHand(rolls)
    stake = stake_of(position.standing, position.cube, position.seat)
    board = list(position.points)
    level = Level(name="all", cubes=rolls, close=np.inf)
    (cube,) = Weigher(open_engine("quick").evaluator, level).cubes([position])
    kept, taken = (
        by_hand.two_rolls(board, some) if rolls == 2 else by_hand.one_roll(board, some, some is not stake)
        for some in (stake, stake.after_double())
    )
    assert cube.equities.no_double == pytest.approx(kept, abs=1e-5)
    doubled = 2 * taken if stake.money else stake.equity(stake.after_double().mwc(taken))
    assert cube.equities.double_take == pytest.approx(doubled, abs=1e-5)


def test_the_plays_that_lead_are_near_the_best_and_few() -> None:
    chance = np.random.default_rng(4)
    throws = np.sort(chance.integers(0, 40, 600))
    ranked = chance.normal(0, 0.05, len(throws))
    for count in (1, 3, 50):
        rows = evaluator._likeliest(ranked.copy(), throws, count)
        for throw in np.unique(throws):
            own = np.flatnonzero(throws == throw)
            near = own[ranked[own] >= ranked[own].max() - evaluator.WITHIN]
            wanted = near[np.argsort(-ranked[near])][:count]
            assert sorted(rows[throws[rows] == throw]) == sorted(wanted)


@pytest.mark.parametrize("level", ["quick", "normal"])
@pytest.mark.parametrize(("turn", "columns"), [("1", slice(1, 3)), ("-1", slice(3, 5))])
def test_who_has_borne_off_a_man_loses_no_gammon(level: str, turn: str, columns: slice) -> None:
    """White closed Black out, who has borne off two men."""
    (cube,) = open_engine(level).cubes(
        [position_of(f"XGID=aa-ABCCBB---cB-----ccb----:0:0:{turn}:00:0:0:0:0:10")]
    )
    assert cube.chances[columns] == (0, 0)
    assert sum(cube.chances[1:]) > 0.01
