"""`kn.stats`: what the evaluations in records say of each player. Nothing is analysed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import field
from typing import Protocol, runtime_checkable

from kotra_notation.errors import KotraError
from kotra_notation.features.same.job import SketchedFiles
from kotra_notation.features.stats.match import NO_ERRORS, ErrorsWanted, MatchStats, match_stats
from kotra_notation.features.stats.study import StudyPart, StudyPlan, study_plan
from kotra_notation.findings import Severity
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full, unread_error
from kotra_notation.replay import replay
from kotra_notation.statistics.conventions import CONVENTIONS, XG, Convention
from kotra_notation.statistics.sheet import QualitySheet, average_rate
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1
KEYS = tuple(convention.key for convention in CONVENTIONS)


@dataclass(frozen=True, slots=True)
class FileStats:
    """The statistics of the matches of a file, and the number of errors in the record.

    `sketched` are the numbers of the matches in a `SketchedFiles`.
    """

    path: str
    matches: tuple[MatchStats, ...]
    errors: int = 0
    sketched: tuple[int | None, ...] = field(default=(), repr=False, compare=False)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The file as `kotra stats --json` prints it."""
        return row(self, "path matches errors", tongue) | {"path": printable(self.path)}


@dataclass(frozen=True, slots=True, repr=False)
class Stats(Tabular):
    """The statistics of all matches, and `troubles` with files that could not be read.

    `passed_over` counts files in folders whose format is unknown.
    """

    files: tuple[FileStats, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    passed_over: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra stats --json` prints."""
        return {"version": VERSION, **row(self, "files", tongue)}

    def _table(self) -> Table:
        heads = ("file", "player", "engine", "decisions", "lost", "rate", "level", "luck")
        rows = [
            (
                file["path"],
                player["name"],
                match["engine"] or "",
                (player["unforced"] or 0) + (player["close"] or 0),
                *("" if player[name] is None else player[name] for name in ("loss", "rate", "level", "luck")),
            )
            for file in self.as_json()["files"]
            for match in file["matches"]
            for player in match["players"]
        ]
        return Table(heads, rows)


@runtime_checkable
class HasMatches(Protocol):
    """What has been read or analysed: an object with `matches`."""

    @property
    def matches(self) -> tuple[Match, ...]:
        """Return the matches."""


def stats(
    source: Given | Match | HasMatches | Iterable[Given],
    *,
    convention: str = XG.key,
    by: str | None = None,
    errors: int = 0,
    player: str = "",
    format: str | None = None,
) -> Stats:
    """Return error rates and luck of each player from the evaluations in records; analyse nothing.

    `source` is a match, the result of `read` or `analyse`, or paths, texts or bytes. `convention` is `gnubg`
    or `xg`. `by` is part of an engine's name if several analysed the record (default: the one with most
    evaluations). `errors` is the number of worst errors to list for each match, of players whose name
    contains `player`. Raise ValueError for an unknown convention or format.
    """
    if errors < 0:
        raise KotraError("A number of errors must be 0 or more, not {number}.", number=errors)
    wanted = ErrorsWanted(most=errors, player=player)
    return _stats(source, convention_named(convention), by, format, wanted)


def study(
    source: Given | Match | HasMatches | Iterable[Given], player: str = "", *, by: str | None = None
) -> tuple[StudyPlan, ...]:
    """Return a study plan of each player whose name contains `player`, from the evaluations in records.

    `source` and `by` are as in `stats`. The losses are those of `stats`, divided by phase, kind of decision
    and score. A match in several records counts once. The old game is left out.
    """
    sketched = SketchedFiles()
    files = _stats(source, XG, by, None, ErrorsWanted(study=True), sketched).files
    return study_plans(files, player, copies_left_out(files, sketched))


def study_plans(
    files: Iterable[FileStats], player: str, left_out: Container[int | None] = ()
) -> tuple[StudyPlan, ...]:
    """Return the plans of files whose statistics have the parts of one."""
    studied: dict[str, list[tuple[str, int, tuple[StudyPart, ...]]]] = {}
    for path, number, match in matches_that_count(files, left_out):
        for name, parts in zip(match.names, match.study, strict=False):
            if parts and name and player.casefold() in name.casefold():
                studied.setdefault(name, []).append((path, number, parts))
    return tuple(study_plan(name, parts) for name, parts in sorted(studied.items()))


def _stats(
    source: Given | Match | HasMatches | Iterable[Given],
    custom: Convention,
    by: str | None,
    format: str | None,
    wanted: ErrorsWanted,
    sketched: SketchedFiles | None = None,
) -> Stats:
    if isinstance(source, Match | HasMatches):
        matches = (source,) if isinstance(source, Match) else source.matches
        return Stats(
            (FileStats("", tuple([match_stats(replay(match), custom, by, wanted) for match in matches])),)
        )
    if format is not None:
        find_format(format)
    done: list[FileStats] = []
    troubles: list[Trouble] = []
    passed_over = 0
    files = open_sources(source, MAX_SIZE * MEGABYTE)
    if sketched:
        files = sketched.new_files(files)
    for result in work_on_each(
        files, LIMIT, lambda file: file_stats(file, custom, by, format, wanted, sketched)
    ):
        if isinstance(result, Trouble):
            troubles.append(result)
        elif result is None:
            passed_over += 1
        else:
            done.append(result)
    return Stats(tuple(done), tuple(troubles), passed_over)


def convention_named(key: str) -> Convention:
    """Return the convention of a name; raise KotraError if there is none."""
    for convention in CONVENTIONS:
        if convention.key == key:
            return convention
    raise KotraError("There is no convention {name}; known: {known}.", name=repr(key), known=", ".join(KEYS))


def file_stats(
    file: Opened,
    convention: Convention,
    by: str | None = None,
    format: str | None = None,
    wanted: ErrorsWanted = NO_ERRORS,
    sketched: SketchedFiles | None = None,
) -> FileStats | None:
    """Return the statistics of a file; None if it was found in a folder and its format is unknown.

    The matches are added to `sketched`, if that is given.
    """
    reading = read_in_full(Source(file.data, file.path), format)
    if not reading.format:
        if file.searched:
            return None
        raise unread_error(reading)
    replays = [replay(match) for match in reading.matches]
    findings = [*reading.findings, *(finding for replayed in replays for finding in replayed.findings)]
    return FileStats(
        file.path,
        tuple([match_stats(game_replay, convention, by, wanted) for game_replay in replays]),
        sum(finding.severity is Severity.ERROR for finding in findings),
        sketched.add_reading(file, reading) if sketched else (),
    )


def copies_left_out(files: Iterable[FileStats], sketched: SketchedFiles) -> dict[int, int]:
    """Return the records that do not count: of each match the analysed record with fewest errors does."""
    worth = {
        number: (match.sheet is not None, -file.errors)
        for file in files
        for number, match in zip(file.sketched, file.matches, strict=False)
    }
    return sketched.copies_left_out(lambda number: worth.get(number, (False, 0)))


def matches_that_count(
    files: Iterable[FileStats], left_out: Container[int | None]
) -> Iterator[tuple[str, int, MatchStats]]:
    """Yield the matches that count, each with its file and its number there."""
    for file in files:
        for number, match in enumerate(file.matches, 1):
            if not (file.sketched and file.sketched[number - 1] in left_out):
                yield file.path, number, match


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSum:
    """One player over all matches of the same convention: decisions that count, rate with its error, luck."""

    name: str
    matches: int
    decisions: int
    rate: float | None
    error: float | None
    luck: float | None


def by_player(files: Iterable[FileStats], left_out: Container[int | None] = ()) -> list[PlayerSum]:
    """Return each named player of several matches, the lowest rate first; the old game is left out."""
    sides: dict[str, list[tuple[QualitySheet, int]]] = {}
    for _, _, match in matches_that_count(files, left_out):
        if match.sheet and not match.sheet.convention.in_points and match.names[0] != match.names[1]:
            for seat, name in enumerate(match.names):
                if name:
                    sides.setdefault(name, []).append((match.sheet, seat))
    sums = [_player_sum(name, played) for name, played in sides.items()]
    return sorted(sums, key=lambda total: (total.rate is None, total.rate or 0.0, total.name))


def _player_sum(name: str, played: list[tuple[QualitySheet, int]]) -> PlayerSum:
    average = average_rate(played)
    lucks = [sheet.sides[seat].luck.equity for sheet, seat in played]
    return PlayerSum(
        name=name,
        matches=len(played),
        decisions=average.decisions,
        rate=average.rate,
        error=average.error,
        luck=None if None in lucks else sum(filter(None, lucks)),
    )
