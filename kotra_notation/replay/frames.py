"""What a replay gives: a frame for each event, a summary for each game, and the whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kotra_notation.board import Cube
from kotra_notation.findings import Finding, phrase
from kotra_notation.model import Event, Game, Match
from kotra_notation.rules import Ruleset, Step
from kotra_notation.rules.ruleset import Award, Ending, Stakes, State

# What players are called that the record does not name.
COLOURS = (phrase("White"), phrase("Black"))


@dataclass(frozen=True, slots=True)
class Frame:
    """One event: the state before and after it, what was found, and whether the board is certain after it.

    `steps` is the way the dice were played as it was understood, one man and one die a step.
    """

    event: Event
    before: State
    after: State
    findings: tuple[Finding, ...] = ()
    certain: bool = True
    steps: tuple[Step, ...] = ()


class Passage(NamedTuple):
    """A turn by its place among the events, and the boards before and after it as its seat sees them.

    `turn` is its number as findings count; `certain`: the board is known after it.
    """

    place: int
    turn: int
    before: Sequence[int]
    after: Sequence[int]
    stakes: Stakes
    certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReplay:
    """One game: its frames, how it ended, what it was worth, and the score around it.

    `again` replays another record of the same game, begun at the same score under the same rules.
    """

    number: int
    line: int | None
    turns: int
    crawford: bool
    ending: Ending
    cube: Cube
    score_before: tuple[float, float]
    score_after: tuple[float, float]
    awards: tuple[Award, ...]
    findings: tuple[Finding, ...]
    certain: bool
    events: int
    refold: Callable[[Collection[int]], tuple[Frame, ...]] = field(repr=False, compare=False)
    retrack: Callable[[], tuple[Passage, ...]] = field(repr=False, compare=False)
    again: Callable[[Game], GameReplay] = field(repr=False, compare=False)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """A frame for each event, made when asked for; findings and results do without."""
        return self.refold(range(self.events))

    def frames_at(self, places: Collection[int]) -> tuple[Frame, ...]:
        """The frames of a few events by their places in the game, in order; cheaper than all of them."""
        return self.refold(places)

    @property
    def track(self) -> tuple[Passage, ...]:
        """Every turn with the boards around it, made when asked for; much cheaper than frames."""
        return self.retrack()

    @property
    def winner(self) -> int | None:
        """The seat that won, None for a drawn or unfinished game."""
        return self.ending.winner

    @property
    def points(self) -> float:
        """What the game was worth to its winner, everything he was awarded in it; of a draw, to each."""
        mine = [award.points for award in self.awards if award.seat == self.winner]
        return sum(mine) if mine else self.ending.points

    @property
    def kind(self) -> str:
        """How it ended, a word of the public face."""
        return self.ending.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A whole match replayed under one rule set."""

    match: Match
    ruleset: Ruleset
    games: tuple[GameReplay, ...]
    findings: tuple[Finding, ...]
    score: tuple[float, float]
    winner: int | None
    complete: bool
