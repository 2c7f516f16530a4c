"""Findings as annotations of a GitHub workflow."""

from __future__ import annotations

import typer

from kotra_notation.cli.output.message import sentences
from kotra_notation.findings import Finding
from kotra_notation.jobs.check import Checked
from kotra_notation.jobs.files import printable

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


class GithubPrinter:
    """A line for each finding at the end."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def file(self, checked: Checked) -> None:
        """Keep the lines of one file."""
        self.lines += [_line(checked.path, found) for found in checked.findings]

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the lines."""
        for line in self.lines:
            typer.echo(line)


def _line(path: str, found: Finding) -> str:
    place = f"file={_property(printable(path))}"
    if found.span:
        place += f",line={found.span.line},col={found.span.column},endColumn={found.span.end_column}"
    title = _property(f"{found.code} {found.kind.name}")
    return f"::{LEVELS[found.severity]} {place},title={title}::{_data(sentences(found))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
