"""A text that is edited, as it was judged, and what in it stands where: lines, events, findings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kotra_notation.features.check.job import Checked, check_file, unjudged
from kotra_notation.features.fix.job import Fixing, fixing
from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.formats.format import Source, lines_of
from kotra_notation.jobs.files import STDIN, Opened
from kotra_notation.jobs.guarding import fault_of_ours
from kotra_notation.model import Event, Span
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.replay.kept import KeptGames as KeptGames
from kotra_notation.values import dataclass

# A longer text is not judged while it is edited.
LARGEST = 4_000_000
_LINE_END = re.compile("\r\n|\r|\n")
MARK = "\ufeff"


class EventPlace(NamedTuple):
    """An event of a text: of which match and game, counted from 0, and its place there."""

    match: int
    game: int
    place: int
    event: Event
    span: Span


@dataclass(frozen=True)
class EditedText:
    """A text and what came of judging it; `hinted`: with what was probably meant, where somebody knows."""

    text: str
    checked: Checked
    hinted: bool = True

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, as findings count them."""
        return lines_of(self.text)

    @cached_property
    def begins(self) -> list[int]:
        """Return where each line begins, counted in characters of the text."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @property
    def file(self) -> Opened:
        """The text as a file."""
        return as_file(self.text, self.checked.path)

    @property
    def source(self) -> Source:
        """The text as it is read."""
        return Source(self.file.data, self.checked.path)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what `kotra check` finds in the text."""
        return self.checked.findings

    @property
    def format(self) -> str:
        """The notation it is in, empty where nobody knows."""
        return self.checked.reading.format

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column, from 1, of a character of the text."""
        line = bisect_right(self.begins, offset)
        return line, offset - self.begins[line - 1] + 1 - (self.shift if line == 1 else 0)

    def offset(self, line: int, column: int) -> int:
        """Return which character of the text stands in a line and column, counted from 1."""
        return self.begins[line - 1] + column - 1 + (self.shift if line == 1 else 0)

    @property
    def shift(self) -> int:
        """By how many characters the columns of the first line stand further on, where a mark precedes it."""
        return int(self.text.startswith(MARK))

    @property
    def wants_hints(self) -> bool:
        """Return whether it is worth looking for what was probably meant."""
        return not self.hinted and any(one.severity is not Severity.NOTE for one in self.findings)

    @cached_property
    def proposed(self) -> Fixing:
        """Return what `kotra fix` proposes for the text."""
        return fixing(self.file, self.checked.reading, None, None)

    @cached_property
    def events(self) -> list[EventPlace]:
        """All events that have a place in the text, in its order."""
        event_places = [
            EventPlace(number, at, place, event, event.span)
            for number, match in enumerate(self.checked.reading.matches)
            for at, game in enumerate(match.games)
            for place, event in enumerate(game.events)
            if event.span
        ]
        return sorted(event_places, key=lambda event_place: event_place.span)

    def replay(self, place: EventPlace) -> Replay:
        """The match of an event as it was replayed."""
        return self.checked.replays[place.match]

    def game(self, place: EventPlace) -> GameReplay:
        """The game of an event as it was replayed."""
        return self.replay(place).games[place.game]

    def frame(self, place: EventPlace) -> Frame:
        """Return what an event met, and what it led to."""
        return self.game(place).frames_at([place.place])[0]

    def in_line(self, line: int) -> Iterator[EventPlace]:
        """The events of a line."""
        return (event for event in self.events if event.span.line == line)

    def event_at(self, line: int, column: int) -> EventPlace | None:
        """The event whose text a place is in, or the last one before it in its line, else the first."""
        here = list(self.in_line(line))
        before = [event_place for event_place in here if event_place.span.column <= column]
        within = [
            event_place
            for event_place in before
            if column < max(event_place.span.end_column, event_place.span.column + 1)
        ]
        return next(iter((*reversed(within), *reversed(before), *here)), None)

    def findings_at(self, line: int, column: int) -> list[Finding]:
        """Return what was found of the text that a place is in, or of its line where it is in none."""
        here = [one for one in self.findings if one.span and one.span.line == line]
        within = [
            one
            for one in here
            if one.span and one.span.column <= column < max(one.span.end_column, one.span.column + 1)
        ]
        return within or here


def as_file(text: str, path: str = STDIN) -> Opened:
    """A text as the file that an editor would save."""
    return Opened(path, text.encode("utf-8", "surrogatepass"))


def judged(text: str, path: str = STDIN, *, hints: bool = True, kept: KeptGames | None = None) -> EditedText:
    """A text as `kotra check` judges it; without `hints` nobody asks what was probably meant.

    Games `kept` from another version of it are not judged again. A text that is too large is not judged, and
    a fault of ours is a finding; both are said.
    """
    if kept is not None:
        kept.begin()
    file = as_file(text, path)
    if len(file.data) > LARGEST:
        return EditedText(text, unjudged(file, finding("size-limit", span=Span(1), limit=LARGEST)))
    try:
        return EditedText(text, check_file(file, hints=hints, kept=kept), hints)
    except Exception as error:
        return EditedText(text, unjudged(file, fault_of_ours(error).at(span=Span(1))))


def too_slow(text: str, path: str, seconds: float) -> EditedText:
    """A text that could not be judged in the time there is."""
    found = finding("time-limit-passed", span=Span(1), limit=f"{seconds:g}")
    return EditedText(text, unjudged(as_file(text, path), found))
