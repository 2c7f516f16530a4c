"""`kn.stats`: what the evaluations in records say of each player. Nothing is analysed."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation.errors import KotraError
from kotra_notation.features.stats.match import MatchStats, match_stats
from kotra_notation.findings import Severity
from kotra_notation.formats import named as named_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble, open_sources, printable
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.rows import Row, row, table
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full, unread
from kotra_notation.replay import replay
from kotra_notation.statistics.conventions import CONVENTIONS, GNUBG, Convention
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1
KEYS = tuple(one.key for one in CONVENTIONS)


@dataclass(frozen=True, slots=True)
class FileStats:
    """The matches of a file, and how many errors there are in the record."""

    path: str
    matches: tuple[MatchStats, ...]
    errors: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The file as `kotra stats --json` prints it."""
        return row(self, "path matches errors", tongue) | {"path": printable(self.path)}


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of all matches, and the files that could not be read.

    Files are passed over that were found in a folder and are of no known format.
    """

    files: tuple[FileStats, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    passed_over: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra stats --json` prints."""
        return {"version": VERSION, **row(self, "files", tongue)}

    def _repr_html_(self) -> str:
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
        return table(heads, rows)


def stats(
    source: Given | Match | Iterable[Given],
    *,
    convention: str = GNUBG.key,
    by: str | None = None,
    format: str | None = None,
) -> Stats:
    """Return what the evaluations in records say of each player; nothing is analysed.

    `convention` is the custom of counting, `gnubg` or `xg`; `by` the engine to listen to, or a part of its
    name, where several speak: else that which weighed most. ValueError for a convention or a format that does
    not exist. A match that has been read may be given in place of files.
    """
    custom = convention_named(convention)
    if isinstance(source, Match):
        return Stats((FileStats("", (match_stats(replay(source), custom, by),)),))
    if format is not None:
        named_format(format)
    done: list[FileStats] = []
    troubles: list[Trouble] = []
    passed_over = 0
    files = open_sources(source, MAX_SIZE * MEGABYTE)
    for result in work_on_each(files, LIMIT, lambda file: file_stats(file, custom, by, format)):
        if isinstance(result, Trouble):
            troubles.append(result)
        elif result is None:
            passed_over += 1
        else:
            done.append(result)
    return Stats(tuple(done), tuple(troubles), passed_over)


def convention_named(key: str) -> Convention:
    """The custom of a program by its short name; ValueError where there is none such."""
    for convention in CONVENTIONS:
        if convention.key == key:
            return convention
    raise KotraError(
        "There is no convention {name}; there are {known}.", name=repr(key), known=", ".join(KEYS)
    )


def file_stats(
    file: Opened, convention: Convention, by: str | None = None, format: str | None = None
) -> FileStats | None:
    """The matches of a file; None for one of no known format found in a folder, ValueError for one named."""
    reading = read_in_full(Source(file.data, file.path), format)
    if not reading.format:
        if file.searched:
            return None
        raise unread(reading)
    replays = [replay(match) for match in reading.matches]
    findings = [*reading.findings, *(finding for replayed in replays for finding in replayed.findings)]
    return FileStats(
        file.path,
        tuple([match_stats(one, convention, by) for one in replays]),
        sum(finding.severity is Severity.ERROR for finding in findings),
    )
