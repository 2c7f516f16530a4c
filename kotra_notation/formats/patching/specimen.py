"""How a notation itself spells a match: the file its writer makes, and where each event stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from kotra_notation.formats.format import Format, Source, lines_of
from kotra_notation.model import Event, Game, Match, Play, Span, Turn
from kotra_notation.values import dataclass

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
        self.format = format
        self.dialect = dialect
        self._places: dict[int, dict[int, Span]] = {}

    @property
    def lines(self) -> list[str]:
        """The lines of the writing."""
        return self._written_and_read[0]

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of the match as they are read from it; none where they are not."""
        return self._written_and_read[1]

    @cached_property
    def _written_and_read(self) -> tuple[list[str], tuple[Game, ...]]:
        nothing: tuple[list[str], tuple[Game, ...]] = ([], ())
        if self.format.write is None:
            return nothing
        dialect = self.dialect if self.dialect in self.format.dialects else None
        content = self.format.write([self.match], dialect).content
        if not isinstance(content, str):
            return nothing
        text = content.removeprefix("\ufeff")
        read = self.format.read(Source(text.encode("utf-8", "replace"))).matches
        games = tuple(game for match in read for game in match.games)
        return (lines_of(text), games) if len(games) == len(self.match.games) else nothing

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
    """Return where the events that were stated are read; both stand in the same order."""
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
