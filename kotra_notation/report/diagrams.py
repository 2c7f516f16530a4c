"""Which turns have their board drawn among the turns, beside those where the record asks for one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kotra_notation.report.view import Stop

Where = Literal["marked", "findings", "blunders", "every", "none"]
ALONE: tuple[Where, ...] = ("marked", "findings", "blunders", "none")
CHOICES = ("marked", "findings", "blunders", "every=N", "none")
_EVERY = re.compile(r"every=([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Diagrams:
    """A publisher's wish for boards. `findings`: those of the findings are drawn, which all but none do."""

    where: Where = "marked"
    every: int = 0

    @property
    def at_findings(self) -> bool:
        """Return whether findings are drawn."""
        return self.where != "none"

    def wanted(self, stop: Stop, *, asked: bool) -> bool:
        """Return whether this stop is drawn; `asked` where the record has the mark `diagram`."""
        if self.where == "none":
            return False
        if self.where == "every" and stop.turn:
            return asked or stop.turn % self.every == 0
        return asked or (self.where == "blunders" and stop.grade == "blunder")


def diagrams(text: str) -> Diagrams:
    """The wish as it is written; ValueError for words that are none."""
    if every := _EVERY.fullmatch(text):
        return Diagrams("every", int(every[1]))
    for where in ALONE:
        if text == where:
            return Diagrams(where)
    raise ValueError(text)
