"""The net under the commands that ask an archive: where one fails, its tables are looked at."""

from __future__ import annotations

from typing import Any, NoReturn

import typer

from kotra_notation.cli.archive.answering import say_refused
from kotra_notation.cli.command import SpokenCommand
from kotra_notation.cli.failing import fail
from kotra_notation.cli.helping import Usage
from kotra_notation.cli.speaking import because

# What says itself why a command ends, and what no table is to blame for.
OWN = (typer.Exit, typer.Abort, Usage, BrokenPipeError)


class AskingCommand(SpokenCommand):
    """A command that reads the tables of the archive in `DIR`."""

    def invoke(self, ctx: Any) -> Any:
        """Run it; a table that is not as it was written may make anything fail, and is named instead."""
        try:
            return super().invoke(ctx)
        except OWN:
            raise
        except Exception as error:
            _blame(ctx.params["folder"])
            _go_on(error)


def _blame(folder: str) -> None:
    """Leave with the table that is damaged, where one is."""
    from kotra_notation.archive.soundness import DamagedError
    from kotra_notation.archive.store import ArchiveError, Store

    try:
        found = next(Store.opened(folder, sound=False).damaged(deep=True), None)
    except (ArchiveError, OSError):
        return
    if found:
        fail(because(DamagedError(found)))


def _go_on(error: Exception) -> NoReturn:
    """What was the matter after all."""
    from kotra_notation.archive.ask.sql import QueryError

    if isinstance(error, QueryError):
        say_refused(error)
    raise error
