"""Match equity tables: what must hold of them at any length, and what a file of one's own may have wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from kotra_notation.equity.match_table import MatchTable, after_crawford, grown, kazaross, read_table
from tests.records import rows

OWN = "name,Mine # so called\n\nbefore,1,0.5,0.68\nbefore,2,0.32,0.5\nafter,0.5,0.488\n"


def test_it_is_the_table_of_neil_kazaross() -> None:
    table = kazaross()
    assert table.name == "Kazaross-XG2"
    assert table.chance(1, 2) == 0.67736
    assert table.chance(3, 5) == 0.64795
    assert table.chance(25, 1) == pytest.approx(0.00095)
    assert table.chance(2, 1, after=True) == 0.48803
    assert table.chance(1, 3, after=True) == pytest.approx(1 - 0.32264)
    assert (table.chance(0, 3), table.chance(3, 0), table.chance(-2, 1)) == (1, 0, 1)


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


def test_behind_the_crawford_game_chances_fall_at_any_length() -> None:
    table = kazaross()
    chances = [table.chance(need, 1, after=True) for need in range(1, 300)]
    assert all(more < less for less, more in pairwise(chances))
    assert table.chance(1, 7, after=True) == pytest.approx(1 - table.chance(7, 1, after=True))


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


def test_chances_behind_the_crawford_game_are_those_of_zadeh() -> None:
    """As GNU Backgammon 1.07 prints them for its table of Zadeh's."""
    found = after_crawford((), 5)
    assert found == pytest.approx((0.5, 0.485, 0.3125, 0.302875, 0.179688), abs=1e-6)


def test_beyond_the_table_it_is_near_gnubgs_extension() -> None:
    """GNU Backgammon 1.07 goes on by a bell curve: `show matchequitytable 64`."""
    told = {
        (26, 25): 0.468472,
        (26, 10): 0.063254,
        (30, 20): 0.212148,
        (40, 30): 0.249752,
        (64, 60): 0.419589,
    }
    for (need, other), chance in told.items():
        assert kazaross().chance(need, other) == pytest.approx(chance, abs=0.013)


def test_a_table_of_ones_own_is_read_and_goes_on_beyond_its_rows() -> None:
    table = read_table(OWN, "mine.csv")
    assert table.name == "Mine"
    assert table.chance(2, 1) == 0.32
    assert table.chance(2, 1, after=True) == 0.488
    assert 0.2 < table.chance(4, 2) < 0.4
    assert repr(table) == "MatchTable('Mine')"
    assert isinstance(table, MatchTable)


@rows
def test_what_is_wrong_with_a_file_is_said_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 its words are compared below
        read_table(OWN.replace(old, new), "mine.csv")
    assert said in str(raised.value)


def test_chances_must_rise_against_who_needs_more() -> None:
    rows = "before,1,0.5,0.45\nbefore,2,0.55,0.5\nafter,0.5\n"
    with pytest.raises(
        ValueError, match=r"x:1: 0.45 comes after 0.5; in a “before” row the chances must rise"
    ):
        read_table(rows, "x")
