"""`kotra archive`: the commands of archives, which are loaded when one of them is called."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from kotra_notation.archive.commands.ask import ask, query, say_refused, tables
from kotra_notation.archive.commands.audit import audit, verify
from kotra_notation.archive.commands.build import build
from kotra_notation.archive.commands.export import export
from kotra_notation.archive.commands.folders import Folder, folder, not_within, open_archive
from kotra_notation.archive.commands.people import people
from kotra_notation.archive.commands.search import find, same
from kotra_notation.archive.tasks import refusal
from kotra_notation.cli.command import SpokenCommand
from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.files import deliver, is_forced, writable
from kotra_notation.cli.helping import SpokenGroup
from kotra_notation.cli.options import file_option, flag, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import STDIN, check_free, printable
from kotra_notation.words import reason

if TYPE_CHECKING:
    import duckdb

    from kotra_notation.archive.pages import Subject


def page(
    folder: Folder,
    target: Annotated[str, file_option(help="A file (--force overwrites it) or a folder.")] = "",
    player: str | None = option("--player", "Write the page of this player.", "NAME"),
    event: str | None = option("--event", "Write the page of this event.", "NAME"),
    all_players: bool = flag("--all-players", "Make a page for every player, and an index."),
    all_events: bool = flag("--all-events", "Make a page for every event, and an index."),
) -> None:
    """Write a page about a player or an event.

    The page is self-contained: it loads nothing else and runs no scripts.

    Status 0: done; 2: failed.

    Example: kotra archive page archive --player "Anna Jónsdóttir" -o anna.html
    """
    asked = [player is not None, event is not None, all_players, all_events]
    if sum(asked) != 1:
        fail("Choose the subject of the page: --player NAME, --event NAME, --all-players or --all-events.")
    if not target:
        fail("Give the file or folder to write with -o.")
    store = open_archive(folder)
    from kotra_notation.archive.ask.selection import Selection, select
    from kotra_notation.archive.pages.subjects import EVENT, PLAYER
    from kotra_notation.archive.sameness import copy_groups
    from kotra_notation.archive.views import connect, resolve

    not_within(folder, target)
    base = connect(store)
    _, copies = select(base, Selection(), copy_groups(store))
    resolve(base)
    subject = PLAYER if player is not None or all_players else EVENT
    name = player if player is not None else event
    if name is not None:
        _write_one(base, subject, name, target)
    else:
        _write_all(base, subject, target)
    if copies:
        echo(say("Copies left out: {count}", count=copies), err=True)


def _write_one(base: duckdb.DuckDBPyConnection, subject: Subject, name: str, target: str) -> None:
    from kotra_notation.archive.pages import nearest, one_page
    from kotra_notation.report.table_page import html

    page = one_page(base, subject, name, user_tongue())
    if page is None:
        near = nearest(base, subject, name)
        question = f" {say('Did you mean {near}?', near=printable(near))}" if near else ""
        fail(say("no match in the archive has this name.") + question, about=printable(name))
    writable(target, ())
    deliver(target, html(page, user_tongue()))


def _write_all(base: duckdb.DuckDBPyConnection, subject: Subject, target: str) -> None:
    from kotra_notation.archive.pages import all_pages
    from kotra_notation.report.table_page import html

    if target == STDIN:
        fail("several pages cannot go to standard output; name a folder.")
    number = -1  # the index is no page of its own
    with or_fail(), folder(target, force=True) as draft:
        for file, page in track_files(all_pages(base, subject, user_tongue())):
            check_free(os.path.join(target, file), force=is_forced())
            (draft / file).write_text(html(page, user_tongue()), encoding="utf-8", newline="\n")
            number += 1
    pages = count("Wrote {number} page and an index", "Wrote {number} pages and an index", number)
    echo(say("{pages}.", pages=pages))


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
    from kotra_notation.archive.views import QueryError

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


class ArchiveCommands(SpokenGroup):
    """The commands below `kotra archive`; no other command waits for them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.tried = "archive"

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        if not self.commands:
            self.commands.update(commands())


archive = ArchiveCommands(
    name="archive", help="Store many matches as tables: query, audit, fix, publish.", rich_markup_mode=None
)
