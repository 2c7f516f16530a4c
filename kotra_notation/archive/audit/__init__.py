"""The audit of an archive: what is in it, what is broken, and what to mend first.

`figures` are the values it consists of, `tables` the queries behind them; `wording` puts them into words and
`page` shows them.
"""

from __future__ import annotations

from collections import defaultdict

from kotra_notation.archive.audit import figures
from kotra_notation.archive.audit.figures import Audit as Audit
from kotra_notation.archive.audit.figures import AuditWishes as AuditWishes
from kotra_notation.archive.audit.tables import AuditTables, folders, notations, periods, programs, suspicions
from kotra_notation.archive.audit.wording import NO_TROUBLE
from kotra_notation.archive.store import Store
from kotra_notation.findings import BY_CODE

# Files in the order in which mending them gains most, with what is known of each that is listed.
#
# What a file weighs are its errors and the plays that are lost in games whose board was lost: one slip,
# mended, brings back all plays behind it. A play that is not recorded, and on which nothing hangs, weighs
# nothing.


MOST_CODES = 5
# Of several copies one that can be mended where it lies stands for all.
PACKED = r"\.(zip|tgz|tbz2|txz|tzst|tar(\.[a-z0-9]+)?)/"

_BROKEN = """
CREATE TEMP TABLE broken AS
WITH faults AS (
    SELECT file, match, game, count(*) FILTER (severity = 'error') AS errors
    FROM picked GROUP BY file, match, game
), gaps AS (
    SELECT m.file, match, g.game, g.lost
    FROM games g JOIN matches m USING (match) WHERE g.lost > 0 AND NOT g.certain AND $lost
)
SELECT coalesce(faults.file, gaps.file) AS file, coalesce(faults.match, gaps.match) AS match,
    coalesce(faults.game, gaps.game) AS game, coalesce(lost, 0) AS lost, coalesce(errors, 0) AS errors
FROM faults FULL JOIN gaps ON faults.match = gaps.match AND faults.game = gaps.game
"""
_RANKED = """
CREATE TEMP TABLE ranked AS
WITH contents AS (
    SELECT file, min((regexp_matches(lower(short), $packed), short))[2] AS path,
        count(*) - 1 AS copies, any_value(format) AS format, any_value(dialect) AS dialect,
        any_value(matches) AS matches, any_value(games) AS games, any_value(turns) AS turns,
        any_value(lost) AS lost, any_value(errors) AS errors, any_value(warnings) AS warnings,
        any_value(notes) AS notes
    FROM listed WHERE status = 'read' GROUP BY file
), torn AS (
    SELECT file, sum(lost)::BIGINT AS unsure,
        count(*) FILTER (game IS NOT NULL AND lost + errors > 0) AS touched
    FROM broken GROUP BY file
), weighed AS (
    SELECT c.*, coalesce(unsure, 0) AS unsure, coalesce(touched, 0) AS touched,
        coalesce(unsure, 0) + c.errors AS weight
    FROM contents c LEFT JOIN torn USING (file)
)
SELECT *, row_number() OVER (ORDER BY weight DESC, warnings DESC, notes DESC, path) AS rank
FROM weighed WHERE weight > 0 OR warnings > 0 OR ($notes AND notes > 0)
"""
_SUMMED = "SELECT count(*), coalesce(sum(weight), 0)::BIGINT FROM ranked"
_FIRST = """
SELECT file, path, (
        SELECT max(short) FROM listed
        WHERE status IN ('container', 'damaged') AND starts_with(ranked.path, short || '/')
    ), copies, format, dialect, matches, games, touched, turns, lost, unsure, errors, warnings, notes, weight
FROM ranked WHERE rank <= $top ORDER BY rank
"""
_SHARES = """
SELECT rank, so_far::DOUBLE / $weight
FROM (SELECT rank, sum(weight) OVER (ORDER BY rank) AS so_far FROM ranked)
WHERE rank IN (SELECT unnest($at::BIGINT[])) ORDER BY rank
"""
_CODES = """
SELECT p.file, p.code, count(*) AS often
FROM picked p JOIN ranked r ON r.file = p.file AND r.rank <= $top
GROUP BY p.file, p.code
ORDER BY p.file, max(CASE p.severity WHEN 'error' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END) DESC,
    often DESC, p.code
"""
# Of each file the game with most to mend, and of what was found in it the first.
_KNOTS = """
WITH numbered AS (
    SELECT b.*, m.number FROM broken b JOIN ranked r ON r.file = b.file AND r.rank <= $top
    LEFT JOIN matches m ON m.match = b.match
), worst AS (
    SELECT * FROM numbered
    QUALIFY row_number() OVER (
        PARTITION BY file ORDER BY lost + errors DESC, number NULLS FIRST, game NULLS FIRST) = 1
)
SELECT w.file, w.number, w.game, p.turn, p.line, p.code, w.lost, w.errors
FROM worst w JOIN picked p
    ON p.file = w.file AND p.match IS NOT DISTINCT FROM w.match AND p.game IS NOT DISTINCT FROM w.game
QUALIFY row_number() OVER (
    PARTITION BY w.file
    ORDER BY p.severity = 'note', p.turn NULLS LAST, p.line NULLS LAST, p.code, p.message) = 1
"""


