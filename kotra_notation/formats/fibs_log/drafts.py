"""Matches and games of a session while its lines are being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from kotra_notation.board import Points
from kotra_notation.formats.fibs_log.lines import Board
from kotra_notation.model import Blank, Event, Game, Match, Play, Player, ScoreClaim, Span, Turn

START: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


@dataclass(slots=True)
class Roll:
    """A throw whose play is not yet known."""

    seat: int
    dice: tuple[int, int]
    span: Span


@dataclass(slots=True)
class GameDraft:
    """A game being read; `points` are the men as seat 0 sees them."""

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

    def finished(self, number: int) -> Game:
        """The game as far as it was read."""
        score = ScoreClaim(score=self.score, span=self.span) if self.score else None
        return Game(number=number, score=score, events=tuple(self.events), span=self.span)


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    names: tuple[str, str]
    span: Span
    length: int | None = None
    games: list[GameDraft] = field(default_factory=list)

    def seat(self, name: str) -> int | None:
        """The seat of a player; None for anybody else."""
        return self.names.index(name) if name in self.names else None

    def shown(self, board: Board) -> bool:
        """Whether a board may be one of this match."""
        if self.names != board.names or self.length not in (None, board.length):
            return False
        before = [game.score for game in self.games if game.score]
        return not before or sum(board.score) >= sum(before[-1])

    def finished(self, names: tuple[str, str]) -> Match:
        """The match of players of these names."""
        games = [game for game in self.games if game.events]
        return Match(
            players=(Player(name=names[0]), Player(name=names[1])),
            length=self.length,
            games=tuple(game.finished(number) for number, game in enumerate(games, 1)),
            span=self.span,
        )
