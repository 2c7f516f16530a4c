"""`kotra formats`: the notations, what each can hold, and which one a file is in."""

from __future__ import annotations

import inspect
import os
import re
import sys
from typing import TYPE_CHECKING, Any

import typer

from kotra_notation.cli.command import expand_pattern
from kotra_notation.cli.failing import DONE, FAILED, complain, fail, or_fail
from kotra_notation.cli.files import guard_or_leave, open_record
from kotra_notation.cli.options import Form, argument, flag, option
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.cli.streams import echo, echo_lines
from kotra_notation.jobs.files import MAX_SIZE, printable
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.rows import document
from kotra_notation.reading import why_unread

if TYPE_CHECKING:
    from kotra_notation.formats.format import Format


def formats(
    names: list[str] | None = argument("[NAME...]", "Notations to describe in full.", default=None),
    why: str | None = option("--why", "Show which notation each file is in, and why.", "FILE"),
    schema: bool = flag("--schema", "Print the JSON Schema of NAME."),
    output: Form = "text",
) -> None:
    """List the notations and what each can hold.

    Example: kotra formats mat
    """
    from kotra_notation.formats import FORMATS, find_format

    if why is None and names and names[0] not in FORMATS and os.path.lexists(names[0]):
        why = names.pop(0)
    if why is not None:
        asked = expand_pattern(why) + (names or [])
        paths = [file for path in asked for file in _files_of(path)]
        known = [_why(path, output, len(paths) == 1) or path not in asked for path in paths]
        raise typer.Exit(DONE if known and all(known) else FAILED)
    if schema:
        typer.echo(_schema(names[0] if names else None))
        return
    if names:
        for name in names:
            with or_fail():
                _one(find_format(name), output)
        return
    if output == "json":
        rows = [_format_row(format) for format in FORMATS.values()]
        typer.echo(document({"formats": rows}))
        return
    width = max(map(len, FORMATS))
    both, alone = say("read, written"), say("read")
    for format in FORMATS.values():
        ways = both if format.can_write else alone
        dialects = f" ({', '.join(format.dialects)})" if format.dialects else ""
        echo(f"{format.name:<{width}}  {ways:<{len(both)}}  {say(format.title)}{dialects}")
    echo(f"\n{say('What the writable ones can store besides dice and plays:')}\n")
    echo_lines(_table([format for format in FORMATS.values() if format.write]))


def _schema(name: str | None) -> str:
    """The JSON Schema of a notation; a complaint where it has none."""
    from kotra_notation.formats import FORMATS, find_format

    with_one = ", ".join(format.name for format in FORMATS.values() if format.file.schema)
    if name is None:
        fail("--schema takes a notation, such as: {example}", example=f"kotra formats {with_one} --schema")
    with or_fail():
        chosen = find_format(name)
    if chosen.file.schema is None:
        fail(
            "there is no JSON Schema for it; these have one: {names}.",
            about=say(chosen.title),
            names=with_one,
        )
    return document(chosen.file.schema())


def _table(written: list[Format]) -> list[str]:
    """A row for each thing a record may hold, a column for each notation."""
    from kotra_notation.formats.holding import Thing

    first = max(len(say(thing.value)) for thing in Thing)
    whole, part = say("yes"), say("in part")
    widths = [max(len(format.name), len(part if format.partly else whole)) for format in written]
    names = (format.name.center(width) for format, width in zip(written, widths, strict=True))
    lines = ["  ".join([" " * first, *names]).rstrip()]
    for thing in Thing:
        marks = [
            part if thing in format.partly else whole if thing in format.holds else "-" for format in written
        ]
        row = (mark.center(width) for mark, width in zip(marks, widths, strict=True))
        lines.append("  ".join([say(thing.value).ljust(first), *row]).rstrip())
    return lines


def _format_row(format: Format) -> dict[str, Any]:
    return {
        "name": format.name,
        "title": format.title,
        "read": True,
        "written": format.can_write,
        "suffixes": list(format.suffixes),
        "dialects": list(format.dialects),
        "holds": sorted(thing.value for thing in format.holds),
        "holds_in_part": sorted(thing.value for thing in format.partly),
    }


def _one(format: Format, output: str) -> None:
    """Print all facts about a notation, ending with its module's docstring."""
    if output == "json":
        typer.echo(document(_format_row(format)))
        return
    echo(f"{format.name}: {say(format.title)}")
    suffixes = user_tongue().either(format.suffixes)
    echo(
        say("Usual file extensions: {suffixes}; the format is recognised by the content.", suffixes=suffixes)
    )
    echo(say("Recognised because {sign}.", sign=say(known_by(format))))
    if format.dialects:
        echo(say("Written in the dialects {names}.", names=", ".join(format.dialects)))
    if format.write:
        if things := ", ".join(sorted(say(hold.value) for hold in format.holds)):
            echo(say("Can store, besides dice and plays: {things}.", things=things))
        if format.partly:
            things = ", ".join(sorted(say(thing.value) for thing in format.partly))
            echo(say("In part: {things}.", things=things))
    elif not format.can_write:
        echo(say("Read, not written."))
    echo(f"\n{inspect.getdoc(sys.modules[format.read.__module__])}")


def known_by(format: Format) -> str:
    """Return how a notation is known, as its own recogniser says."""
    sentence = (inspect.getdoc(format.looks_like) or "").splitlines()[0]
    return re.sub("^(?:Return whether|Whether) ", "", sentence).rstrip(".")


def _files_of(path: str) -> list[str]:
    """Return the path of a file, or those of all files in a folder."""
    from kotra_notation.jobs.sources import list_sources

    return [source.path for source in list_sources([path])] if os.path.isdir(path) else [path]


def _why(path: str, output: str, alone: bool) -> bool:
    """Say which notation a file is in, if it is known; of a file `alone` also which others were tried."""
    from kotra_notation.formats import FORMATS, read_source, recognise
    from kotra_notation.formats.format import Source

    file = open_record(path, MAX_SIZE)
    with guard_or_leave(path, LIMIT, len(file.data)):
        source = Source(file.data, file.path)
        reading = read_source(source)
        known = recognise(source)
    if known is None:
        complain(tell(why_unread(reading)), about=printable(path))
        return False
    asked = list(FORMATS)[: list(FORMATS).index(known.name)]
    row = {
        "path": printable(path),
        "format": known.name,
        "dialect": reading.dialect,
        "encoding": reading.encoding,
        "why": known_by(known),
        "not": asked,
    }
    if output == "json":
        typer.echo(document(row))
        return True
    dialect = f", {say('dialect {name}', name=reading.dialect)}" if reading.dialect else ""
    encoding = f", {reading.encoding}" if reading.encoding else ""
    echo(f"{printable(path)}: {known.name}{dialect}{encoding}: {say(known_by(known))}.")
    for note in reading.findings:
        if note.kind.name == "another-game":
            echo(note.told(user_tongue())[0])
    if asked and alone:
        echo(say("Also tried: {names}.", names=", ".join(asked)))
    return True
