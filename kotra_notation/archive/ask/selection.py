"""Some matches of an archive, chosen by a question, and every table as far as it is about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import duckdb

from kotra_notation.archive.ask.questions.catalogue import FOLDER, NEEDS, Question
from kotra_notation.archive.ask.sql import QueryAnswer, QueryError, reading, run, run_query
from kotra_notation.archive.sameness import copy_groups
from kotra_notation.archive.schema import TABLES
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.statistics.uncertainty import chance_beyond, noise_of, share_bound
from kotra_notation.words import phrase

BY_CONDITION = "SELECT match FROM matches WHERE (\n{condition}\n)"
CHOSEN = """
CREATE TEMP TABLE chosen AS
SELECT DISTINCT matches.match, matches.file FROM (
{query}
) AS asked JOIN matches ON matches.match = asked.match
"""
OF_MATCHES = "match IN (SELECT match FROM chosen)"
# What is about a file, and not about one of its matches, goes with any match of the file.
OF_FILES = {
    "files": "file IN (SELECT file FROM chosen)",
    "findings": f"{OF_MATCHES} OR (match IS NULL AND file IN (SELECT file FROM chosen))",
}


# Of the records of one match the first that fits, in the order of `copies`.
_ONCE = """
SELECT match FROM ({fitting}) AS fitting LEFT JOIN copies USING (match)
QUALIFY row_number() OVER (
    PARTITION BY coalesce(copies.first, fitting.match) ORDER BY copies.place, match
) = 1
"""
_COPIES = """
CREATE TEMP TABLE copies AS
SELECT unnest($matches) AS match, unnest($first) AS first, unnest($places) AS place
"""
# A day however its parts are joined, as 2026-11-21; none where the record says it otherwise.
_FITTING = r"""
SELECT match
FROM (
    SELECT *, translate(regexp_extract(date, '^\s*(\d{4}[-./]\d{2}[-./]\d{2})', 1), './', '--') AS day
    FROM matches
)
WHERE ($rules IS NULL OR rules = $rules)
  AND ($length IS NULL OR length = $length)
  AND ($player IS NULL OR lower(nfc_normalize(trim($player)))
       IN (lower(nfc_normalize(trim(player0))), lower(nfc_normalize(trim(player1)))))
  AND ($since IS NULL OR (day <> '' AND substr(day, 1, length($since)) >= $since))
  AND ($until IS NULL OR (day <> '' AND substr(day, 1, length($until)) <= $until))
"""
_NAMES = "SELECT player0 FROM main.matches UNION SELECT player1 FROM main.matches"


def choose(base: duckdb.DuckDBPyConnection, *, where: str | None = None, matches: str | None = None) -> None:
    """Narrow the tables to what fulfils a condition or is named by a question; QueryError where it fails."""
    if matches is not None:
        query = reading(base, matches)
        described = run(base, lambda: base.execute(f"DESCRIBE {query}").fetchall())
        if "match" not in [str(row[0]).lower() for row in described]:
            raise QueryError(phrase("The query returns no column named match: {sql}", sql=query))
        narrow(base, query)
    elif where is not None:
        narrow(base, reading(base, BY_CONDITION.format(condition=where)))


def narrow(base: duckdb.DuckDBPyConnection, query: str, facts: Mapping[str, object] | None = None) -> None:
    """Let every table hold what is about the matches that a question names, and nothing else."""
    run(base, lambda: base.execute(CHOSEN.format(query=query), facts))
    for name in TABLES:
        condition = OF_FILES.get(name, OF_MATCHES)
        base.execute(f'CREATE TEMP VIEW "{name}" AS SELECT * FROM memory.main."{name}" WHERE {condition}')


def all_rows(base: duckdb.DuckDBPyConnection, table: str) -> str:
    """The statement for what a table shows, in one order: as it was built, or, narrowed, by its columns."""
    narrowed = base.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'chosen'").fetchall()
    return f'SELECT * FROM "{table}"' + (" ORDER BY ALL" if narrowed else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Wishes about matches: the rule set, who played, the length, and between which days.

    A day may be a year or a month too: all of it is meant.
    """

    rules: str | None = None
    player: str | None = None
    length: int | None = None
    since: str | None = None
    until: str | None = None


