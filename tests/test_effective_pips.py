"""Effective pip counts against a slow count over legal plays, and against sums done by hand."""

from __future__ import annotations

import json
from functools import cache

import pytest

import kotra_notation as kn
from tests.calls import kotra
from tests.records import rows

pytest.importorskip("numpy")

OTHER = "B: 1x2 off13"


def text(men: tuple[int, ...]) -> str:
    """The position of a side with so many checkers on its points 1, 2, 3 …"""
    placed = " ".join(f"{point}x{count}" for point, count in enumerate(men, 1) if count)
    return f"W: {placed} off{15 - sum(men)}; {OTHER}"


@cache
def rolls(men: tuple[int, ...]) -> float:
    """The average number of rolls, with every play tried."""
    if not any(men):
        return 0.0
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            after = [play.position.seen_by(0)[1:7] for play in kn.plays(text(men), (high, low))]
            total += (1 if high == low else 2) * min(rolls(tuple(points)) for points in after)
    return 1 + total / 36


@pytest.mark.parametrize(
    "men", [(1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2), (1, 1, 0, 0, 1, 0), (0, 1, 0, 2, 0, 0)]
)
def test_rolls_are_those_of_a_slow_count(men: tuple[int, ...]) -> None:
    white, black = kn.effective_pips(text(men))
    assert white.rolls == pytest.approx(rolls(men), abs=1e-5)
    assert white.pips == sum(point * count for point, count in enumerate(men, 1))
    assert white.effective == pytest.approx(white.rolls * 49 / 6)
    assert white.wastage == pytest.approx(white.effective - white.pips)
    assert (black.seat, black.pips) == (1, 2)
    assert black.rolls == pytest.approx(1)


def test_checkers_on_the_ace_point_go_two_a_roll_and_four_with_a_double() -> None:
    means = [0.0]
    for count in range(1, 16):
        means.append(1 + 5 / 6 * means[max(count - 2, 0)] + 1 / 6 * means[max(count - 4, 0)])
        white, _ = kn.effective_pips(f"W: 1x{count} off{15 - count}; {OTHER}")
        assert white.rolls == pytest.approx(means[count], abs=1e-5)


@rows
def test_only_a_side_that_is_home_and_cannot_be_met_has_one(position: str, seats: tuple[int, ...]) -> None:
    assert [side.seat for side in kn.effective_pips(position)] == list(seats)


def test_the_commands_show_it() -> None:
    position = f"W: 1x5 off10; {OTHER}"
    line = "White: pip count 5, effective 22.00 (17.00 wasted), 2.69 rolls on average\n"
    assert line in kotra("best", position).stdout
    assert line in kotra("board", position, "--dice", "31", "--best").stdout
    row = json.loads(kotra("best", position, "31", "--json").stdout)["effective_pips"][0]
    assert row == {"side": "W", "pips": 5, "rolls": 2.69, "effective": 22.0, "wastage": 17.0}
    assert "effective" not in kotra("best", "start", "31", "--json").stdout
