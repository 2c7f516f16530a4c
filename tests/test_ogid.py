"""OGIDs: those of the codec `ogxm` and of `gammonview` are read, and what we write is read by them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Cube, Position, Standing, Turning, position
from referees.boards import board, modern_positions
from tests.calls import kotra
from tests.records import rows

START = board("x 24:2 13:5 8:3 6:5; o 1:2 12:5 17:3 19:5")
BOARD = "11ccccchhhjjjjj:66666888dddddoo"

# Written by the codec of the package ogxm 2.3.2.
CODEC = [
    f"{BOARD}:N0N:13:B:IB:0:0:5:0",
    f"{BOARD}:N0N:36:W:IB:0:0:5:0",
    "11ccccchhjjjjkk:66666888dddddoo:N0N:36:W:R:0:0:5:1",
    "11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:0:0:5:1",
    "11ccccchhjjjjkk:66666888dddddoo:N0O::B:D:0:0:5:1",
    "11ccccchhjjjjkk:66666888dddddoo:W1T::W:A:0:0:5:1",
    "22no:66p:N0N:56:W:IB:0:0:5:0",
    ":66:N0N::W:C:0:0:5:1",
]


def test_the_opening_of_each_side() -> None:
    said = position(CODEC[0])
    assert (said.seat, said.points, said.dice) == (0, START, (1, 3))
    assert said.standing == Standing(length=5)
    assert said.ogid() == CODEC[0]
    assert [position(one).seat for one in CODEC[:4]] == [0, 1, 1, 1]
    assert position(f"{BOARD}:N0N::W:IW:0:0:1:0").seat == 0
    assert position(f"{BOARD}:N0N:13:B").standing == Standing()


def test_cubes_on_offer_and_taken_and_men_on_the_bar_and_off() -> None:
    said = position(CODEC[4])
    assert (said.seat, said.offer, said.cube) == (1, "double", Cube())
    said = position(CODEC[5])
    assert (said.seat, said.offer, said.cube) == (1, None, Cube(value=2, owner=0))
    assert position(CODEC[6]).points == board("x bar:1 6:2; o 24:1 23:1 2:2")
    assert position(CODEC[7]).off(0) == 15


@pytest.mark.parametrize("text", [*CODEC, f"{BOARD}:B3N:11:B:R:12:7:13C:0", f"{BOARD}:N0N::B:IB:0:0:0:0:12"])
def test_what_is_kept_is_written_again(text: str) -> None:
    kept = text.split(":")
    again = position(text).ogid().split(":")
    told = [0, 1, 3, 4, 6, 7, 8]
    assert [again[i] for i in told] == [kept[i] for i in told]
    assert again[2][:2] == kept[2][:2]
    assert again[10:] == kept[10:]


@pytest.mark.parametrize("written", ["OGID=", "ogid=", "OGID:"])
def test_a_prefix_may_stand_before_it(written: str) -> None:
    assert position(written + CODEC[1]) == position(CODEC[1])


def test_crawford_and_the_length_of_a_session() -> None:
    assert position(f"{BOARD}:N0N::W:C:4:1:5C:9").standing == Standing(length=5, score=(4, 1), crawford=True)
    assert position(f"{BOARD}:N0N::W:C:4:1:5L:9").standing == Standing(length=5, score=(4, 1))
    assert position(f"{BOARD}:N0N::W:C:4:1:0G3:9").standing == Standing(score=(4, 1))


@rows
def test_what_is_wrong_is_said(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        position(text)


@pytest.mark.middle
@given(modern_positions())
@settings(max_examples=150)
def test_ogids_give_back_the_position(wanted: Position) -> None:
    offer = wanted.offer if wanted.offer == "double" else None
    standing = replace(wanted.standing, jacoby=False, beavers=False, cube_limit=None)
    held = replace(wanted, offer=offer, standing=standing, dice=None if offer else wanted.dice)
    again = position(held.ogid())
    assert replace(again, dice=None) == replace(held, dice=None)
    assert sorted(again.dice or ()) == sorted(held.dice or ())


@pytest.mark.middle
@given(modern_positions())
@settings(max_examples=50)
def test_gammonview_reads_the_same_men(wanted: Position) -> None:
    ogid = pytest.importorskip("gvformat.ogid")
    held = replace(wanted, offer=None, cube=Cube(value=min(wanted.cube.value, 64), owner=wanted.cube.owner))
    said = ogid.parse_ogid(held.ogid())
    seen = list(wanted.points)
    assert said.board == [abs(seen[0]), *seen[1:]]
    assert said.mover_is_white == (wanted.seat == 0)
    assert said.cube_value == held.cube.value


@pytest.mark.middle
@given(st.text(alphabet="0169adhjp:NWBOTDIRC[]", max_size=60))
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    try:
        position(f"OGID={text}")
    except ValueError as error:
        assert str(error)[-1] == "."  # noqa: PT017


def test_what_an_ogid_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="“beaver”"):
        Position(points=START, offer="beaver").ogid()
    with pytest.raises(ValueError, match="the same number of checkers"):
        Position(points=START, men=(15, 12)).ogid()
    with pytest.raises(ValueError, match="16 checkers"):
        Position(points=board("x 1:16")).ogid()
    with pytest.raises(ValueError, match="old game"):
        Position(points=START, turning=Turning.TWELVE).ogid()


def test_commands_take_and_show_it() -> None:
    result = kotra("board", CODEC[2], "--json")
    assert json.loads(result.stdout)["ogid"].startswith("11ccccchhjjjjkk:66666888dddddoo:N0N:36:W:R:0:0:5")
    result = kotra("legal", CODEC[0], "31", "--json")
    (made,) = [one for one in json.loads(result.stdout)["plays"] if one["play"] == "8/5 6/5"]
    assert made["position"] == "11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:0:0:5:0"