def mending(tables: AuditTables, top: int, *, lost: bool, notes: bool) -> figures.Mending:
    """Return the files to be mended; without `lost` only findings weigh, with `notes` notes count too."""
    tables.rows(_BROKEN, lost=lost)
    tables.rows(_RANKED, notes=notes, packed=PACKED)
    files, weight = tables.row(_SUMMED)
    codes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for file, code, often in tables.rows(_CODES, top=top):
        codes[file].append((code, often))
    knots = {
        file: figures.Knot(figures.FindingPlace(*where), lost, errors)
        for file, *where, lost, errors in tables.rows(_KNOTS, top=top)
    }
    first = [
        figures.Mend(*[*row, tuple(codes[file][:MOST_CODES]), knots.get(file)])
        for file, *row in tables.rows(_FIRST, top=top)
    ]
    # After 1, 2, 5, 10, 20, 50 … files, and after all.
    marks = [digit * 10**power for power in range(len(str(files))) for digit in (1, 2, 5)]
    marks = [*(mark for mark in marks if mark < files), files]
    shares = tables.rows(_SHARES, weight=weight, at=marks) if weight else []
    return figures.Mending(files, weight, tuple(first), tuple([figures.MendingShare(*row) for row in shares]))


# Of each kind of suspicion, and of files that could not be read, fewer are listed than of files to be mended.
MOST_SIGHTS = 5

_TOTALS = """
SELECT count(*), coalesce(sum(bytes), 0)::BIGINT, count(file) - count(DISTINCT file),
    coalesce(sum(matches), 0)::BIGINT, coalesce(sum(positions), 0)::BIGINT, coalesce(sum(games), 0)::BIGINT,
    coalesce(sum(turns), 0)::BIGINT, coalesce(sum(lost), 0)::BIGINT, coalesce(sum(errors), 0)::BIGINT,
    coalesce(sum(warnings), 0)::BIGINT, coalesce(sum(notes), 0)::BIGINT
FROM listed WHERE status <> 'container'
"""
_CONDITION = """
SELECT count(*) FILTER (errors > 0), count(*) FILTER (errors = 0 AND warnings > 0),
    count(*) FILTER (errors = 0 AND warnings = 0 AND notes > 0),
    count(*) FILTER (errors + warnings + notes = 0)
FROM listed WHERE status = 'read'
"""
_STATUSES = "SELECT status, count(*) AS files FROM listed GROUP BY status ORDER BY files DESC, status"
_KINDS = """
SELECT p.code, p.severity, count(*) AS often, count(DISTINCT f.short),
    count(DISTINCT CASE WHEN p.match IS NOT NULL THEN (f.short, p.match) END)
FROM picked p JOIN listed f ON f.file = p.file AND f.status = 'read'
GROUP BY p.code, p.severity
ORDER BY CASE p.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, often DESC, p.code
"""
_UNREAD = """
SELECT short, status, trouble FROM listed WHERE NOT list_contains($known, status)
QUALIFY row_number() OVER (PARTITION BY status ORDER BY short) <= $top ORDER BY status, short
"""
_UNKNOWN = """
SELECT regexp_extract(lower(short), '[^/.](\\.[^/.]{1,12})$', 1) AS suffix, count(*) AS files
FROM listed WHERE status = 'unknown' GROUP BY suffix ORDER BY files DESC, suffix LIMIT $top
"""
_THROWS = "SELECT count(*) > 0 FROM (SELECT 1 FROM turns LIMIT 1)"


def audit(store: Store, wishes: AuditWishes) -> Audit:
    """Return the audit of an archive; ArchiveError for a folder that it does not hold."""
    tables = AuditTables(store, wishes)
    with tables.connection:
        top = wishes.top
        dated, undated = periods(tables)
        return Audit(
            version=figures.VERSION,
            base=tables.base,
            wishes=wishes,
            totals=figures.Totals(*tables.row(_TOTALS)),
            condition=figures.Condition(*tables.row(_CONDITION)),
            statuses=tuple([figures.Status(*row) for row in tables.rows(_STATUSES)]),
            mending=mending(tables, top, lost=not wishes.select, notes=bool(wishes.select)),
            kinds=tuple(
                [
                    figures.FindingCount(code, BY_CODE[code].name if code in BY_CODE else "", *rest)
                    for code, *rest in tables.rows(_KINDS)
                ]
            ),
            unread=tuple(
                [figures.UnreadFile(*row) for row in tables.rows(_UNREAD, top=top, known=list(NO_TROUBLE))]
            ),
            unknown=tuple(tables.rows(_UNKNOWN, top=top)),
            folders=folders(tables, top),
            notations=notations(tables, top),
            programs=programs(tables, top),
            periods=dated,
            undated=undated,
            throws=tables.row(_THROWS)[0],
            suspicions=suspicions(tables, min(top, MOST_SIGHTS)),
        )
