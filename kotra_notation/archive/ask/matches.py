"""Matches that are looked for by words, and what there is in an archive in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

MOST_WORDS = 12
# Letters without their marks, as they are typed where a keyboard has none.
FOLDED = """
CREATE OR REPLACE TEMP MACRO folded(said) AS replace(replace(replace(replace(replace(
    strip_accents(lower(said)), 'þ', 'th'), 'ð', 'd'), 'æ', 'ae'), 'ø', 'o'), 'ß', 'ss')
"""
_DAY = r"translate(regexp_extract(date, '^\s*(\d{4}(?:[-./]\d{2}){0,2})', 1), './', '--')"
# Every word is in what names the match: its players, as they are written and who they are, event and date.
_FITTING = f"""
WITH named AS (
    SELECT matches.*, {_DAY} AS day, folded(concat_ws(' ', player0, one.person, player1, other.person,
           header0, header1, event, round, place, date, transcriber)) AS words
    FROM matches
    LEFT JOIN people AS one ON one.spelling = player0
    LEFT JOIN people AS other ON other.spelling = player1
)
SELECT match, coalesce(player0, ''), coalesce(player1, ''), coalesce(event, ''), coalesce(round, ''),
       coalesce(date, ''), day, rules, length, score0, score1, complete, errors, warnings, lost,
       count(*) OVER ()
FROM named
WHERE EVERY_WORD
ORDER BY day DESC, match
LIMIT $most
"""
_IN_ALL = """
SELECT (SELECT count(*) FROM matches), (SELECT coalesce(sum(games), 0) FROM matches),
       (SELECT coalesce(sum(turns), 0) FROM matches), (SELECT count(DISTINCT person) FROM people),
       (SELECT count(DISTINCT event) FROM matches), (SELECT count(*) FROM files),
       (SELECT count(*) FILTER (errors > 0) FROM matches), (SELECT coalesce(sum(errors), 0) FROM matches),
       (SELECT coalesce(sum(warnings), 0) FROM matches), years.first, years.last
FROM (
  SELECT min(year) AS first, max(year) AS last FROM (
    SELECT nullif(regexp_extract(date, '(?:^|[^0-9])((?:18|19|20)[0-9][0-9])(?:[^0-9]|$)', 1), '') AS year
    FROM matches
  )
) AS years
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMatch:
    """A match as its table knows it; `day` is its date where that has the year first."""

    match: int
    players: tuple[str, str]
    event: str
    round: str
    date: str
    day: str
    rules: str
    length: int | None
    score: tuple[float, float]
    complete: bool
    errors: int
    warnings: int
    lost: int


@dataclass(frozen=True, slots=True)
class FoundMatches:
    """The newest of the matches that were looked for, and how many there are of them."""

    matches: tuple[FoundMatch, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveCounts:
    """How much there is in an archive, how much of it has errors, and between which years it was played."""

    matches: int
    games: int
    turns: int
    players: int
    events: int
    files: int
    faulty: int
    errors: int
    warnings: int
    first: str
    last: str


def found_matches(base: duckdb.DuckDBPyConnection, words: Sequence[str], most: int) -> FoundMatches:
    """The matches that have every word in their names, event or date, the newest first."""
    base.execute(FOLDED)
    asked: dict[str, object] = {f"word{number}": word for number, word in enumerate(words[:MOST_WORDS])}
    fitting = " AND ".join(f"contains(words, folded(${name}))" for name in asked) or "true"
    rows = base.execute(_FITTING.replace("EVERY_WORD", fitting), {**asked, "most": most}).fetchall()
    return FoundMatches(tuple(map(_match, rows)), rows[0][-1] if rows else 0)


def counts(base: duckdb.DuckDBPyConnection) -> ArchiveCounts:
    """Return how much there is in all."""
    (row,) = base.execute(_IN_ALL).fetchall()
    *numbers, first, last = row
    names = ("matches", "games", "turns", "players", "events", "files", "faulty", "errors", "warnings")
    return ArchiveCounts(
        **dict(zip(names, map(int, numbers), strict=True)), first=first or "", last=last or ""
    )


def _match(row: tuple[Any, ...]) -> FoundMatch:
    match, one, other, event, round, date, day, rules, length, mine, theirs, complete, *found, _ = row
    errors, warnings, lost = (number or 0 for number in found)
    return FoundMatch(
        match=match,
        players=(one, other),
        event=event,
        round=round,
        date=date,
        day=day,
        rules=rules or "",
        length=length,
        score=(mine or 0, theirs or 0),
        complete=bool(complete),
        errors=errors,
        warnings=warnings,
        lost=lost,
    )
