"""A file repaired: what is proposed for its matches, and the file with the proposals that were chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import unified_diff

from kotra_notation.cli.checking import Checked, check_file
from kotra_notation.cli.files import Opened, shown
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching import patched
from kotra_notation.model import Match
from kotra_notation.repair import Edit, Proposal, Repairs, edited, proposals, repair
from kotra_notation.rules import Ruleset

# How sure a repair has to be to be made, by the word that asks for it; open ones are for people to decide.
DEGREES = {"sure": ("sure",), "likely": ("sure", "likely")}


@dataclass(frozen=True, slots=True)
class Place:
    """One proposal and the match, counted from 0, that it is for."""

    match: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Fixing:
    """A file, what was read in it, and what is proposed for it."""

    file: Opened
    source: Source
    reading: Reading
    repairs: tuple[Repairs, ...]
    places: tuple[Place, ...]

    @property
    def name(self) -> str:
        """The path as it can be printed."""
        return shown(self.file.path)


Decision = Callable[[Place], Edit | None]


def fixing(file: Opened, reading: Reading, rules: Ruleset | None, only: int | None) -> Fixing:
    """What is proposed for a file that was read, or for one match of it."""
    repairs: list[Repairs] = []
    places: list[Place] = []
    for number, match in enumerate(reading.matches):
        done = repair(match, rules)
        repairs.append(done)
        if only in (None, number + 1):
            places += [Place(number, one) for one in proposals(done)]
    return Fixing(file, Source(file.data, file.path), reading, tuple(repairs), tuple(places))


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


def rechecked(fixed: Fixing, data: bytes, rules: Ruleset | None) -> Checked:
    """What is found in the mended file."""
    return check_file(Opened(fixed.file.path, data), format=fixed.reading.format, rules=rules)


def difference(fixed: Fixing, data: bytes, target: str) -> str:
    """What is changed in the file, as a unified diff."""
    before, after = (_lines(Source(one, fixed.file.path).text) for one in (fixed.file.data, data))
    return "".join(unified_diff(before, after, fixed.name, target))


def _lines(text: str) -> list[str]:
    """The lines with their ends; the last has one too, as a diff needs it."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += "\n\\ No newline at end of file\n"
    return lines
