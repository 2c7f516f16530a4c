"""What a replay gives: a frame for each event, a summary for each game, and the whole."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.findings import Finding
from kotra_notation.model import Event, Match
from kotra_notation.rules import Ruleset, Step
from kotra_notation.rules.state import Ending, State


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Points that a seat scores in a game, and for what."""

    seat: int
    kind: str
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReplay:
    """One game: its frames, how it ended, what it was worth, and the score around it."""

    number: int
    line: int | None
    frames: tuple[Frame, ...]
    ending: Ending
    score_before: tuple[float, float]
    score_after: tuple[float, float]
    awards: tuple[Award, ...]
    findings: tuple[Finding, ...]
    certain: bool

    @property
    def winner(self) -> int | None:
        """The seat that won, None for a drawn or unfinished game."""
        return self.ending.winner

    @property
    def points(self) -> float:
        """What the game was worth to its winner."""
        return self.ending.points

    @property
    def kind(self) -> str:
        """How it ended, a word of the public face."""
        return self.ending.kind

    @property
    def turns(self) -> int:
        """How many throws it had."""
        return self.frames[-1].after.turns if self.frames else 0


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
