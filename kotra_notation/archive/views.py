"""The tables of an archive as views of a database that may read them and nothing else, asked in SQL."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import duckdb
import pyarrow as pa

from kotra_notation.alarm import OutOfTime
from kotra_notation.archive.decisions import NAME, NameDecisions, read_decisions
from kotra_notation.archive.manifest import TABLES, arrow_schema
from kotra_notation.archive.store import Store
from kotra_notation.values import dataclass
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


def statements(folder: str, name: str) -> dict[str, str]:
    """Return the statements of a file of SQL by their names, each of which stands above: `-- name: head`."""
    text = Path(folder).with_name(name).read_text(encoding="utf-8")
    parts = re.split(r"^-- name: (\S+)\n", text, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


SQL = statements(__file__, "views.sql")


def connect(
    store: Store, people: Path | None = None, *, memory: int | None = None
) -> duckdb.DuckDBPyConnection:
    """Return a database with a view for every table of an archive; a table that it does without is empty.

    The view `people` has the person of every spelling, by the decisions in a file, or else in the archive's
    own; PeopleError where these contradict each other.

    No other file can be read, nothing can be written, and none of this can be changed back. With so many
    megabytes of `memory` a question that needs more fails, and nothing is put on the disk for want of room.
    """
    base = duckdb.connect(":memory:")
    paths: list[str] = []
    for name in TABLES:
        files = store.paths(name)
        paths += files
        if files:
            listed = ", ".join(map(_quote_sql, files))
            base.execute(f'CREATE VIEW "{name}" AS SELECT * FROM read_parquet([{listed}])')
        else:
            empty = arrow_schema(name).empty_table()
            base.register("empty", empty)
            base.execute(f'CREATE TABLE "{name}" AS SELECT * FROM empty')
            base.unregister("empty")
    _decide(base, read_decisions(people or store.folder / NAME))
    base.execute(f"SET allowed_paths = [{', '.join(map(_quote_sql, paths))}]")
    # What has no room in memory is put there, and taken away again: not in the folder we are in.
    spill = "" if memory else os.path.join(tempfile.gettempdir(), f"kotra-{uuid4().hex}")
    base.execute(f"SET temp_directory = {_quote_sql(spill)}")
    if memory:
        base.execute(f"SET memory_limit = '{memory}MB'")
    base.execute("SET enable_external_access = false")
    base.execute("SET lock_configuration = true")
    return base


def _decide(base: duckdb.DuckDBPyConnection, decisions: NameDecisions) -> None:
    spellings = sorted(decisions.of)
    persons = [decisions.person(spelling) for spelling in spellings]
    columns = {"spelling": pa.array(spellings, pa.string()), "person": pa.array(persons, pa.string())}
    base.register("given", pa.table(columns))
    base.execute("CREATE TABLE decided AS SELECT * FROM given")
    base.unregister("given")
    base.execute(SQL["people"])


def _quote_sql(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def compare_dates(base: duckdb.DuckDBPyConnection) -> None:
    """Give the matches of a database dates that can be compared, and what was written as `written_date`."""
    base.execute(SQL["dated"])


def resolve(base: duckdb.DuckDBPyConnection) -> None:
    """Give a database the table `persons`: whom every spelling means."""
    base.execute(SQL["persons"])


def person_of(base: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """Return a function from spellings to persons, in a database that was resolved."""
    known = dict(base.execute("SELECT spelling, person FROM persons").fetchall())
    return lambda name: str(known.get(name, name))
