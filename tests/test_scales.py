"""What equity is worth in chances to win the match, from numbers that say one thing in two ways."""

from __future__ import annotations

import pytest

from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.scales import Pair, Scale, scale_of
from referees.transcripts import bare

LINE = Scale(0.1, 0.5)


def pairs(*equities: float) -> list[Pair]:
    """What says the same thing in two ways."""
    return [Pair(one, 0.5 + 0.1 * one) for one in equities]


def test_three_pairs_that_agree_give_the_scale() -> None:
    scale = scale_of(pairs(-0.4, 0.1, 0.6))
    assert scale == pytest.approx(LINE)
    assert scale is not None
    assert (scale.mwc_of_win(0), scale.mwc_of_win(1)) == pytest.approx((0.6, 0.6))
    assert (scale.equity(0.55, 0), scale.equity(0.55, 1)) == pytest.approx((0.5, 0.5))


def test_two_pairs_prove_nothing() -> None:
    assert scale_of(pairs(-0.4, 0.6)) is None


def test_a_pair_that_does_not_agree_is_left_out() -> None:
    assert scale_of([*pairs(-0.4, 0.1, 0.3, 0.6), Pair(0.2, 0.9)]) == pytest.approx(LINE)


def test_pairs_that_do_not_agree_give_no_scale() -> None:
    assert scale_of([Pair(-0.4, 0.41), Pair(0.1, 0.6), Pair(0.6, 0.53)]) is None


def test_a_cube_that_wins_either_side_the_match_has_its_scale_from_the_score() -> None:
    weighed = ["eval cube", 'choice "no double" mwc="0.70"', 'choice "double/take" mwc="0.72"']
    lines = ["W 31: 8/5 6/5", "B 64: 24/14", "W 52: 13/8 24/22", *weighed]
    (decision,) = analysis(bare(*lines, length=3, score="2-2", rules="modern,crawford=off")).decisions
    assert decision.cube is not None
    assert decision.cube.worked_out
    assert (decision.cube.no_double, decision.cube.pass_) == pytest.approx((0.4, 1.0))
    assert (decision.loss, decision.mwc_loss) == pytest.approx((0.04, 0.02))


def test_a_few_of_many_pairs_that_agree_by_chance_give_no_scale() -> None:
    scattered = [Pair(number % 97 / 50, number * number % 89 / 90) for number in range(20_000)]
    assert scale_of(scattered) is None
