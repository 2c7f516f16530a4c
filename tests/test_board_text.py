"""Position texts of both games (rules.md 3.2 and 8): reading, canonical writing, what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from kotra_notation.board import Memory, Position, Turning, position
from referees.boards import board, memories, modern_positions, old_positions
from tests.records import rows

OLD_START = "W: a15; B: m15"
MODERN_START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


def memory(text: str) -> Memory:
    remembered = position(text).memory
    assert remembered is not None
    return remembered


def test_numbers_are_the_modern_game_seen_by_each_side() -> None:
    said = position(MODERN_START)
    assert said.points == board("x 24:2 13:5 8:3 6:5; o 1:2 12:5 17:3 19:5")
    assert (said.turning, said.memory) == (Turning.MIRRORED, None)


def test_letters_are_the_old_game_on_one_board() -> None:
    white = position("W: a10 c1 l2 bar1 off1; B: m14 x1")
    assert white.turning is Turning.TWELVE
    assert white.points == board("x 24:10 22:1 13:2 bar:1; o 12:14 1:1")
    black = position("W: a10 c1 l2 bar1 off1; B: m14 x1", 1)
    assert black.points == board("x 24:14 13:1; o 12:10 10:1 1:2 bar:1")
    assert (black.off(0), black.off(1)) == (1, 0)


def test_the_other_side_sees_the_same_men_once_the_turn_has_passed() -> None:
    white = position("W: a14 c1; B: m13 x2")
    black = white.passed()
    assert black.points == position("W: a14 c1; B: m13 x2", 1).points
    assert (black.seat, black.text(), black.passed()) == (1, white.text(), white)
    assert (black.pips(0), black.pips(1)) == (14 * 24 + 22, 13 * 24 + 2 * 13)


@rows
def test_a_text_is_printed_canonically(written: str, printed: str) -> None:
    assert position(written).text() == printed
    assert position(printed) == position(written)


def test_all_flags_of_the_old_game() -> None:
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


def test_the_last_throw_is_a_phase() -> None:
    said = memory(f"{OLD_START}; phase last B")
    assert (said.phase, said.phase_seat, said.throws) == ("last", 1, 0)


@rows
def test_a_side_counts_as_unlocked_where_its_men_show_it(text: str, unlocked: tuple[bool, bool]) -> None:
    assert memory(text).unlocked == unlocked


def test_a_flag_that_goes_without_saying_is_left_out() -> None:
    assert position("W: a14 l1; B: m15; un W; locked B").text() == "W: a14 l1; B: m15"


def test_the_example_of_the_rules_is_read_and_kept() -> None:
    text = "W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; un W; locked B"
    assert position(text).text() == "W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; locked B"


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
