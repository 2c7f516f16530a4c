"""The tables that an audit stands on: files and their findings, summed up by folder, notation and time."""

from __future__ import annotations

import os
from itertools import product, takewhile
from statistics import pstdev
from typing import Any

import duckdb

from kotra_notation.archive.audit.figures import AuditWishes, FileGroup, FileGroups, Period, Sight, Suspicion
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connect

_SOURCES = "SELECT min(source), max(source) FROM files"
_HAS_PATH = "SELECT count(*) FROM files WHERE path = $path"
_BELOW = "SELECT count(*) FROM files WHERE path = $path OR starts_with(path, $path || '/')"
_PICKED = """
CREATE TEMP VIEW picked AS SELECT * FROM findings WHERE code IN (SELECT code FROM codes)
"""
_LISTED = """
CREATE TEMP TABLE listed AS
WITH found AS (
    SELECT file,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'note') AS notes
    FROM picked GROUP BY file
)
SELECT f.path, f.path[$skip + 1:] AS short,
    CASE WHEN starts_with(f.path, f.source || '/') THEN f.source END AS source,
    f.status, f.trouble, f.file, f.bytes, f.format, f.dialect,
    f.matches, f.positions, f.games, f.turns, f.lost,
    coalesce(found.errors, 0) AS errors,
    coalesce(found.warnings, 0) AS warnings,
    coalesce(found.notes, 0) AS notes
FROM files f LEFT JOIN found ON f.file = found.file AND f.status = 'read'
WHERE $folder IS NULL OR f.path = $folder OR starts_with(f.path, $folder || '/')
"""
# Each match as often as there are files with it.
_MATCHED = """
CREATE TEMP VIEW matched AS
SELECT f.short, m.* FROM matches m JOIN listed f ON f.file = m.file AND f.status = 'read'
"""


