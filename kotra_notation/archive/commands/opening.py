"""What every command of archives begins with: the packages they need, and the archive itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kotra_notation.archive.tasks.archives import lacking
from kotra_notation.cli.failing import FAILED, complain, fail
from kotra_notation.cli.options import argument
from kotra_notation.cli.speaking import error_text, tell

if TYPE_CHECKING:
    from kotra_notation.archive.store import ArchiveError, Store

Folder = Annotated[str, argument("DIR", "The folder of the archive.")]


def need(extra: str) -> None:
    """Leave with a complaint where the packages of an extra are not installed."""
    if said := lacking(extra):
        fail(tell(said))


def opened(folder: str, *, sound: bool = True) -> Store:
    """The archive in a folder, or a complaint; also where a table is gone, if it is to be sound."""
    need("archive")
    from kotra_notation.archive.decisions import NAME, decided
    from kotra_notation.archive.store import ArchiveError, Store

    try:
        store = Store.opened(folder, sound=sound)
        decided(store.folder / NAME)
    except ArchiveError as error:
        contradicted(error)
    return store


def contradicted(error: ArchiveError) -> NoReturn:
    """Leave with everything that is wrong with an archive or with the decisions about its people."""
    from kotra_notation.archive.decisions import PeopleError

    if not isinstance(error, PeopleError):
        fail(error_text(error))
    for phrase in error.all:
        complain(tell(phrase))
    raise typer.Exit(FAILED)
