"""The functions of `kn.archive`: what each command of `kotra archive` does, from values to values.

ArchiveRefusedError, a ValueError, says why a folder is not asked, or a question not answered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotra_notation.archive.tasks import EVENT, PLAYER, ArchiveRefusedError, asking, asking_tables, lacking
from kotra_notation.archive.tasks.answers import Tables, asking_question
from kotra_notation.archive.tasks.pages import ThrowsFound, positions_found
from kotra_notation.board import Position
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, write_whole
from kotra_notation.jobs.notations import ConvertOptions
from kotra_notation.jobs.rows import Table, Tabular
from kotra_notation.report.table_page import html
from kotra_notation.values import dataclass
from kotra_notation.words import reason
from kotra_notation.words.tongues import tongue

if TYPE_CHECKING:
    from kotra_notation.archive.audit.figures import Audit
    from kotra_notation.archive.build.build import Built
    from kotra_notation.archive.decisions import NameDecision
    from kotra_notation.archive.export.originals import Rewritten
    from kotra_notation.archive.manifest import Damage
    from kotra_notation.archive.people import People
    from kotra_notation.archive.sameness import Sameness

Folder = str | Path


@dataclass(frozen=True, slots=True, repr=False)
class ArchiveAnswer(Tabular):
    """The answer to a question: column names and rows; if there are no rows, `why` says why, if known."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    why: str = ""

    def _table(self) -> Table:
        return Table(self.columns, self.rows, self.why)


def build(
    folder: Folder,
    sources: Iterable[Folder],
    *,
    without: Sequence[str] = (),
    verify: bool = False,
    level: str | None = None,
    workers: int = 0,
) -> Built:
    """Create or update the archive in `folder` from files, folders, zip or tar files.

    `without` leaves out tables. `verify` reads every file again. With a `level` the engine analyses every
    match. `workers` defaults to one for each core.
    """
    with _refusing():
        from kotra_notation.archive.build import build as building
        from kotra_notation.archive.build.workers import processes
        from kotra_notation.archive.store import Store

        tables = building.tables_without(without) if without else None
        engine = processes(workers or os.cpu_count() or 1)
        paths = [str(source) for source in sources]
        return building.build(Store(Path(folder)), paths, engine, tables=tables, verify=verify, level=level)


def verify(folder: Folder) -> tuple[Damage, ...]:
    """Read every table of an archive; return the damaged ones."""
    with _refusing():
        from kotra_notation.archive.store import Store

        return tuple(Store.open(folder, sound=False).find_damage(deep=True))


