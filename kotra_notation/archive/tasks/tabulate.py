"""`kn.tables`: records taken apart into tables, whose columns are those of an archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kotra_notation.errors import KotraError
from kotra_notation.findings import sentences
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.rows import Table, Tabular
from kotra_notation.jobs.sources import open_sources
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.archive.build.records import FileRows, FileSummary

INSTALL = 'pip install "kotra-notation[tables]"'


@dataclass(frozen=True, slots=True, repr=False)
class Tables(Tabular):
    """Arrow tables by name: `files`, `matches`, `games`, `turns`, `findings` and more.

    `tables.turns` or `tables.arrow["turns"]` is one of them, `tables.to_pandas("turns")` the same for pandas.
    docs/archive.md describes the columns. Join tables on `file` and `match`.
    """

    arrow: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        """Return a table as `tables.turns`."""
        if name.startswith("_") or name not in self.arrow:
            raise AttributeError(f"there is no table {name!r}")
        return self.arrow[name]

    def to_pandas(self, name: str = "") -> Any:
        """Return the table `name` as a pandas DataFrame; raise ValueError if pandas is not installed."""
        _require("pandas")
        if not name:
            raise KotraError("Name a table: {names}.", names=", ".join(self.arrow))
        if name not in self.arrow:
            raise KotraError(
                "There is no table {name}; known: {names}.", name=repr(name), names=", ".join(self.arrow)
            )
        return self.arrow[name].to_pandas()

    def _table(self) -> Table:
        return Table(("table", "rows"), [(name, rows.num_rows) for name, rows in self.arrow.items()])


def tables(source: Given | Iterable[Given], *, level: str | None = None) -> Tables:
    """Return files, folders, texts or bytes as Arrow tables, with the columns of an archive.

    The result has the tables in `arrow` by name; `to_pandas(name)` returns one for pandas. With a `level`,
    the engine analyses every match and fills `decisions` and `luck`. A file that cannot be
    read has a row in `files` with the reason. Raise ValueError if numpy or pyarrow is not installed.
    """
    _require("numpy")
    _require("pyarrow")
    if level is not None:
        from kotra_notation.jobs.engine import open_engine

        open_engine(level)
    from kotra_notation.archive.build.records import FileRows, FileSummary, digest
    from kotra_notation.archive.rows import TableRows
    from kotra_notation.archive.schema import TABLES

    records = FileRows([name for name in TABLES if name != "files"])
    rows, summaries = TableRows(("files",)), dict[str, FileSummary]()
    for file in open_sources(source, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            summary = FileSummary(status="unreadable")
            rows.add("files", file.path, None, None, None, None, *summary.row(file.why))
            continue
        known = digest(file.data)
        if known not in summaries:
            summaries[known] = _add(file, known, records, level)
        summary = summaries[known]
        rows.add("files", file.path, None, None, len(file.data), known, *summary.row(summary.trouble))
    arrow = {**rows.tables(), **records.finish().tables()}
    return Tables({name: columns.unify_dictionaries() for name, columns in arrow.items()})


def _add(file: Opened, known: str, records: FileRows, level: str | None) -> FileSummary:
    """Put what is in a file into the rows; return what the table of files says of it."""
    from kotra_notation.archive.build.records import FileSummary, Replayed, replay_file, with_engine

    try:
        with guard(LIMIT, len(file.data)):
            made = replay_file(file.data, file.path, deep=True, proving=level is None)
        with guard(None):
            if level is not None and isinstance(made, Replayed):
                made = with_engine(made, level, lambda: None)
            return records.add(known, made)
    except NotDoneError as error:
        return FileSummary(status="died", trouble=sentences(error.found))


def _require(package: str) -> None:
    """ValueError where a package is not installed that tables need."""
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise KotraError("Tables need the package {package}: {command}", package=package, command=INSTALL)
