"""What a decision of the old game is said to lose, by games that are made up."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from tools.old_losses import ROUND, against, is_behind  # noqa: E402

TWO = 2 * ROUND


def test_the_play_that_comes_out_best_loses_nothing() -> None:
    assert against([np.ones(TWO), np.zeros(TWO)], 0) == (0, 0)
    assert against([np.ones(TWO), np.zeros(TWO)], 1) == (1, 1)


def test_what_shows_in_one_half_only_is_no_sure_loss() -> None:
    lucky = np.repeat([1.0, -0.5], ROUND)
    assert against([np.zeros(TWO), lucky], 0) == (0.25, -0.25)


def test_a_play_that_was_dropped_is_compared_by_the_games_it_had() -> None:
    assert against([np.repeat([1.0, 9.0], TWO), np.zeros(TWO)], 1) == (1, 1)


def test_only_a_play_that_is_surely_behind_is_dropped() -> None:
    noise = np.tile([3.0, -3.0], ROUND)
    assert is_behind(np.zeros(TWO), np.ones(TWO))
    assert not is_behind(np.zeros(TWO), noise + 0.1)
    assert not is_behind(noise, noise)
