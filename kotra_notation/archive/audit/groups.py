"""Files and matches summed up: by folder, by notation and dialect, by program, by the date of the matches."""

from __future__ import annotations

from kotra_notation.archive.audit.figures import FileGroup, FileGroups, Period
from kotra_notation.archive.audit.ground import AuditTables

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
_LISTED = """
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


def folders(ground: AuditTables, top: int) -> FileGroups:
    """The folders, two levels below their source; '' is what lies in the source itself."""
    return _groups(ground, _FOLDERS, top, skip=ground.skip, folder=ground.folder, levels=LEVELS)


def notations(ground: AuditTables, top: int) -> FileGroups:
    """The notations with their dialects."""
    return _groups(ground, _NOTATIONS, top)


def programs(ground: AuditTables, top: int) -> FileGroups:
    """The programs and sites that matches say they come from; '' where they do not."""
    return _groups(ground, _PROGRAMS, top)


def _groups(ground: AuditTables, made: str, top: int, **facts: object) -> FileGroups:
    ground.rows(made, **facts)
    ground.rows(_SUMMED)
    number = ground.row("SELECT count(*) FROM summed")[0]
    listed = tuple([_group(*row) for row in ground.rows(_LISTED, top=top)])
    others = _group(*ground.row(_OTHERS, top=top)) if number > top else None
    ground.rows("DROP TABLE sorted")
    ground.rows("DROP TABLE summed")
    return FileGroups(number=number, listed=listed, others=others)


def _group(
    name: str, files: int, matches: int, turns: int, lost: int, errors: int, warnings: int
) -> FileGroup:
    return FileGroup(
        name=name, files=files, matches=matches, turns=turns, lost=lost, errors=errors, warnings=warnings
    )


def periods(ground: AuditTables) -> tuple[tuple[Period, ...], int]:
    """The matches by years, or by months where there are few years; and how many bear no date."""
    ground.rows(_DATED)
    months = ground.row(_YEARS)[0] <= FEW_YEARS
    rows = [Period(period=row[0], **_of(row[1:])) for row in ground.rows(_PERIODS, months=months)]
    early, late = rows[:-MOST_PERIODS], rows[-MOST_PERIODS:]
    if early:
        sums = [
            sum(column)
            for column in zip(
                *[(period.matches, period.faulty, period.errors, period.turns) for period in early],
                strict=True,
            )
        ]
        late.insert(0, Period(period=EARLIER, **_of(sums)))
    return tuple(late), ground.row(_UNDATED)[0]


def _of(row: tuple[int, ...] | list[int]) -> dict[str, int]:
    return dict(zip(("matches", "faulty", "errors", "turns"), row, strict=True))
