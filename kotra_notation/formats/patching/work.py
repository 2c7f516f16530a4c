"""The file that is patched and its hand, with the texts of events in it and in a fresh writing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, fields, replace
from functools import cached_property

from kotra_notation.formats.format import Format, Source, lines_of
from kotra_notation.formats.patching.changes import Changes, EventChange
from kotra_notation.formats.patching.exchange import Cut, Hand, recut, rewrite_turn
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.model import Deed, Event, Game, Match, Play, Span, Turn
from kotra_notation.values import dataclass

LOOKED_AT = 16  # so many events of a writing are looked through for the next one of the match


def head_line(game: Game) -> int:
    """Return the last line of the head of a game, 0 if it has none."""
    spans = (game.span, game.score.span if game.score else None)
    return max([span.line for span in spans if span], default=0)


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

    @cached_property
    def text(self) -> str:
        """The match as it is written; empty if it is not, or not as text."""
        dialect = self.dialect if self.dialect in self.format.dialects else None
        content = self.format.write([self.match], dialect).content if self.format.write else ""
        return content.removeprefix("\ufeff") if isinstance(content, str) else ""

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return lines_of(self.text)

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games of the match as they are read from the text; none unless all are."""
        if not self.text:
            return ()
        matches = self.format.read(Source(self.text.encode("utf-8", "replace"))).matches
        games = tuple(game for match in matches for game in match.games)
        return games if len(games) == len(self.match.games) else ()

    def event(self, game: int, index: int) -> Written | None:
        """An event of a game, both counted from 0."""
        if not self.games:
            return None
        if game not in self._places:
            self._places[game] = _places(self.match.games[game].events, self.games[game].events)
        span = self._places[game].get(index)
        return self._excerpt(span) if span else None

    def score(self, game: int) -> Written | None:
        """The score at the head of a game."""
        claim = self.games[game].score if self.games else None
        return self._excerpt(claim.span) if claim and claim.span else None

    def rows(self, game: int) -> list[str]:
        """The lines of a game from its first event to its last."""
        if not self.games:
            return []
        read = self.games[game]
        head = head_line(read)
        spans = [event.span.line for event in read.events if event.span and event.span.line > head]
        if not spans:
            return []
        first, last = head + 1 if head else min(spans), max(spans)
        while first < last and not self.lines[first - 1].strip():
            first += 1
        return self.lines[first - 1 : last]

    def _excerpt(self, span: Span) -> Written:
        line = self.lines[span.line - 1]
        return Written(span, line[span.column - 1 : span.end_column - 1])


def _places(stated: Sequence[Event], read: Sequence[Event]) -> dict[int, Span]:
    """Return the spans of the stated events in what was read; both are in the same order."""
    places: dict[int, Span] = {}
    start = 0
    for index, event in enumerate(stated):
        plain = _plain(event)
        for position in range(start, min(start + LOOKED_AT, len(read))):
            if _plain(read[position]) == plain:
                if (span := read[position].span) is not None:
                    places[index] = span
                start = position + 1
                break
    return places


def _plain(event: Event) -> Event:
    """Return the event without the marks of hits, which not every dialect writes."""
    if isinstance(event, Turn) and isinstance(event.deed, Play):
        hops = tuple([hop._replace(taken=0) for hop in event.deed.hops])
        return replace(event, deed=replace(event.deed, hops=hops))
    return event


_TOKEN = re.compile(r"[0-9]+|[^\W\d]+|\s+|[^\w\s]")


class RefusedError(Exception):
    """A game cannot be changed in this way."""


