"""What a repair consists of: events in the place of others, and the kind of slip that explains it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kotra_notation.implied import GameOrder
from kotra_notation.model import Event, Game, ScoreClaim, Span
from kotra_notation.values import dataclass

# The place of what stands at the head of a game, before its events.
HEAD = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A slip taken back: `old` events of a game, the first at `place`, and what was meant in their stead.

    One that changes nothing tells what is left as it is: a play that `stood`, or a turn that is lost and
    could have been several, or `rows` that are missing, by their numbers.
    """

    kind: str
    place: int
    old: tuple[Event, ...]
    new: tuple[Event, ...]
    cost: float
    rows: tuple[int, ...] = ()

    @property
    def changes(self) -> bool:
        """Return whether the record is any different after it."""
        return self.old != self.new

    @property
    def moves(self) -> bool:
        """Whether it puts in a turn and moves what stands behind it: from where, nobody can be sure."""
        return self.kind == "turn-lost" and bool(self.old)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEdit(Edit):
    """A word at the beginning of a cell that is spelled otherwise; what is said is what was read already."""

    cell: Span
    word: str
    spelled: str

    @property
    def changes(self) -> bool:
        """A word is always another."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEdit(Edit):
    """Games of a match moved; what is said in them stays."""

    order: GameOrder

    @property
    def changes(self) -> bool:
        """Some game always stands elsewhere."""
        return True


def edited(game: Game, edits: Iterable[Edit]) -> Game:
    """The game with its edits made; what is put in at one place stands before what is exchanged there."""
    events: list[Event] = list(game.events)
    score = game.score
    ordered = sorted(edits, key=lambda one: (one.place, bool(one.old)))
    for edit in ordered[::-1]:
        if edit.place != HEAD:
            events[edit.place : edit.place + len(edit.old)] = edit.new
        elif isinstance(edit.new[0], ScoreClaim):
            score = edit.new[0]
    return replace(game, score=score, events=tuple(events))
