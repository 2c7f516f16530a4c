"""Edits, of which a repair consists: events in the place of others, the slip that explains it, its cost."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from kotra_notation.implied import GameOrder
from kotra_notation.model import Event, Game, ScoreClaim, Span
from kotra_notation.values import dataclass

TABLE = os.path.join(os.path.dirname(__file__), "costs.toml")
# The place of what stands at the head of a game, before its events.
HEAD = -1


@dataclass(frozen=True, slots=True)
class RepairCosts:
    """Costs by name: of `slips` in turns, of those of the `stakes`, of what is `left`, and what costs `more`.

    Low is likely. `unseen` is a slip in a turn that is lawful as written; `unlike` a play that has nothing
    in common with the text that could not be read. `habits`: what people look at when they choose a play.
    """

    slips: Mapping[str, float]
    stakes: Mapping[str, float]
    left: Mapping[str, float]
    more: Mapping[str, float]
    habits: Mapping[str, float]


@cache
def costs() -> RepairCosts:
    """Return the costs as they were fitted."""
    import tomllib

    with open(TABLE, "rb") as file:
        table = tomllib.load(file)
    return RepairCosts(table["slips"], table["stakes"], table["left"], table["more"], table["habits"])


def cost_of(kind: str) -> float:
    """Return the cost of a kind of slip, or of a play that could not be read."""
    table = costs()
    return next(known[kind] for known in (table.slips, table.stakes, table.more) if kind in known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A repair: `new` events replace the `old` ones, the first at `place`.

    An edit without changes explains what stays: a play that `stood`, a lost turn, or missing `rows`.
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
        """Return whether it puts in a turn and moves what stands behind it, from where nobody can be sure."""
        return self.kind == "turn-lost" and bool(self.old)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEdit(Edit):
    """A word at the beginning of a cell that is spelled otherwise; the meaning is what was read already."""

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


def apply_edits(game: Game, edits: Iterable[Edit]) -> Game:
    """Return the game with its edits made; what is put in stands before what is exchanged at the place."""
    events: list[Event] = list(game.events)
    score = game.score
    for edit in sorted(edits, key=lambda edit: (edit.place, bool(edit.old)))[::-1]:
        if edit.place != HEAD:
            events[edit.place : edit.place + len(edit.old)] = edit.new
        elif isinstance(edit.new[0], ScoreClaim):
            score = edit.new[0]
    return replace(game, score=score, events=tuple(events))