@dataclass(slots=True)
class Work:
    """One match of a file that is being patched.

    `before` and `after` are how the notation spells it as it was and as it is to be. `coarse`: the whole text
    of an event is exchanged.
    """

    sheet: Sheet
    hand: Hand
    before: Specimen
    after: Specimen
    known: dict[Deed, str]
    coarse: bool = False
    done: dict[Span, str] = field(default_factory=dict)

    def exchange(self, span: Span, text: str) -> None:
        """Have another text at a place; the same may be asked for twice."""
        if span not in self.done:
            start = self.sheet.offset(span.line, span.column)
            self.sheet.exchange(start, self.sheet.offset(span.line, span.end_column), text)
        elif self.done[span] != text:
            raise RefusedError
        self.done[span] = text

    def score(self, changes: Changes) -> None:
        """Exchange the score at the head of a game, where it has changed."""
        old, new = changes.old.score, changes.new.score
        if old == new:
            return
        if old is None or new is None or old.span is None:
            raise RefusedError
        was, now = self.before.score(changes.number), self.after.score(changes.number)
        self.exchange(old.span, self.splice(old.span, was, now))

    def new_text(self, changes: Changes, step: EventChange) -> str:
        """Return what is to stand at the place of an event that has changed."""
        old, new = step.old, step.new
        assert old is not None
        assert old.span is not None
        assert step.before is not None
        assert step.after is not None
        assert new is not None
        mended = self.mend(changes, self.sheet.at(old.span), (step.before, old), (step.after, new))
        if mended is not None:
            return mended
        if (written := self.after.event(changes.number, step.after)) is None:
            raise RefusedError
        return written.text

    def mend(self, changes: Changes, text: str, old: tuple[int, Event], new: tuple[int, Event]) -> str | None:
        """The text of an event with as little of it exchanged as can be; None where that is not known."""
        was, now = old[1], new[1]
        if self.coarse:
            return None
        match was, now:
            case Turn(), Turn() if (turn := rewrite_turn(text, was, now, self.hand, self.known)) is not None:
                return turn
        before, after = self.before.event(changes.number, old[0]), self.after.event(changes.number, new[0])
        if before and after and (exchanged := merge(text, before.text, after.text)) is not None:
            return exchanged
        return with_numbers(text, was, now) if type(was) is type(now) else None

    def splice(self, span: Span, was: Written | None, now: Written | None) -> str:
        """Return the text of a place with the words exchanged that two spellings differ in."""
        if now is None:
            raise RefusedError
        fine = merge(self.sheet.at(span), was.text, now.text) if was is not None and not self.coarse else None
        return now.text if fine is None else fine


def known_deeds(matches: tuple[Match, ...], sheet: Sheet, hand: Hand) -> dict[Deed, str]:
    """The words a file has for deeds that are no plays, as they first stand."""
    known: dict[Deed, str] = {}
    for event in (event for match in matches for game in match.games for event in game.events):
        if not isinstance(event, Turn) or isinstance(event.deed, Play) or event.deed in known:
            continue
        if event.span is None:
            continue
        text = sheet.at(event.span)
        if (thrown := hand.dice.match(text)) is not None:
            tail = hand.tail.search(text, thrown.end())
            known[event.deed] = text[thrown.end() : tail.start() if tail else None]
    return known


def merge(text: str, before: str, after: str) -> str | None:
    """The text with those words exchanged that differ between two spellings, where it has them."""
    words, was, now = (list(_TOKEN.finditer(spelling)) for spelling in (text, before, after))
    words, was, now = ([match for match in row if not match[0].isspace()] for row in (words, was, now))
    if not len(words) == len(was) == len(now):
        return _one_number(text, before, after)
    cuts = []
    for word, match, later in zip(words, was, now, strict=True):
        if match[0] != later[0]:
            if word[0] != match[0]:
                return None
            cuts.append(Cut(*word.span(), later[0]))
    return recut(text, cuts) if cuts else None


def with_numbers(text: str, old: Event, new: Event) -> str | None:
    """The text with the numbers of an event exchanged, each of which has to stand there once."""
    cuts: list[Cut] = []
    for attribute in fields(old):
        was, now = getattr(old, attribute.name), getattr(new, attribute.name)
        if not attribute.compare or was == now:
            continue
        if not (_whole(was) and _whole(now)):
            return None
        matches = list(re.finditer(rf"(?<![0-9.]){was:.0f}(?![0-9.])", text))
        if len(matches) != 1:
            return None
        cuts.append(Cut(*matches[0].span(), f"{now:.0f}"))
    return recut(text, cuts) if cuts else None


def _whole(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and number % 1 == 0


def _one_number(text: str, before: str, after: str) -> str | None:
    """Exchange the only number that differs between two spellings, if the text has it once."""
    was, now = (re.findall(r"[0-9]+", spelling) for spelling in (before, after))
    differing = [(spelling, second) for spelling, second in zip(was, now, strict=False) if spelling != second]
    if len(was) != len(now) or len(differing) != 1:
        return None
    matches = list(re.finditer(rf"(?<![0-9]){differing[0][0]}(?![0-9])", text))
    return recut(text, [Cut(*matches[0].span(), differing[0][1])]) if len(matches) == 1 else None
