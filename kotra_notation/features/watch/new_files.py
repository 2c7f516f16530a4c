"""Files of a folder as they come to rest: each is offered once for every content it has had."""

from __future__ import annotations

import os
from dataclasses import field

from kotra_notation.jobs.files import Trouble, found_in
from kotra_notation.jobs.stamps import Stamp, stamps
from kotra_notation.values import dataclass
from kotra_notation.words import phrase


@dataclass(slots=True)
class Arrivals:
    """What is known of the files after some looks; `restless` are those that changed between the last two.

    `said` is what is to be told of the last look, each thing once.
    """

    folder: str
    deep: bool = True
    restless: list[str] = field(default_factory=list)
    said: list[Trouble] = field(default_factory=list)
    _last: dict[str, Stamp] = field(default_factory=dict)
    _done: dict[str, Stamp] = field(default_factory=dict)
    _told: set[Trouble] = field(default_factory=set)
    _away: bool = False

    def look(self) -> list[str]:
        """The files that stood still since the last look and are not done, by name."""
        troubles: list[Trouble] = []
        self.said = []
        now = stamps(found_in(self.folder, troubles, deep=self.deep))
        if away := next((trouble for trouble in troubles if trouble.path == self.folder), None):
            self._go_away(away)
            return []
        self._come_back()
        self.said += [trouble for trouble in troubles if trouble not in self._told]
        self._told = set(troubles)
        self._done = {path: stamp for path, stamp in self._done.items() if path in now}
        self.restless = [path for path, stamp in now.items() if self._last.get(path) != stamp]
        rested = [path for path, stamp in now.items() if self._last.get(path) == stamp]
        self._last = now
        return [path for path in rested if self._done.get(path) != now[path]]

    def unchanged(self, path: str) -> bool:
        """Return whether a file is still what it was at the last look."""
        return stamps([path]) == {path: self._last.get(path)}

    def is_there(self, path: str) -> bool:
        """Return whether a file was seen at the last look, or all files were out of sight."""
        return path in self._last

    def dismiss(self, path: str) -> None:
        """Note that a file need not be offered again as it was at the last look."""
        self._done[path] = self._last[path]

    @property
    def troubled(self) -> bool:
        """Return whether the last look did not see everything."""
        return self._away or bool(self._told)

    def _go_away(self, trouble: Trouble) -> None:
        if not self._away:
            gone = not os.path.lexists(self.folder)
            self.said.append(Trouble(self.folder, phrase("the folder is gone") if gone else trouble.why))
        self._away, self.restless = True, []

    def _come_back(self) -> None:
        if self._away:
            self.said.append(Trouble(self.folder, phrase("the folder is there again")))
        self._away = False
