"""Files of positions: what no game comes to, and JellyFish's position file, byte by byte."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from kotra_notation.board import Position, Standing, position
from referees.pos_files import pos_file
from tests.records import codes, read, rows

START = "-b----E-C---eE---c-e----B-"
BEGIN = position("4HPwATDgc/ABMA")


def only(data: bytes) -> Position:
    reading = read(data)
    assert (reading.format, reading.findings, reading.matches) == ("pos", (), ())
    (found,) = reading.positions
    return found


def test_why_a_position_cannot_be_read_is_said_in_full() -> None:
    text = f"XGID={START}:0:0:1:31:0:0:0:0:10\nhello there, this is a long line of words that nobody wants\n"
    (found,) = read(text).findings
    assert found.message.endswith("“W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5”.")


@rows
def test_what_no_game_comes_to_is_said(fields: str, rules: tuple[str, ...]) -> None:
    assert [found.rule for found in read(f"XGID={START}:{fields}\n").findings] == list(rules)


# JellyFish's file


@rows
def test_positions_come_back(xgid: str) -> None:
    shown = replace(position(xgid), men=(15, 15))
    shown = replace(shown, standing=replace(shown.standing, cube_limit=None))
    assert only(pos_file(shown)) == shown
    assert only(pos_file(shown) + b"\0\0rest") == shown


def test_a_game_without_the_cube() -> None:
    shown = replace(BEGIN, standing=Standing(cube_limit=1))
    assert only(pos_file(shown)) == shown


@pytest.mark.parametrize(("version", "left_out"), [(124, 5), (125, 2)])
def test_older_versions(version: int, left_out: int) -> None:
    assert only(struct.pack("<h", version) + pos_file(BEGIN)[2 * (1 + left_out) :]) == BEGIN


def test_dice_count_only_for_who_has_thrown() -> None:
    thrown = replace(position(f"XGID={START}:0:0:1:31:0:0:0:0:10"), standing=Standing())
    data = bytearray(pos_file(thrown))
    assert data[16] == 2
    assert only(bytes(data)).dice == (3, 1)
    data[16] = 4
    assert only(bytes(data)).dice is None
    data[16] = 0
    assert only(bytes(data)).seat == 0  # the beginning of a game, nobody is on roll


@pytest.mark.parametrize(
    ("offset", "value"), [(12, 0), (12, -2), (14, 3), (16, 5), (30, -1), (32, -1), (-104, 30), (-4, 40)]
)
def test_numbers_that_cannot_be(offset: int, value: int) -> None:
    data = bytearray(pos_file(BEGIN))
    struct.pack_into("<h", data, offset % len(data), value)
    reading = read(bytes(data), "pos")
    assert (codes(reading.findings), reading.positions) == (["N110"], ())


def test_a_file_that_breaks_off_is_said() -> None:
    whole = pos_file(position(f"XGID={START}:1:1:1:31:2:1:0:5:0"))
    for cut in range(len(whole)):
        assert codes(read(whole[:cut], "pos").findings) == ["N112"]
    assert read(whole[:60]).format == "pos"
