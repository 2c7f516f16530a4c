"""Files of positions, one a line."""

from __future__ import annotations

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


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
