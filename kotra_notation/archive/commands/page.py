"""`kotra archive page`: the page of a player or an event, or those of all with an index."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from kotra_notation.archive.commands.folders import Folder, folder, not_within, open_archive
from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.files import deliver, is_forced, writable
from kotra_notation.cli.options import Language, file_option, flag, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, say, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import STDIN, check_free, printable

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
    language: Language = None,
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
