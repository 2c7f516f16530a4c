"""`kotra met` and its functions: what a score is worth, and the table itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn

MINE = "name,Mine\nbefore,1,0.5,0.68\nbefore,2,0.32,0.5\nafter,0.5,0.488\n"


def test_a_score_has_a_chance_and_points_for_each_cube() -> None:
    found = kn.match_equity(3, 5)
    assert (found.chance, found.phase, found.table) == (0.64795, "before", "Kazaross-XG2")
    assert [one.cube for one in found.cubes] == [1, 2, 4]
    assert [one.cube for one in kn.match_equity(3, 5, cube=2).cubes] == [2]


def test_the_last_point_is_crawford_or_later() -> None:
    assert (kn.match_equity(1, 3).phase, kn.match_equity(1, 3).chance) == ("crawford", 0.75076)
    later = kn.match_equity(1, 3, after_crawford=True)
    assert later.phase == "after"
    assert later.chance == pytest.approx(1 - 0.32264)
    assert kn.match_equity(1, 1).phase == "after"
    assert kn.match_equity(1, 3).cubes[0].sides[1].cash_dead is None
    assert later.cubes[0].sides[1].cash_dead is not None


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


def test_a_notebook_shows_a_table() -> None:
    assert kn.match_equity(3, 5)._repr_html_().count("<tr>") == 7
    assert kn.match_equities(3)._repr_html_().count("<tr>") == 5
