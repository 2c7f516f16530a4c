"""Some matches of an archive, chosen by a question, and every table as far as it is about them."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb

from kotra_notation.archive.querying import QueryError, reading, run
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
