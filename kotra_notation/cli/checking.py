"""A file read and replayed: what `check` prints in each of its forms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kotra_notation.cli.files import Opened
from kotra_notation.findings import Finding, Severity, selected
from kotra_notation.formats.format import Reading, Source
from kotra_notation.reading import read_in_full
from kotra_notation.repair import Hints, hinted, little
from kotra_notation.replay import Replay, replay
from kotra_notation.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Checked:
    """One file: what was read, what came of it, and what was found."""

    path: str
    reading: Reading
    replays: tuple[Replay, ...]
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """How many findings of a severity there are."""
        return sum(found.severity is severity for found in self.findings)


def check_file(
    file: Opened,
    *,
    format: str | None = None,
    rules: Ruleset | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Checked:
    """Read and replay a file; ValueError for a format that does not exist."""
    reading = read_in_full(Source(file.data, file.path), format, rules)
    replays = tuple(replay(match, rules) for match in reading.matches)
    found: list[Finding] = []
    hints = [Hints(replayed, little()) for replayed in replays]
    for one in reading.findings:
        found.append(hinted(one, hints[(one.match or 1) - 1]) if hints else one)
    for number, replayed in enumerate(replays, 1):
        found += [hinted(one, hints[number - 1]).at(match=number) for one in replayed.findings]
    found.sort(key=lambda one: (one.match or 0, one.span.line if one.span else 0))
    return Checked(file.path, reading, replays, tuple(selected(found, select, ignore)))
