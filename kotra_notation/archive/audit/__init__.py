"""The audit of an archive: what is in it, what is broken, and what to mend first.

`figures` are the values it consists of, `audit.sql` has the queries behind them; `wording` puts them into
words and `page` shows them.

Files come in the order in which mending them gains most. What a file weighs are its errors and the plays that
are lost in games whose board was lost: one slip, mended, brings back all plays behind it. A play that is not
recorded, and on which nothing hangs, weighs nothing.
"""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import takewhile
from typing import Any

from kotra_notation.archive.audit import figures
from kotra_notation.archive.audit.figures import Audit as Audit
from kotra_notation.archive.audit.figures import AuditWishes as AuditWishes
from kotra_notation.archive.audit.figures import FileGroup, FileGroups, Period, Sight, Suspicion
from kotra_notation.archive.audit.wording import NO_TROUBLE, SUSPICIONS
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.archive.views import connect, statements
from kotra_notation.findings import BY_CODE

SQL = statements(__file__, "audit.sql")
MOST_CODES = 5
# Of several copies one that can be mended where it lies stands for all.
PACKED = r"\.(zip|tgz|tbz2|txz|tzst|tar(\.[a-z0-9]+)?)/"
# Of each kind of suspicion fewer are listed than of files to be mended.
MOST_SIGHTS = 5
# Of folders so many levels are told apart.
LEVELS = 2
MOST_PERIODS = 40
# Where all is within so many years the months are told apart.
FEW_YEARS = 3
EARLIER = "earlier"


def audit(store: Store, wishes: AuditWishes) -> Audit:
    """Return the audit of an archive; ArchiveError for a folder that it does not hold."""
    tables = AuditTables(store, wishes)
    with tables.connection:
        top = wishes.top
        dated, undated = _periods(tables)
        names = {code: kind.name for code, kind in BY_CODE.items()}
        kinds = [(code, names.get(code, ""), *row) for code, *row in tables("kinds")]
        suspicions = [_suspicion(tables, name, min(top, MOST_SIGHTS)) for name in SUSPICIONS]
        return Audit(
            version=figures.VERSION,
            base=tables.base,
            wishes=wishes,
            totals=figures.Totals(*tables.row("totals")),
            condition=figures.Condition(*tables.row("condition")),
            statuses=tuple([figures.Status(*row) for row in tables("statuses")]),
            mending=_mending(tables, top, by_code=bool(wishes.select)),
            kinds=tuple([figures.FindingCount(*kind) for kind in kinds]),
            unread=tuple(
                [figures.UnreadFile(*row) for row in tables("unread", top=top, known=list(NO_TROUBLE))]
            ),
            unknown=tuple(tables("unknown", top=top)),
            folders=_groups(tables, "folders", skip=tables.skip, folder=tables.folder, levels=LEVELS),
            notations=_groups(tables, "notations"),
            programs=_groups(tables, "programs"),
            periods=dated,
            undated=undated,
            throws=tables.row("throws")[0],
            suspicions=tuple(filter(None, suspicions)),
        )


class AuditTables:
    """A database with `listed` files, `picked` findings and `matched` matches; paths are seen from `base`."""

    def __init__(self, store: Store, wishes: AuditWishes) -> None:
        self.connection = connect(store)
        self.top = wishes.top
        self.base = self._base()
        self.folder = self._folder(wishes.folder)
        self.skip = len(self.base) + 1 if self.base else 0
        self("picks", select=list(wishes.select), ignore=list(wishes.ignore))
        self("picked")
        self("listed", skip=self.skip, folder=self.folder)
        self("matched")

    def __call__(self, query: str, **facts: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query, by its name."""
        return self.connection.execute(SQL.get(query, query), facts or None).fetchall()

    def row(self, query: str, **facts: object) -> tuple[Any, ...]:
        """Return the one row of a query."""
        return self(query, **facts)[0]

    def _base(self) -> str:
        """Return the folder that all sources lie in, or are."""
        least, most = self.row("sources")
        if least is None:
            return ""
        pairs = zip(least.split("/"), most.split("/"), strict=False)
        base = "/".join(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return base.rpartition("/")[0] if base and self.row("has_path", path=base)[0] else base

    def _folder(self, named: str | None) -> str | None:
        """Return the path of a folder named as seen from here, from the base, or as it stands."""
        if named is None:
            return None
        plain = named.rstrip("/") or "/"
        for path in (os.path.abspath(plain), f"{self.base}/{plain}", plain):
            if self.row("below", path=path)[0]:
                return path
        raise ArchiveError("{folder}: the archive has no files there; check the spelling.", folder=named)


def _mending(tables: AuditTables, top: int, *, by_code: bool) -> figures.Mending:
    """Return the files to be mended; of chosen codes only findings weigh, and notes count too."""
    tables("broken", lost=not by_code)
    tables("ranked", notes=by_code, packed=PACKED)
    files, weight = tables.row("weights")
    codes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for file, code, often in tables("codes", top=top):
        codes[file].append((code, often))
    knots = {
        file: figures.Knot(figures.FindingPlace(*where), lost, errors)
        for file, *where, lost, errors in tables("knots", top=top)
    }
    first = [
        figures.Mend(*[*row, tuple(codes[file][:MOST_CODES]), knots.get(file)])
        for file, *row in tables("mends", top=top)
    ]
    # After 1, 2, 5, 10, 20, 50 … files, and after all.
    marks = [digit * 10**power for power in range(len(str(files))) for digit in (1, 2, 5)]
    marks = [*(mark for mark in marks if mark < files), files]
    shares = tables("shares", weight=weight, at=marks) if weight else []
    return figures.Mending(files, weight, tuple(first), tuple([figures.MendingShare(*row) for row in shares]))


def _groups(tables: AuditTables, made: str, **facts: object) -> FileGroups:
    """Return the files by folder, two levels below their source; by notation; or by program and site."""
    tables(made, **facts)
    tables("group_sums")
    number = tables.row("groups")[0]
    worst = tuple([FileGroup(*row) for row in tables("worst", top=tables.top)])
    others = FileGroup(*tables.row("others", top=tables.top)) if number > tables.top else None
    tables("DROP TABLE sorted")
    tables("DROP TABLE summed")
    return FileGroups(number, worst, others)


def _periods(tables: AuditTables) -> tuple[tuple[Period, ...], int]:
    """Return the matches by years, or by months where there are few years; and how many bear no date."""
    tables("dated")
    months = tables.row("years")[0] <= FEW_YEARS
    rows = [Period(*row) for row in tables("periods", months=months)]
    early, late = rows[:-MOST_PERIODS], rows[-MOST_PERIODS:]
    if early:
        counts = [(period.matches, period.faulty, period.errors, period.turns) for period in early]
        late.insert(0, Period(EARLIER, *map(sum, zip(*counts, strict=True))))
    return tuple(late), tables.row("undated")[0]


def _suspicion(tables: AuditTables, name: str, top: int) -> Suspicion | None:
    """Return what is worth a look though no rule may be broken, if there is any."""
    tables(f"CREATE OR REPLACE TEMP TABLE suspect AS {SQL[name]}")
    matches = tables.row("suspects")[0]
    first = [
        Sight(path, match, (player0, player1), amount)
        for path, match, player0, player1, amount in tables("sights", top=top)
    ]
    return Suspicion(name, matches, tuple(first)) if matches else None
