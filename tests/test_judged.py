"""The table of what is judged has no hole: every event, field and place is reached by a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args

import pytest

from kotra_notation import model as m
from kotra_notation.findings import BY_CODE, TAKEN_AS_WRITTEN, Finding, Severity
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from tools.judged import DOCUMENT, EVENTS, FIELDS, PLACES, SENTENCES, Cell, cells, document, held

# What is said of every record as short as these: that it ends where it ends.
SHORT = {"S407", "S408", "S413", "S416"}


def found(cell: Cell) -> Iterator[Finding]:
    """What is found in the record of a cell, but that it is short, and what is found for another reason."""
    reading = read_in_full(Source(cell.record.encode()), cell.format)
    for one in (*reading.findings, *(one for match in reading.matches for one in replay(match).findings)):
        if one.code == cell.answer or one.code not in SHORT | {cell.beside}:
            yield one


def test_every_event_has_every_place() -> None:
    assert set(EVENTS) == set(get_args(m.Event))
    assert all(list(row) == list(PLACES) for row in EVENTS.values())


def test_every_field_has_its_cell() -> None:
    assert set(FIELDS) == held()
    for kind, row in FIELDS.items():
        names = list(m.Hop._fields) if kind is m.Hop else [one.name for one in fields(kind)]
        assert list(row) == ([name for name in names if name != "span"] or ["(itself)"])


def test_every_answer_is_a_finding_or_a_sentence() -> None:
    answers = {cell.answer for _, cell in cells()}
    assert answers <= BY_CODE.keys() | SENTENCES.keys()
    assert SENTENCES.keys() <= answers


@pytest.mark.parametrize("cell", [pytest.param(cell, id=name) for name, cell in cells()])
def test_the_record_of_a_cell_is_answered_for(cell: Cell) -> None:
    said = list(found(cell))
    codes = {one.code for one in said if one.kind.name not in TAKEN_AS_WRITTEN}
    if cell.answer in SENTENCES:
        assert codes == set()
    else:
        assert cell.answer in {one.code for one in said}
        grave = {one.code for one in said if one.severity is not Severity.NOTE}
        assert grave <= {cell.answer}


def test_the_document_is_made_from_the_table(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(document(), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == document()
