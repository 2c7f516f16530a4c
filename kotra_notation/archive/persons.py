"""Who a name means: by the decisions about people, else each name itself."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

PERSONS = "CREATE TABLE persons AS SELECT spelling, any_value(person) AS person FROM people GROUP BY 1"


def resolve(base: duckdb.DuckDBPyConnection) -> None:
    """Give a database the table `persons`: whom every spelling means."""
    base.execute(PERSONS)


def person_of(base: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """What gives the person of a spelling, in a database that was resolved."""
    known = dict(base.execute("SELECT spelling, person FROM persons").fetchall())
    return lambda name: str(known.get(name, name))
