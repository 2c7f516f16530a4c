"""Some matches of an archive, chosen by a question in SQL, and every table as far as it is about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import duckdb
import pyarrow as pa

from kotra_notation.archive.querying import QueryError, only_reads
from kotra_notation.archive.schema import TABLES
from kotra_notation.words import phrase

BY_CONDITION = "SELECT match FROM matches WHERE (\n{condition}\n)"
CHOSEN = """
CREATE TEMP TABLE chosen AS
SELECT DISTINCT matches.match, matches.file
FROM ({query}
) AS asked JOIN matches ON matches.match = asked.match
"""
NUMBERS = "SELECT match FROM chosen ORDER BY match"
DIGESTS = "SELECT DISTINCT file FROM chosen ORDER BY file"
# What is about a file, and not about one of its matches, goes with any match of the file.
OF_FILES = {
    "files": "file IN (SELECT file FROM chosen)",
    "findings": "match IN (SELECT match FROM chosen)"
    " OR (match IS NULL AND file IN (SELECT file FROM chosen))",
}
OF_MATCHES = "match IN (SELECT match FROM chosen)"
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Chosen:
    """The numbers of the matches that are wanted, and the digests of their files; all where both are None."""

    matches: pa.Array | None = None
    files: pa.Array | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing was left out."""
        return self.matches is None


def statement(base: duckdb.DuckDBPyConnection, sql: str) -> str:
    """The one question that a text asks, without its semicolon; QueryError for anything else."""
    try:
        asked = base.extract_statements(sql)
        one = len(asked) == 1 and asked[0].type == duckdb.StatementType.SELECT
        reads = one and only_reads(base, asked[0].query)
    except duckdb.Error as error:
        raise refused(error) from None
    if not reads:
        raise QueryError(phrase("It is not one SELECT: {sql}", sql=_short(sql)))
    return str(asked[0].query).strip().rstrip(";")


def choose(
    base: duckdb.DuckDBPyConnection, *, where: str | None = None, matches: str | None = None
) -> Chosen:
    """The matches that fulfil a condition on their table, or that a question names; QueryError otherwise.

    From then on the tables of `base` hold what is about these, and nothing else.
    """
    if where is None and matches is None:
        return Chosen()
    query = statement(base, BY_CONDITION.format(condition=where) if matches is None else matches)
    try:
        if matches is not None and "match" not in _columns(base, query):
            raise QueryError(phrase("Its answer has no column match: {sql}", sql=_short(query)))
        base.execute(CHOSEN.format(query=query))
    except duckdb.Error as error:
        raise refused(error) from None
    for name in TABLES:
        condition = OF_FILES.get(name, OF_MATCHES)
        base.execute(f'CREATE TEMP VIEW "{name}" AS SELECT * FROM memory.main."{name}" WHERE {condition}')
    return Chosen(_column(base, NUMBERS, pa.int64()), _column(base, DIGESTS, pa.string()))


def refused(error: duckdb.Error) -> QueryError:
    """What the database complains of, in one line."""
    return QueryError(phrase("The question cannot be answered: {why}", why=_short(str(error))))


def _columns(base: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    described = base.execute(f"DESCRIBE {query}").fetchall()
    return [str(row[0]).lower() for row in described]


def _column(base: duckdb.DuckDBPyConnection, query: str, type: pa.DataType) -> pa.Array:
    return pa.array([row[0] for row in base.execute(query).fetchall()], type)


def _short(text: str) -> str:
    plain = "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in " ".join(text.split())
    )
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def answer(base: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """The answer to one question as Arrow, some rows at a time; QueryError where it cannot be had."""
    asked = statement(base, sql)
    try:
        return pa.RecordBatchReader.from_stream(base.sql(asked))
    except duckdb.Error as error:
        raise refused(error) from None
