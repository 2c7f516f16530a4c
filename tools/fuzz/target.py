"""What is fuzzed: reading, or all from reading to writing. Nothing but findings may come out."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation.api import supplied
from kotra_notation.features.check.job import check_file
from kotra_notation.findings import Finding
from kotra_notation.formats import FORMATS, read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import Opened

LONGEST = 20_000


def one_input(data: bytes, format: str | None = None) -> list[Finding]:
    """Every finding of a file of these bytes, with its sentence made."""
    checked = check_file(Opened("-", data[:LONGEST]), format=format)
    found = list(checked.findings)
    for match, replayed in zip(checked.reading.matches, checked.replays, strict=True):
        for game in replayed.games:
            assert len(game.frames) == len(match.games[game.place].events)
        for name, known in FORMATS.items():
            if known.write:
                found += write_matches([supplied(match, name)], name).findings
    _sayable(found)
    return found


def read_alone(data: bytes, format: str | None = None) -> Reading:
    """What the reader of a format, or the one that is recognised, says of these bytes."""
    source = Source(data)
    reading = read_source(source, format)
    assert reading.matches or reading.positions or reading.findings, (
        "nothing was read, and nothing is said of it"
    )
    assert reading.format or not reading.matches
    _sayable(reading.findings)
    return reading


def _sayable(found: Iterable[Finding]) -> None:
    """Every finding has its sentence, and its place can be."""
    for one in found:
        assert one.message
        assert one.span is None or (one.span.line >= 1 and 1 <= one.span.column <= one.span.end_column), one
