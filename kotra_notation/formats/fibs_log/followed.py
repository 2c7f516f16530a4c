"""Matches and games of a session, followed from board to board."""

from __future__ import annotations

from dataclasses import field

from kotra_notation.board import Points
from kotra_notation.formats.fibs_log.lines import Board
from kotra_notation.formats.recorder import GameDraft, MatchDraft
from kotra_notation.model import Blank, Event, Play, Player, ScoreClaim, Span, Turn
from kotra_notation.values import dataclass

START: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


@dataclass(slots=True)
class Roll:
    """A throw whose play is not yet known."""

    seat: int
    dice: tuple[int, int]
    span: Span


@dataclass(slots=True)
class FollowedGame:
    """A game and how it stands; `points` are the men as seat 0 sees them."""

    span: Span
    score: tuple[int, int] | None = None
    events: list[Event] = field(default_factory=list)
    points: Points = START
    cube: int = 1
    doubled: bool = False
    roll: Roll | None = None
    held: Roll | None = None  # the throw before an offer to resign
    over: bool = False

    def settle(self) -> None:
        """Close a throw that no play has followed."""
        if self.roll is not None:
            roll, self.roll = self.roll, None
            self.events.append(Turn(seat=roll.seat, dice=roll.dice, deed=Blank(), span=roll.span))

    def resume(self) -> None:
        """Let a throw wait for its play again when the resignation behind it was refused."""
        at = len(self.events) - 3
        if self.held is not None and at >= 0 and isinstance(self.events[at], Turn):
            del self.events[at]
            self.roll = self.held
        self.held = None

    @property
    def played(self) -> Turn | None:
        """The last event, if it is a play that a line has told."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Turn) and isinstance(last.deed, Play) else None

    def draft(self, number: int) -> GameDraft:
        """The game as far as it was read."""
        score = ScoreClaim(score=self.score, span=self.span) if self.score else None
        return GameDraft(number, self.span, score, self.events)


@dataclass(slots=True)
class FollowedMatch:
    """A match of which boards and lines tell."""

    names: tuple[str, str]
    span: Span
    length: int | None = None
    games: list[FollowedGame] = field(default_factory=list)

    def seat(self, name: str) -> int | None:
        """The seat of a player; None for anybody else."""
        return self.names.index(name) if name in self.names else None

    def may_show(self, board: Board) -> bool:
        """Whether a board may be one of this match."""
        if self.names != board.names or self.length not in (None, board.length):
            return False
        before = [game.score for game in self.games if game.score]
        return not before or sum(board.score) >= sum(before[-1])

    def draft(self, players: list[Player | None]) -> MatchDraft:
        """The match of these players, without games of which nothing is told."""
        told = [game for game in self.games if game.events]
        games = [game.draft(number) for number, game in enumerate(told, 1)]
        return MatchDraft(self.span, players, self.length, games=games)
