"""`kotra same`: which records are of the same match, and in what they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain_at, nothing_done
from kotra_notation.cli.files import in_bytes, in_seconds
from kotra_notation.cli.names import check_notations
from kotra_notation.cli.options import Form, From, MaxSize, Paths, TimeLimit
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import echo, echo_lines
from kotra_notation.jobs.files import MAX_SIZE
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.sources import file_count, open_paths

if TYPE_CHECKING:
    from kotra_notation.features.same.job import SameRecords


def same(
    paths: Paths,
    from_: From = None,
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Find records of the same match, and show how they differ.

    Matches are recognised by their rolls and plays, even if names or notation differ, sides are swapped,
    parts or turns are missing, or digits are wrong. In each group the record with the most rolls comes
    first.

    It takes about eight rolls to recognise a match, or five if the names are alike. Exact copies of a file
    are always found; records without any rolls are never found.

    Status 0: done. 2: something could not be read.

    Example: kotra same records/ new.mat
    """  # fmt: skip
    from kotra_notation.features.same.job import SketchedFiles
    from kotra_notation.jobs.rows import document

    check_notations(from_)
    gathered = SketchedFiles()
    troubled = False
    limit = in_seconds(time_limit)
    files = track_files(open_paths(paths, in_bytes(max_size)), lambda: file_count(paths))
    for trouble in work_on_each(files, limit, lambda file: gathered.add(file, from_)):
        if trouble:
            complain_at(trouble.path, trouble.why)
            troubled = True
    records = gathered.sameness()
    if output == "json":
        typer.echo(document(records.as_json(output_tongue())))
    elif gathered.files > 1 or not troubled:
        _print(records)
    if not (gathered.files or troubled):
        raise typer.Exit(nothing_done(gathered.passed_over))
    raise typer.Exit(FAILED if troubled else DONE)


def _print(same_records: SameRecords) -> None:
    from kotra_notation.features.same.text import render_group, render_sums, render_without_throws

    tongue, gathered, records = user_tongue(), same_records.gathered, same_records.records
    for group in same_records.groups:
        echo_lines(render_group(group, records, tongue))
    echo(render_sums(same_records.groups, len(records), gathered.files, tongue))
    if number := gathered.without_throws:
        echo(render_without_throws(number, tongue))
    if number := gathered.passed_over:
        echo(
            tongue.count(
                "{number} file skipped (unknown format).", "{number} files skipped (unknown format).", number
            )
        )
