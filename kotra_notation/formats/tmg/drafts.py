"""Matches and games of a TrueMoneyGames file while their lines are being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from kotra_notation.formats.tmg import headers
from kotra_notation.model import Event, Game, Match, Player, ScoreClaim, Span


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int
    score: ScoreClaim
    span: Span
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    span: Span
    players: list[Player | None] = field(default_factory=lambda: [None, None])
    info: list[tuple[str, str]] = field(default_factory=list)
    length: int | None = None
    games: list[GameDraft] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        first, second = (player.name if player else "" for player in self.players)
        return first, second

    @property
    def automatic(self) -> int:
        """How often the cube turned by itself in a game at most."""
        return max((headers.automatic(game.events) for game in self.games), default=0)

    def finished(self) -> Match:
        """The match as far as it was read."""
        cube = (headers.PREFIX + headers.CUBE, "0") not in self.info
        rules: dict[str, str] = {}
        info: list[tuple[str, str]] = []
        for key, value in self.info:
            name = key.removeprefix(headers.PREFIX)
            if name not in rules and headers.stated(name, value, self.length, cube=cube) is not None:
                rules[name] = value
            else:
                info.append((key, value))
        options = headers.read_rules(rules, self.length, self.automatic)
        first, second = (player or Player() for player in self.players)
        return Match(
            players=(first, second),
            length=self.length,
            rules=",".join(["modern", *options]) if options else None,
            info=tuple(info),
            games=tuple(
                Game(number=game.number, score=game.score, events=tuple(game.events), span=game.span)
                for game in self.games
            ),
            span=self.span,
        )
