"""A file read and replayed: what `check` prints in each of its forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kotra_notation.cli.files import Opened
from kotra_notation.findings import Finding, Severity, selected
from kotra_notation.formats.format import Reading, Source
from kotra_notation.reading import read_in_full
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
    found = _found(reading, replays)
    found.sort(key=lambda one: (one.match or 0, one.span.line if one.span else 0))
    return Checked(file.path, reading, replays, tuple(selected(found, select, ignore)))


def unjudged(file: Opened, found: Finding) -> Checked:
    """What is shown of a file that was not judged: the finding that says why."""
    return Checked(file.path, Reading(findings=(found,)), (), (found,))


def _found(reading: Reading, replays: Sequence[Replay]) -> list[Finding]:
    """What was found in reading and in the replays, with what was probably meant where something is wrong."""
    told = [one for replayed in replays for one in replayed.findings]
    if not replays or all(one.severity is Severity.NOTE for one in (*reading.findings, *told)):
        numbered = [one.at(match=at) for at, replayed in enumerate(replays, 1) for one in replayed.findings]
        return [*reading.findings, *numbered]
    # Sound records do without the search, and a cold start does without loading it.
    from kotra_notation.repair import Hints, hinted, little

    hints = [
        Hints(replayed, little(), [one for one in reading.findings if one.match == at])
        for at, replayed in enumerate(replays, 1)
    ]
    found = [hinted(one, hints[one.match - 1] if one.match else hints[0]) for one in reading.findings]
    for at, replayed in enumerate(replays, 1):
        found += [hinted(one, hints[at - 1]).at(match=at) for one in replayed.findings]
    return found
