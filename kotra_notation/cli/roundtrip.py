"""`kotra roundtrip`: what of a record survives a notation, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import DONE, FOUND
from kotra_notation.cli.files import guarded_or_left, in_seconds, one_file
from kotra_notation.cli.options import Form, From, MaxSize, TimeLimit, argument, option
from kotra_notation.cli.speaking import say, tell, written
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import MAX_SIZE
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.jobs.roundtrip import Survival

HEADS = ("", N_("in the record"), N_("came back"), N_("lost, reported"), N_("lost, unreported"))
SHOWN = 5


def roundtrip(
    source: str = argument("FILE", "A file, or - for standard input."),
    via: str = option("--via", "The notation to try.", "FORMAT[:DIALECT]", default=...),
    from_: From = None,
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Write a record in a notation, read that again, and count what came back, in a table.

    Status 0: every loss was reported. 1: something was lost unreported. 2: could not be.

    Example: kotra roundtrip match.sgf --via mat:xg
    """  # fmt: skip
    from kotra_notation.jobs.contents import ConvertOptions
    from kotra_notation.jobs.roundtrip import roundtrip_file
    from kotra_notation.jobs.rows import document

    name, _, dialect = via.partition(":")
    options = ConvertOptions(name=name, dialect=dialect or None, from_=from_)
    file = one_file(source, max_size)
    with guarded_or_left(source, in_seconds(time_limit), len(file.data)):
        done = roundtrip_file(file, options)
    with guarded_or_left(source, None):
        if output == "json":
            typer.echo(document(done.as_json(written())))
        else:
            for number, one in enumerate(done.matches, 1):
                _print(one, say("Match {number}", number=number) if len(done.matches) > 1 else "")
    raise typer.Exit(DONE if done.proved else FOUND)


def _print(survived: Survival, title: str) -> None:
    heads = [say(head) for head in HEADS[1:]]
    lines = [(title, *heads), *((say(what), *map(str, row.counts)) for what, row in survived.rows.items())]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    for what, *counts in lines:
        cells = [what.ljust(widths[0]), *map(str.rjust, counts, widths[1:])]
        echo("  ".join(cells).rstrip())
    for row in survived.rows.values():
        for item in row.unsaid[:SHOWN]:
            what = f"{say(item.what)}{_where(item.game)}: {tell(item.name)}"
            echo(f"{say('lost unreported')}: {what}")
    for found in survived.idle[:SHOWN]:
        what = f"{found.code}{_where(found.game)}: {tell(found.written)}"
        echo(f"{say('reported as lost, and came back')}: {what}")
    if survived.proved:
        echo(say("Every loss is reported.") if survived.findings else say("Nothing is lost."))


def _where(game: int | None) -> str:
    return f", {say('game {number}', number=game)}" if game else ""
