"""Files of positions, one a line."""

from __future__ import annotations

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


def test_every_kind_of_id_is_recognised() -> None:
    reading = read(f"# three openings\r\n\r\n{XGID}\r\n 4HPwATDgc/ABMA \r\n4HPwATDgc/ABMA:cAkAAAAAAAAA\r\n")
    assert (reading.format, reading.matches, reading.findings) == ("positions", (), ())
    first, second, third = reading.positions
    assert first.seen_by(0) == second.seen_by(0) == third.seen_by(0)
    assert first.dice == (3, 1)


def test_words_before_an_xgid_are_passed_over() -> None:
    assert read(f"Position 1 {XGID}\n").positions == read(XGID).positions


def test_a_line_that_is_no_position_is_said_and_the_next_is_read() -> None:
    reading = read(f"{XGID}\nhello\n4HPwATDgc/ABMA\n")
    assert len(reading.positions) == 2
    assert [(found.code, found.span, found.written) for found in reading.findings] == [
        ("N110", (2, 1, 6), "hello")
    ]


def test_prose_is_no_file_of_positions() -> None:
    assert read("hello there\n").format == ""


def test_lines_that_are_no_positions_are_one_finding() -> None:
    """An analysis between positions, blank lines in it; what looks like a position is said for itself."""
    analysis = "    1. 2-ply  8/5 6/5 eq:+0.1\n      Player: 55%\n\n    Analyzed in 2-ply\n"
    reading = read(f"{XGID}\n{analysis}{XGID}\n{analysis}{XGID.replace('B-:', 'C-:')}\nhm\n4HPwATDgc/ABM\n")
    assert len(reading.positions) == 2
    assert [(found.code, found.span.line if found.span else None) for found in reading.findings] == [
        ("N126", 2),
        ("N126", 7),
        ("N110", 11),
        ("N110", 12),
        ("N110", 13),
    ]
    assert reading.findings[0].message == ("3 lines in a row are not positions: 1. 2-ply 8/5 6/5 eq:+0.1.")


def test_why_a_position_cannot_be_read_is_said_in_full() -> None:
    (found,) = read(f"{XGID}\nhello there, this is a long line of words that nobody wants\n").findings
    assert found.message.endswith("“W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5”.")


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ("0:0:1:52:2:4:0:7:10", None),
        ("1:1:1:52:2:4:0:7:10", None),
        ("0:1:1:52:2:4:0:7:10", "MOD-CUBE-4"),
        ("3:1:1:52:2:4:0:0:2", "MOD-CUBE-4"),
        ("0:0:1:52:7:4:0:7:10", "MOD-MATCH-1"),
        ("0:0:1:52:6:4:1:7:10", None),
        ("0:0:1:52:2:4:1:7:10", "MOD-MATCH-2"),
        ("0:0:1:52:6:6:1:7:10", "MOD-MATCH-2"),
        ("1:1:1:52:6:4:1:7:10", "MOD-MATCH-2"),
        ("0:0:1:52:0:0:3:0:10", None),
    ],
)
def test_what_no_game_comes_to_is_said(fields: str, rule: str | None) -> None:
    found = read_source(Source(f"XGID=-b----E-C---eE---c-e----B-:{fields}\n".encode())).findings
    assert [one.rule for one in found] == ([rule] if rule else [])
