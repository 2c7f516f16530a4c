"""Every header in every place is answered for: no reader swallows one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.findings import BY_CODE, Finding
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from tests.test_judged import SHORT
from tools.judged_heads import HEADS, LENIENCIES, PLACES, RECORDS

SAMPLES = Path(__file__).parents[1] / "samples" / "notations"
OBJECT = re.compile(r'\{"(\w+)":(?: "[\w-]*")?')


def found(text: str, notation: str) -> list[Finding]:
    """Return what is found in a record, but that it is short."""
    reading = read_in_full(Source(text.encode()), notation)
    findings = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    return [one for one in findings if one.code not in SHORT]


CELLS = [
    pytest.param(text, row.notation, answer, id=f"{row.notation} {row.name} {place}")
    for row in HEADS
    for place, text, answer in row.cells()
]


@pytest.mark.parametrize("notation", RECORDS)
def test_the_record_of_a_notation_is_sound(notation: str) -> None:
    text = RECORDS[notation].format(head="", mid="", next="")
    assert {one.code for one in found(text, notation)} <= {"N108"}


@pytest.mark.parametrize(("text", "notation", "answer"), CELLS)
def test_a_header_in_a_place_is_answered_for(text: str, notation: str, answer: str) -> None:
    codes = {one.code for one in found(text, notation)}
    if answer in LENIENCIES:
        assert codes == set()
    else:
        assert answer in codes


def test_every_answer_is_a_finding_or_a_leniency() -> None:
    assert {answer for row in HEADS for answer in row.answers} <= BY_CODE.keys() | LENIENCIES.keys()
    assert all(len(row.answers) == len(PLACES) for row in HEADS)


def twice_in_json() -> Iterator[str]:
    """Yield a document with a key twice, for each kind of object that it holds."""
    text = (SAMPLES / "davidsson.json").read_text(encoding="utf-8")
    seen = set()
    for begin in OBJECT.finditer(text):
        if begin[0] not in seen:
            seen.add(begin[0])
            key = begin[1]
            yield f'{text[: begin.start() + 1]}"{key}": null, {text[begin.start() + 1 :]}'


def test_no_key_of_an_object_in_json_may_stand_twice() -> None:
    documents = list(twice_in_json())
    assert len(documents) > 8
    assert [text[:200] for text in documents if "N113" not in {one.code for one in found(text, "json")}] == []
