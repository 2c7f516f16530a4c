"""Matches and games of a GamesGrid record while their lines are being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from kotra_notation.formats.sgg import headers
from kotra_notation.model import AutomaticDouble, Event, Extra, Game, Match, Player, ScoreClaim, Span

CRAWFORD = "sgg:crawford"  # `*` or nothing, where the star is not where the score puts it


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int
    score: ScoreClaim
    star: bool
    span: Span
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    span: Span
    names: tuple[str, str] | None = None
    info: list[tuple[str, str]] = field(default_factory=list)
    length: int | None = None
    games: list[GameDraft] = field(default_factory=list)

    def finished(self) -> Match:
        """The match as far as it was read."""
        ratings = (("", ""), ("", ""))
        rules: dict[str, str] = {}
        info: list[tuple[str, str]] = []
        automatic = max((self._automatic(game) for game in self.games), default=0)
        for key, value in self.info:
            name = key.removeprefix(headers.PREFIX)
            if name == headers.ELO and (read := headers.ratings(value)):
                ratings = read
            elif name in headers.RULES and headers.stated(name, value, self.length, automatic) is not None:
                rules[name] = value
            elif name != headers.LENGTH or length_of(value) is None:
                info.append((key, value))
        options = headers.read_rules(rules, self.length, automatic)
        stars = headers.starred([game.score.score for game in self.games], self.length)
        players = [
            Player(name=name, rating=rating or None, extras={headers.EXPERIENCE: games} if games else {})
            for name, (rating, games) in zip(self.names or ("", ""), ratings, strict=True)
        ]
        return Match(
            players=(players[0], players[1]),
            length=self.length,
            rules=",".join(["modern", *options]) if options else None,
            info=tuple(info),
            games=tuple(_finished(game, star) for game, star in zip(self.games, stars, strict=True)),
            span=self.span,
        )

    @staticmethod
    def _automatic(game: GameDraft) -> int:
        return sum(isinstance(event, AutomaticDouble) for event in game.events)


def _finished(game: GameDraft, star: bool) -> Game:
    events = game.events
    if game.star != star:
        events = [Extra(key=CRAWFORD, value="*" * game.star, span=game.span), *events]
    return Game(number=game.number, score=game.score, events=tuple(events), span=game.span)


def length_of(value: str) -> int | None:
    """The length a header states; None where it is no number."""
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 6 else None
