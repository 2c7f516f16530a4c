"""Some matches of an archive, chosen by a question, and every table as far as it is about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import duckdb

from kotra_notation.archive.ask.questions import FOLDER, NEEDS, Question
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.sameness import copy_groups
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import QueryAnswer, QueryError, connect, reading, run, run_query, statements
from kotra_notation.statistics.uncertainty import chance_beyond, noise_of, share_bound
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

SQL = statements(__file__, "selection.sql")
BY_CONDITION = "SELECT match FROM matches WHERE (\n{condition}\n)"
OF_MATCHES = "match IN (SELECT match FROM chosen)"
# What is about a file, and not about one of its matches, goes with any match of the file.
OF_FILES = {
    "files": "file IN (SELECT file FROM chosen)",
    "findings": f"{OF_MATCHES} OR (match IS NULL AND file IN (SELECT file FROM chosen))",
}
_NAMES = "SELECT player0 FROM main.matches UNION SELECT player1 FROM main.matches"


def choose(base: duckdb.DuckDBPyConnection, *, where: str | None = None, matches: str | None = None) -> None:
    """Narrow the tables to what fulfils a condition or is named by a question; QueryError where it fails."""
    if matches is not None:
        query = reading(base, matches)
        described = run(base, lambda: base.execute(f"DESCRIBE {query}").fetchall())
        if "match" not in [str(row[0]).lower() for row in described]:
            raise QueryError(phrase("The query returns no column named match: {sql}", sql=query))
        narrow(base, query)
    elif where is not None:
        narrow(base, reading(base, BY_CONDITION.format(condition=where)))


def narrow(base: duckdb.DuckDBPyConnection, query: str, facts: Mapping[str, object] | None = None) -> None:
    """Let every table hold what is about the matches that a question names, and nothing else."""
    run(base, lambda: base.execute(SQL["chosen"].format(query=query), facts))
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
        SQL["copies"],
        {"matches": [], "first": [], "places": [], **{name: list(its) for name, its in columns}},
    )
    fitting = SQL["fitting"]
    (every,) = run(base, lambda: base.execute(f"SELECT count(*) FROM ({fitting})", facts).fetchall())[0]
    narrow(base, SQL["once"].format(fitting=fitting), facts)
    (number,) = base.execute("SELECT count(*) FROM chosen").fetchall()[0]
    return int(number), int(every) - int(number)


def players(base: duckdb.DuckDBPyConnection) -> list[str]:
    """The names of all who play in the archive."""
    return [name for (name,) in base.execute(_NAMES).fetchall() if name]


DIGITS = 10


class Prepared(NamedTuple):
    """A database that knows what questions need; the number of matches it shows, None for all.

    `copies` is the number of records that it hides because the match is there already.
    """

    base: duckdb.DuckDBPyConnection
    matches: int | None
    copies: int


def prepare(
    store: Store, wishes: Selection | None = None, *, copies: bool = False, memory: int | None = None
) -> Prepared:
    """A database for questions: of the records of one match it shows one, or with `copies` all."""
    groups = [] if copies else copy_groups(store)
    base = connect(store, memory=memory)
    wishes = wishes or Selection()
    narrowed = bool(groups) or wishes != Selection()
    chosen, left_out = select(base, wishes, groups) if narrowed else (None, 0)
    if wishes.player:
        base.execute("SET VARIABLE player = $player", {"player": wishes.player})
    base.create_function("chance_beyond", chance_beyond, ["DOUBLE", "DOUBLE"], "DOUBLE")
    base.create_function("share_bound", share_bound, ["DOUBLE", "DOUBLE", "DOUBLE"], "DOUBLE")
    base.create_function("engine_noise", _noise, ["VARCHAR"] * 3, "DOUBLE")
    base.execute((FOLDER / "macros.sql").read_text(encoding="utf-8"))
    base.execute(SQL["producers"])
    return Prepared(base, chosen, left_out)


def _noise(engine: str, level: str, part: str) -> float:
    """Return one field of an engine's `Noise`, 0 if it was not measured."""
    noise = noise_of(engine, [level])
    return float(getattr(noise, part)) if noise else 0.0


def missing(base: duckdb.DuckDBPyConnection, question: Question) -> str:
    """Return why a question can have no results, as a sentence; nothing if the matches have what it needs."""
    rows, sentence = NEEDS.get(question.needs, ("matches", "No results."))
    return "" if base.execute(f"SELECT 1 FROM {rows} LIMIT 1").fetchall() else phrase(sentence)


def has_days(base: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a match has a date with the year first."""
    return bool(base.execute("SELECT 1 FROM matches WHERE written_day(date) IS NOT NULL LIMIT 1").fetchall())


def answer_question(base: duckdb.DuckDBPyConnection, question: Question) -> QueryAnswer:
    """The answer to a question, by a database that is prepared; the same each time it is asked."""
    answer = run_query(base, question.sql)
    # Numbers end where it begins to matter in which order they were added up.
    answer.rows = (
        tuple([float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value for value in row])
        for row in answer.rows
    )
    return answer


MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A match as its table knows it; `day` is its date where that has the year first."""

    match: int
    players: tuple[str, str]
    event: str
    round: str
    date: str
    day: str
    rules: str
    length: int | None
    score: tuple[float, float]
    complete: bool
    errors: int
    warnings: int
    lost: int


@dataclass(frozen=True, slots=True)
class FoundMatches:
    """The newest of the matches that were looked for, and how many there are of them."""

    matches: tuple[FoundMatch, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ArchiveCounts:
    """The sums of an archive: what is in it, how much has errors, the first and the last year of play."""

    matches: int
    games: int
    turns: int
    players: int
    events: int
    files: int
    faulty: int
    errors: int
    warnings: int
    first: str
    last: str


def found_matches(base: duckdb.DuckDBPyConnection, words: Sequence[str], most: int) -> FoundMatches:
    """The matches that have every word in their names, event or date, the newest first."""
    base.execute(SQL["folded"])
    asked: dict[str, object] = {f"word{number}": word for number, word in enumerate(words[:MOST_WORDS])}
    fitting = " AND ".join(f"contains(words, folded(${name}))" for name in asked) or "true"
    rows = base.execute(SQL["found"].replace("EVERY_WORD", fitting), {**asked, "most": most}).fetchall()
    matches = []
    for *row, _ in rows:
        values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
        matches.append(FoundMatch(*values))
    return FoundMatches(tuple(matches), rows[0][-1] if rows else 0)


def counts(base: duckdb.DuckDBPyConnection) -> ArchiveCounts:
    """Return how much there is in all."""
    return ArchiveCounts(*base.execute(SQL["in_all"]).fetchall()[0])
