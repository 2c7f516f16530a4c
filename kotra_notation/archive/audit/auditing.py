"""The audit of an archive: its tables asked for everything that is said."""

from __future__ import annotations

from kotra_notation.archive.audit.figures import (
    VERSION,
    Audit,
    AuditWishes,
    Condition,
    FindingCount,
    Status,
    Totals,
    UnreadFile,
)
from kotra_notation.archive.audit.ground import AuditTables
from kotra_notation.archive.audit.groups import folders, notations, periods, programs
from kotra_notation.archive.audit.mending import mending
from kotra_notation.archive.audit.suspicion import suspicions
from kotra_notation.archive.audit.wording import NO_TROUBLE
from kotra_notation.archive.store import Store
from kotra_notation.findings import BY_CODE

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
    """What is in an archive and what is wrong with it; ArchiveError for a folder that it does not hold."""
    ground = AuditTables(store, wishes)
    with ground.connection:
        top = wishes.top
        dated, undated = periods(ground)
        return Audit(
            version=VERSION,
            base=ground.base,
            wishes=wishes,
            totals=_totals(ground),
            condition=Condition(
                **dict(zip(("error", "warning", "note", "sound"), ground.row(_CONDITION), strict=True))
            ),
            statuses=tuple([Status(status=one, files=files) for one, files in ground.rows(_STATUSES)]),
            mending=mending(ground, top, lost=not wishes.select, notes=bool(wishes.select)),
            kinds=tuple([_kind(*row) for row in ground.rows(_KINDS)]),
            unread=tuple([_unread(*row) for row in ground.rows(_UNREAD, top=top, known=list(NO_TROUBLE))]),
            unknown=tuple(ground.rows(_UNKNOWN, top=top)),
            folders=folders(ground, top),
            notations=notations(ground, top),
            programs=programs(ground, top),
            periods=dated,
            undated=undated,
            throws=ground.row(_THROWS)[0],
            suspicions=suspicions(ground, min(top, MOST_SIGHTS)),
        )


def _totals(ground: AuditTables) -> Totals:
    names = (
        "files",
        "bytes",
        "copies",
        "matches",
        "positions",
        "games",
        "turns",
        "lost",
        "errors",
        "warnings",
        "notes",
    )
    return Totals(**dict(zip(names, ground.row(_TOTALS), strict=True)))


def _kind(code: str, severity: str, findings: int, files: int, matches: int) -> FindingCount:
    known = BY_CODE.get(code)
    return FindingCount(
        code=code,
        name=known.name if known else "",
        severity=severity,
        findings=findings,
        files=files,
        matches=matches,
    )


def _unread(path: str, status: str, trouble: str | None) -> UnreadFile:
    return UnreadFile(path=path, status=status, trouble=trouble)
