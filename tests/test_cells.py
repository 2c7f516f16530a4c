"""Cells of tables, for a terminal, CSV and JSON: harmless, straight, and numbers as people read them."""

from __future__ import annotations

import json
from math import nan
from typing import Any

from kotra_notation.jobs.cells import csv_cell, grid, json_text, shown_cell, unique_names
from tests.records import rows

HOSTILE = "\x1b[31m\u202e=1+1\x9b2J\nrest"


def test_a_cell_is_harmless_wherever_it_is_shown() -> None:
    assert shown_cell(HOSTILE) == "�[31m=1+1�2J rest"
    cells = {"=1+1": "'=1+1", " +1": "' +1", "-2": "'-2", "@x": "'@x", "a-b": "a-b", "\x1b[2J": "�[2J"}
    assert {text: csv_cell(text) for text in cells} == cells
    assert [csv_cell(number) for number in (-2, 1.5)] == [-2, 1.5]
    text = json_text([HOSTILE, nan, b"\x00", 2**70])
    assert text.isprintable()
    assert json.loads(text) == [HOSTILE, None, "00", 2**70]
    assert unique_names(["a", "a", "a_2", "a"]) == ["a", "a_2", "a_2_2", "a_3"]


@rows
def test_a_table_stays_straight(
    heads: list[str], cells: list[list[str]], numbers: list[bool], width: int, third: str
) -> None:
    assert list(grid(heads, cells, numbers, width or None))[2] == third


@rows
def test_a_value_is_shown_so(value: Any, expected: str) -> None:
    assert shown_cell(value) == expected
