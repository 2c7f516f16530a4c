"""The tables of an archive as views of a database that may read them and nothing else."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import duckdb
import pyarrow as pa

from kotra_notation.archive.decisions import NAME, NameDecisions, read_decisions
from kotra_notation.archive.schema import TABLES, arrow_schema
from kotra_notation.archive.store import Store

# Every spelling of a name, and the person it is: by the decisions, or by itself.
PEOPLE = """
CREATE VIEW people AS
SELECT spelling, coalesce(person, spelling) AS person, person IS NOT NULL AS decided
FROM (SELECT player0 AS spelling FROM matches UNION SELECT player1 FROM matches)
LEFT JOIN decided USING (spelling) WHERE spelling IS NOT NULL
"""


def statements(folder: str, name: str) -> dict[str, str]:
    """Return the statements of a file of SQL by their names, each of which stands above: `-- name: head`."""
    text = Path(folder).with_name(name).read_text(encoding="utf-8")
    parts = re.split(r"^-- name: (\S+)\n", text, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


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
    base.execute(PEOPLE)


def _quote_sql(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def resolve(base: duckdb.DuckDBPyConnection) -> None:
    """Give a database the table `persons`: whom every spelling means."""
    base.execute(
        "CREATE TABLE persons AS SELECT spelling, any_value(person) AS person FROM people GROUP BY 1"
    )


def person_of(base: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """Return a function from spellings to persons, in a database that was resolved."""
    known = dict(base.execute("SELECT spelling, person FROM persons").fetchall())
    return lambda name: str(known.get(name, name))
