"""What the matches say of two spellings: whether they met, where both were at once, whom both have played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import duckdb
import pyarrow as pa

from kotra_notation.archive.people.name_headers import Pair
from kotra_notation.compare.naming import words
from kotra_notation.compare.same.groups import SameMatch

SPELLINGS = """
SELECT spelling, count(seat) FROM (
    SELECT player0 AS spelling, 0 AS seat FROM matches UNION ALL SELECT player1, 1 FROM matches
    UNION ALL SELECT header0, NULL FROM matches UNION ALL SELECT header1, NULL FROM matches)
WHERE spelling IS NOT NULL GROUP BY ALL ORDER BY ALL
"""

# Who sat where, against whom; `opponent` in a plain spelling, `same` the best of all records of the match.
# Who has played a namesake is asked elsewhere.
SAT = """
CREATE OR REPLACE TEMP TABLE sat AS
WITH both_ways AS (
    SELECT match, player0 AS spelling, player1 AS other, event, date, round FROM matches
    UNION ALL SELECT match, player1, player0, event, date, round FROM matches)
SELECT coalesce(records.best, match) AS same, both_ways.spelling, coalesce(plain.form, other) AS opponent,
       event, date, round
FROM both_ways LEFT JOIN plain ON plain.spelling = other LEFT JOIN records USING (match)
LEFT JOIN plain AS own ON own.spelling = both_ways.spelling
WHERE own.form IS DISTINCT FROM plain.form
    AND both_ways.spelling IN (SELECT one FROM pairs UNION SELECT other FROM pairs)
"""

# By pairs: opponents of both; tables at which both sat in one event on one date, in one round or in any.
FACTS = """
WITH met AS (
    SELECT one, other, count(DISTINCT mine.opponent) AS opponents
    FROM pairs JOIN (SELECT DISTINCT spelling, opponent FROM sat) AS mine ON mine.spelling = one
    JOIN (SELECT DISTINCT spelling, opponent FROM sat) AS theirs
        ON theirs.spelling = other AND theirs.opponent = mine.opponent
    GROUP BY ALL),
there AS (
    SELECT one, other,
        count(*) FILTER (mine.opponent = theirs.opponent) AS alike,
        count(*) FILTER (mine.opponent <> theirs.opponent AND mine.round = theirs.round) AS at_once,
        count(*) FILTER (mine.opponent <> theirs.opponent AND (mine.round = theirs.round) IS NULL)
            AS that_day,
        min(mine.event) FILTER (mine.opponent <> theirs.opponent) AS event
    FROM pairs JOIN sat AS mine ON mine.spelling = one
    JOIN sat AS theirs ON theirs.spelling = other AND theirs.event = mine.event AND theirs.date = mine.date
        AND theirs.same <> mine.same
    GROUP BY ALL)
SELECT one, other, coalesce(opponents, 0), coalesce(alike, 0), coalesce(at_once, 0), coalesce(that_day, 0),
       event
FROM pairs LEFT JOIN met USING (one, other) LEFT JOIN there USING (one, other)
WHERE opponents > 0 OR alike > 0 OR at_once > 0 OR that_day > 0
"""

# The spellings that have played each other, of those in one heap: over two columns, or in two headers.
EACH_OTHER = """
WITH met AS (
    SELECT player0 AS one, player1 AS other FROM matches
    UNION ALL SELECT header0, header1 FROM matches)
SELECT least(one, other), greatest(one, other), count(*)
FROM met JOIN heaps AS mine ON mine.spelling = one JOIN heaps AS theirs ON theirs.spelling = other
WHERE mine.heap = theirs.heap AND one <> other GROUP BY ALL
"""

NAMES = "SELECT match, player0, player1 FROM matches WHERE match IN (SELECT unnest(?))"


@dataclass(frozen=True, slots=True)
class NameFacts:
    """What is known of two spellings.

    How many opponents both have; how often both were in one event on one date, against an opponent of the
    same name, or at other tables: in the same round, or where no round is said.
    """

    opponents: int = 0
    alike: int = 0
    at_once: int = 0
    that_day: int = 0
    event: str | None = None


def spellings(base: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Every spelling of a name, with the number of matches in which somebody plays under it."""
    return dict(base.execute(SPELLINGS).fetchall())


def facts(
    base: duckdb.DuckDBPyConnection,
    pairs: Iterable[Pair],
    names: Iterable[str],
    groups: Sequence[SameMatch],
) -> dict[Pair, NameFacts]:
    """Return what the matches say of pairs of spellings, where they say anything."""
    listed = sorted(pairs)
    if not listed:
        return {}
    plain = [(name, " ".join(words(name)) or name) for name in names]
    records = [(match, group.best) for group in groups for match in group.records]
    _register(base, "pairs", {"one": pa.string(), "other": pa.string()}, listed)
    _register(base, "plain", {"spelling": pa.string(), "form": pa.string()}, plain)
    _register(base, "records", {"match": pa.int64(), "best": pa.int64()}, records)
    base.execute(SAT)
    return {(one, other): NameFacts(*rest) for one, other, *rest in base.execute(FACTS).fetchall()}


def each_other(base: duckdb.DuckDBPyConnection, heaps: Mapping[str, int]) -> dict[Pair, int]:
    """Return how often spellings of one heap have played each other."""
    _register(base, "heaps", {"spelling": pa.string(), "heap": pa.int64()}, sorted(heaps.items()))
    return {(one, other): times for one, other, times in base.execute(EACH_OTHER).fetchall()}


def recorded_twice(base: duckdb.DuckDBPyConnection, groups: Sequence[SameMatch]) -> dict[Pair, int]:
    """The spellings under which the same seat of the same match is recorded, and how often."""
    wanted = [match for group in groups for match in group.records]
    names = {match: (one, other) for match, one, other in base.execute(NAMES, [wanted]).fetchall()}
    found: dict[Pair, int] = {}
    for group in groups:
        for same in group.others:
            mine, theirs = names[same.record], names[same.against]
            pairs = zip(mine, theirs[::-1] if same.resemblance.swapped else theirs, strict=True)
            for one, other in pairs:
                if one and other and one != other and words(one) and words(other):
                    pair = (min(one, other), max(one, other))
                    found[pair] = found.get(pair, 0) + 1
    return found


def _register(
    base: duckdb.DuckDBPyConnection,
    name: str,
    columns: Mapping[str, pa.DataType],
    rows: Sequence[tuple[object, ...]],
) -> None:
    """A table of these rows in the database's memory."""
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [pa.array(list(value), type) for value, type in zip(values, columns.values(), strict=True)]
    base.register("given", pa.table(arrays, names=list(columns)))
    base.execute(f'CREATE OR REPLACE TEMP TABLE "{name}" AS SELECT * FROM given')
    base.unregister("given")
