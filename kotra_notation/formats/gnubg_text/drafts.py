"""Matches and games of a text export while their lines are being read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kotra_notation.model import Annotation, Comment, Event, Game, Match, Player, ScoreClaim, Span

CRAWFORD, AFTER_CRAWFORD = ", Crawford game", ", post-Crawford play"
KEYS = {"Date": "date", "Event": "event", "Round": "round", "Place": "place", "Annotator": "annotator"}

OLDEST = 70  # a year of two figures from here on is of the last century

_DATE = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})")


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int | None
    span: Span
    score: ScoreClaim | None = None
    events: list[Event] = field(default_factory=list)

    def finished(self) -> Game:
        """The game as far as it was read."""
        return Game(number=self.number, score=self.score, events=tuple(self.events), span=self.span)


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    span: Span
    names: list[str] = field(default_factory=lambda: ["", ""])
    length: int | None = None
    ratings: list[str | None] = field(default_factory=lambda: [None, None])
    info: list[tuple[str, str]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    automatic: int = 0  # the most automatic doubles that a game began with
    remarks: list[Annotation] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)

    def goes_on_with(self, names: list[str], length: int, played: int) -> bool:
        """Whether a game behind so many others is the next of this match, and not one of another."""
        same = names == self.names and length == self.length
        return not self.games or (same and played == self.games[-1].number)

    def rule(self, option: str) -> None:
        """Take an option that the file states."""
        if option not in self.rules:
            self.rules.append(option)

    def says(self, key: str, value: str, span: Span) -> None:
        """Take a line of information about the match; what every game says again is taken once."""
        if key.endswith("'s rating"):
            seats = [seat for seat in (0, 1) if self.names[seat] == key.removesuffix("'s rating")]
            free = [seat for seat in seats if self.ratings[seat] is None]
            if len(self.games) == 1 and free:
                self.ratings[free[0]] = value
        elif key == "Comments":
            if value and Comment(text=value) not in self.remarks:
                self.remarks.append(Comment(text=value, span=span))
        else:
            said = KEYS[key], dated(value) if key == "Date" else value
            if value and said not in self.info:
                self.info.append(said)

    def finished(self) -> Match:
        """The match as far as it was read."""
        first, second = (
            Player(name=name, rating=rating) for name, rating in zip(self.names, self.ratings, strict=True)
        )
        if self.automatic:
            self.rule(f"auto_doubles={self.automatic}")
        return Match(
            players=(first, second),
            length=self.length,
            rules=",".join(["modern", *self.rules]) if self.rules else None,
            info=tuple(self.info),
            remarks=tuple(self.remarks),
            games=tuple([game.finished() for game in self.games]),
            span=self.span,
        )


def dated(text: str) -> str:
    """A date as year, month, day where it can be told; a year of two figures stands behind month and day."""
    found = _DATE.fullmatch(text.strip())
    if not found:
        return text
    short = len(found[3]) == 2
    month, day = (int(found[1]), int(found[2])) if short else (int(found[2]), int(found[1]))
    if month > 12 >= day:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return text
    century = "" if not short else "19" if int(found[3]) >= OLDEST else "20"
    return f"{century}{found[3]}-{month:02}-{day:02}"
