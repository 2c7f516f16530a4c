"""How a notation itself spells a match: the file its writer makes, and where each event stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotra_notation.formats.format import Format, Source, lines_of
from kotra_notation.model import Event, Game, Match, Play, Span, Turn

LOOKED_AT = 16  # so many events of a writing are looked through for the next one of the match


@dataclass(frozen=True, slots=True)
class Written:
    """An event in a written file: its place and its words."""

    span: Span
    text: str


class Specimen:
    """A match as its notation writes it, without what is not read from it again as it was."""

    def __init__(self, match: Match, format: Format, dialect: str | None) -> None:
        self.match = match
        self.lines: list[str] = []
        self.games: list[Game] = []
        self._places: dict[int, dict[int, Span]] = {}
        if format.write is None:
            return
        try:
            content = format.write([match], dialect if dialect in format.dialects else None).content
        except ValueError:
            return
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        read = format.read(Source(data)).matches
        games = [game for one in read for game in one.games]
        if len(games) == len(match.games):
            self.lines, self.games = lines_of(data.decode("utf-8").removeprefix("\ufeff")), games

    def event(self, game: int, index: int) -> Written | None:
        """An event of a game, both counted from 0."""
        if not self.games:
            return None
        if game not in self._places:
            self._places[game] = _places(self.match.games[game].events, self.games[game].events)
        span = self._places[game].get(index)
        return self._written(span) if span else None

    def score(self, game: int) -> Written | None:
        """The score at the head of a game."""
        claim = self.games[game].score if self.games else None
        return self._written(claim.span) if claim and claim.span else None

    def rows(self, game: int) -> list[str]:
        """The lines of a game from its first event to its last."""
        if not self.games:
            return []
        read = self.games[game]
        heads = [span.line for span in (read.span, read.score.span if read.score else None) if span]
        head = max(heads, default=0)
        spans = [event.span.line for event in read.events if event.span and event.span.line > head]
        if not spans:
            return []
        first, last = head + 1 if head else min(spans), max(spans)
        while first < last and not self.lines[first - 1].strip():
            first += 1
        return self.lines[first - 1 : last]

    def _written(self, span: Span) -> Written:
        line = self.lines[span.line - 1]
        return Written(span, line[span.column - 1 : span.end_column - 1])


def _places(stated: Sequence[Event], read: Sequence[Event]) -> dict[int, Span]:
    """Where the events that were stated are read; both stand in the same order."""
    places: dict[int, Span] = {}
    at = 0
    for index, event in enumerate(stated):
        plain = _plain(event)
        for there in range(at, min(at + LOOKED_AT, len(read))):
            if _plain(read[there]) == plain:
                if (span := read[there].span) is not None:
                    places[index] = span
                at = there + 1
                break
    return places


def _plain(event: Event) -> Event:
    """The event without the marks of hits, which not every dialect writes."""
    if isinstance(event, Turn) and isinstance(event.deed, Play):
        hops = tuple([hop._replace(taken=0) for hop in event.deed.hops])
        return replace(event, deed=replace(event.deed, hops=hops))
    return event
