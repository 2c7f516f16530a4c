"""Which matches of an archive are in which file, and where its copies lie: what an export goes by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb

from kotra_notation.archive.reopening import Wanted

FILES = """
SELECT file, held.matches, lying.paths
FROM (
  SELECT file, list({'match': match, 'number': number, 'day': date,
                     'player0': player0, 'player1': player1} ORDER BY number) AS matches
  FROM matches GROUP BY file
) AS held JOIN (
  SELECT file, list(DISTINCT path ORDER BY path) AS paths FROM files WHERE status = 'read' GROUP BY file
) AS lying USING (file)
ORDER BY lying.paths[1]
"""
# So many files are looked at together.
MANY = 2_000


@dataclass(frozen=True, slots=True)
class Known:
    """A match as its table knows it: its number there and in its file, its day, who played."""

    match: int
    number: int
    day: str
    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Held:
    """A file with those of its matches that are wanted."""

    wanted: Wanted
    matches: tuple[Known, ...]


def held(base: duckdb.DuckDBPyConnection) -> Iterator[list[Held]]:
    """The files with the matches that the tables show, some files at a time, in the order of their paths."""
    asked = base.execute(FILES)
    while rows := asked.fetchmany(MANY):
        yield [Held(Wanted(file, tuple(paths)), tuple(map(_known, matches))) for file, matches, paths in rows]


def _known(row: dict[str, object]) -> Known:
    return Known(
        int(str(row["match"])),
        int(str(row["number"])),
        str(row["day"] or ""),
        (str(row["player0"] or ""), str(row["player1"] or "")),
    )
