"""The commands of `kotra archive` by name."""

from __future__ import annotations

from typing import Any, NoReturn

import typer

from kotra_notation.archive.commands.ask import ask, query, say_refused, tables
from kotra_notation.archive.commands.audit import audit
from kotra_notation.archive.commands.build import build, verify
from kotra_notation.archive.commands.export import export
from kotra_notation.archive.commands.page import page
from kotra_notation.archive.commands.people import people
from kotra_notation.archive.commands.search import find, same
from kotra_notation.archive.tasks import refusal
from kotra_notation.cli.command import SpokenCommand
from kotra_notation.cli.failing import fail
from kotra_notation.cli.speaking import tell
from kotra_notation.words import reason

# What says itself why a command ends, and what no table is to blame for.
OWN = (typer.Exit, typer.Abort, typer.TyperException, BrokenPipeError)


class AskingCommand(SpokenCommand):
    """A command that reads the tables of the archive in `DIR`."""

    def invoke(self, ctx: Any) -> Any:
        """Run it; a table that is not as it was written may make anything fail, and is named instead."""
        try:
            return super().invoke(ctx)
        except OWN:
            raise
        except Exception as error:
            _blame(error, ctx.params["folder"])


def _blame(error: Exception, folder: str) -> NoReturn:
    """Leave with what an archive lacks, or the table that is damaged, where one is; else with the error."""
    from kotra_notation.archive.ask.sql import QueryError

    why = refusal(error, folder)
    if isinstance(error, QueryError) and why == reason(error):
        say_refused(error)
    if why:
        fail(tell(why))
    raise error


def commands() -> dict[str, Any]:
    """Every command, ready to be called."""
    app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})
    for command in (build, verify):
        app.command(cls=SpokenCommand)(command)
    for asking in (audit, query, tables, ask, find, people, same, export, page):
        app.command(cls=AskingCommand)(asking)
    group: Any = typer.main.get_command(app)
    return dict(group.commands)
