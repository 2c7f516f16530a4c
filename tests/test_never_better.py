"""No conversion improves a record: what was wrong stays wrong, or a loss says what is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import kotra_notation as kn
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Source
from kotra_notation.installation import folder
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from referees.seeds import some
from tools.judged import cells
from tools.roundtrips import ways

SAMPLES = Path(__file__).parents[1] / "samples" / "faulty"
FENCED = re.compile(r"```(kotra|mat)\n(.*?)```", re.S)
FEW = ("kotra", "mat:xg", "sgf")  # where quick tests go


class FaultyRecord(NamedTuple):
    """A record in which something is wrong."""

    name: str
    text: str
    format: str | None = None


def records() -> Iterator[FaultyRecord]:
    """Yield the faulty samples, the wrong records of the pages, and those of the table of what is judged."""
    for path in sorted(SAMPLES.iterdir()):
        yield FaultyRecord(path.name, path.read_text(encoding="utf-8"))
    for path in sorted(folder("pages").glob("*.md")):
        if shown := FENCED.search(path.read_text(encoding="utf-8")):
            yield FaultyRecord(path.stem, shown[2], shown[1])
    for name, cell in cells():
        yield FaultyRecord(name, cell.record, cell.format)


FAULTY = list(records())


def faults(content: str | bytes, format: str | None) -> Counter[str]:
    """Count the errors and warnings of a text by their codes."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    reading = read_in_full(Source(data), format)
    found = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    return Counter(one.code for one in found if one.severity is not Severity.NOTE)


def improved(record: FaultyRecord, way: str) -> Counter[str]:
    """Return what is wrong in a record, not in what is written of it, and not said to be lost."""
    before = faults(record.text, record.format)
    if not before:
        return before
    try:
        written = kn.convert(record.text, way, format=record.format)
    except ValueError:
        return Counter()
    after = faults(written.content, way.partition(":")[0])
    lost = sum(one.code.startswith("L") for one in written.findings)
    return before - after if before.total() > after.total() + lost else Counter()


@pytest.mark.parametrize("record", [pytest.param(one, id=one.name) for one in FAULTY[::8]])
def test_a_faulty_record_is_not_better_in_another_notation(record: FaultyRecord) -> None:
    assert {way: gone for way in FEW if (gone := improved(record, way))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("way", some(ways(), 6))
def test_no_notation_improves_a_record(way: str) -> None:
    assert {one.name: gone for one in FAULTY if (gone := improved(one, way))} == {}
