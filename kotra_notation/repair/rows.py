"""The numbers of rows as evidence: where they jump a row is skipped, or two have changed places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.findings import Finding
from kotra_notation.model import Event, Game
from kotra_notation.repair.costs import costs
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.exchanged import Exchange, rows_swapped
from kotra_notation.repair.meant import cost_of
from kotra_notation.values import dataclass

JUMP = "row-number-jump"
# What a number can tell that the plays do not: where a row stands twice they tell it.
TELLING = ("lost", "exchanged")


@dataclass(frozen=True, slots=True)
class RowJump:
    """What the numbers of rows say before the event at `at`: `slip`, and where rows are lost, which."""

    at: int
    slip: str
    rows: tuple[int, ...]

    @property
    def lost(self) -> Edit:
        """That rows are missing there, with the turns of both sides; nobody knows what these were."""
        cost = costs().left["row-lost"]
        return Edit(kind="row-lost", place=self.at, old=(), new=(), cost=cost, rows=self.rows)

    def exchanged(self, events: Sequence[Event], at: int) -> Iterator[Exchange]:
        """The rows there, which begin `at` an event of these, in the order of their numbers."""
        if self.slip == "exchanged" and (told := rows_swapped(events, at)):
            yield told

    def edits(self, events: Sequence[Event]) -> Iterator[Edit]:
        """Yield what the number says by itself, whatever was played."""
        if self.slip == "lost":
            yield self.lost
        for told in self.exchanged(events, self.at):
            cost = cost_of(told.kind) + costs().more["numbered"]
            yield Edit(kind=told.kind, place=told.at, old=told.old, new=told.new, cost=cost)


def row_jumps(game: Game, findings: Iterable[Finding]) -> tuple[RowJump, ...]:
    """Return what is found of the numbers of a game's rows, by its events."""
    return tuple(_jumps(game, findings))


def _jumps(game: Game, findings: Iterable[Finding]) -> Iterator[RowJump]:
    for finding in findings:
        if finding.kind.name != JUMP or finding.span is None:
            continue
        for at, event in enumerate(game.events):
            if event.span and event.span.line >= finding.span.line:
                first, number = int(finding.expected[0]), int(finding.written)
                yield RowJump(at, finding.facts["slip"], tuple(range(first, number)))
                break
