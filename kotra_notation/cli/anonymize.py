"""`kotra anonymize`: a record without the persons in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import fail_at
from kotra_notation.cli.files import (
    MAX_SIZE,
    Trouble,
    deliver,
    in_bytes,
    not_itself,
    opened,
)
from kotra_notation.cli.guarding import LIMIT, TimeLimit, guarded_or_left, in_seconds
from kotra_notation.cli.speaking import say
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.cli.converting import Wish
    from kotra_notation.cli.files import Opened
    from kotra_notation.formats.format import Content

# What is changed in a record.
CHANGES = (
    N_("names of players"),
    N_("ratings and other facts of players"),
    N_("headers taken out"),
    N_("names within texts"),
    N_("addresses"),
    N_("lines of other programs, and videos"),
    N_("authors of comments"),
)


def anonymize(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A file, or - for standard output.")],
    names: Annotated[
        tuple[str, str], typer.Option("--names", metavar="NAME NAME", help="What to call the players.")
    ] = ("A", "B"),
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The format of the source.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT[:DIALECT]", help="The format of the target; else its suffix."),
    ] = None,
    max_size: Annotated[
        float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")
    ] = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Call the players A and B everywhere, in comments too; take out ratings, places, ids and other persons.

    What was changed is said on standard error. Read the comments yourself before you publish them: inflected
    names (Auðuni) and nicknames that stand nowhere else cannot be known.

    Example: kotra anonymize match.sgf open.sgf --names Hvítur Svartur
    """  # fmt: skip
    from kotra_notation.cli.convert import by_suffix, known
    from kotra_notation.cli.converting import Wish

    name, _, dialect = (to or by_suffix(target)).partition(":")
    known(name, from_, None)
    not_itself(source, target)
    wish = Wish(name=name, dialect=dialect or None, from_=from_)
    file = next(opened([source], in_bytes(max_size)))
    if isinstance(file, Trouble):
        fail_at(source, file.why)
    with guarded_or_left(source, in_seconds(time_limit), len(file.data)):
        content = _without_persons(file, wish, names)
    deliver(target, content)


def _without_persons(file: Opened, wish: Wish, names: tuple[str, str]) -> Content:
    """The record without the persons in it; what is lost and changed is said on standard error."""
    from collections import Counter
    from dataclasses import replace

    from kotra_notation.anonymous import anonymous
    from kotra_notation.cli.convert import report
    from kotra_notation.cli.converting import contents, read_for

    reading = read_for(file, wish)
    done = [anonymous(match, names) for match in reading.matches]
    files, lost = contents(replace(reading, matches=tuple(one.match for one in done)), wish)
    report(lost, "text")
    changes: Counter[str] = Counter()
    for one in done:
        changes.update(one.changes)
    for what, times in changes.items():
        typer.echo(f"{say(what)}: {times}", err=True)
    return files[0]
