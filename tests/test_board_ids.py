"""XGIDs and GNU Backgammon's ids: the known examples, what that program wrote, and round trips."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import EMPTY, Cube, Position, Standing, Turning, position
from referees.boards import board, modern_positions
from tests.records import check_parts, rows

START = board("x 24:2 13:5 8:3 6:5; o 1:2 12:5 17:3 19:5")
MOVES = Path(__file__).parents[2] / "shared/corpus/gnubg/legal_moves.jsonl"


def test_the_starting_position_has_the_known_id() -> None:
    assert Position(points=START).gnubg_id() == "4HPwATDgc/ABMA"
    assert position("4HPwATDgc/ABMA").points == START


@rows
def test_what_an_id_says(id: str, text: str, xgid: str, expected: dict[str, object]) -> None:
    said = position(id)
    assert (said.text(), said.xgid()) == (text, xgid)
    check_parts(said, expected)


def test_side_says_who_is_on_roll_where_the_id_does_not() -> None:
    assert position("4HPwATDgc/ABMA").seat == 0
    assert position("4HPwATDgc/ABMA", 1).seat == 1


def test_jacoby_is_read_from_a_match_id_for_money_only() -> None:
    money = Position(points=START, standing=Standing(jacoby=True))
    assert position(f"{money.gnubg_id()}:{money.gnubg_match_id()}").standing.jacoby
    assert not position("4HPwATDgc/ABMA:cIiuAAAAAAAA").standing.jacoby


@given(modern_positions())
@settings(max_examples=150)
def test_gnu_ids_give_back_the_position(wanted: Position) -> None:
    thrown = tuple(sorted(wanted.dice, reverse=True)) if wanted.dice else None
    said = position(f"{wanted.gnubg_id()}:{wanted.gnubg_match_id()}")
    assert replace(said, dice=None) == replace(wanted, dice=None)
    assert said.dice == thrown


@given(modern_positions())
@settings(max_examples=150)
def test_xgids_give_back_the_position(wanted: Position) -> None:
    assert position(wanted.xgid()) == wanted


@given(st.text(alphabet="XGIDabzAPWB24:;=-+/x é\x00", max_size=60) | st.text(max_size=30))
@settings(max_examples=200)
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    try:
        position(text)
    except ValueError as error:
        assert str(error)[0].isupper() or str(error)[0] == "“"  # noqa: PT017
        assert str(error)[-1] in ".?"  # noqa: PT017


def test_ids_that_gnu_backgammon_wrote_give_themselves_back() -> None:
    if not MOVES.exists():
        pytest.skip("the corpus is not here")
    rows = [json.loads(line) for line in MOVES.read_text().splitlines()]
    ids = {row["pos"] for row in rows} | {play[1] for row in rows for play in row["plays"]}
    assert [one for one in ids if position(one).gnubg_id() != one] == []


XG_BOARD = "XGID=-b----E-C---eE---c-e----B-"


@rows
def test_what_is_wrong_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"[.?]$") as caught:
        position(text)
    assert words in str(caught.value)


def test_a_side_that_contradicts_the_id_is_refused() -> None:
    with pytest.raises(ValueError, match="B is on roll, not W"):
        position(f"{XG_BOARD}:0:0:1:00:0:0:0:0:10", 0)


def test_both_sides_on_one_point_are_refused() -> None:
    both = Position(points=board("x 1:1; o 24:1")).gnubg_id()
    assert position(both).points == board("x 1:1; o 24:1")
    with pytest.raises(ValueError, match="both sides on one point"):
        position("AQAAAAAAAgAAAA")


def test_what_an_id_cannot_hold_is_refused() -> None:
    shut = "1:2 2:2 3:2 4:2 5:2 6:2"
    theirs = "24:2 23:2 22:2 21:2 20:2 19:2"
    with pytest.raises(ValueError, match="closed board"):
        Position(points=board(f"x bar:1 {shut}; o bar:1 {theirs}")).gnubg_id()
    with pytest.raises(ValueError, match="16 checkers"):
        Position(points=board("x 1:16")).gnubg_id()
    with pytest.raises(ValueError, match="16 checkers"):
        Position(points=board("x 1:16"), seat=1).xgid()
    with pytest.raises(ValueError, match="a cube at 3"):
        Position(points=START, cube=Cube(value=3)).xgid()
    with pytest.raises(ValueError, match="length 40000"):
        Position(points=START, standing=Standing(length=40000)).gnubg_match_id()


def test_the_old_game_fits_no_id_of_the_modern_one() -> None:
    old = Position(points=EMPTY, turning=Turning.TWELVE)
    for spell in (old.xgid, old.gnubg_id, old.gnubg_match_id):
        with pytest.raises(ValueError, match="old game"):
            spell()
