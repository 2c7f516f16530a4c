"""The forms in which `check` prints: for people, and for three kinds of program."""

from __future__ import annotations

from typing import Protocol

from kotra_notation.cli.output.data import JsonPrinter
from kotra_notation.cli.output.github import GithubPrinter
from kotra_notation.cli.output.sarif import SarifPrinter
from kotra_notation.cli.output.text import TextPrinter
from kotra_notation.jobs.check import Checked


class Printer(Protocol):
    """Prints each file as it comes, or everything at the end."""

    def file(self, checked: Checked) -> None:
        """Print what was found in one file, or keep it as it will be printed."""

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print what is said once: a summary, or the whole."""


def printer(form: str) -> Printer:
    """The printer of a form."""
    printers: dict[str, Printer] = {
        "text": TextPrinter(),
        "json": JsonPrinter(),
        "sarif": SarifPrinter(),
        "github": GithubPrinter(),
    }
    return printers[form]
