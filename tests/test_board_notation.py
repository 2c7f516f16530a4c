"""Texts, ids and files of positions: the known ones, canonical writing, round trips, what is wrong."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import EMPTY, Cube, Memory, Position, Standing, Turning, position
from referees.boards import board, memories, modern_positions, old_positions
from referees.pos_files import pos_file
from tests.records import check_parts, codes, read, rows

OLD_START = "W: a15; B: m15"
MODERN_START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


def memory(text: str) -> Memory:
    remembered = position(text).memory
    assert remembered is not None
    return remembered


def test_numbers_are_the_modern_game_seen_by_each_side_and_letters_the_old_one() -> None:
    said = position(MODERN_START)
    assert said.points == board("x 24:2 13:5 8:3 6:5; o 1:2 12:5 17:3 19:5")
    assert (said.turning, said.memory) == (Turning.MIRRORED, None)
    white = position("W: a10 c1 l2 bar1 off1; B: m14 x1")
    assert white.turning is Turning.TWELVE
    assert white.points == board("x 24:10 22:1 13:2 bar:1; o 12:14 1:1")
    black = position("W: a10 c1 l2 bar1 off1; B: m14 x1", 1)
    assert black.points == board("x 24:14 13:1; o 12:10 10:1 1:2 bar:1")
    assert (black.off(0), black.off(1)) == (1, 0)
    white = position("W: a14 c1; B: m13 x2")
    black = white.passed()
    assert black.points == position("W: a14 c1; B: m13 x2", 1).points
    assert (black.seat, black.text(), black.passed()) == (1, white.text(), white)
    assert (black.pips(0), black.pips(1)) == (14 * 24 + 22, 13 * 24 + 2 * 13)


@rows
def test_a_text_is_printed_canonically(written: str, printed: str) -> None:
    assert position(written).text() == printed
    assert position(printed) == position(written)


def test_flags_of_the_old_game_are_read_and_kept_if_they_say_something() -> None:
    text = (
        "W: a10 c1 g4; B: m15; first B; v66 W; un B; began W; scored W langi+stutti; phase after B 3; main W"
    )
    assert memory(text) == Memory(
        fresh=(False, True),
        unlocked=(False, True),
        stack=(True, False),
        began=0,
        scored=(frozenset({"langi", "stutti"}), frozenset()),
        phase="after",
        phase_seat=1,
        throws=3,
        main=0,
    )
    assert position(text).text() == text
    said = memory(f"{OLD_START}; phase last B")
    assert (said.phase, said.phase_seat, said.throws) == ("last", 1, 0)
    assert position("W: a14 l1; B: m15; un W; locked B").text() == "W: a14 l1; B: m15"
    text = "W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; un W; locked B"
    assert position(text).text() == "W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; locked B"


@rows
def test_a_side_counts_as_unlocked_where_its_men_show_it(text: str, unlocked: tuple[bool, bool]) -> None:
    assert memory(text).unlocked == unlocked


@given(old_positions())
@settings(max_examples=150)
def test_texts_of_the_old_game_give_back_the_position(wanted: Position) -> None:
    assert position(wanted.text(), wanted.seat) == wanted


@given(modern_positions())
@settings(max_examples=100)
def test_texts_of_the_modern_game_give_back_the_men(wanted: Position) -> None:
    assert position(wanted.text(), wanted.seat) == Position(points=wanted.points, seat=wanted.seat)


@given(memories())
@settings(max_examples=100)
def test_whatever_is_remembered_is_written_and_read(wanted: Memory) -> None:
    assert (
        memory(Position(points=position(OLD_START).points, turning=Turning.TWELVE, memory=wanted).text())
        == wanted
    )


@rows
def test_what_is_wrong_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"[.?]$") as caught:
        position(text)
    assert words in str(caught.value)


START = board("x 24:2 13:5 8:3 6:5; o 1:2 12:5 17:3 19:5")
MOVES = Path(__file__).parents[2] / "shared/corpus/gnubg/legal_moves.jsonl"


def test_the_start_has_the_known_id_and_says_side_and_money() -> None:
    assert Position(points=START).gnubg_id() == "4HPwATDgc/ABMA"
    assert position("4HPwATDgc/ABMA").points == START
    assert position("4HPwATDgc/ABMA").seat == 0
    assert position("4HPwATDgc/ABMA", 1).seat == 1
    money = Position(points=START, standing=Standing(jacoby=True))
    assert position(f"{money.gnubg_id()}:{money.gnubg_match_id()}").standing.jacoby
    assert not position("4HPwATDgc/ABMA:cIiuAAAAAAAA").standing.jacoby


@rows
def test_what_an_id_says(id: str, text: str, xgid: str, expected: dict[str, object]) -> None:
    said = position(id)
    assert (said.text(), said.xgid()) == (text, xgid)
    check_parts(said, expected)


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


def test_what_an_id_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="B is on roll, not W"):
        position(f"{XG_BOARD}:0:0:1:00:0:0:0:0:10", 0)
    both = Position(points=board("x 1:1; o 24:1")).gnubg_id()
    assert position(both).points == board("x 1:1; o 24:1")
    with pytest.raises(ValueError, match="both sides on one point"):
        position("AQAAAAAAAgAAAA")
    shut = "1:2 2:2 3:2 4:2 5:2 6:2"
    theirs = "24:2 23:2 22:2 21:2 20:2 19:2"
    with pytest.raises(ValueError, match="closed board"):
        Position(points=board(f"x bar:1 {shut}; o bar:1 {theirs}")).gnubg_id()
    for spell in (Position(points=board("x 1:16")).gnubg_id, Position(points=board("x 1:16"), seat=1).xgid):
        with pytest.raises(ValueError, match="16 checkers"):
            spell()
    with pytest.raises(ValueError, match="a cube at 3"):
        Position(points=START, cube=Cube(value=3)).xgid()
    with pytest.raises(ValueError, match="length 40000"):
        Position(points=START, standing=Standing(length=40000)).gnubg_match_id()
    old = Position(points=EMPTY, turning=Turning.TWELVE)
    for spell in (old.xgid, old.gnubg_id, old.gnubg_match_id):
        with pytest.raises(ValueError, match="old game"):
            spell()


XG_START = "-b----E-C---eE---c-e----B-"
BEGIN = position("4HPwATDgc/ABMA")


def only(data: bytes) -> Position:
    reading = read(data)
    assert (reading.format, reading.findings, reading.matches) == ("pos", (), ())
    (found,) = reading.positions
    return found


def test_why_a_position_cannot_be_read_is_said_in_full() -> None:
    text = (
        f"XGID={XG_START}:0:0:1:31:0:0:0:0:10\nhello there, this is a long line of words that nobody wants\n"
    )
    (found,) = read(text).findings
    assert found.message.endswith("“W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5”.")


@rows
def test_what_no_game_comes_to_is_said(fields: str, rules: tuple[str, ...]) -> None:
    assert [found.rule for found in read(f"XGID={XG_START}:{fields}\n").findings] == list(rules)


# JellyFish's file
@rows
def test_positions_come_back(xgid: str) -> None:
    shown = replace(position(xgid), men=(15, 15))
    shown = replace(shown, standing=replace(shown.standing, cube_limit=None))
    assert only(pos_file(shown)) == shown
    assert only(pos_file(shown) + b"\0\0rest") == shown


def test_a_game_without_the_cube_comes_back_and_dice_count_only_for_who_has_thrown() -> None:
    shown = replace(BEGIN, standing=Standing(cube_limit=1))
    assert only(pos_file(shown)) == shown
    thrown = replace(position(f"XGID={XG_START}:0:0:1:31:0:0:0:0:10"), standing=Standing())
    data = bytearray(pos_file(thrown))
    assert data[16] == 2
    assert only(bytes(data)).dice == (3, 1)
    data[16] = 4
    assert only(bytes(data)).dice is None
    data[16] = 0
    assert only(bytes(data)).seat == 0  # the beginning of a game, nobody is on roll


@pytest.mark.parametrize(("version", "left_out"), [(124, 5), (125, 2)])
def test_older_versions(version: int, left_out: int) -> None:
    assert only(struct.pack("<h", version) + pos_file(BEGIN)[2 * (1 + left_out) :]) == BEGIN


@pytest.mark.parametrize(
    ("offset", "value"), [(12, 0), (12, -2), (14, 3), (16, 5), (30, -1), (32, -1), (-104, 30), (-4, 40)]
)
def test_numbers_that_cannot_be(offset: int, value: int) -> None:
    data = bytearray(pos_file(BEGIN))
    struct.pack_into("<h", data, offset % len(data), value)
    reading = read(bytes(data), "pos")
    assert (codes(reading.findings), reading.positions) == (["N110"], ())


def test_a_file_that_breaks_off_is_said() -> None:
    whole = pos_file(position(f"XGID={XG_START}:1:1:1:31:2:1:0:5:0"))
    for cut in range(len(whole)):
        assert codes(read(whole[:cut], "pos").findings) == ["N112"]
    assert read(whole[:60]).format == "pos"
