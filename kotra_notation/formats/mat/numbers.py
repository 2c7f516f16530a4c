"""The numbers of a game's rows: where they do not follow each other a row is lost, doubled or elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from kotra_notation.findings import Finding, finding
from kotra_notation.model import Span
from kotra_notation.values import dataclass

# A larger number is none that somebody counted.
MOST_LOST = 20


class Jump(NamedTuple):
    """A row, counted from 0, with another number than the next behind the row `before`, and its place."""

    row: int
    before: int
    number: int
    span: Span

    @property
    def by(self) -> int:
        """Return how much larger it is."""
        return self.number - self.before - 1


@dataclass(slots=True)
class RowNumbers:
    """What is seen of the numbers of rows that say more than a result."""

    rows: int = 0
    last: int = 0
    jumps: list[Jump] = field(default_factory=list)

    def row(self, number: int, span: Span) -> None:
        """A further row with its number; an excerpt begins with any, and one with 2 lacks its first row."""
        if number != self.last + 1 and (self.rows or number == 2):
            self.jumps.append(Jump(self.rows, self.last, number, span))
        self.rows, self.last = self.rows + 1, number

    def findings(self) -> Iterator[Finding]:
        """One finding for jumps that rows next to each other make, with what was done there."""
        group: list[Jump] = []
        for jump in self.jumps:
            if group and jump.row > group[-1].row + 1:
                yield _finding(group)
                group = []
            group.append(jump)
        if group:
            yield _finding(group)


def _finding(group: Sequence[Jump]) -> Finding:
    first = group[0]
    return finding(
        "row-number-jump",
        span=first.span,
        written=str(first.number),
        expected=[str(first.before + 1)],
        slip=_slip([jump.by for jump in group]),
    )


def _slip(by: Sequence[int]) -> str:
    """Return what was done, by how much larger the numbers are than they would be."""
    match by:
        case (rows,) if 0 < rows <= MOST_LOST:
            return "lost"
        case (-1,):
            return "doubled"
        case (1, -2, 1) | (1, -2):
            return "exchanged"
        case _:
            return "misnumbered"
