"""A file read and replayed as `kotra check` does, before anything of it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.findings import Finding
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Evaluation
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Replay, replay
from kotra_notation.statistics import Decision, analysis

# The boards of a larger file are not kept while it is judged: they are made again game by game.
MOST_TRACKED = 2_000_000


@dataclass(frozen=True, slots=True)
class Replayed:
    """A file read and replayed: everything that can take long, or longer than anybody waits."""

    reading: Reading
    replays: tuple[Replay, ...]
    decisions: tuple[tuple[Decision, ...], ...]

    @property
    def findings(self) -> list[Finding]:
        """Everything that was found, with the numbers of matches, as `kotra check` orders it."""
        found = list(self.reading.findings)
        for number, one in enumerate(self.replays, 1):
            found += [each.at(match=number) for each in one.findings]
        return sorted(found, key=lambda one: (one.match or 0, one.span.line if one.span else 0))


def replayed(data: bytes, name: str, *, deep: bool) -> Replayed:
    """What is in a file; `deep`: its boards will be asked for."""
    reading = read_in_full(Source(data, name))
    tracked = deep and len(data) < MOST_TRACKED
    replays = tuple([replay(match, tracked=tracked) for match in reading.matches])
    weighed = tuple([analysis(one).decisions if evaluations(one) else () for one in replays])
    return Replayed(reading, replays, weighed)


def evaluations(made: Replay) -> int:
    """How many evaluations of an engine a record has."""
    return sum([list(map(type, game.events)).count(Evaluation) for game in made.match.games])
