"""What `kotra merge` prints of its decisions, for people and for programs."""

from __future__ import annotations

import typer

from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.speaking import spoken, written
from kotra_notation.cli.streams import echo
from kotra_notation.features.merge.job import MergedRecord
from kotra_notation.features.merge.text import render_merged
from kotra_notation.jobs.rows import document


def print_merged(done: MergedRecord, output: str, *, err: bool) -> None:
    """Tell what was decided, and what was lost in writing."""
    if output == "json":
        typer.echo(document(done.as_json(written())), err=err)
    else:
        for line in render_merged(done, spoken()):
            echo(line, err=err)
    print_losses(done.lost, output)