class AuditTables:
    """A database with `listed` files, `picked` findings and `matched` matches; paths are seen from `base`."""

    def __init__(self, store: Store, wishes: AuditWishes) -> None:
        self.connection: duckdb.DuckDBPyConnection = connect(store)
        self.base = self._base()
        self.folder = self._folder(wishes.folder)
        self.skip = len(self.base) + 1 if self.base else 0
        self._pick(wishes)
        self.connection.execute(_PICKED)
        self.connection.execute(_LISTED, {"skip": self.skip, "folder": self.folder})
        self.connection.execute(_MATCHED)

    def rows(self, query: str, **facts: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self.connection.execute(query, facts or None).fetchall()

    def row(self, query: str, **facts: object) -> tuple[Any, ...]:
        """The one row of a query."""
        return self.rows(query, **facts)[0]

    def _base(self) -> str:
        """The folder that all sources lie in, or are."""
        least, most = self.row(_SOURCES)
        if least is None:
            return ""
        pairs = zip(least.split("/"), most.split("/"), strict=False)
        base = "/".join(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return base.rpartition("/")[0] if base and self.row(_HAS_PATH, path=base)[0] else base

    def _folder(self, named: str | None) -> str | None:
        """The path of a folder that is named as it is seen from here, from the base, or as it stands."""
        if named is None:
            return None
        plain = named.rstrip("/") or "/"
        for path in (os.path.abspath(plain), f"{self.base}/{plain}", plain):
            if self.row(_BELOW, path=path)[0]:
                return path
        raise ArchiveError("{folder}: the archive has no files there; check the spelling.", folder=named)

    def _pick(self, wishes: AuditWishes) -> None:
        codes = [
            (code,)
            for (code,) in self.rows("SELECT DISTINCT code FROM findings ORDER BY code")
            if code.startswith(wishes.select or "") and not (wishes.ignore and code.startswith(wishes.ignore))
        ]
        self.connection.execute("CREATE TEMP TABLE codes (code VARCHAR)")
        if codes:
            self.connection.executemany("INSERT INTO codes VALUES (?)", codes)


# Of folders so many levels are told apart.
LEVELS = 2
MOST_PERIODS = 40
# Where all is within so many years the months are told apart.
FEW_YEARS = 3

_FOLDERS = """
CREATE TEMP TABLE sorted AS
WITH placed AS (
    SELECT *, coalesce($folder, source) AS root FROM listed WHERE status <> 'container'
), split AS (
    SELECT *,
        CASE WHEN root IS NULL THEN '' ELSE root[$skip + 1:] END AS above,
        string_split(CASE WHEN root IS NULL THEN short ELSE path[length(root) + 2:] END, '/') AS parts
    FROM placed
)
SELECT *, array_to_string(
    list_filter(list_prepend(above, parts[1:least($levels, len(parts) - 1)]), lambda part: part <> ''), '/'
) AS name FROM split
"""
_NOTATIONS = """
CREATE TEMP TABLE sorted AS
SELECT *, format || coalesce(', ' || dialect, '') AS name FROM listed WHERE status = 'read'
"""
_PROGRAMS = """
CREATE TEMP TABLE sorted AS
WITH faults AS (
    SELECT match, count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings
    FROM picked WHERE match IS NOT NULL GROUP BY match
)
SELECT coalesce(m.site, '') AS name, m.short, 1 AS matches, m.turns, m.lost,
    coalesce(f.errors, 0) AS errors, coalesce(f.warnings, 0) AS warnings
FROM matched m LEFT JOIN faults f USING (match)
"""
_SUMMED = """
CREATE TEMP TABLE summed AS
SELECT name, count(DISTINCT short) AS files, sum(matches)::BIGINT AS matches, sum(turns)::BIGINT AS turns,
    sum(lost)::BIGINT AS lost, sum(errors)::BIGINT AS errors, sum(warnings)::BIGINT AS warnings,
    row_number() OVER (ORDER BY sum(errors) + sum(lost) DESC, sum(warnings) DESC, count(*) DESC, name) AS rank
FROM sorted GROUP BY name
"""
_WORST = """
SELECT name, files, matches, turns, lost, errors, warnings FROM summed WHERE rank <= $top ORDER BY rank
"""
_OTHERS = """
SELECT '', sum(files)::BIGINT, sum(matches)::BIGINT, sum(turns)::BIGINT, sum(lost)::BIGINT,
    sum(errors)::BIGINT, sum(warnings)::BIGINT
FROM summed WHERE rank > $top
"""
_DATED = """
CREATE TEMP TABLE dated AS
WITH faults AS (
    SELECT match, count(*) FILTER (severity = 'error') AS errors
    FROM picked WHERE match IS NOT NULL GROUP BY match
), read AS (
    SELECT m.turns, coalesce(f.errors, 0) AS errors,
        regexp_extract(m.date, '(^|[^0-9])(1[5-9][0-9][0-9]|2[01][0-9][0-9])([^0-9]|$)', 2) AS year,
        regexp_extract(m.date, '(^|[^0-9])[12][0-9][0-9][0-9][-./](0?[1-9]|1[0-2])([^0-9]|$)', 2) AS month
    FROM matched m LEFT JOIN faults f USING (match)
)
SELECT year, turns, errors,
    CASE WHEN year <> '' AND month <> '' THEN year || '-' || lpad(month, 2, '0') ELSE year END AS month
FROM read
"""
_YEARS = "SELECT coalesce(max(year)::INT - min(year)::INT, 0) + 1 FROM dated WHERE year <> ''"
_PERIODS = """
SELECT CASE WHEN $months THEN month ELSE year END AS period, count(*), count(*) FILTER (errors > 0),
    coalesce(sum(errors), 0)::BIGINT, coalesce(sum(turns), 0)::BIGINT
FROM dated WHERE coalesce(year, '') <> '' GROUP BY period ORDER BY period
"""
_UNDATED = "SELECT count(*) FROM dated WHERE coalesce(year, '') = ''"

EARLIER = "earlier"


def folders(tables: AuditTables, top: int) -> FileGroups:
    """The folders, two levels below their source; '' is what lies in the source itself."""
    return _groups(tables, _FOLDERS, top, skip=tables.skip, folder=tables.folder, levels=LEVELS)


def notations(tables: AuditTables, top: int) -> FileGroups:
    """The notations with their dialects."""
    return _groups(tables, _NOTATIONS, top)


def programs(tables: AuditTables, top: int) -> FileGroups:
    """The programs and sites that matches say they come from; '' where they do not."""
    return _groups(tables, _PROGRAMS, top)


def _groups(tables: AuditTables, made: str, top: int, **facts: object) -> FileGroups:
    tables.rows(made, **facts)
    tables.rows(_SUMMED)
    number = tables.row("SELECT count(*) FROM summed")[0]
    worst = tuple([FileGroup(*row) for row in tables.rows(_WORST, top=top)])
    others = FileGroup(*tables.row(_OTHERS, top=top)) if number > top else None
    tables.rows("DROP TABLE sorted")
    tables.rows("DROP TABLE summed")
    return FileGroups(number, worst, others)


def periods(tables: AuditTables) -> tuple[tuple[Period, ...], int]:
    """The matches by years, or by months where there are few years; and how many bear no date."""
    tables.rows(_DATED)
    months = tables.row(_YEARS)[0] <= FEW_YEARS
    rows = [Period(*row) for row in tables.rows(_PERIODS, months=months)]
    early, late = rows[:-MOST_PERIODS], rows[-MOST_PERIODS:]
    if early:
        counts = [(period.matches, period.faulty, period.errors, period.turns) for period in early]
        late.insert(0, Period(EARLIER, *map(sum, zip(*counts, strict=True))))
    return tuple(late), tables.row(_UNDATED)[0]


# Both are passed once in some 10^9 times: deviations of a sum, and the chi-square of six numbers.
DEVIATIONS, CHI_SQUARE = 6.1, 50.0
FEWEST_THROWS = 60
FEWEST_ILLEGAL = 8

_PIPS = [sum(dice) * (2 if dice[0] == dice[1] else 1) for dice in product(range(1, 7), repeat=2)]
MEAN = sum(_PIPS) / len(_PIPS)
SPREAD = pstdev(_PIPS)

_FACES = ", ".join(
    f"count(*) FILTER (die1 = {face}) + count(*) FILTER (die2 = {face})" for face in range(1, 7)
)
_KINDS = {
    "dice": f"""
WITH counted AS (
    SELECT match, seat, count(*) AS n,
        count(*) FILTER (die1 = die2) AS doubles,
        sum(CASE WHEN die1 = die2 THEN 4 * die1 ELSE die1 + die2 END) AS pips,
        [{_FACES}] AS faces
    FROM turns WHERE turn > 1 AND die1 BETWEEN 1 AND 6 AND die2 BETWEEN 1 AND 6
        AND match IN (SELECT match FROM matches WHERE rules = 'modern')
    GROUP BY match, seat HAVING n >= $fewest
), held AS (
    SELECT match, abs(doubles - n / 6) / sqrt(n * 5 / 36) AS doubled,
        abs(pips - n * $mean) / (sqrt(n) * $spread) AS ran,
        list_sum(list_transform(faces, lambda face: (face - n / 3) ** 2 / (n / 3))) AS fell
    FROM counted
)
SELECT match, NULL AS amount FROM held GROUP BY match
HAVING max(doubled) > $deviations OR max(ran) > $deviations OR max(fell) > $chi_square
""",
    "results": """
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'S' AND severity = 'error' AND match IS NOT NULL GROUP BY match
""",
    "one-sided": """
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'P' AND severity <> 'note' AND seat IS NOT NULL AND match IS NOT NULL
GROUP BY match HAVING count(*) >= $illegal AND min(seat) = max(seat)
""",
    "without-throws": "SELECT match, NULL AS amount FROM matches WHERE turns = 0",
    "without-end": """
SELECT match, any_value(turns)::DOUBLE AS amount FROM matches
WHERE turns > 0 AND match IN (SELECT match FROM picked WHERE code IN ('S408', 'S416')) GROUP BY match
""",
    "same-name": """
SELECT match, NULL AS amount FROM matches WHERE lower(trim(player0)) = lower(trim(player1))
""",
    "without-names": """
SELECT match, NULL AS amount FROM matches
WHERE coalesce(trim(player0), '') = '' OR coalesce(trim(player1), '') = ''
""",
}
_FACTS: dict[str, dict[str, float]] = {
    "dice": {
        "fewest": FEWEST_THROWS,
        "mean": MEAN,
        "spread": SPREAD,
        "deviations": DEVIATIONS,
        "chi_square": CHI_SQUARE,
    },
    "one-sided": {"illegal": FEWEST_ILLEGAL},
}
_COUNTED = "SELECT count(*) FROM matched JOIN suspect USING (match)"
_FIRST = """
SELECT short, number, player0, player1, amount FROM matched JOIN suspect USING (match)
ORDER BY amount DESC NULLS LAST, short, number LIMIT $top
"""


def suspicions(tables: AuditTables, top: int) -> tuple[Suspicion, ...]:
    """Return what is worth a look though no rule may be broken, the worst kind first.

    Dice are held against fair ones, seat by seat: how often each number falls, how many doubles, and how many
    pips a throw. What is reported would come to pass once in a thousand million matches.
    """
    found = []
    for name, query in _KINDS.items():
        tables.rows(f"CREATE TEMP TABLE suspect AS {query}", **_FACTS.get(name, {}))
        if matches := tables.row(_COUNTED)[0]:
            first = [
                Sight(path, match, (player0, player1), amount)
                for path, match, player0, player1, amount in tables.rows(_FIRST, top=top)
            ]
            found.append(Suspicion(name, matches, tuple(first)))
        tables.rows("DROP TABLE suspect")
    return tuple(found)
