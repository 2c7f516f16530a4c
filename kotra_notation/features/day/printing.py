"""Printer of `kotra check --across`: findings across files, and the table of results."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.files import deliver, not_itself, writable
from kotra_notation.features.check.job import Checked
from kotra_notation.features.check.output import Printer
from kotra_notation.features.check.results import FileResults, results_of, sheet
from kotra_notation.features.day.job import Across, across_day
from kotra_notation.features.day.results_against import DayRecords
from kotra_notation.features.day.results_file import results_at
from kotra_notation.findings import Finding
from kotra_notation.jobs.files import STDIN, Opened, Trouble


class DayPrinter:
    """Prints as another printer does, and behind it what shows across files; writes the sheet at the end."""

    def __init__(
        self,
        printer: Printer,
        *,
        across: bool,
        results: str | None,
        table: str | None,
        max_size: int,
        codes: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self.printer, self.target, self.codes = printer, table, codes
        with or_fail():
            self.results = results_at(results, max_size) if results else None
        self.day = DayRecords() if across or results else None
        self.found: list[Finding] = []
        self.files: list[FileResults] = []
        self.own = {os.path.realpath(path) for path in (results, table) if path and path != STDIN}
        if table is not None:
            writable_table(table, [results] if results else [])

    def is_own(self, file: Opened) -> bool:
        """Return whether a file of a folder is the table or the sheet."""
        return file.searched and os.path.realpath(file.path) in self.own

    def add(self, file: Opened, done: Checked) -> None:
        """Keep what is compared across files."""
        if self.day is not None:
            self.day.add(file, done)

    def file(self, checked: Checked) -> None:
        """Print what was found in one file, and keep its results."""
        self.printer.file(checked)
        if self.target is not None:
            self.files.append(results_of(checked.path, checked))

    def note_unchecked(self, path: str) -> None:
        """Keep that a file could not be checked."""
        self.printer.note_unchecked(path)
        self.files.append(results_of(path, None))

    def across(self, found: Across) -> None:
        """Print what was found across the files."""
        self.found = [finding for _, finding in found.findings]
        self.printer.across(found)

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print what shows across the files, and the end; write the sheet."""
        if self.day is not None:
            self.across(across_day(self.day, self.results, *self.codes))
        self.printer.end(checked, passed_over, unchecked, troubles)
        if self.target is not None:
            deliver(self.target, sheet(self.files, self.target))


def writable_table(target: str, sources: Sequence[str]) -> None:
    """Leave with a complaint where no sheet can be written under a name."""
    if target == STDIN:
        fail("--table: name a file; standard output is used for the normal output.")
    with or_fail():
        sheet([], target)
    writable(target, sources)
    for source in sources:
        not_itself(source, target)
