"""The table of results of a folder that is watched: written anew, whole, whenever it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from kotra_notation.jobs.files import Trouble, why_unwritten, write_whole
from kotra_notation.jobs.results import FileResults
from kotra_notation.jobs.results_table import sheet
from kotra_notation.values import dataclass
from kotra_notation.words import phrase


@dataclass(slots=True)
class WatchedTable:
    """The rows by the paths of their files, and what was written last."""

    _rows: dict[str, FileResults] = field(default_factory=dict)
    _written: str | None = None
    _why: str = ""
    _looks: int = 0

    def has(self, path: str) -> bool:
        """Whether there is a row of a file."""
        return path in self._rows

    def keep(self, path: str, row: FileResults) -> None:
        """Put the row of a file in the place of the one before."""
        self._rows[path] = row

    def drop(self, path: str) -> None:
        """Take out the row of a file that is no record."""
        self._rows.pop(path, None)

    def write(self, target: str, is_there: Callable[[str], bool]) -> Trouble | None:
        """Write the rows of the files that are there; why not, where that is new.

        Not at the first look, which only sees what does not rest yet.
        """
        self._looks += 1
        self._rows = {path: row for path, row in self._rows.items() if is_there(path)}
        if self._looks == 1:
            return None
        text = sheet([self._rows[path] for path in sorted(self._rows)], target)
        if text == self._written:
            return None
        try:
            write_whole(target, text)
        except OSError as error:
            new, self._why = why_unwritten(error) != self._why, why_unwritten(error)
            return Trouble(target, phrase("not written: {why}", why=self._why)) if new else None
        self._written, self._why = text, ""
        return None
