"""The file that is patched and its hand, with the texts of events in it and in a fresh writing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, fields, replace
from functools import cached_property
from operator import eq
from typing import NamedTuple

from kotra_notation.formats.format import Format, Source, lines_of
from kotra_notation.formats.patching.exchange import Cut, Hand, recut, rewrite_turn
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.plays import without_hits
from kotra_notation.model import Deed, Event, Game, Match, Play, ResultClaim, Span, Turn
from kotra_notation.values import dataclass

PARTNERS = 50  # so many events of one place are looked through for what became of one


class EventChange(NamedTuple):
    """An event as it was and as it is to be; either may be lacking. Indices are those of the game."""

    old: Event | None
    new: Event | None
    before: int | None = None
    after: int | None = None

    @property
    def same(self) -> bool:
        """Return whether nothing is to be done."""
        return self.old is not None and self.old == self.new


@dataclass(frozen=True, slots=True)
class Changes:
    """The events of a game in new order, with those that are gone; `origins` maps new to old indices."""

    number: int
    old: Game
    new: Game
    steps: tuple[EventChange, ...]
    origins: dict[int, int]

    @property
    def only_sides(self) -> bool:
        """Return whether only results have changed their sides, which in columns other rows may tell."""
        return self.old.score == self.new.score and all(step.same or _is_turned(step) for step in self.steps)


def _is_turned(step: EventChange) -> bool:
    match step.old, step.new:
        case ResultClaim() as old, ResultClaim() as new:
            return replace(old, seat=new.seat) == new
    return False


def find_changes(number: int, old: Game, new: Game) -> Changes:
    """Return what was repaired in a game."""
    origins = _origins(old.events, new.events)
    kept = _longest([(after, before) for after, before in sorted(origins.items())])
    return Changes(number, old, new, tuple(_steps(old.events, new.events, kept)), origins)


def _origins(old: Sequence[Event], new: Sequence[Event]) -> dict[int, int]:
    """Return the old index of each new event made of an old one: of its place, best of its kind."""
    places: dict[Span, list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        if (span := old[index].span) is not None:
            places[span].append(index)
    origins: dict[int, int] = {}
    fits: tuple[Callable[[Event, Event], bool], ...] = (
        eq, lambda event, other: type(event) is type(other), lambda event, other: True
    )  # fmt: skip
    left = [index for index, event in enumerate(new) if event.span in places]
    for fit in fits:
        still: list[int] = []
        for index in left:
            event = new[index]
            assert event.span is not None
            waiting = places[event.span]
            last = range(len(waiting) - 1, max(len(waiting) - PARTNERS, 0) - 1, -1)
            at = next((at for at in last if fit(old[waiting[at]], event)), None)
            if at is None:
                still.append(index)
            else:
                origins[index] = waiting.pop(at)
        left = still
    return origins


def _longest(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs whose second numbers grow; the others have moved."""
    tails: list[int] = []
    ends: list[int] = []  # the pair that ends the best row of each length
    before: list[int | None] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(tails, second)
        before.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [second]
        ends[length : length + 1] = [index]
    longest: list[tuple[int, int]] = []
    last = ends[-1] if ends else None
    while last is not None:
        longest.append(pairs[last])
        last = before[last]
    return longest[::-1]


def _steps(old: Sequence[Event], new: Sequence[Event], kept: list[tuple[int, int]]) -> Iterator[EventChange]:
    """Yield the events in the new order; what is gone stands before what is new in the same gap."""
    done_new = done_old = 0
    for after, before in [*kept, (len(new), len(old))]:
        for index in range(done_old, before):
            yield EventChange(old[index], None, before=index)
        for index in range(done_new, after):
            yield EventChange(None, new[index], after=index)
        if after < len(new):
            yield EventChange(old[before], new[after], before=before, after=after)
        done_new, done_old = after + 1, before + 1


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
        self.match, self.format, self.dialect = match, format, dialect
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
        return Written(span, self.lines[span.line - 1][span.column - 1 : span.end_column - 1])


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
        return replace(event, deed=replace(event.deed, hops=without_hits(event.deed.hops)))
    return event


_TOKEN = re.compile(r"[0-9]+|[^\W\d]+|\s+|[^\w\s]")


class RefusedError(Exception):
    """A game cannot be changed in this way."""


@dataclass(slots=True)
class Work:
    """One match being patched, spelled `before` and `after`; `coarse`: whole events are exchanged."""

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
        play = isinstance(event, Turn) and isinstance(event.deed, Play)
        if not isinstance(event, Turn) or play or event.span is None or event.deed in known:
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