def audit(
    folder: Folder,
    *,
    top: int = 20,
    within: str | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Audit:
    """Return the errors of an archive and which files to fix first.

    `top` limits long lists. `within` limits the audit to a folder; `select` and `ignore` choose findings by
    code.
    """
    with asking(str(folder)) as store:
        from kotra_notation.archive.audit import AuditWishes
        from kotra_notation.archive.audit import audit as audit_archive

        return audit_archive(store, AuditWishes(top, within, tuple(select), tuple(ignore)))


def ask(folder: Folder, question: str, *, copies: bool = False, **wishes: Any) -> ArchiveAnswer:
    """Answer a named `question`; each match counts once, or every record with `copies`.

    `wishes` are `rules`, `player`, `length`, `since` and `until`, as in `kotra archive ask`. Raise
    ArchiveRefusedError for an unknown question.
    """
    with asking_question(str(folder), question, wishes, copies=copies, memory=None) as answers:
        from kotra_notation.archive.ask.selection import missing

        asked, answer, database = answers
        rows = tuple(answer.rows)
        return ArchiveAnswer(answer.columns, rows, "" if rows else missing(database.base, asked))


def query(folder: Folder, sql: str, *, limit: int = 0) -> ArchiveAnswer:
    """Run a read-only statement of `sql`; return at most `limit` rows (0: all)."""
    with asking_tables(str(folder), None) as base:
        from kotra_notation.archive.views import run_query

        answer = run_query(base, sql, limit)
        return ArchiveAnswer(answer.columns, tuple(answer.rows))


def find(
    folder: Folder,
    position: Position | str | None = None,
    *,
    pattern: str = "",
    within: int = 0,
    dice: str = "",
    limit: int = 50,
) -> ThrowsFound:
    """Find rolls by the board before them: a `position` (or its id), or a `pattern`; the nearest `limit`.

    `within` checkers may be elsewhere; 30 ranks every position of the modern game. `dice`, such as 31, limits
    the rolls.
    """
    return positions_found(str(folder), position, None, pattern, within, dice, limit)


def people(folder: Folder) -> People:
    """Return spellings that may be one person's, with the evidence for and against."""
    with asking(str(folder)) as store:
        from kotra_notation.archive.decisions import NAME, read_decisions
        from kotra_notation.archive.people import people as find_people

        return find_people(store, read_decisions(store.folder / NAME))


def decide(folder: Folder, decision: NameDecision) -> None:
    """Append a `decision` about names; raise ArchiveRefusedError if it contradicts earlier ones."""
    with asking(str(folder)) as store:
        from kotra_notation.archive.decisions import NAME, text_of, with_decision

        path = store.folder / NAME
        write_whole(str(path), with_decision(text_of(path), decision, str(path)))


def same(folder: Folder) -> Sameness:
    """Return groups of records of the same match, the one to keep first."""
    with asking(str(folder)) as store:
        from kotra_notation.archive.sameness import sameness

        return sameness(store)


def page(folder: Folder, *, player: str = "", event: str = "", language: str = "en") -> str:
    """Return the page of a `player` or an `event` as HTML."""
    from kotra_notation.archive.tasks.pages import subject_page

    name, subject = (player, PLAYER) if player else (event, EVENT)
    return html(subject_page(str(folder), subject, name, language, links=None), tongue(language))


def export(
    folder: Folder,
    to: str,
    *,
    where: str | None = None,
    matches: str | None = None,
    anonymous: bool = False,
    jobs: int = 1,
) -> Iterator[Rewritten]:
    """Yield the matches in another notation (`mat`, `mat:xg`), each read again from its source.

    `where` is an SQL condition on matches, `matches` an SQL statement that selects them. `anonymous` removes
    names. `jobs` is the number of processes.
    """
    name, _, dialect = to.partition(":")
    options = ConvertOptions(name=name, dialect=dialect or None, split=True, max_size=MAX_SIZE * MEGABYTE)
    with asking_tables(str(folder), None, where=where, matches=matches) as base:
        from kotra_notation.archive.export.originals import Order, reopened_files, rewrite_matches

        yield from rewrite_matches(reopened_files(base, options.max_size), Order(options, anonymous), jobs)


def tables(
    folder: Folder,
    *,
    where: str | None = None,
    matches: str | None = None,
    without: Sequence[str] = (),
    anonymous: bool = False,
) -> Tables:
    """Return the tables of an archive as Arrow tables.

    `where`, `matches` and `anonymous` are as in `export`; `without` leaves out tables.
    """
    with asking_tables(str(folder), None, where=where, matches=matches) as base:
        import pyarrow as pa

        from kotra_notation.archive.export.tables import Mask, pieces
        from kotra_notation.archive.manifest import TABLES, arrow_schema
        from kotra_notation.archive.views import person_of, resolve

        resolve(base)
        change = Mask(base, person_of(base)) if anonymous else None
        names = [name for name in TABLES if name not in without]
        return Tables(
            {name: pa.Table.from_batches(pieces(base, name, change), arrow_schema(name)) for name in names}
        )


@contextmanager
def _refusing() -> Iterator[None]:
    """Let whatever an archive lacks be an ArchiveRefusedError."""
    if sentence := lacking("archive"):
        raise ArchiveRefusedError(sentence)
    from kotra_notation.archive.store import ArchiveError

    try:
        yield
    except ArchiveError as error:
        raise ArchiveRefusedError(reason(error)) from error
