"""`kotra convert`: another notation, and what could not be kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FOUND, complain, fail, one_of
from kotra_notation.cli.files import MAX_SIZE, MEGABYTE, STDIN, Trouble, opened, shown, why, write_whole

if TYPE_CHECKING:
    from kotra_notation.findings import Finding


def convert(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A file, or - for standard output.")],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The format of the source.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT[:DIALECT]", help="The format of the target; else its suffix tells."
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing if anything would be lost.")
    ] = False,
    output: Annotated[
        str, typer.Option("--output", metavar="FORM", help="How losses are printed: text or json.")
    ] = "text",
    max_size: Annotated[
        float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")
    ] = MAX_SIZE,
) -> None:
    """Write a record in another notation, and name everything that notation could not hold.

    Status 0: done. 1: done, with errors found. 2: nothing was written.

    Example: kotra convert match.mat match.kotra
    """  # fmt: skip
    one_of("--output", output, ("text", "json"))
    from kotra_notation.api import supplied
    from kotra_notation.formats import read_source, write_matches
    from kotra_notation.formats.format import Source

    name, _, dialect = (to or _by_suffix(target)).partition(":")
    if target != STDIN and source != STDIN and os.path.exists(target) and os.path.samefile(source, target):
        fail(f"{shown(target)}: the target is the source itself; name another file.")
    if os.path.isdir(source):
        fail(f"{shown(source)}: it is a folder; convert takes one file.")
    file = next(opened([source], int(max_size * MEGABYTE)))
    if isinstance(file, Trouble):
        fail(f"{shown(source)}: {file.why}.")
    try:
        reading = read_source(Source(file.data, source), from_)
        if not reading.format:
            fail(f"{shown(source)}: {reading.findings[0].message} {reading.findings[0].hint}")
        if not reading.matches:
            fail(f"{shown(source)}: there is no match in this file, so there is nothing to convert.")
        matches = [supplied(match, name) for match in reading.matches]
        writing = write_matches(matches, name, dialect or None)
    except ValueError as error:
        fail(str(error))
    _say([*reading.findings, *writing.findings], output)
    if strict and writing.findings:
        fail(f"{shown(target)}: not written, since --strict allows no loss.")
    if any(found.severity == "error" for found in writing.findings):
        fail(f"{shown(target)}: not written, since it could not hold the record.")
    _deliver(target, writing.content)
    grave = any(found.severity == "error" for found in reading.findings)
    raise typer.Exit(FOUND if grave else DONE)


def _by_suffix(target: str) -> str:
    """The format the name of the target asks for."""
    from kotra_notation.formats import FORMATS

    writable = {name: format for name, format in FORMATS.items() if format.write}
    suffix = Path(target).suffix.lower()
    fitting = [name for name, format in writable.items() if suffix in format.suffixes]
    if not fitting:
        fail(f"{shown(target)}: its name tells no format; name one with --to ({', '.join(writable)}).")
    return fitting[0]


def _say(findings: list[Finding], output: str) -> None:
    if output == "json":
        import json

        from kotra_notation.cli.output.data import finding_data

        typer.echo(
            json.dumps({"findings": [finding_data(found) for found in findings]}, ensure_ascii=False),
            err=True,
        )
        return
    for found in findings:
        place = f"line {found.span.line}: " if found.span else ""
        complain(f"{place}{found.severity} {found.code} {found.kind.name}  {found.message}")


def _deliver(target: str, content: str | bytes) -> None:
    if target == STDIN:
        typer.echo(content, nl=False)
        return
    try:
        write_whole(target, content)
    except OSError as error:
        fail(f"{shown(target)}: not written: {why(error)}.")
