"""Findings as JSON, in the shape other programs rely on."""

from __future__ import annotations

from typing import Any

import typer

from kotra_notation.cli.speaking import written
from kotra_notation.jobs.check import Checked, document
from kotra_notation.jobs.rows import document as printed


class JsonPrinter:
    """One document at the end."""

    def __init__(self) -> None:
        self.files: list[dict[str, Any]] = []

    def file(self, checked: Checked) -> None:
        """Keep what stands in the document about one file."""
        self.files.append(checked.as_json(written()))

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the document."""
        typer.echo(printed(document(self.files, checked, passed_over)))
