"""A question asked of an archive, of all its matches or of some."""

from __future__ import annotations

from typing import NamedTuple

import duckdb

from kotra_notation.archive.ask.questions.catalogue import FOLDER, Question
from kotra_notation.archive.ask.selection import Selection, select
from kotra_notation.archive.ask.sql import QueryAnswer, Row, answered
from kotra_notation.archive.copies import copy_groups
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connected
from kotra_notation.statistics.uncertainty import chance_beyond, noise_of, share_bound

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


def prepared(
    store: Store, wishes: Selection | None = None, *, copies: bool = False, memory: int | None = None
) -> Prepared:
    """A database for questions: of the records of one match it shows one, or with `copies` all."""
    groups = [] if copies else copy_groups(store)
    base = connected(store, memory=memory)
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


def analysed(base: duckdb.DuckDBPyConnection) -> bool:
    """Return whether an engine says anything of the matches that a database shows."""
    return bool(base.execute("SELECT 1 FROM decisions WHERE level IS NOT NULL LIMIT 1").fetchall())


def asked(base: duckdb.DuckDBPyConnection, question: Question) -> QueryAnswer:
    """The answer to a question, by a database that is prepared; the same each time it is asked."""
    answer = answered(base, question.sql)
    answer.rows = map(_settled, answer.rows)
    return answer


def _settled(row: Row) -> Row:
    """A row whose numbers end where it begins to matter in which order they were added up."""
    return tuple([float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value for value in row])
