"""Some matches of an archive, chosen by a question, and every table as far as it is about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from kotra_notation.archive.ask.sql import QueryError, reading, run
from kotra_notation.archive.schema import TABLES
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
            raise QueryError(phrase("Its answer has no column match: {sql}", sql=query))
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
