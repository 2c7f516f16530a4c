"""A game as texts tell it: turns that follow on one another together, and what is said between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kotra_notation.report.view import DecisionStudy, Event, GameView, PageBoard, PageFinding, Remark, Stop


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A line of two columns: what one side did, what the other did then, or what is nobody's turn."""

    sides: tuple[Stop | None, Stop | None] = (None, None)
    across: Stop | Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """Turns and events with nothing between them."""

    kind: str = "turns"
    items: tuple[Stop | Event, ...]

    @property
    def rows(self) -> Iterator[PassageRow]:
        """The lines of two columns; a side that acts again begins a new one."""
        left: Stop | None = None
        for item in self.items:
            seat = item.seat if isinstance(item, Stop) else None
            if isinstance(item, Stop) and seat == 1:
                yield PassageRow((left, item))
                left = None
                continue
            if left:
                yield PassageRow((left, None))
            left = item if isinstance(item, Stop) and seat == 0 else None
            if left is None:
                yield PassageRow(across=item)
        if left:
            yield PassageRow((left, None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Studies:
    """What an evaluation says of a decision that it calls a blunder."""

    kind: str = "studies"
    stop: Stop
    studies: tuple[DecisionStudy, ...]


Passage = Turns | Studies | PageFinding | Remark | PageBoard


def passages(game: GameView) -> Iterator[Passage]:
    """The passages of a game in order; evaluations are told of blunders only."""
    together: list[Stop | Event] = []
    for item in game.items:
        blunder = isinstance(item, Stop) and item.grade == "blunder" and bool(item.studies)
        if isinstance(item, Stop | Event):
            together.append(item)
        if together and (blunder or not isinstance(item, Stop | Event)):
            yield Turns(items=tuple(together))
            together.clear()
        if not isinstance(item, Stop | Event):
            yield item
        elif blunder and isinstance(item, Stop):
            yield Studies(stop=item, studies=item.studies)
    if together:
        yield Turns(items=tuple(together))
