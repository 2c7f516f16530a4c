"""`kotra archive audit`: what is in an archive, what is broken in it, and what to mend first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, not_within, open_archive
from kotra_notation.cli.failing import DONE, FOUND, fail
from kotra_notation.cli.files import deliver
from kotra_notation.cli.names import check_code
from kotra_notation.cli.options import FormOrPage, Ignore, Language, OutOrPage, Select, option
from kotra_notation.cli.speaking import user_tongue

if TYPE_CHECKING:
    from kotra_notation.archive.audit import Audit

# So many are listed at most: whoever wants all asks the tables.
MOST_LISTED = 1_000


def audit(
    folder: Folder,
    out: OutOrPage = None,
    output: FormOrPage = "text",
    top: int = option("--top", "How many rows to list.", "N", default=20),
    within: str | None = option("--folder", "Only files in this folder or zip.", "PATH"),
    select: Select = None,
    ignore: Ignore = None,
    title: str | None = option("--title", "The title of the page.", "TEXT"),
    language: Language = None,
) -> None:
    """Show which files are broken, and what to fix first.

    Files with the most errors and lost plays come first. Then the kinds of findings, the folders, notations
    and years, unusual matches, and files that could not be read. The totals are those of kotra check.

    Status 0: no errors. 1: errors. 2: failed.

    Example: kotra archive audit archive

    Example: kotra archive audit archive -o audit.html
    """  # fmt: skip
    if not 0 < top <= MOST_LISTED:
        fail("--top must be a number from 1 to {most}, not {number}.", most=MOST_LISTED, number=top)
    for word in (*(select or ()), *(ignore or ())):
        check_code(word)
    if title is not None and output != "html":
        fail("--title needs a page: name one with -o, such as audit.html.")
    store = open_archive(folder)
    not_within(store.folder, out)
    from kotra_notation.archive.audit import AuditWishes
    from kotra_notation.archive.audit import audit as audited
    from kotra_notation.archive.build.items import path_text

    place = within and path_text(within)
    wishes = AuditWishes(top=top, folder=place, select=tuple(select or ()), ignore=tuple(ignore or ()))
    done = audited(store, wishes)
    deliver(out, _render(done, output, title))
    raise typer.Exit(FOUND if done.totals.errors else DONE)


def _render(done: Audit, form: str, title: str | None) -> str:
    if form == "html":
        from kotra_notation.archive.audit.page import html

        return html(done, user_tongue(), title)

    from kotra_notation.archive.commands.audit_text import render_json, render_text

    return render_json(done) if form == "json" else render_text(done)
