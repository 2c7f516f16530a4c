"""`kotra archive same`: which files and which matches of an archive are there more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, open_archive
from kotra_notation.cli.failing import DONE, fail
from kotra_notation.cli.options import Form, Language, option
from kotra_notation.cli.speaking import count, output_tongue, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.features.same.text import (
    copy,
    group_rows,
    render_group,
    render_sums,
    render_without_throws,
)
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, document, row

if TYPE_CHECKING:
    from kotra_notation.archive.sameness import ArchivedRecord


def same(
    folder: Folder,
    top: int | None = option("--top", "Show only so many groups, the largest.", "N"),
    output: Form = "text",
    language: Language = None,
) -> None:
    """Find the files and the matches that are in an archive more than once.

    Files are copies if they have the same bytes. Matches are known by their rolls and plays, as `kotra same`
    knows them. Of each group the copy to keep stands first: of those that are not mere parts the one with
    fewest errors and plays not recovered, then the fullest. No file is read for it, and nothing is changed.

    Status 0: done, whether or not any are the same. 2: it could not be done.

    Example: kotra archive same archive
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top is a number from 1.")
    store = open_archive(folder)
    from kotra_notation.archive.sameness import copies, file_count, in_order, records, sameness
    from kotra_notation.archive.views import connect

    base = connect(store)
    found = sameness(store)
    twice = list(copies(base))
    some = sorted(found.groups, key=lambda group: -len(group.records))[:top]
    known = records(base, [match for group in some for match in group.records])
    shown_groups = in_order(some, known)
    if output == "json":
        summary = {
            "files": file_count(base),
            "matches": found.matches,
            "groups": len(found.groups),
            "copies": len(twice),
            "without_throws": found.without_throws,
        }
        rows = [{"records": group_rows(group, known, _record_row, output_tongue())} for group in shown_groups]
        those = [row(one, "file paths bytes matches") for one in twice[:top]]
        typer.echo(document({"version": 1, "groups": rows, "copies": those, "summary": summary}))
        raise typer.Exit(DONE)
    tongue = user_tongue()
    for group in shown_groups:
        for line in render_group(group, known, tongue, _soundness):
            echo(line)
    for file in twice[:top]:
        echo(printable(file.paths[0]))
        for path in file.paths[1:]:
            echo(f"  = {printable(path)}\n    {copy(tongue)}")
        echo("")
    echo(render_sums(found.groups, found.matches, file_count(base), tongue))
    if twice:
        echo(
            count(
                "{number} file has copies, byte for byte.",
                "{number} files have copies, byte for byte.",
                len(twice),
            )
        )
    if number := found.without_throws:
        echo(render_without_throws(number, tongue))
    raise typer.Exit(DONE)


def _soundness(record: ArchivedRecord) -> str:
    errors = count("{number} error", "{number} errors", record.errors)
    lost = count("{number} play not recovered", "{number} plays not recovered", record.lost)
    return f"{errors}, {lost}"


def _record_row(record: ArchivedRecord) -> Row:
    return {
        "path": printable(record.path),
        "copies": [printable(path) for path in record.copies],
        "match": record.number,
        **row(record, "format dialect players length games throws errors lost"),
    }
