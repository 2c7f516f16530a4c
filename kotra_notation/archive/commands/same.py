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
    top: int | None = option("--top", "Show at most this many groups, the largest.", "N"),
    output: Form = "text",
    language: Language = None,
) -> None:
    """Find files and matches that occur more than once.

    Files are copies if they have the same bytes. Matches are recognised by their rolls and plays, as in
    `kotra same`. In each group the copy to keep comes first: the complete one with the fewest errors and
    lost plays. No file is read for this, and nothing is changed.

    Status 0: done. 2: failed.

    Example: kotra archive same archive
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top must be 1 or more.")
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
        echo(count("{number} file has exact copies.", "{number} files have exact copies.", len(twice)))
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
