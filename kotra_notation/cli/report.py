"""`kotra report`: an annotated page."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Annotated

import typer

from kotra_notation.cli.failing import DONE, FOUND, fail
from kotra_notation.cli.files import (
    MAX_SIZE,
    MEGABYTE,
    STDIN,
    Trouble,
    not_itself,
    opened,
    shown,
    why_unwritten,
    write_whole,
)


def report(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, or - for standard input.")],
    out: Annotated[str, typer.Option("-o", metavar="FILE", help="The page; - for standard output.")],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The format of the source.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="Rules to use in place of the record's own."),
    ] = None,
    match: Annotated[
        int | None, typer.Option("--match", metavar="N", help="Which match, where the file holds several.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The title of the page.")
    ] = None,
    max_size: Annotated[
        float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")
    ] = MAX_SIZE,
) -> None:
    """Make one self-contained HTML page of a record: score sheet, turns, findings with their boards.

    Status as of check: 1 if an error was found in the record. The page is written all the same.

    Example: kotra report match.mat -o match.html
    """  # fmt: skip
    from kotra_notation.cli.checking import check_file
    from kotra_notation.findings import Severity
    from kotra_notation.report import report as page
    from kotra_notation.rules import named

    if os.path.isdir(source):
        fail(f"{shown(source)}: it is a folder; a page is made of one record.")
    not_itself(source, out)
    file = next(opened([source], int(max_size * MEGABYTE)))
    if isinstance(file, Trouble):
        fail(f"{shown(source)}: {file.why}.")
    chosen = named(rules) if rules else None
    if chosen and chosen.findings:
        fail(f"--rules: {chosen.findings[0].message}")
    try:
        checked = check_file(file, format=from_, rules=chosen.ruleset if chosen else None)
    except ValueError as error:
        fail(str(error))
    if not checked.replays:
        said = checked.findings[0].message if checked.findings else "There is no match in this file."
        fail(f"{shown(source)}: {said}")
    count = len(checked.replays)
    if match is None and count > 1:
        fail(f"{shown(source)}: it holds {count} matches; choose one with --match.")
    number = match or 1
    if not 1 <= number <= count:
        fail(f"{shown(source)}: there is no match {number}; it holds {count}.")
    reading = checked.reading
    how = [reading.format, *([reading.dialect] if reading.dialect else []), reading.encoding or ""]
    name = "" if source == STDIN else PurePath(shown(source)).name
    text = page(
        checked.replays[number - 1],
        findings=[found for found in reading.findings if found.match in (None, number)],
        title=title,
        source=", ".join(filter(None, [name, *how])),
    )
    if out == STDIN:
        typer.echo(text, nl=False)
    else:
        try:
            write_whole(out, text)
        except OSError as error:
            fail(f"{shown(out)}: not written: {why_unwritten(error)}.")
    raise typer.Exit(FOUND if checked.count(Severity.ERROR) else DONE)
