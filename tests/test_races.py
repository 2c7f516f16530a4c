"""Races: the net for one side against a slow referee, and what two sides make of it."""

from __future__ import annotations

import pytest

from referees import bearoff as referee

np = pytest.importorskip("numpy")
bearoff = pytest.importorskip("kotra_notation.engine.bearoff")
races = pytest.importorskip("kotra_notation.engine.races")
nets = pytest.importorskip("kotra_notation.engine.nets")


def sides(*men: referee.Men) -> object:
    found = np.zeros((len(men), 24), np.int8)
    for row, points in zip(found, men, strict=True):
        for point in points:
            row[point - 1] += 1
    return found


def board(mine: referee.Men, theirs: referee.Men) -> object:
    found = np.zeros((1, 26), np.int8)
    found[0, 1:25] = sides(mine)[0] - sides(theirs)[0, ::-1]  # type: ignore[index]
    return found


NEAR: list[referee.Men] = [
    (7,),
    (10,),
    (18,),
    (24,),
    (7, 7),
    (8, 5),
    (12, 3),
    (9, 6, 1),
    (8, 7, 2),
    (7, 6, 6, 2),
]


def test_the_net_counts_rolls_as_the_referee_does() -> None:
    net = nets.shipped_nets()["race"]
    wrong = races.mean_rolls(net, sides(*NEAR))[:, races.LAST] - [referee.mean_throws(men) for men in NEAR]
    assert np.abs(wrong).max() < 0.1
    assert np.abs(wrong).mean() < 0.04


def test_a_side_at_home_is_in_the_table() -> None:
    net, men = nets.shipped_nets()["race"], sides((6,) * 15, (6, 5, 1), ())
    found = races.mean_rolls(net, men)
    assert found[:2, 0] == pytest.approx(bearoff.mean_throws(np.pad(men, ((0, 0), (1, 1))))[:2], abs=1e-4)
    assert found[1:].tolist()[1] == [0, 0]
    assert found[1, races.FIRST] == 0


def test_two_sides_at_home_have_the_chances_of_the_tables() -> None:
    net = nets.shipped_nets()["race"]
    for mine, theirs in (((6,) * 15, (5,) * 15), ((1, 1, 2), (6,) * 15), ((6,) * 15, (1, 1, 2))):
        both = board(mine, theirs)
        assert races.chances(net, both) == pytest.approx(bearoff.chances(both), abs=1e-5)


def test_one_roll_more_changes_little() -> None:
    training = pytest.importorskip("tools.races")
    net = nets.shipped_nets()["race"]
    some = training.race_sides(60, 0.3, np.random.default_rng(5))
    ahead = np.matmul(training.one_roll_ahead(net, some, np.random.default_rng(5))[0], np.arange(nets.ROLLS))
    full = some.sum(axis=1) == 15
    wrong = races.mean_rolls(net, some) - ahead
    assert np.abs(wrong[:, races.LAST]).mean() < 0.05
    assert np.abs(wrong[full, races.FIRST]).mean() < 0.05


def test_a_gammon_is_lost_by_a_side_that_is_far_from_home() -> None:
    net = nets.shipped_nets()["race"]
    far, near = board((1, 1), (18,) * 15), board((18,) * 15, (1, 1))
    assert races.chances(net, far)[0, :3] == pytest.approx([1, 1, 0], abs=1e-3)
    assert races.chances(net, near)[0] == pytest.approx([0, 0, 0, 1, 0], abs=1e-3)


def test_no_chance_is_beyond_one() -> None:
    training = pytest.importorskip("tools.races")
    boards = np.zeros((400, 26), np.int8)
    boards[:, 1:25] = -training.race_sides(400, 0.6, np.random.default_rng(1))[:, ::-1]
    boards[:, 1] += 1
    found = races.chances(nets.shipped_nets()["race"], boards)
    assert (found.min(), found.max()) == (0, 1)
