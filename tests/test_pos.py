"""JellyFish's position file: read, and held against GNU Backgammon."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Position, Standing, position
from kotra_notation.formats import read_source, snowie
from kotra_notation.formats.format import Reading, Source
from referees.pos_files import NAMES, pos_file
from referees.witness import run

START = "-b----E-C---eE---c-e----B-"


def read(data: bytes, format: str | None = None) -> Reading:
    return read_source(Source(data), format)


def only(data: bytes) -> Position:
    reading = read(data)
    assert (reading.format, reading.findings, reading.matches) == ("pos", (), ())
    (found,) = reading.positions
    return found


def test_the_sample_of_gnu_backgammon(corpus: Path) -> None:
    made = corpus / "made"
    line = (made / "sample-position.txt").read_text(encoding="utf-8")
    assert only((made / "sample.pos").read_bytes()) == snowie.position(line, ("gnubg", "root"), 0)


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


def test_other_files_are_not_claimed() -> None:
    for data in (b"", b"~", b"~\0", b"~~", b"~\0" + b"x" * 500, "~ anna bjarni".encode("utf-16-le") * 40):
        assert read(data).format != "pos"


def test_a_file_that_breaks_off_is_said() -> None:
    whole = pos_file(position(f"XGID={START}:1:1:1:31:2:1:0:5:0"))
    for cut in range(len(whole)):
        assert [found.code for found in read(whole[:cut], "pos").findings] == ["N112"]
    assert read(whole[:60]).format == "pos"


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_raise(rest: bytes) -> None:
    read(b"\x7e\0" + rest)


# GNU Backgammon

WITNESSED = [
    f"XGID={START}:1:1:1:31:4:1:0:5:10",
    "XGID=aB---cE-C---eB---c-c----BA:1:1:-1:31:4:1:0:5:10",
    "XGID=aB---cE-C---eB---c-c----BA:2:-1:-1:00:4:1:1:5:10",
    "XGID=aB---cE-C---eB---c-c----BA:2:-1:1:52:1:4:0:5:10",
    "XGID=aB---cE-C---eB---c-c----BA:0:0:1:00:0:0:0:0:10",
    "XGID=aB---cE-C---eB---c-c----BA:0:0:-1:64:0:0:1:0:10",
]


def without_jacoby(one: Position) -> Position:
    """The position without what the witness says of its own setting."""
    return replace(one, standing=replace(one.standing, jacoby=False, beavers=False))


@pytest.mark.parametrize("xgid", WITNESSED)
def test_gnu_backgammon_reads_the_same_position(tmp_path: Path, xgid: str) -> None:
    one = position(xgid)
    one = replace(one, standing=replace(one.standing, cube_limit=None))
    (tmp_path / "in.pos").write_bytes(pos_file(one))
    run(["import pos in.pos", "export position snowietxt out.txt"], tmp_path)
    line = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert without_jacoby(snowie.position(line, NAMES, 0)) == without_jacoby(one)


@pytest.mark.parametrize("xgid", WITNESSED)
def test_positions_of_gnu_backgammon_are_read(tmp_path: Path, xgid: str) -> None:
    names = ("gnubg", "root")
    commands = [f"set xgid {xgid}", "export position pos out.pos", "export position snowietxt out.txt"]
    run(commands, tmp_path)
    line = (tmp_path / "out.txt").read_text(encoding="utf-8")
    theirs = (tmp_path / "out.pos").read_bytes()
    first = theirs[37 : 37 + theirs[36]].decode()
    expected = snowie.position(line, names if first == names[0] else names[::-1], 0)
    assert without_jacoby(only(theirs)) == without_jacoby(expected)
