"""Matches and games while their lines are being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from kotra_notation.findings import Finding, finding
from kotra_notation.formats.mat import headers
from kotra_notation.formats.mat.columns import Columns
from kotra_notation.formats.mat.numbers import RowNumbers
from kotra_notation.formats.unread import unused
from kotra_notation.model import Annotation, Event, Game, Match, Player, ResultClaim, ScoreClaim, Span


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int
    span: Span
    score: ScoreClaim | None = None
    events: list[Event] = field(default_factory=list)
    numbers: RowNumbers = field(default_factory=RowNumbers)

    def finished(self) -> Game:
        """The game as far as it was read."""
        return Game(number=self.number, score=self.score, events=tuple(self.events), span=self.span)


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    span: Span
    tags: list[tuple[str, str]] = field(default_factory=list)
    length: int | None = None
    names: tuple[str, str] | None = None
    ratings: tuple[str | None, str | None] = (None, None)
    remarks: list[Annotation] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)
    columns: Columns = field(default_factory=Columns)

    def goes_on_with(self, number: int, head: MatchDraft) -> bool:
        """Whether a game behind a further head is the next of this match and not the first of another."""
        same_length = head.length in (None, self.length)
        return same_length and bool(self.games) and number == self.games[-1].number + 1

    def finished(self, dialect: str) -> tuple[Match, list[Finding]]:
        """The match, and what is to be said of it as a whole."""
        found: list[Finding] = []
        length, info = self.length, list(self.tags)
        found += [unused(key, value, self.span) for key, value in headers.not_known(self.tags)]
        if length is None:
            found.append(finding("length-missing", span=self.span))
        if dialect == "galaxy" and self._money_in_disguise():
            found.append(finding("length-doubtful", span=self.span, length=length))
            info.append((headers.LENGTH, str(length)))
            length = 0
        for number, game in enumerate(self.games, 1):
            found += [one.at(game=number) for one in game.numbers.findings()]
        names = self.names or ("", "")
        first, second = (
            Player(name=name, rating=rating) for name, rating in zip(names, self.ratings, strict=True)
        )
        match = Match(
            players=(first, second),
            length=length,
            rules=headers.rules(dict(self.tags), length),
            info=headers.info(info),
            remarks=tuple(self.remarks),
            games=tuple(game.finished() for game in self.games),
            span=self.span,
        )
        return match, found

    def _money_in_disguise(self) -> bool:
        """Galaxy writes a money game as a single game of a match of even length that does not win it."""
        if not self.length or self.length % 2 or len(self.games) != 1:
            return False
        game = self.games[0]
        claims = [event for event in game.events if isinstance(event, ResultClaim)]
        begins = game.score is None or game.score.score == (0, 0)
        return begins and bool(claims) and not any(claim.match for claim in claims)
