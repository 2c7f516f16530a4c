"""Findings as annotations of a GitHub workflow."""

from __future__ import annotations

import typer

from kotra_notation.cli.checking import Checked
from kotra_notation.cli.files import shown
from kotra_notation.cli.output.message import sentences
from kotra_notation.findings import Finding

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


class GithubPrinter:
    """A line for each finding at the end."""

    def file(self, checked: Checked) -> None:
        """Nothing yet: the lines come together."""

    def end(self, checked: list[Checked], passed_over: int) -> None:
        """Print the lines."""
        for done in checked:
            for found in done.findings:
                typer.echo(_line(done.path, found))


def _line(path: str, found: Finding) -> str:
    place = f"file={_property(shown(path))}"
    if found.span:
        place += f",line={found.span.line},col={found.span.column},endColumn={found.span.end_column}"
    title = _property(f"{found.code} {found.kind.name}")
    return f"::{LEVELS[found.severity]} {place},title={title}::{_data(sentences(found))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
