"""Statements of SQL asked of an archive: that they only read is seen to before they are run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from kotra_notation.alarm import OutOfTime
from kotra_notation.words import phrase

# What a parsed statement may be made of; DuckDB lets others stand in a WITH, where they write.
READING = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
# EXPLAIN ANALYZE runs what stands behind it, so that is judged by itself.
_EXPLAIN = re.compile(r"\s*EXPLAIN\b(?:\s+ANALYZE\b)?(?:\s*\([^()]*\))?", re.I)
_BATCH = 1_000
# So many are handed on together as Arrow has them.
ROWS = 65_536
Row = tuple[Any, ...]
Some = TypeVar("Some")

# What a statement alone is to blame for.
OF_STATEMENTS = (
    duckdb.ParserException,
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.ConversionException,
    duckdb.OutOfRangeException,
    duckdb.TypeMismatchException,
    duckdb.NotImplementedException,
    duckdb.PermissionException,
    duckdb.OutOfMemoryException,
)


class QueryError(Exception):
    """A statement that is not run, or that fails; the sentence says why.

    `of_tables` says that a table may be to blame, and not the statement.
    """

    def __init__(self, why: str, *, of_tables: bool = False) -> None:
        super().__init__(why)
        self.of_tables = of_tables


@dataclass(slots=True)
class QueryAnswer:
    """The columns of an answer and its rows, which are worked out as they are taken.

    `more` is told when the last row has been taken: whether there were any beyond the limit.
    """

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Iterator[Row]
    more: bool = False


def run_query(base: duckdb.DuckDBPyConnection, sql: str, limit: int = 0) -> QueryAnswer:
    """Return the answer to a statement that reads, at most so many rows; QueryError where it fails."""
    statement = reading(base, sql)
    run(base, lambda: base.execute(statement))
    described: Sequence[Any] = base.description or ()
    names, types = (tuple([str(column[number]) for column in described]) for number in (0, 1))
    return limit_rows(QueryAnswer(names, types, _rows(base)), limit)


def limit_rows(answer: QueryAnswer, limit: int) -> QueryAnswer:
    """Cut an answer after so many rows; 0 leaves it whole."""
    rows = iter(answer.rows)

    def first() -> Iterator[Row]:
        yield from islice(rows, limit) if limit else rows
        answer.more = bool(limit) and next(rows, None) is not None

    answer.rows = first()
    return answer


def batches(
    base: duckdb.DuckDBPyConnection, sql: str, limit: int = 0
) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    """Return the answer as Arrow has it: the columns, and the rows in batches."""
    statement = reading(base, sql)
    reader = run(base, lambda: base.sql(statement).to_arrow_reader(ROWS))
    return reader.schema, _cut(reader, limit)


@contextmanager
def _complaints() -> Iterator[None]:
    """Yield what DuckDB says where something fails, as QueryError; what Arrow passes on of it too."""
    try:
        yield
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        raise QueryError(str(error), of_tables=not isinstance(error, OF_STATEMENTS)) from None
    except RuntimeError:
        # So it says that Ctrl-C was pressed, as a rule.
        raise KeyboardInterrupt from None


def run(base: duckdb.DuckDBPyConnection, work: Callable[[], Some]) -> Some:
    """Return what DuckDB makes of a statement; QueryError with what it says where that fails.

    It works in a thread of its own: one that DuckDB works in hears Ctrl-C when the work is done.
    """
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(work)
        try:
            with _complaints():
                return running.result()
        except (KeyboardInterrupt, OutOfTime):
            base.interrupt()
            raise


def reading(base: duckdb.DuckDBPyConnection, sql: str) -> str:
    """Return the one statement of a text without its semicolon; QueryError if it does more than read."""
    with _complaints():
        statements = base.extract_statements(sql)
    if len(statements) != 1:
        raise QueryError(
            phrase("Give one statement at a time.") if statements else phrase("The statement is empty.")
        )
    (statement,) = statements
    text = str(statement.query).strip().rstrip(";")
    inner = _EXPLAIN.sub("", text, count=1) if statement.type == duckdb.StatementType.EXPLAIN else text
    if not only_reads(base, inner):
        raise QueryError(
            phrase(
                "An archive is read-only: start the statement with SELECT, WITH, FROM, EXPLAIN, "
                "DESCRIBE, SUMMARIZE or SHOW, and write nothing."
            )
        )
    return text


def only_reads(base: duckdb.DuckDBPyConnection, statement: str) -> bool:
    """Return whether a statement, as DuckDB parses it, is made of nothing but what reads."""
    (tree,) = base.execute("SELECT json_serialize_sql($1)", [statement]).fetchall()[0]
    parsed = json.loads(tree)
    return not parsed["error"] and len(parsed["statements"]) == 1 and set(_nodes(parsed)) <= READING


def _nodes(parsed: object) -> Iterator[str]:
    """Yield the kinds of the nodes of a parsed statement."""
    waiting = [parsed]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            kind = node.get("type")
            if isinstance(kind, str) and kind.endswith("_NODE"):
                yield kind
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _rows(base: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    while True:
        with _complaints():
            some = base.fetchmany(_BATCH)
        if not some:
            return
        yield from some


def _cut(reader: pa.RecordBatchReader, limit: int) -> Iterator[pa.RecordBatch]:
    left = limit
    while True:
        with _complaints():
            batch = next(reader, None)
        if batch is None or (limit and left <= 0):
            return
        yield batch.slice(0, left) if limit else batch
        left -= batch.num_rows
