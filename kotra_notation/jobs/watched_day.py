"""The records of a folder that is watched, held against each other and a table of results at every change."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import field, replace

from kotra_notation.findings import Finding
from kotra_notation.jobs.across import Across, across_day
from kotra_notation.jobs.check import Checked
from kotra_notation.jobs.day_records import DayRecords
from kotra_notation.jobs.files import Opened, Trouble
from kotra_notation.jobs.results_file import results_at
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import reason

Known = tuple[str, str, str]


@dataclass(slots=True)
class WatchedDay:
    """What was checked, by the paths of the files, and what was found across them last.

    `results` is the path of the table, which is read anew where it changed.
    """

    results: str
    _files: dict[str, tuple[Opened, Checked]] = field(default_factory=dict)
    _seen: object = None
    _told: frozenset[Known] = frozenset()
    _looks: int = 0
    _why: str = ""
    found: tuple[Finding, ...] = ()

    def has(self, path: str) -> bool:
        """Whether a file was taken in."""
        return path in self._files

    def keep(self, path: str, file: Opened, checked: Checked) -> None:
        """Take in a file, in the place of what stood there before."""
        self._files[path] = file, checked

    def drop(self, path: str) -> None:
        """Leave out a file that is no record, or cannot be read."""
        self._files.pop(path, None)

    def look(self, is_there: Callable[[str], bool], max_size: int) -> Across | Trouble | None:
        """What is new among what was found, where anything changed; not at the first look."""
        self._looks += 1
        self._files = {path: one for path, one in self._files.items() if is_there(path)}
        seen = self._stamp(), [(path, id(one)) for path, one in sorted(self._files.items())]
        if self._looks == 1 or seen == self._seen:
            return None
        self._seen = seen
        try:
            table = results_at(self.results, max_size)
        except ValueError as error:
            new, self._why = reason(error) != self._why, reason(error)
            return Trouble(self.results, self._why) if new else None
        self._why = ""
        day = DayRecords()
        for _, (file, checked) in sorted(self._files.items()):
            day.add(file, checked)
        found = across_day(day, table)
        self.found = tuple(one for _, one in found.findings)
        known = {(path, one.code, one.message): (path, one) for path, one in found.findings}
        new_ones = tuple(known[key] for key in known if key not in self._told)
        self._told = frozenset(known)
        return replace(found, findings=new_ones)

    def _stamp(self) -> object:
        try:
            status = os.stat(self.results)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size
