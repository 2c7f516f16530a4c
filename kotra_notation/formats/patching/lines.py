"""Patching notations of one event a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching.exchange import Hand, Plain
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.patching.work import Changes, EventChange, RefusedError, Work, head_line
from kotra_notation.model import Event, Span
from kotra_notation.values import dataclass

Patch = Callable[[Work, Changes], None]


def usual_hand(text: str, dialect: str | None) -> Hand:
    """The hand of most: two digits for the dice, and steps as `bar/22*`."""
    dice = re.compile(r".*?(?<![0-9])([0-9])[ \-,]?([0-9])(?![0-9/).])\s*:?\s*")
    return Hand(dice=dice, spells=Plain.of(text, "bar", "off"))


def renumber(text: str, old: int, new: int) -> str:
    """The text of a game with another number in its first line."""
    first, end, rest = text.partition("\n")
    return re.sub(rf"(?<![0-9-]){old}(?![0-9-])", str(new), first, count=1) + end + rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The ways a notation is written by hand, and changed.

    `hand`: how dice and plays stand in a text of a dialect, so that dice and points can be changed alone.
    `dialect` of a text, where it is not the one that was read. `engine` makes the changes of a file in
    another way than line by line, and `anew` tells whether the rows of a game can be written anew. `stated`
    takes from an event what its reader tells from other lines, or the whole of it. `renumber` gives a game
    another number. `game` begins the line of a game, which may be missing; `continued` begins a line that
    belongs to the one above.
    """

    hand: Callable[[str, str | None], Hand] = usual_hand
    dialect: Callable[[str], str] | None = None
    engine: Callable[[Source, Reading, Sheet], Patch] | None = None
    anew: bool = True
    stated: Callable[[Event], Event | None] | None = None
    renumber: Callable[[str, int, int], str] = renumber
    game: re.Pattern[str] | None = None
    continued: re.Pattern[str] | None = None


HABITS = Habits()


def patch(habits: Habits, work: Work, changes: Changes) -> None:
    """Make the changes of a game in the lines of the file."""
    Lines(work, changes, habits).patch()


def rewrite(habits: Habits, work: Work, changes: Changes) -> None:
    """Have all lines of a game as its notation writes them."""
    lines = Lines(work, changes, habits)
    spans = [event.span.line for event in changes.old.events if event.span and event.span.line > lines.head]
    rows = work.after.rows(changes.number)
    if not rows or not spans:
        raise RefusedError
    work.score(changes)
    start, end = work.sheet.starts[min(spans) - 1], work.sheet.ends[max(spans) - 1]
    work.sheet.exchange(start, end, work.sheet.line_end(min(spans)).join(rows))


class Lines:
    """The lines of one game."""

    def __init__(self, work: Work, changes: Changes, habits: Habits) -> None:
        self.work, self.sheet, self.habits, self.changes = work, work.sheet, habits, changes
        self.head = head_line(changes.old)
        if habits.game and not habits.game.match(work.sheet.line(max(self.head, 1))):
            self.head -= 1  # events before any line of a game: the first of them is the place of theirs
        self.by_line: dict[int, list[EventChange]] = {}
        for step in changes.steps:
            if step.old is not None and step.old.span is not None:
                self.by_line.setdefault(step.old.span.line, []).append(step)

    def patch(self) -> None:
        """Make all changes."""
        self.work.score(self.changes)
        for step in self.changes.steps:
            if step.old is None or step.same:
                continue
            if step.old.span is None:
                raise RefusedError
            if step.new is not None:
                self.work.exchange(step.old.span, self.work.new_text(self.changes, step))
            else:
                self._remove(step.old.span)
        before: EventChange | None = None
        for new, run in groupby(self.changes.steps, key=lambda step: step.old is None):
            together = list(run)
            if new:
                self._insert(before, together)
            kept = [step for step in together if step.new is not None and step.old is not None]
            before = kept[-1] if kept else before

    def _remove(self, span: Span) -> None:
        steps = self.by_line[span.line]
        if all(step.new is None for step in steps):
            if steps[0].old is not None and steps[0].old.span == span:
                self.sheet.drop(span.line)
            return
        line = self.sheet.line(span.line)
        left = line[: span.column - 1] + line[span.end_column - 1 :].lstrip()
        self.sheet.exchange_line(span.line, left)

    def _insert(self, before: EventChange | None, steps: list[EventChange]) -> None:
        lines: list[str] = []
        while before is not None and steps and self._goes_behind(before, steps[0]):
            steps = steps[1:]
        for step in steps:
            assert step.after is not None
            lines += [line for line in self._lines_of(step.after) if line not in lines[-1:]]
        if lines:
            self.sheet.insert(self._place(before, steps[-1]), lines)

    def _goes_behind(self, kept: EventChange, new: EventChange) -> bool:
        """Write something new behind what stands before it; return False unless both are of one line."""
        assert kept.after is not None
        assert new.after is not None
        was = self.work.after.event(self.changes.number, kept.after)
        now = self.work.after.event(self.changes.number, new.after)
        old = kept.old.span if kept.old is not None else None
        if was is None or now is None or old is None or was.span.line != now.span.line or not kept.same:
            return False
        if was.span == now.span:
            self.work.exchange(old, was.text)
        else:
            text = self.work.after.lines[now.span.line - 1]
            end = self.sheet.offset(old.line, old.end_column)
            self.sheet.exchange(end, end, text[was.span.end_column - 1 : now.span.end_column - 1])
        return True

    def _lines_of(self, index: int) -> list[str]:
        """Return the lines of a new event: those of its old place if it only moved, else new ones."""
        origin = self.changes.origins.get(index)
        if origin is not None:
            old: Event = self.changes.old.events[origin]
            alone = old.span is not None and len(self.by_line[old.span.line]) == 1
            if old == self.changes.new.events[index] and old.span is not None and alone:
                return [self.sheet.line(old.span.line)]
        return self._new_lines(index)

    def _new_lines(self, index: int) -> list[str]:
        """Return the lines of a new event as the notation writes them."""
        specimen = self.work.after
        written = specimen.event(self.changes.number, index)
        if written is None:
            raise RefusedError
        last = written.span.line
        while last < len(specimen.lines) and self._is_continuation(specimen.lines[last]):
            last += 1
        return specimen.lines[written.span.line - 1 : last]

    def _place(self, before: EventChange | None, last: EventChange) -> int:
        """Return the line before which something new is inserted."""
        line = before.old.span.line if before and before.old and before.old.span else 0
        if line <= self.head:
            return self._behind_head(last)
        next_line = line + 1
        while next_line <= len(self.sheet) and self._is_continuation(self.sheet.line(next_line)):
            next_line += 1
        return next_line

    def _behind_head(self, last: EventChange) -> int:
        """Return the line of the first event that stays, or the one behind the head of the game."""
        steps = self.changes.steps
        spans = [step.old.span for step in steps[steps.index(last) :] if step.old is not None]
        return next((span.line for span in spans if span and span.line > self.head), self.head + 1)

    def _is_continuation(self, line: str) -> bool:
        return bool(self.habits.continued and self.habits.continued.match(line))
