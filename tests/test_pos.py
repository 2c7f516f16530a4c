"""JellyFish's position file: read, and held against GNU Backgammon."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Position, Standing, position
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from referees.pos_files import pos_file

START = "-b----E-C---eE---c-e----B-"


def read(data: bytes, format: str | None = None) -> Reading:
    return read_source(Source(data), format)


def only(data: bytes) -> Position:
    reading = read(data)
    assert (reading.format, reading.findings, reading.matches) == ("pos", (), ())
    (found,) = reading.positions
    return found


@pytest.mark.parametrize(
    "xgid",
    [
        f"XGID={START}:0:0:1:00:0:0:0:0:10",
        f"XGID={START}:1:1:1:31:2:1:0:5:10",
        f"XGID={START}:2:-1:-1:64:1:4:1:5:10",
        f"XGID={START}:0:0:-1:00:0:0:3:0:10",
        f"XGID={START}:0:0:-1:00:0:4:0:5:10",
        "XGID=aB---cE-C---eB---c-c----BA:0:0:-1:51:0:0:0:0:10",
        "XGID=--BBB----------------ccc--:3:1:1:66:0:0:0:0:10",
    ],
)
def test_positions_come_back(xgid: str) -> None:
    one = replace(position(xgid), men=(15, 15))
    one = replace(one, standing=replace(one.standing, cube_limit=None))
    assert only(pos_file(one)) == one


def test_a_game_without_the_cube() -> None:
    one = replace(position("4HPwATDgc/ABMA"), standing=Standing(cube_limit=1))
    assert only(pos_file(one)) == one


@pytest.mark.parametrize(("version", "left_out"), [(124, 5), (125, 2)])
def test_older_versions(version: int, left_out: int) -> None:
    one = position("4HPwATDgc/ABMA")
    newest = pos_file(one)
    data = struct.pack("<h", version) + newest[2 * (1 + left_out) :]
    assert only(data) == one


def test_dice_count_only_for_who_has_thrown() -> None:
    one = position(f"XGID={START}:0:0:1:31:0:0:0:0:10")
    data = bytearray(pos_file(replace(one, standing=Standing())))
    assert data[16] == 2
    assert only(bytes(data)).dice == (3, 1)
    data[16] = 4
    assert only(bytes(data)).dice is None
    data[16] = 0
    assert only(bytes(data)).seat == 0  # the beginning of a game, nobody is on roll


def test_what_stands_behind_is_passed_over() -> None:
    one = position("4HPwATDgc/ABMA")
    assert only(pos_file(one) + b"\0\0rest") == one


@pytest.mark.parametrize(
    ("offset", "value"), [(12, 0), (12, -2), (14, 3), (16, 5), (30, -1), (32, -1), (-104, 30), (-4, 40)]
)
def test_numbers_that_cannot_be(offset: int, value: int) -> None:
    data = bytearray(pos_file(position("4HPwATDgc/ABMA")))
    struct.pack_into("<h", data, offset % len(data), value)
    reading = read(bytes(data), "pos")
    assert [found.code for found in reading.findings] == ["N110"]
    assert reading.positions == ()


def test_a_file_that_breaks_off_is_said() -> None:
    whole = pos_file(position(f"XGID={START}:1:1:1:31:2:1:0:5:0"))
    for cut in range(len(whole)):
        assert [found.code for found in read(whole[:cut], "pos").findings] == ["N112"]
    assert read(whole[:60]).format == "pos"


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_raise(rest: bytes) -> None:
    read(b"\x7e\0" + rest)