def select(
    base: duckdb.DuckDBPyConnection, wishes: Selection, groups: Sequence[Sequence[int]] = ()
) -> tuple[int, int]:
    """Let every table show the chosen matches alone, of each group of copies one.

    Returns how many matches there are, and how many copies were left out.
    """
    facts = {name: getattr(wishes, name) for name in ("rules", "player", "length", "since", "until")}
    rows = [(match, group[0], place) for group in groups for place, match in enumerate(group)]
    columns = zip(("matches", "first", "places"), zip(*rows, strict=True), strict=False)
    base.execute(
        _COPIES, {"matches": [], "first": [], "places": [], **{name: list(its) for name, its in columns}}
    )
    (fitting,) = run(base, lambda: base.execute(f"SELECT count(*) FROM ({_FITTING})", facts).fetchall())[0]
    narrow(base, _ONCE.format(fitting=_FITTING), facts)
    (number,) = base.execute("SELECT count(*) FROM chosen").fetchall()[0]
    return int(number), int(fitting) - int(number)


def players(base: duckdb.DuckDBPyConnection) -> list[str]:
    """The names of all who play in the archive."""
    return [name for (name,) in base.execute(_NAMES).fetchall() if name]


DIGITS = 10
# Copies of a file have a row each, and are in one notation.
_PRODUCERS = """
CREATE TEMP VIEW producers AS
SELECT match, rules, producer
FROM matches
JOIN (
    SELECT file, min(concat_ws(':', format, dialect)) AS producer FROM files GROUP BY file
) USING (file)
"""


class Prepared(NamedTuple):
    """A database that knows what questions need; the number of matches it shows, None for all.

    `copies` is the number of records that it hides because the match is there already.
    """

    base: duckdb.DuckDBPyConnection
    matches: int | None
    copies: int


def prepare(
    store: Store, wishes: Selection | None = None, *, copies: bool = False, memory: int | None = None
) -> Prepared:
    """A database for questions: of the records of one match it shows one, or with `copies` all."""
    groups = [] if copies else copy_groups(store)
    base = connect(store, memory=memory)
    wishes = wishes or Selection()
    narrowed = bool(groups) or wishes != Selection()
    chosen, left_out = select(base, wishes, groups) if narrowed else (None, 0)
    base.create_function("chance_beyond", chance_beyond, ["DOUBLE", "DOUBLE"], "DOUBLE")
    base.create_function("share_bound", share_bound, ["DOUBLE", "DOUBLE", "DOUBLE"], "DOUBLE")
    base.create_function("engine_noise", _noise, ["VARCHAR"] * 3, "DOUBLE")
    base.execute((FOLDER / "macros.sql").read_text(encoding="utf-8"))
    base.execute(_PRODUCERS)
    return Prepared(base, chosen, left_out)


def _noise(engine: str, level: str, part: str) -> float:
    """Return one field of an engine's `Noise`, 0 if it was not measured."""
    noise = noise_of(engine, [level])
    return float(getattr(noise, part)) if noise else 0.0


def missing(base: duckdb.DuckDBPyConnection, question: Question) -> str:
    """Return why a question can have no results, as a sentence; nothing if the matches have what it needs."""
    rows, sentence = NEEDS.get(question.needs, ("matches", "No results."))
    return "" if base.execute(f"SELECT 1 FROM {rows} LIMIT 1").fetchall() else phrase(sentence)


def has_days(base: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a match has a date with the year first."""
    return bool(base.execute("SELECT 1 FROM matches WHERE written_day(date) IS NOT NULL LIMIT 1").fetchall())


def answer_question(base: duckdb.DuckDBPyConnection, question: Question) -> QueryAnswer:
    """The answer to a question, by a database that is prepared; the same each time it is asked."""
    answer = run_query(base, question.sql)
    # Numbers end where it begins to matter in which order they were added up.
    answer.rows = (
        tuple([float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value for value in row])
        for row in answer.rows
    )
    return answer


MOST_WORDS = 12
# Letters without their marks, as they are typed where a keyboard has none.
FOLDED = """
CREATE OR REPLACE TEMP MACRO folded(said) AS replace(replace(replace(replace(replace(
    strip_accents(lower(said)), 'þ', 'th'), 'ð', 'd'), 'æ', 'ae'), 'ø', 'o'), 'ß', 'ss')
"""
_DAY = r"translate(regexp_extract(date, '^\s*(\d{4}(?:[-./]\d{2}){0,2})', 1), './', '--')"
# Every word is in what names the match: its players, as they are written and who they are, event and date.
_FOUND = f"""
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
    """The sums of an archive: what is in it, how much has errors, the first and the last year of play."""

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
    rows = base.execute(_FOUND.replace("EVERY_WORD", fitting), {**asked, "most": most}).fetchall()
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
