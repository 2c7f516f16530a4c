"""Snowie's position lines, and other positions: read, written, and what of them has no place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.board import Cube, Position, Standing
from kotra_notation.formats import read_source, recognise, write_positions
from kotra_notation.formats.format import Reading, Source
from referees.witness import run

LINE = "5;0;0;0;1;bjarni;anna;0;2;1;2;1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;\n"
START = kn.position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


def written(position: Position, notation: str) -> tuple[str, list[str]]:
    name, _, dialect = notation.partition(":")
    writing = write_positions([position], name, dialect or None)
    assert isinstance(writing.content, str)
    return writing.content, [f"{found.code} {found.written}" for found in writing.findings]


def test_a_line_is_read() -> None:
    reading = read(LINE)
    assert (reading.format, reading.findings) == ("snowie", ())
    (position,) = reading.positions
    assert position == Position(
        points=START.points,
        seat=1,
        cube=Cube(value=2, owner=1),
        dice=(3, 1),
        standing=Standing(score=(1, 2), length=5),
    )


def test_the_made_sample_is_read_as_gnubg_reads_it(corpus: Path, tmp_path: Path) -> None:
    path = corpus / "made" / "sample-position.txt"
    (position,) = read_source(Source(path.read_bytes())).positions
    assert position == kn.position("4HPwATDgc/ABMA:UQmgABAAEAAE")
    assert position == shown(path, tmp_path)


def shown(path: Path, folder: Path) -> Position:
    """The position that GNU Backgammon shows for a file."""
    answer = run([f'import snowietxt "{path}"', "show board"], folder)
    found = re.search(r"Position ID: (\S+)\s+Match ID\s*: (\S+)", answer)
    assert found, answer
    return kn.position(f"{found[1]}:{found[2]}")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (LINE.replace("5;", ";", 1).replace(";", "x;", 1), "whole number"),
        (LINE.replace(";1;bjarni", ";7;bjarni"), "0 or 1"),
        (LINE.replace(";-5;5;", ";-5;15;"), "at most 15"),
        (LINE.replace(";-5;5;", ";"), "40 fields, not 38"),
        ("x" * 5000, "40 fields, not 1"),
    ],
)
def test_a_line_that_cannot_be_read_is_said_and_the_next_is_read(line: str, why: str) -> None:
    reading = read_source(Source((line.strip() + "\n\n" + LINE).encode()), "snowie")
    assert [(found.code, found.span and found.span.line) for found in reading.findings] == [("N110", 1)]
    assert why in reading.findings[0].message
    assert len(reading.positions) == 1


@pytest.mark.parametrize("text", ["", "5;0;1\n", " 5 point match\n", "W: 24x2; B: 24x2\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "snowie"
