"""Printer of `kotra check --across`: findings across files, and the table of results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from kotra_notation.cli.failing import or_fail
from kotra_notation.features.check.job import Checked
from kotra_notation.features.check.output import Printer
from kotra_notation.features.day.job import Across, across_day
from kotra_notation.features.day.results_against import DayRecords
from kotra_notation.features.day.results_file import results_at
from kotra_notation.findings import Finding
from kotra_notation.jobs.files import STDIN, Opened, Trouble
from kotra_notation.jobs.sources import InputFile


class DayPrinter:
    """Prints as another printer does, and after it the findings across files that are `chosen`."""

    def __init__(
        self,
        printer: Printer,
        results: str | None,
        max_size: int,
        codes: tuple[Sequence[str], Sequence[str]],
        chosen: Callable[[Iterable[Finding]], Sequence[Finding]],
    ) -> None:
        self.printer, self.codes, self.chosen = printer, codes, chosen
        with or_fail():
            self.results = results_at(results, max_size) if results else None
        self.day = DayRecords()
        self.found: list[Finding] = []
        self.own = os.path.realpath(results) if results and results != STDIN else ""

    def is_own(self, file: InputFile) -> bool:
        """Return whether a file of a folder is the table of results."""
        return file.searched and os.path.realpath(file.path) == self.own

    def add(self, file: Opened, done: Checked) -> None:
        """Keep what is compared across files."""
        self.day.add(file, done)

    def file(self, checked: Checked) -> None:
        """Print what was found in one file."""
        self.printer.file(checked)

    def note_unchecked(self, path: str) -> None:
        """Keep that a file could not be checked."""
        self.printer.note_unchecked(path)

    def across(self, found: Across) -> None:
        """Print what was found across the files."""
        self.found = [finding for _, finding in found.findings]
        self.printer.across(found)

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print what shows across the files, and the end."""
        across = across_day(self.day, self.results, *self.codes)
        kept = [placed for placed in across.findings if self.chosen([placed[1]])]
        self.across(replace(across, findings=tuple(kept)))
        self.printer.end(checked, passed_over, unchecked, troubles)
