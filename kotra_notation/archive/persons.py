"""Who a name means: by the decisions about people, where the archive knows any; else each name itself."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

PEOPLE = "SELECT count(*) FROM information_schema.tables WHERE table_name = 'people'"
DECIDED = "CREATE TABLE persons AS SELECT spelling, any_value(person) AS person FROM people GROUP BY 1"
UNDECIDED = "CREATE TABLE persons (spelling VARCHAR, person VARCHAR)"


def resolve(base: duckdb.DuckDBPyConnection) -> None:
    """Give a database the table `persons`: for spellings that mean somebody written otherwise, whom."""
    asked = base.execute(PEOPLE).fetchall()
    base.execute(DECIDED if asked[0][0] else UNDECIDED)


def person_of(base: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """What gives the person of a spelling, in a database that was resolved."""
    known = dict(base.execute("SELECT spelling, person FROM persons").fetchall())
    return lambda name: str(known.get(name, name))
