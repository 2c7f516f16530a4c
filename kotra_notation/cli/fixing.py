"""A file repaired: what is proposed for its matches, and the file with the proposals that were chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff

from kotra_notation.cli.files import Opened, shown
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching import patched
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.repair import Edit, Proposal, Purse, Repairs, edited, proposals, repair
from kotra_notation.replay import replay
from kotra_notation.rules import Ruleset

# How sure a repair has to be to be made, by the word that asks for it; open ones are for people to decide.
DEGREES = {"sure": ("sure",), "likely": ("sure", "likely")}

UNENDED = "\\ No newline at end of file"


@dataclass(frozen=True, slots=True)
class Place:
    """One proposal and the match, counted from 0, that it is for."""

    match: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Fixing:
    """A file, what was read in it, and what is proposed for its matches, by number; these count from 0."""

    file: Opened
    source: Source
    reading: Reading
    repairs: Mapping[int, Repairs]
    places: tuple[Place, ...]

    @property
    def hurried(self) -> int:
        """How many games were searched with little effort."""
        return sum(len(one.hurried) for one in self.repairs.values())

    @property
    def passed_over(self) -> int:
        """How many games in which something is wrong were not searched."""
        return sum(len(one.passed_over) for one in self.repairs.values())

    @property
    def name(self) -> str:
        """The path as it can be printed."""
        return shown(self.file.path)


Decision = Callable[[Place], Edit | None]


def fixing(file: Opened, reading: Reading, rules: Ruleset | None, only: int | None) -> Fixing:
    """What is proposed for a file that was read, or for one match of it."""
    repairs: dict[int, Repairs] = {}
    places: list[Place] = []
    effort = Purse.of(reading.matches)
    for number, match in enumerate(reading.matches):
        if only in (None, number + 1):
            done = repairs[number] = repair(
                match, rules, effort, [one for one in reading.findings if one.match == number + 1]
            )
            places += [Place(number, one) for one in proposals(done)]
    return Fixing(file, Source(file.data, file.path), reading, repairs, tuple(places))


def by_degree(degree: str) -> Decision:
    """The first choice wherever it is sure enough."""
    wanted = DEGREES[degree]
    return lambda place: place.proposal.edit if place.proposal.confidence in wanted else None


def mended(fixed: Fixing, decide: Decision) -> tuple[Match, ...]:
    """The matches with what was decided."""
    edits: dict[tuple[int, int], list[Edit]] = {}
    for place in fixed.places:
        if (edit := decide(place)) is not None and edit.changes:
            edits.setdefault((place.match, place.proposal.game - 1), []).append(edit)
    return tuple(_mended(match, number, edits) for number, match in enumerate(fixed.reading.matches))


def _mended(match: Match, number: int, edits: dict[tuple[int, int], list[Edit]]) -> Match:
    games = [edited(game, edits.get((number, at), ())) for at, game in enumerate(match.games)]
    return replace(match, games=tuple(games))


def data_of(fixed: Fixing, matches: Iterable[Match]) -> bytes:
    """The file with these matches and all else as it was; ValueError where its notation allows none."""
    return patched(fixed.source, fixed.reading, tuple(matches))


def errors_left(fixed: Fixing, data: bytes, rules: Ruleset | None) -> int:
    """How many errors there are in the mended file."""
    reading = read_in_full(Source(data, fixed.file.path), fixed.reading.format, rules)
    replays = [replay(match, rules) for match in reading.matches]
    found = [*reading.findings, *(one for replayed in replays for one in replayed.findings)]
    return sum(one.severity is Severity.ERROR for one in found)


def difference(fixed: Fixing, data: bytes, target: str) -> str:
    """What is changed in the text of the file, as a unified diff."""
    before, after = (Source(one, fixed.file.path).text for one in (fixed.file.data, data))
    return _unified(before, after, fixed.name, target)


def patch(fixed: Fixing, data: bytes, target: str) -> bytes:
    """The same with the bytes as they are in the file, whatever they stand for."""
    parts = (fixed.file.data, data, fixed.name.encode(), target.encode())
    return _unified(*[part.decode("latin-1") for part in parts]).encode("latin-1")


def _unified(before: str, after: str, name: str, target: str) -> str:
    return "".join(unified_diff(_lines(before), _lines(after), name, target))


def _lines(text: str) -> list[str]:
    """The lines as `patch` counts them, with their ends; the last has one too, as a diff needs it."""
    *lines, last = text.split("\n")
    return [line + "\n" for line in lines] + ([f"{last}\n{UNENDED}\n"] if last else [])
