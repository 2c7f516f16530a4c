"""Rollouts: they come to what is known, their errors are what they say, and luck is taken out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.board import Position, gnubg_id
from kotra_notation.board import position as position_of
from kotra_notation.features.best.job import best_of, rollout_games
from kotra_notation.jobs.engine import open_engine
from tests.calls import kotra

np = pytest.importorskip("numpy")

from kotra_notation.engine import bearoff  # noqa: E402
from kotra_notation.engine.lockstep import ALL_36, Endings, even_dice  # noqa: E402
from kotra_notation.engine.modern_arrays import ModernArrays  # noqa: E402
from kotra_notation.engine.nets import shipped_nets  # noqa: E402
from kotra_notation.engine.results import OUTCOMES, WeighedCube  # noqa: E402
from kotra_notation.engine.rollout import Rollout, Sample  # noqa: E402

OPENING = "4HPwATDgc/ABMA"


def bear_off(*men: int) -> Position:
    """A position in which both sides have so many men on their points 1 to 6."""
    points = [0] * 26
    for point, count in enumerate(men, 1):
        points[point], points[25 - point] = count, -count
    return position_of(gnubg_id.spell_id(tuple(points)))


FEW = bear_off(1, 1, 1, 1, 1, 1)
MANY = bear_off(0, 1, 2, 2, 2, 3)


def cube(position: Position, games: int, seed: int = 1) -> WeighedCube:
    rollout = Rollout(open_engine(), position, games, seed)
    assert list(rollout.run())[-1] == rollout.games_played == rollout.games
    return rollout.cube()


@pytest.mark.middle
def test_what_is_known_has_no_error_and_a_bear_off_comes_to_what_the_tables_say() -> None:
    found = cube(FEW, 36)
    ends = bearoff.two_sided(np.array([FEW.points], np.int8))
    assert found.rolled
    assert found.rolled.standard_error == pytest.approx(0, abs=1e-12)
    assert found.rolled.plain_error == pytest.approx(0, abs=1e-12)
    assert found.chances[0] == ends.win[0]
    assert found.equities.no_double == pytest.approx(float(ends.centred[0]), abs=1e-6)
    found = cube(MANY, 360)
    assert found.rolled
    said = bearoff.chances(np.array([MANY.points], np.int8))[0]
    assert 0 < found.rolled.chances_errors[0] < 0.01
    assert abs(found.chances[0] - said[0]) < 3 * found.rolled.chances_errors[0]


def sample_of(wins: list[float]) -> Sample:
    """What came of games of which the chances to win are all that varies."""
    chances = np.zeros((len(wins), 5), np.float32)
    chances[:, 0] = wins
    return Sample(
        ModernArrays(shipped_nets()), chances.mean(axis=0), Endings(chances, np.zeros_like(chances))
    )


@pytest.mark.middle
def test_errors_are_those_of_the_chances_and_reach_over_a_bend() -> None:
    sample = sample_of([0.2, 0.4, 0.6, 0.8] * 9)
    wanted = 2 * sample.errors()[0]
    found = sample.errors_of(lambda some: 2 * some[:, 0].astype(np.float64) - 1)
    assert found == pytest.approx((wanted, wanted), rel=1e-5)
    # At 49 % nothing changes yet; at 51 % it does, and the chances are not known so well.
    sample = sample_of([0.39, 0.59] * 18)
    error = sample.errors()[0]
    bent, _ = sample.errors_of(lambda some: np.maximum(some[:, 0].astype(np.float64), 0.5))
    assert bent == pytest.approx((2 * error - 0.01) / 2, rel=1e-4)


@pytest.mark.middle
def test_chances_are_not_moved_beyond_what_can_be() -> None:
    sample = sample_of([0.0] * 35 + [0.1])
    asked: list[Any] = []

    def worth(some: Any) -> Any:
        asked.append(some)
        return some[:, 0].astype(np.float64)

    sample.errors_of(worth)
    assert all(((some >= 0) & (some <= 1)).all() for some in asked)


@pytest.mark.middle
def test_throws_beyond_the_second_are_no_shuffle_of_the_second() -> None:
    first, second, third = (some for some, _ in zip(even_dice(0, 36, 1), range(3), strict=False))
    assert first.tolist() == ALL_36.tolist()
    assert sorted(second) == sorted(ALL_36)
    assert (third != ALL_36[np.random.default_rng(1).integers(0, 36, 36)]).any()


@pytest.mark.middle
def test_four_times_as_many_games_halve_the_error() -> None:
    one, four = (cube(MANY, games).rolled for games in (180, 720))
    assert one
    assert four
    assert 1.6 < one.standard_error / four.standard_error < 2.5
    assert 1.6 < one.plain_error / four.plain_error < 2.5


@pytest.mark.middle
def test_both_sides_of_the_opening_are_worth_the_same_and_luck_is_most_of_it() -> None:
    one, other = (cube(position_of(OPENING), 36, seed) for seed in (1, 2))
    assert one.rolled
    assert other.rolled
    both = np.hypot(one.rolled.standard_error, other.rolled.standard_error)
    assert abs(one.equities.no_double - other.equities.no_double) < 3 * both
    assert one.rolled.standard_error < one.rolled.plain_error / 3
    assert one.equities != other.equities


@pytest.mark.middle
def test_the_same_seed_gives_the_same_by_thirty_six_games() -> None:
    assert cube(MANY, 72, 5) == cube(MANY, 72, 5)
    found = cube(MANY, 40)
    assert found.rolled
    assert found.rolled.games == 72
    assert (rollout_games("rollout"), rollout_games("rollout 36"), rollout_games("quick")) == (1296, 36, None)


def test_plays_that_lead_are_played_out_and_come_first() -> None:
    found = kn.best(replace(MANY, dice=(6, 1)), level="rollout 36")
    rolled = [play for play in found.plays if play.rolled]
    assert 2 <= len(rolled) <= 5
    assert found.plays[: len(rolled)] == tuple(rolled)
    assert [play.equity for play in rolled] == sorted((play.equity for play in rolled), reverse=True)
    row = found.as_json()
    assert row["level"] == "rollout 36"
    assert found.rolled
    assert row["plays"][0]["standard_error"] == pytest.approx(found.rolled.standard_error, abs=1e-5)
    assert "standard_error" not in row["plays"][-1] or len(rolled) == len(found.plays)


def test_plays_that_end_the_game_are_known_and_ranked() -> None:
    points = (0, 2, *[0] * 22, -2, 0)
    found = kn.best(replace(position_of(gnubg_id.spell_id(points)), dice=(6, 5)), level="rollout 36")
    assert found.plays[0].equity == 1
    assert found.rolled is None
    plays = kn.best("W: 6x1 1x1 off13; B: 20x1 off14", 61, level="rollout 36").plays
    assert [play.text for play in plays] == ["6/off 1/off", "6/5*/off"]
    assert plays[0].rolled
    assert (plays[0].equity, plays[0].rolled.standard_error) == (1, 0)


@pytest.mark.middle
def test_what_is_done_when_it_is_stopped_counts() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    found = best_of("x", MANY, None, "rollout 3600", 1, stop)
    assert found.stopped
    assert found.level == "rollout 360"
    assert found.cube == cube(MANY, 360)


@pytest.mark.middle
@pytest.mark.parametrize("level", ["rollout x", "rollout 0", "rollouts", "rollout 99999999999"])
def test_a_rollout_has_a_number_of_games(level: str) -> None:
    with pytest.raises(ValueError, match="A rollout must have 1 to"):
        rollout_games(level)


@pytest.mark.middle
def test_the_command_tells_the_errors(tmp_path: Path) -> None:
    text = gnubg_id.spell_id(MANY.points)
    one = kotra("best", text, "--rollout", "36")
    assert "level rollout 36\nstandard error 0.0" in one.output, one.output
    two = kotra("best", text, "--level", "rollout 36", "--json")
    row = json.loads(two.output)["cube"]
    assert row["games"] == 36
    assert 0 < row["standard_error"] < row["standard_error_with_luck"]
    questions = tmp_path / "questions"
    questions.write_text(json.dumps({"position": text}) + "\n")
    three = kotra("best", "--batch", questions, "--level", "rollout 36")
    assert json.loads(three.output)["cube"] == row


@pytest.mark.middle
def test_plays_that_are_all_passed_are_parted_by_their_chances() -> None:
    points = [0] * 26
    points[5], points[3], points[2], points[1], points[22], points[24] = 1, 2, 1, 3, -2, -2
    found = kn.best(replace(position_of(gnubg_id.spell_id(tuple(points))), dice=(4, 2)))
    wins = [play.chances[0] for play in found.plays if round(play.equity, 6) == -1]
    assert wins == sorted(wins, reverse=True)
    assert len(wins) > 2
    assert wins[0] > wins[-1] + 0.01


@pytest.mark.middle
def test_the_old_game_is_played_out_in_points() -> None:
    """Luck taken out, errors are a part of what they would be; the same seed gives the same."""
    place = position_of("W: x3 w2 v2 t1 off7; B: f2 g2 h1 off10")
    found = [best_of("", place, dice, "rollout 72", seed) for dice in (None, "31") for seed in (5, 5, 6)]
    for one, again, _ in (found[:3], found[3:]):
        assert one == again
        assert one.rolled
        assert 0 < one.rolled.standard_error < one.rolled.plain_error
        assert one.rolled.games == 72
    row, other = found[0].as_json(), found[2].as_json()
    apart = np.hypot(row["standard_error"], other["standard_error"])
    assert abs(row["points"] - other["points"]) < 4 * apart
    assert row["standard_errors_of_chances"].keys() <= set(OUTCOMES)
    assert sum(row["chances"].get(name, 0) for name in ("uttekt", "-uttekt")) == pytest.approx(1, abs=0.05)
