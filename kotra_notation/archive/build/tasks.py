"""A task for a worker: some files read, judged and taken apart, as the bytes of Parquet files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path

from kotra_notation.alarm import OutOfTime, at_most, for_size
from kotra_notation.archive.build.games import ProvedMatch
from kotra_notation.archive.build.items import MEGABYTE, SourceFile, UnreadableFileError, bytes_of
from kotra_notation.archive.build.records import (
    FileRows,
    FileSummary,
    Replayed,
    digest,
    replay_file,
    with_engine,
)
from kotra_notation.archive.build.weighing import GAME_SECONDS
from kotra_notation.archive.manifest import Part
from kotra_notation.archive.rows import TableRows, parquet
from kotra_notation.archive.store import Store
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

# What is said of a file that was given up, by the word in the table of files.
GIVEN_UP = {
    "too-slow": phrase("Checking took longer than the limit; verify again with a larger time limit."),
    "too-much-memory": phrase(
        "Checking took more memory than the limit; verify again with a larger memory limit."
    ),
    "died": phrase("The process that checked it crashed."),
}
# What the counts of a task have of its files beside their number, bytes and statuses.
SUMMED = ("matches", "turns", "errors", "warnings", "notes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits for a file: bytes to be read, seconds and as many again a megabyte, bytes of memory."""

    max_size: int = 32 * MEGABYTE
    seconds: float = 10.0
    memory: int = 1_500 * MEGABYTE

    def seconds_for(self, item: SourceFile) -> float:
        """The time that a file may take."""
        return for_size(self.seconds, item.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Files to be judged together, the tables to be made, and what to do without.

    `into` is the folder of the archive, where who judges them can write there himself. With a `level` our
    engine weighs every match too.
    """

    items: tuple[SourceFile, ...]
    tables: tuple[str, ...]
    limits: Limits
    into: str | None = None
    level: str | None = None

    def seconds_for(self, item: SourceFile) -> float:
        """Return how long nothing may be heard of a file: the time to read it, or to analyse a game."""
        return self.limits.seconds_for(item) + (GAME_SECONDS[self.level] if self.level else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result of a task: tables as Parquet, the files in them by digest, paths whose content is as it was.

    `unchanged` are paths with their new stamps. Of tables that are written there is the `part`.
    """

    tables: Mapping[str, bytes]
    files: tuple[str, ...]
    part: Part | None = None
    unchanged: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)


def judge_task(
    task: Task, given_up: Mapping[int, str], at: Callable[[int], None] = lambda place: None
) -> Judged:
    """Judge the files of a task; those `given_up` before are left out, by their places, and only noted.

    `at` is told the place of each file before it is read, and again before a game of it is weighed.
    """
    rows = TableRows(("files",))
    records = FileRows([name for name in task.tables if name != "files"])
    summaries: dict[str, FileSummary] = {}
    unchanged: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for place, item in enumerate(task.items):
        at(place)
        file = None
        try:
            if place in given_up:
                raise UnreadableFileError(given_up[place], GIVEN_UP[given_up[place]])
            data = bytes_of(item, task.limits.max_size)
            file = digest(data)
            if file == item.known:
                unchanged[item.path] = item.stamp
                continue
            if file not in summaries:
                summaries[file] = records.add(file, _replay_item(data, item, task, partial(at, place)))
            summary = summaries[file]
            trouble = summary.trouble
        except UnreadableFileError as why:
            summary, trouble = FileSummary(status=why.status), why.trouble
        rows.add("files", item.path, item.source, item.stamp, item.size, file, *summary.row(trouble))
        counts.update({"files": 1, "bytes": item.size, f"status {summary.status}": 1})
        counts.update({name: getattr(summary, name) for name in SUMMED})
    tables = {**rows.tables(), **records.finish().tables()}
    packed = {name: parquet(name, table) for name, table in tables.items()}
    return Judged(tables=packed, files=tuple(summaries), unchanged=unchanged, counts=counts)


def write_result(task: Task, done: Judged) -> Judged:
    """Return what came of a task, its tables written into the archive where the task says so."""
    if task.into is None or not done.counts.get("files"):
        return done
    return replace(done, tables={}, part=Store(Path(task.into)).write_part(done.tables))


def _replay_item(
    data: bytes, item: SourceFile, task: Task, alive: Callable[[], None]
) -> Replayed | ProvedMatch:
    """Return what is in a file, with what our engine says of it where that is asked."""
    try:
        with at_most(task.limits.seconds_for(item)):
            made = replay_file(data, item.path, deep="turns" in task.tables, proving=task.level is None)
    except OutOfTime:
        raise UnreadableFileError("too-slow", GIVEN_UP["too-slow"]) from None
    if task.level is None or isinstance(made, ProvedMatch):
        return made
    return with_engine(made, task.level, alive)
