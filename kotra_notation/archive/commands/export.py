"""`kotra archive export`: matches of an archive in another notation, or its tables for other programs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, need, not_within, open_archive
from kotra_notation.cli.failing import fail
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.names import check_choice
from kotra_notation.cli.options import Form, Jobs, MaxSize, argument, flag, option
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable

if TYPE_CHECKING:
    import duckdb

    from kotra_notation.archive.store import Store

TABLES = ("csv", "parquet", "sqlite")


def export(
    folder: Folder,
    target: str = argument("TARGET", "A folder, a file, or - for standard output."),
    to: str = option(
        "--to", "A notation, or csv, parquet, sqlite for tables.", "FORMAT[:DIALECT]", default=""
    ),
    player: str | None = option("--player", "Only matches of this person, however spelled.", "NAME"),
    where: str | None = option("--where", "Only matches that meet this condition: length = 7", "SQL"),
    matches: str | None = option("--matches", "Only the matches in this query's result.", "SQL"),
    query: str | None = option("--query", "Export this query's result (csv, parquet).", "SQL"),
    without: list[str] | None = option("--without", "Leave out a table.", "TABLE"),
    anonymous: bool = flag("--anonymous", "Leave out names and all personal details."),
    force: bool = flag("--force", "Overwrite existing files."),
    jobs: Jobs = None,
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Export matches to a notation, or tables to other programs.

    Matches are read again from their sources, each only once even if there are copies. Each is written to
    its own file in the folder TARGET; ogxm and standard output get all matches in one stream. Tables are
    written as a folder of files, or as one database.

    Status 0: done. 1: done, with errors in the records. 2: something could not be written.

    Example: kotra archive export archive sevens --to mat --where "length = 7"
    """
    if matches is not None and (where is not None or player is not None):
        other = "--where" if where is not None else "--player"
        fail("{other} and --matches both choose matches; give one of them.", other=other)
    store = open_archive(folder)
    from kotra_notation.archive.views import connect

    not_within(folder, target)
    name, _, dialect = _checked_form(to or _form_of(target, query)).partition(":")
    base = connect(store)
    _choose(base, _of_player(player, where) if player is not None else where, matches)
    from kotra_notation.archive.commands.exporting import export_matches

    if name in TABLES:
        if dialect:
            fail("{format} has no dialects.", format=name)
        _export_tables(store, base, target, name, query, without or [], anonymous, force, output)
        return
    if query is not None or without:
        fail("--query and --without are for tables; --to {format} writes matches.", format=name)
    from kotra_notation.jobs.notations import ConvertOptions

    if any("://" in source for source in store.manifest.sources):
        need("cloud")
    wanted = ConvertOptions(name=name, dialect=dialect or None, split=True, max_size=in_bytes(max_size))
    status = export_matches(base, target, wanted, anonymous=anonymous, force=force, jobs=jobs, output=output)
    raise typer.Exit(status)


def _export_tables(
    store: Store,
    base: duckdb.DuckDBPyConnection,
    target: str,
    to: str,
    query: str | None,
    without: list[str],
    anonymous: bool,
    force: bool,
    output: str,
) -> None:
    from kotra_notation.archive.commands.exporting import ANSWER, export_answer, export_tables, print_rows
    from kotra_notation.archive.manifest import TABLES as KNOWN

    for name in without:
        check_choice("--without", name, KNOWN)
    if query is None:
        if target == STDIN:
            fail(
                "several tables cannot go to standard output; name a folder, or ask for one table with "
                "--query."
            )
        names = [name for name in store.manifest.tables if name not in without]
        rows = export_tables(base, names, target, to, anonymous=anonymous, force=force)
    else:
        if to == "sqlite" or (to != "csv" and target == STDIN):
            fail("the result of --query is written as csv or parquet; on standard output as csv.")
        if without:
            fail("--without and --query cannot be combined: a query gives one table.")
        if anonymous:
            fail(
                "--anonymous and --query cannot be combined: names could be anywhere in the result. "
                "Export the tables with --anonymous and query those."
            )
        rows = {ANSWER: export_answer(base, query, target, to, force=force)}
    if target != STDIN:
        print_rows(rows, target, output)


def _form_of(target: str, query: str | None) -> str:
    from kotra_notation.jobs.notations import notation_of_name

    ending = os.path.splitext(target)[1].lower().lstrip(".")
    if ending in ("csv", "parquet") and query is None:
        fail(
            "all tables need a folder: {all}; one table is a file: {one}.",
            all=f"kotra archive export DIR FOLDER --to {ending}",
            one=f'kotra archive export DIR {printable(target)} --query "from matches"',
        )
    form = ending if ending in TABLES else notation_of_name(target)
    if not form:
        fail("the name does not show the format; give it with --to.", about=printable(target))
    return form


def _checked_form(to: str) -> str:
    name, _, dialect = to.partition(":")
    if name in TABLES:
        return to
    from kotra_notation.formats import FORMATS, find_format

    written = [name for name, format in FORMATS.items() if format.write]
    if name not in FORMATS:
        check_choice("--to", name, [*written, *TABLES])
    format = find_format(name)
    known = ", ".join(written)
    if format.write is None:
        fail("matches cannot be written as {format}; choose one of {known}.", format=name, known=known)
    if dialect and dialect not in format.dialects:
        fail(
            "{format} has no dialect {dialect}; known: {known}.",
            format=name,
            dialect=repr(dialect),
            known=", ".join(format.dialects) or "-",
        )
    return to


def _of_player(name: str, where: str | None) -> str:
    """Return the condition that a person plays, who is named by a spelling or by the merged name."""
    quoted = "'" + name.replace("'", "''") + "'"
    condition = (
        "match IN (SELECT match FROM matches JOIN people ON spelling IN (player0, player1) WHERE "
        f"lower(nfc_normalize(trim({quoted}))) IN (lower(spelling), lower(person)))"
    )
    return f"({where}) AND {condition}" if where else condition


def _choose(base: duckdb.DuckDBPyConnection, where: str | None, matches: str | None) -> None:
    from kotra_notation.archive.ask.selection import choose
    from kotra_notation.archive.commands.ask import refuse
    from kotra_notation.archive.views import QueryError

    try:
        choose(base, where=where, matches=matches)
    except QueryError as error:
        refuse(error, "--where" if matches is None else "--matches")
