"""`kotra archive query`: one statement of SQL asked of the tables of an archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.archive.commands.answering import (
    Limit,
    Target,
    put_answer,
    put_parquet,
    refuse,
    rows_wanted,
    target_of,
)
from kotra_notation.archive.commands.opening import Folder, opened
from kotra_notation.cli.failing import fail, fail_at
from kotra_notation.cli.options import Language, argument, flag, form_option
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import STDIN, stdin_bytes, why
from kotra_notation.jobs.rows import document, row
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.archive.store import Store


def query(
    folder: Folder,
    sql: str | None = argument("[SQL]", "The statement; - for standard input.", default=None),
    tables: bool = flag("--tables", "Print the tables and columns with their meanings instead."),
    output: Annotated[str, form_option("table", "csv", "json", "parquet")] = "table",
    target: Target = None,
    limit: Limit = None,
    language: Language = None,
) -> None:
    """Ask the tables of an archive in SQL, as DuckDB speaks it; nothing can be changed by it.

    In CSV, text that a spreadsheet would take for a formula has an apostrophe before it, and signs that a
    terminal would obey are replaced; JSON and Parquet hold everything as it was written.

    Status 0: answered; 2: the statement is refused or fails.

    Example: kotra archive query archive "SELECT kind, count(*) FROM games GROUP BY kind"
    """  # fmt: skip
    most = rows_wanted(limit, output, target)
    store = opened(folder)
    if tables:
        _print_tables(store, output)
        return
    if sql is None:
        fail('Ask something: kotra archive query DIR "SELECT …"; --tables prints what there is to ask about.')
    _answer(store, _read() if sql == STDIN else sql, output, target, most)


def _read() -> str:
    """The statement that comes in by standard input."""
    try:
        return stdin_bytes().read().decode()
    except (OSError, UnicodeDecodeError) as error:
        fail_at(STDIN, why(error) if isinstance(error, OSError) else phrase("it is no text in UTF-8"))


def _answer(store: Store, sql: str, output: str, target: str | None, most: int) -> None:
    """Put out what a statement is answered."""
    from kotra_notation.archive.ask.sql import QueryError, answered, batches
    from kotra_notation.archive.views import connected

    path = target_of(str(store.folder), target)
    base = connected(store)
    try:
        if output == "parquet":
            put_parquet(*batches(base, sql, most), path)
            return
        put_answer(answered(base, sql, most), output, path)
    except QueryError as error:
        refuse(error)
    finally:
        base.close()


def _print_tables(store: Store, output: str) -> None:
    """Every table that there is to ask about, and what its columns mean."""
    from kotra_notation.archive.schema import TABLES

    if output == "json":
        rows = [
            row(table, "name meaning", columns=[row(column, "name type meaning") for column in table.columns])
            for table in TABLES.values()
        ]
        typer.echo(document({"version": 1, "tables": rows}))
        return
    for table in TABLES.values():
        echo(f"{table.name}: {table.meaning}\n")
        for column in table.columns:
            echo(f"    {column.name:<16} {column.type:<10} {column.meaning}")
        echo("")
