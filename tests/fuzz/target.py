"""What is fuzzed: a text is read, replayed, completed and written. Nothing but findings may come out."""

from __future__ import annotations

from kotra_notation.api import supplied
from kotra_notation.findings import Finding
from kotra_notation.formats import FORMATS, read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay

LONGEST = 20_000


def one_input(data: bytes, format: str | None = None) -> list[Finding]:
    """Every finding of a file of these bytes, with its sentence made."""
    reading = read_source(Source(data[:LONGEST]), format)
    found = list(reading.findings)
    for match in reading.matches:
        replayed = replay(match)
        found += replayed.findings
        for game in replayed.games:
            assert len(game.frames) == len(match.games[game.number - 1].events)
        for name, known in FORMATS.items():
            if known.write:
                found += write_matches([supplied(match, name)], name).findings
    for one in found:
        assert one.message
        assert one.span is None or one.span.line >= 1
    return found
