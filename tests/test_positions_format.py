"""Files of positions, one a line."""

from __future__ import annotations

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
