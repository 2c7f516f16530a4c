"""JellyFish's position file: read, written, and held against GNU Backgammon."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kotra_notation.board import Cube, Memory, Position, Standing, Turning, position
from kotra_notation.formats import read_source, snowie, write_positions
from kotra_notation.formats.format import Reading, Source
from referees import models
from referees.boards import modern_positions
from referees.witness import run

START = "-b----E-C---eE---c-e----B-"
NAMES = ("White", "Black")


def read(data: bytes, format: str | None = None) -> Reading:
    return read_source(Source(data), format)


def written(*positions: Position) -> bytes:
    """The bytes of positions, with nothing lost."""
    writing = write_positions(positions, "pos")
    assert [(found.code, found.written) for found in writing.findings] == []
    assert isinstance(writing.content, bytes)
    return writing.content


def only(data: bytes) -> Position:
    reading = read(data)
    assert (reading.format, reading.findings, reading.matches) == ("pos", (), ())
    (found,) = reading.positions
    return found


def lost(one: Position) -> list[tuple[str, str]]:
    return [(found.code, found.written) for found in write_positions([one], "pos").findings]


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
    assert only(written(one)) == one
    assert written(only(written(one))) == written(one)


def test_a_game_without_the_cube() -> None:
    one = replace(position("4HPwATDgc/ABMA"), standing=Standing(cube_limit=1))
    assert only(written(one)) == one


def numbers(one: Position) -> list[int]:
    """The numbers before the names."""
    return list(struct.unpack_from("<18h", written(one)))


def test_the_numbers_stand_in_their_places() -> None:
    one = position(f"XGID={START}:1:1:1:31:2:1:0:5:10")
    one = replace(one, standing=replace(one.standing, cube_limit=None))
    assert numbers(one) == [126, 0, 0, 1, 0, 0, 2, 2, 2, 0, 0, 0, 1, 1, 7, 5, 1, 2]


@pytest.mark.parametrize(
    ("standing", "sign"),
    [
        (Standing(score=(4, 1), length=5, crawford=True), 2),
        (Standing(score=(4, 1), length=5), 3),
        (Standing(score=(3, 1), length=5), 1),
        (Standing(), 1),
        (Standing(length=1), 1),
    ],
)
def test_before_crawford_and_after(standing: Standing, sign: int) -> None:
    data = written(Position(points=position("4HPwATDgc/ABMA").points, standing=standing))
    at = 18 * 2 + sum(1 + len(name) for name in NAMES) + 2
    assert struct.unpack_from("<h", data, at) == (sign,)


@pytest.mark.parametrize(("version", "left_out"), [(124, 5), (125, 2)])
def test_older_versions(version: int, left_out: int) -> None:
    one = position("4HPwATDgc/ABMA")
    newest = written(one)
    data = struct.pack("<h", version) + newest[2 * (1 + left_out) :]
    assert only(data) == one


def test_dice_count_only_for_who_has_thrown() -> None:
    one = position(f"XGID={START}:0:0:1:31:0:0:0:0:10")
    data = bytearray(written(replace(one, standing=Standing())))
    assert data[16] == 2
    assert only(bytes(data)).dice == (3, 1)
    data[16] = 4
    assert only(bytes(data)).dice is None
    data[16] = 0
    assert only(bytes(data)).seat == 0  # the beginning of a game, nobody is on roll


def test_what_stands_behind_is_passed_over() -> None:
    one = position("4HPwATDgc/ABMA")
    assert only(written(one) + b"\0\0rest") == one


@pytest.mark.parametrize(
    ("offset", "value"), [(12, 0), (12, -2), (14, 3), (16, 5), (30, -1), (32, -1), (-104, 30), (-4, 40)]
)
def test_numbers_that_cannot_be(offset: int, value: int) -> None:
    data = bytearray(written(position("4HPwATDgc/ABMA")))
    struct.pack_into("<h", data, offset % len(data), value)
    reading = read(bytes(data), "pos")
    assert [found.code for found in reading.findings] == ["N110"]
    assert reading.positions == ()


def test_other_files_are_not_claimed() -> None:
    for data in (b"", b"~", b"~\0", b"~~", b"~\0" + b"x" * 500, "~ anna bjarni".encode("utf-16-le") * 40):
        assert read(data).format != "pos"


# Writing


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_holds_one_position(count: int) -> None:
    writing = write_positions([position("4HPwATDgc/ABMA")] * count, "pos")
    assert [found.code for found in writing.findings] == ["L608"]
    assert writing.content == b""


LONE = Position(points=position("4HPwATDgc/ABMA").points)


@pytest.mark.parametrize(
    "one",
    [
        replace(LONE, turning=Turning.TWELVE),
        replace(LONE, points=(0,) * 25 + (16,)),
        replace(LONE, points=(1, *LONE.points[1:])),
        replace(LONE, cube=Cube(value=0)),
        replace(LONE, cube=Cube(value=2**15)),
        replace(LONE, standing=Standing(length=2**15)),
        replace(LONE, standing=Standing(length=7, score=(-1, 0))),
        replace(LONE, standing=Standing(length=7, score=(0, 10**9))),
    ],
)
def test_what_cannot_be_written_is_refused(one: Position) -> None:
    assert [code for code, _ in lost(one)] == ["L608"]


@pytest.mark.parametrize(
    ("one", "losses"),
    [
        (replace(LONE, offer="double"), [("L604", "the offer double")]),
        (replace(LONE, dice=(7, 1)), [("L604", "the dice 7-1")]),
        (replace(LONE, men=(3, 15)), [("L604", "3 and 15 checkers")]),
        (replace(LONE, memory=Memory()), [("L604", "what the old game remembers")]),
        (replace(LONE, standing=Standing(length=3, jacoby=True)), [("L605", "texas")]),
        (replace(LONE, standing=Standing(crawford=True)), [("L605", "that it is the Crawford game")]),
        (replace(LONE, standing=Standing(score=(2, 1))), [("L603", "the score 2 to 1")]),
        (replace(LONE, standing=Standing(cube_limit=64)), [("L605", "a cube limit of 64")]),
    ],
)
def test_what_is_lost_is_said(one: Position, losses: list[tuple[str, str]]) -> None:
    assert lost(one) == losses


# Properties


@settings(max_examples=200, deadline=None)
@given(modern_positions())
def test_every_position_comes_back(one: Position) -> None:
    writing = write_positions([one], "pos")
    assert isinstance(writing.content, bytes)
    if not writing.findings:
        assert only(writing.content) == one


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(models.positions)
def test_whatever_stands_in_a_position_it_comes_back_or_is_said(one: Position) -> None:
    writing = write_positions([one], "pos")
    assert isinstance(writing.content, bytes)
    if not writing.findings:
        assert only(writing.content) == one


def test_a_file_that_breaks_off_is_said() -> None:
    whole = written(position(f"XGID={START}:1:1:1:31:2:1:0:5:0"))
    for cut in range(len(whole)):
        assert [found.code for found in read(whole[:cut], "pos").findings] == ["N112"]
    assert read(whole[:60]).format == "pos"


@settings(max_examples=200, deadline=None)
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
    (tmp_path / "in.pos").write_bytes(written(one))
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
