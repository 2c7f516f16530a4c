"""Results of checked files: a verdict in numbers, the score of each match, and both as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kotra_notation.errors import KotraError
from kotra_notation.features.check.job import Checked
from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs import DONE, FAILED, FOUND
from kotra_notation.jobs.paths import ending, printable, without_controls
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

if TYPE_CHECKING:
    from kotra_notation.fast.proof import Proof
    from kotra_notation.replay import Replay


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Numbers of findings of each severity; `failed` if the file could not be checked.

    `ignored` are those that the record or the caller asks to ignore, `unselected` those not asked for.
    """

    errors: int = 0
    warnings: int = 0
    notes: int = 0
    failed: bool = False
    ignored: int = 0
    unselected: int = 0

    @classmethod
    def of(cls, checked: Checked) -> Verdict:
        """The verdict on a file that was checked."""
        return cls(
            errors=checked.count(Severity.ERROR),
            warnings=checked.count(Severity.WARNING),
            notes=checked.count(Severity.NOTE),
            ignored=len(checked.ignored),
            unselected=checked.unselected,
        )

    def add(self, findings: Sequence[Finding]) -> Verdict:
        """Return the verdict with findings from elsewhere, such as from a table of results."""
        added = Counter(finding.severity for finding in findings)
        return replace(
            self,
            errors=self.errors + added[Severity.ERROR],
            warnings=self.warnings + added[Severity.WARNING],
            notes=self.notes + added[Severity.NOTE],
        )

    def status(self, *, strict: bool) -> int:
        """The status that `kotra check` would end with."""
        if self.failed:
            return FAILED
        return FOUND if self.errors or (strict and self.warnings) else DONE

    def words(self, tongue: Tongue = ENGLISH) -> str:
        """The verdict in a few words."""
        if self.failed:
            return tongue.say("not checked")
        findings = count_words(self.errors, self.warnings, self.notes, tongue)
        passed = passed_words(self.ignored, self.unselected, tongue)
        if self.errors or self.warnings or passed:
            return ", ".join(filter(None, [findings, *passed]))
        return tongue.say("clean, {findings}", findings=findings) if findings else tongue.say("clean")


def passed_words(ignored: int, unselected: int, tongue: Tongue) -> list[str]:
    """Return how many findings were passed over, on request or because others were asked for."""
    return [
        *([tongue.say("{number} ignored", number=ignored)] if ignored else []),
        *([tongue.say("{number} not selected", number=unselected)] if unselected else []),
    ]


def count_words(errors: int, warnings: int, notes: int, tongue: Tongue) -> str:
    """Return how many findings of each weight there are, those left out that are none."""
    parts = [
        tongue.count("{number} error", "{number} errors", errors) if errors else "",
        tongue.count("{number} warning", "{number} warnings", warnings) if warnings else "",
        tongue.count("{number} note", "{number} notes", notes) if notes else "",
    ]
    return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; a length of 0 is none, and `winner` a seat, None for a level or open match."""

    players: tuple[str, str]
    length: int
    games: int
    score: tuple[float, float]
    complete: bool = True
    winner: int | None = None

    @classmethod
    def of_replay(cls, replayed: Replay) -> MatchResult:
        """Return what came of a match that was replayed."""
        match = replayed.match
        first, second = (player.name for player in match.players)
        length = match.length or 0
        games, score = len(replayed.games), replayed.score
        return cls((first, second), length, games, score, replayed.complete, replayed.winner)

    @classmethod
    def of_proof(cls, proof: Proof) -> MatchResult:
        """Return what came of a match that was proved sound."""
        return cls(proof.players, proof.length, len(proof.games), proof.score, winner=proof.winner)


@dataclass(frozen=True, slots=True)
class FileResults:
    """A file with what came of its matches, and the verdict on it."""

    path: str
    results: tuple[MatchResult, ...]
    verdict: Verdict
    date: str = ""


# The orders of the table: unchecked files and most errors first, names of players, unknown dates last.
SORTS: dict[str, Callable[[FileResults], tuple[Any, ...]]] = {
    "errors": lambda file: (
        not file.verdict.failed, -file.verdict.errors, -file.verdict.warnings, -file.verdict.notes
    ),
    "players": lambda file: tuple([name.casefold() for result in file.results for name in result.players]),
    "date": lambda file: (not file.date, file.date),
}  # fmt: skip


def results_of(path: str, checked: Checked | None) -> FileResults:
    """Return what came of a file; None is one that could not be checked."""
    if checked is None or not checked.reading.format:
        return FileResults(path, (), Verdict(failed=True))
    proof = checked.proof
    results = (MatchResult.of_proof(proof),) if proof else tuple(map(MatchResult.of_replay, checked.replays))
    dates = [value for match in checked.reading.matches[:1] for name, value in match.info if name == "date"]
    return FileResults(path, results, Verdict.of(checked), "".join(dates[:1]))


HEADS = N_("file"), N_("players"), N_("length"), N_("games"), N_("score"), N_("verdict")
SHEETS = ".csv", ".json"
NUMBERS = False, False, True, True, True, False


def table(files: Iterable[FileResults], tongue: Tongue, room: int | None = None) -> Iterator[str]:
    """The lines of the table; where they have only so much room, long paths and names are cut."""
    from kotra_notation.cli.streams import spell
    from kotra_notation.jobs.cells import grid

    cells = [[*map(spell, row)] for file in files for row in rows(file, tongue)]
    return grid([tongue.say(head) for head in HEADS], cells, NUMBERS, room)


def csv_rows(files: Iterable[FileResults]) -> Iterator[Sequence[object]]:
    """The table for other programs: its heads, and then its rows."""
    yield (
        "file", "match", "player_1", "player_2", "length", "games", "score_1", "score_2", "complete",
        "checked", "errors", "warnings", "notes", "ignored", "not_selected",
    )  # fmt: skip
    for file in files:
        verdict = file.verdict
        counts = (
            *(not verdict.failed, verdict.errors, verdict.warnings, verdict.notes),
            *(verdict.ignored, verdict.unselected),
        )
        for number, result in enumerate(file.results, 1):
            score = [int(points) if points == int(points) else points for points in result.score]
            yield (
                printable(file.path), number, *result.players, result.length or None, result.games, *score,
                result.complete, *counts,
            )  # fmt: skip
        if not file.results:
            yield printable(file.path), *[None] * 8, *counts


def sheet(files: Iterable[FileResults], name: str) -> str:
    """The table as a file of that name holds it; ValueError for an ending that is neither of them."""
    from kotra_notation.jobs.cells import csv_line, json_text

    kind = ending(name)
    if kind not in SHEETS:
        raise KotraError("the table is written as CSV or JSON; name a file in .csv or .json")
    heads, *rows = csv_rows(files)
    if kind == ".csv":
        return "".join(map(csv_line, [heads, *rows]))
    lines = [json_text(dict(zip(map(str, heads), row, strict=True))) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def rows(results: FileResults, tongue: Tongue) -> Iterator[list[str]]:
    """The rows of a file: a cell for each of the heads, the path and the verdict in the first row alone."""
    verdict = results.verdict.words(tongue)
    path = printable(results.path)
    if not results.results:
        yield [path, "", "", "", "", verdict]
    for result in results.results:
        first, second = result.players
        names = f"{first or tongue.say('White')} – {second or tongue.say('Black')}"
        yield [
            path,
            names if names.isprintable() else without_controls(names),
            str(result.length or ""),
            str(result.games),
            "–".join(map(tongue.number, result.score)) + ("" if result.complete else " …"),
            verdict,
        ]
        path = verdict = ""
