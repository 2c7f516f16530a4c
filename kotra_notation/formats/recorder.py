"""The recorder of a reader of lines: matches and games being read, the place, what is found and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Reading
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.values import dataclass

SHOWN = 80  # characters of a text in a finding


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int | None
    span: model.Span
    score: model.ScoreClaim | None = None
    events: list[model.Event] = field(default_factory=list)

    def finish(self) -> model.Game:
        """The game as far as it was read."""
        return model.Game(number=self.number, score=self.score, events=tuple(self.events), span=self.span)


@dataclass(slots=True)
class MatchDraft:
    """A match being read, with the options of its rules; a player of whom nothing has been read is None."""

    span: model.Span
    players: list[model.Player | None] = field(default_factory=lambda: [None, None])
    length: int | None = None
    options: list[str] = field(default_factory=list)
    info: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[model.Annotation] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides, empty where they are not known."""
        first, second = self.players
        return first.name if first else "", second.name if second else ""

    @property
    def nameless(self) -> bool:
        """Return whether nothing has told the players."""
        return self.players == [None, None]

    @property
    def next_number(self) -> int:
        """The number of the next game."""
        return (self.games[-1].number or 0) + 1 if self.games else 1

    @property
    def automatic(self) -> int:
        """Return how often the cube has turned by itself in a game at most."""
        turned = ([isinstance(event, model.AutomaticDouble) for event in game.events] for game in self.games)
        return max(map(sum, turned), default=0)

    def state_rule(self, option: str) -> None:
        """Take an option that the file states."""
        if option not in self.options:
            self.options.append(option)

    def finish(self) -> model.Match:
        """The match as far as it was read."""
        first, second = (player or model.Player() for player in self.players)
        return model.Match(
            players=(first, second), length=self.length,
            rules=",".join(["modern", *self.options]) if self.options else None, info=tuple(self.info),
            remarks=tuple(self.remarks), games=tuple([game.finish() for game in self.games]),
            span=self.span,
        )  # fmt: skip


def last_event(events: Sequence[model.Event]) -> model.Event | None:
    """Return the last event that could be read."""
    return next((event for event in reversed(events) if not isinstance(event, model.Extra)), None)


def parse_length(value: str) -> int | None:
    """The length a header states; None where it is no number."""
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 6 else None


class Recorder:
    """Matches and findings of a reader of lines; `line` is being read, `shift` is its first column."""

    def __init__(self, notation: str, *, lengthless: bool = False) -> None:
        self.notation, self.lengthless = notation, lengthless
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.line, self.number, self.shift = "", 1, 0
        self.stated: dict[str, str] = {}  # the headers of the match that is open, where each stands once

    def find(self, name: str, span: model.Span | None = None, **facts: Any) -> None:
        """Note a finding in the line being read, or at another place."""
        self.say(finding(name, span=span or self.span, **facts))

    def once(self, key: str, value: str) -> None:
        """Say that a header of the match stands a second time, with another value."""
        first = self.stated.setdefault(key, value)
        if first != value:
            self.say(header_twice(key, first, value, self.span), whole=True)

    def lines(self, text_lines: Sequence[str]) -> Iterator[str]:
        """The lines that say anything, each in its turn the one being read."""
        for number, line in enumerate(text_lines, 1):
            if line and not line.isspace():
                heed_stop()
                self.number, self.line = number, line
                yield line

    @property
    def span(self) -> model.Span:
        """The line being read, from its first character to its last."""
        stripped = self.line.rstrip()
        start = self.shift + len(stripped) - len(stripped.lstrip())
        return model.Span(self.number, start + 1, self.shift + len(stripped) + 1)

    @property
    def game(self) -> GameDraft | None:
        """The game that is open."""
        return self.match.games[-1] if self.match and self.match.games else None

    def draft(self) -> MatchDraft:
        """The match that is open, or a new one."""
        if self.match is None:
            self.match = MatchDraft(self.span)
        return self.match

    def begin(self, number: int | None, score: tuple[int, int] | None = None) -> GameDraft:
        """Begin a game."""
        score_claim = None if score is None else model.ScoreClaim(score=score, span=self.span)
        self.draft().games.append(game := GameDraft(number, self.span, score_claim))
        return game

    def say(self, found: Finding, *, whole: bool = False) -> None:
        """Note a finding in the game that is open, or in the match as a whole."""
        games = len(self.match.games) if self.match and not whole else 0
        self.findings.append(found.at(match=len(self.matches) + 1, game=games or found.game))

    def keep(self, annotation: model.Annotation) -> None:
        """Keep what is no action where it stands: in the game that is open, else in the head of the match."""
        if self.game is not None:
            self.game.events.append(annotation)
        else:
            self.draft().remarks.append(annotation)

    def unreadable(self, *, kept: bool = True) -> None:
        """Say that the line cannot be read, and keep it."""
        span, text = self.span, self.line.strip()
        self.find("unreadable-line", written=text[:SHOWN])
        if kept:
            self.keep(model.Extra(key=f"{self.notation}:line", value=text, span=span))

    def unreadable_part(
        self, text: str, span: model.Span, seat: int | None = None, near: str = "", **facts: str
    ) -> None:
        """Say that a part of the line cannot be read; `near` is what it may stand for."""
        self.find("unreadable-cell", span, seat=seat, written=text[:SHOWN], near=near, **facts)

    def close(self, *findings: Finding, bare: bool = False) -> None:
        """Finish the match that is open, with what is found of it; `bare`: though nobody has played."""
        draft = self.match
        if draft is not None and (draft.games or bare or not draft.nameless):
            if draft.length is None and not self.lengthless:
                self.say(finding("length-missing", span=draft.span), whole=True)
            for found in findings:
                self.say(found, whole=True)
            self.matches.append(draft.finish())
        self.match, self.stated = None, {}

    def reading(self, dialect: str | None = None, *, silent: bool = False) -> Reading:
        """Return what the file says; `silent`: that it holds no match is said only where nothing else is."""
        if not self.matches and not (silent and self.findings):
            self.findings.append(finding("empty-record"))
        return Reading(matches=tuple(self.matches), findings=tuple(self.findings), dialect=dialect)
