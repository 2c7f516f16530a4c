"""`kotra desk`: a page on one's own machine to check, write, mend and play."""

from __future__ import annotations

from pathlib import Path

import typer

from kotra_notation.cli.failing import DONE, complain, fail, fail_at
from kotra_notation.cli.options import Language, argument, flag, option
from kotra_notation.cli.speaking import spoken
from kotra_notation.jobs.archives import is_archive
from kotra_notation.jobs.files import why
from kotra_notation.words import phrase

INSTALL = 'pip install "kotra-notation[desk]"'


def desk(
    folder: str | None = argument("[FOLDER]", "Where records lie and are kept, or an archive."),
    port: int = option("--port", "Listen there; else on a free port.", "PORT", default=0),
    no_browser: bool = flag("--no-browser", "Print the address, and open no browser."),
    language: Language = None,
) -> None:
    """Open a page in the browser: check and mend records, write them, play, and look into an archive.

    The page is served to this machine alone, at an address that nobody else can know. What is written is kept
    in the folder that is named; without one nothing is written to disk. Ctrl-C ends.

    Status 0: ended. 2: it could not be served.

    Example: kotra desk day/
    """  # fmt: skip
    try:
        from kotra_notation.desk import serving
        from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings
    except ImportError as error:
        fail("The desk needs the package {package}: {command}", package=error.name, command=INSTALL)
    if folder is not None and not Path(folder).is_dir():
        fail_at(folder, phrase("there is no such folder"))
    try:
        at = serving.listening(OWN_MACHINE, port)
    except OSError as error:
        fail("Port {port}: {why}.", port=port, why=why(error))
    place = None if folder is None else Path(folder).resolve()
    archived = place is not None and is_archive(place)
    settings = DeskSettings(
        port=at.getsockname()[1],
        folder=None if place is None or archived else place,
        archive=place if archived else None,
        tongue=spoken(),
    )
    serving.serve(
        settings,
        at,
        browse=not no_browser,
        ready=lambda: complain("The desk is at {address} Ctrl-C ends.", address=settings.address),
    )
    raise typer.Exit(DONE)
