"""`kotra archive query`: one statement of SQL asked of the tables of an archive."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

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
from kotra_notation.archive.commands.folders import Folder, open_archive
from kotra_notation.cli.failing import fail, fail_at
from kotra_notation.cli.options import Form, Language, argument, flag, form_option
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import STDIN, stdin_bytes, why
from kotra_notation.jobs.rows import document, row
from kotra_notation.words import phrase


def query(
    folder: Folder,
    sql: str | None = argument("[SQL]", "The SQL statement; - for standard input.", default=None),
    tables: bool = flag("--tables", "Show the tables and their columns instead."),
    output: Annotated[str, form_option("table", "csv", "json", "parquet")] = "table",
    target: Target = None,
    limit: Limit = None,
    language: Language = None,
) -> None:
    """Query the tables in SQL (DuckDB), read-only.

    In CSV, text that a spreadsheet would read as a formula gets an apostrophe, and control characters are
    replaced; JSON and Parquet hold everything as it was written.

    Status 0: answered; 2: the statement is refused or fails.

    Example: kotra archive query archive "SELECT kind, count(*) FROM games GROUP BY kind"
    """  # fmt: skip
    most = rows_wanted(limit, output, target)
    store = open_archive(folder)
    if tables:
        _print_tables(output)
        return
    if sql is None:
        fail('Give a query: kotra archive query DIR "SELECT …"; --tables lists the tables.')
    if sql == STDIN:
        try:
            sql = stdin_bytes().read().decode()
        except (OSError, UnicodeDecodeError) as error:
            fail_at(STDIN, why(error) if isinstance(error, OSError) else phrase("it is not UTF-8 text"))
    from kotra_notation.archive.ask.sql import QueryError, batches, run_query
    from kotra_notation.archive.views import connect

    path = target_of(folder, target)
    with closing(connect(store)) as base:
        try:
            if output == "parquet":
                put_parquet(*batches(base, sql, most), path)
            else:
                put_answer(run_query(base, sql, most), output, path)
        except QueryError as error:
            refuse(error)


def tables(folder: Folder, output: Form = "text", language: Language = None) -> None:
    """Show the tables, their columns and what these mean.

    Example: kotra archive tables archive
    """
    open_archive(folder)
    _print_tables(output)


def _print_tables(output: str) -> None:
    """Print every table with what its columns mean."""
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
