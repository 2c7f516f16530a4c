"""Patching notations of one event a line.

A throw that stands for itself above its play goes with it, and so does a line that says the same again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from itertools import groupby

from kotra_notation.formats.patching.changes import Changes, EventChange
from kotra_notation.formats.patching.exchange import dice_cuts, recut
from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.specimen import Specimen
from kotra_notation.formats.patching.work import RefusedError, Work
from kotra_notation.model import Blank, Event, Span, Turn


def patch(work: Work, changes: Changes, habits: Habits) -> None:
    """Make the changes of a game in the lines of the file."""
    Lines(work, changes, habits).patch()


def rewrite(work: Work, changes: Changes, habits: Habits) -> None:
    """Have all lines of a game as its notation writes them."""
    lines = Lines(work, changes, habits)
    spans = [event.span.line for event in changes.old.events if event.span and event.span.line > lines.head]
    rows = work.after.rows(changes.number)
    if not rows or not spans:
        raise RefusedError
    work.score(changes)
    start = work.sheet.starts[lines.first_line(min(spans)) - 1]
    end = work.sheet.line_end(min(spans))
    work.sheet.exchange(start, work.sheet.ends[max(spans) - 1], end.join(rows))


class Lines:
    """The lines of one game."""

    def __init__(self, work: Work, changes: Changes, habits: Habits) -> None:
        self.work = work
        self.habits = habits
        self.sheet = work.sheet
        self.changes = changes
        self.thrown = habits.thrown
        game = changes.old
        heads = [span.line for span in (game.span, game.score.span if game.score else None) if span]
        self.head = max(heads, default=0)
        if habits.game and not habits.game.match(work.sheet.line(max(self.head, 1))):
            self.head -= 1  # events before any line of a game: the first of them is the place of theirs
        self.by_line: dict[int, list[EventChange]] = {}
        for step in changes.steps:
            if step.old is not None and step.old.span is not None:
                self.by_line.setdefault(step.old.span.line, []).append(step)

    def patch(self) -> None:
        """Make all changes."""
        self.work.score(self.changes)
        steps = self.changes.steps
        joined: EventChange | None = None
        for step, below in zip(steps, [*steps[1:], None], strict=True):
            if step.old is None or step.same or step is joined:
                continue
            if step.old.span is None:
                raise RefusedError
            if below is not None and (one := self._one_throw(step, below)) is not None:
                self._change(one, one.place)
                joined = below
            elif step.new is not None:
                self._change(step, step.old.span)
            elif step.old.span.line == self.head:
                self._exchange_head()
            else:
                self._remove(step.old.span)
        before: EventChange | None = None
        for new, run in groupby(self.changes.steps, key=lambda step: step.old is None):
            together = list(run)
            if new:
                self._insert(before, together)
            kept = [step for step in together if step.new is not None and step.old is not None]
            before = kept[-1] if kept else before

    # what has changed

    def _change(self, step: EventChange, span: Span) -> None:
        old, new = step.old, step.new
        unit = self.unit(self.sheet.line, span.line, len(self.sheet))
        alone = len(unit) == 1 and not self._needs_a_throw(span.line, step)
        if alone or self._dice(unit, span.line, old, new):
            self.work.exchange(span, self.work.new_text(self.changes, step))
        else:
            self._exchange_unit(step, unit)

    def _needs_a_throw(self, line: int, step: EventChange) -> bool:
        """Whether a throw gets its play, in a file where throws stand for themselves above theirs."""
        thrown = self.thrown is not None and self.thrown.match(self.sheet.line(line))
        if not thrown or not isinstance(step.new, Turn) or isinstance(step.new.deed, Blank):
            return False
        return self._throws_alone

    @cached_property
    def _throws_alone(self) -> bool:
        """Whether throws stand for themselves above their plays."""
        return any(len(self.unit(self.sheet.line, line, len(self.sheet))) > 1 for line in self.by_line)

    def _dice(self, unit: list[int], own: int, old: Event | None, new: Event | None) -> bool:
        """Exchange the dice of the lines that go with a turn; False where that is not enough."""
        if not isinstance(old, Turn) or not isinstance(new, Turn):
            return not isinstance(old, Turn) and not isinstance(new, Turn)
        if self.work.coarse or old.seat != new.seat or type(old.deed) is not type(new.deed):
            return False
        assert self.thrown is not None
        for number in unit:
            if number == own:
                continue
            text = self.sheet.line(number)
            thrown = self.thrown.match(text)
            cuts = None
            if thrown is not None:
                plain = re.compile(r"([0-9])[ \t\-]?([0-9])").search(text, thrown.start(2))
                cuts = dice_cuts(plain, old, new) if plain else None
            if cuts is None:
                return False
            self.sheet.exchange_line(number, recut(text, cuts))
        return True

    def _exchange_unit(self, step: EventChange, unit: list[int]) -> None:
        """Have the lines of a turn as the notation writes them, under the number they had."""
        assert step.after is not None
        said = self._written(step.after)
        said = self.habits.numbered(said, self.sheet.line(unit[0]), "", True)
        start, end = self.sheet.starts[unit[0] - 1], self.sheet.ends[unit[-1] - 1]
        self.sheet.exchange(start, end, self.sheet.line_end(unit[0]).join(said))

    def _exchange_head(self) -> None:
        """Have the first line of the game say its end otherwise."""
        number = self.changes.number
        was, now = self.work.before.score(number), self.work.after.score(number)
        old = self.changes.old.score
        if was is None or now is None or old is None or old.span is None:
            raise RefusedError
        self.work.exchange(old.span, self.work.spliced(old.span, was, now))

    # what is gone

    def _one_throw(self, above: EventChange, below: EventChange) -> EventChange | None:
        """A throw that stands for itself and the play below it, where they come to be one turn."""
        if self.thrown is None or (above.new is None) == (below.new is None) or self.work.coarse:
            return None
        old, new, throw = below.old, above.new or below.new, above.old
        if not isinstance(old, Turn) or not isinstance(new, Turn) or not isinstance(throw, Turn):
            return None
        if throw.span is None or old.span is None or (throw.seat, throw.dice) != (new.seat, new.dice):
            return None
        alone = self.thrown.match(self.sheet.line(throw.span.line))
        if alone is None or not self.sheet.line(old.span.line).startswith(alone["side"]):
            return None
        return EventChange(old, new, below.before, above.after if above.new else below.after)

    def _remove(self, span: Span) -> None:
        steps = self.by_line[span.line]
        if all(step.new is None for step in steps):
            if steps[0].old is not None and steps[0].old.span == span:
                for number in self.unit(self.sheet.line, span.line, len(self.sheet)):
                    self.sheet.drop(number)
            return
        line = self.sheet.line(span.line)
        left = line[: span.column - 1] + line[span.end_column - 1 :].lstrip()
        self.sheet.exchange_line(span.line, left)

    # what is new

    def _insert(self, before: EventChange | None, steps: list[EventChange]) -> None:
        lines: list[str] = []
        while before is not None and steps and self._goes_behind(before, steps[0]):
            steps = steps[1:]
        for step in steps:
            assert step.after is not None
            lines += [line for line in self._lines_of(step.after) if line not in lines[-1:]]
        if not lines:
            return
        place = self._place(before, steps[-1])
        above = next((self.sheet.line(n) for n in range(place - 1, self.head, -1) if self._filled(n)), "")
        below = next((self.sheet.line(n) for n in range(place, len(self.sheet) + 1) if self._filled(n)), "")
        self.sheet.insert(place, self.habits.numbered(lines, above, below, False))

    def _goes_behind(self, kept: EventChange, new: EventChange) -> bool:
        """Whether something new is written in the line of what stands before it, where it then is put."""
        assert kept.after is not None
        assert new.after is not None
        was = self.work.after.event(self.changes.number, kept.after)
        now = self.work.after.event(self.changes.number, new.after)
        old = kept.old.span if kept.old is not None else None
        if was is None or now is None or old is None or was.span.line != now.span.line or not kept.same:
            return False
        if self._in_head(was.span.line):
            return False
        if was.span == now.span:
            self.work.exchange(old, was.text)
        else:
            text = self.work.after.lines[now.span.line - 1]
            end = self.sheet.offset(old.line, old.end_column)
            self.sheet.exchange(end, end, text[was.span.end_column - 1 : now.span.end_column - 1])
        return True

    def _in_head(self, line: int) -> bool:
        """Whether a line of the writing is the head of the game."""
        head = self.work.after.score(self.changes.number)
        return head is not None and head.span.line == line

    def _filled(self, number: int) -> bool:
        return bool(self.sheet.line(number).strip())

    def _lines_of(self, index: int) -> list[str]:
        """The lines of a new event: those of its old place, where it has only moved, else new ones."""
        origin = self.changes.origins.get(index)
        if origin is not None:
            old: Event = self.changes.old.events[origin]
            alone = old.span is not None and len(self.by_line[old.span.line]) == 1
            if old == self.changes.new.events[index] and old.span is not None and alone:
                unit = self.unit(self.sheet.line, old.span.line, len(self.sheet))
                return [self.sheet.line(number) for number in unit]
        return self._written(index)

    def _written(self, index: int) -> list[str]:
        """The lines of a new event as the notation writes them; none where the head of the game says it."""
        specimen = self.work.after
        written = specimen.event(self.changes.number, index)
        if written is None:
            raise RefusedError
        if self._in_head(written.span.line):
            self._exchange_head()
            return []
        return self._specimen_lines(specimen, written.span.line)

    def _specimen_lines(self, specimen: Specimen, line: int) -> list[str]:
        unit = self.unit(lambda number: specimen.lines[number - 1], line, len(specimen.lines))
        last = unit[-1]
        while last < len(specimen.lines) and self._continued(specimen.lines[last]):
            last += 1
        return specimen.lines[unit[0] - 1 : last]

    def _place(self, before: EventChange | None, last: EventChange) -> int:
        """The line before which something new comes in."""
        if before is None or before.old is None or before.old.span is None:
            return self._behind_head(last)
        line = before.old.span.line
        if line <= self.head:
            return self._behind_head(last)
        place = self.unit(self.sheet.line, line, len(self.sheet))[-1] + 1
        while place <= len(self.sheet) and self._continued(self.sheet.line(place)):
            place += 1
        return place

    def _behind_head(self, last: EventChange) -> int:
        """The line of the first event that stays, or the one behind the head of the game."""
        steps = self.changes.steps
        lines = [
            step.old.span.line
            for step in steps[steps.index(last) :]
            if step.old is not None and step.old.span is not None and step.old.span.line > self.head
        ]
        return self.first_line(lines[0]) if lines else self.head + 1

    # the lines of an event

    def first_line(self, line: int) -> int:
        """The first of the lines that go with one."""
        return self.unit(self.sheet.line, line, len(self.sheet))[0]

    def unit(self, text: Callable[[int], str], line: int, count: int) -> list[int]:
        """The numbers of the lines that belong to the event of one: throws above, the same again below."""
        if self.thrown is None:
            return [line]
        own = text(line)
        first = last = line
        while first - 1 > 0 and (above := self.thrown.match(text(first - 1))) is not None:
            if not own.startswith(above["side"]) or self._taken(text, first - 1):
                break
            first -= 1
        if self.habits.repeated:
            while last < count and text(last + 1) == own and not self._taken(text, last + 1):
                last += 1
        return list(range(first, last + 1))

    def _continued(self, line: str) -> bool:
        """Whether a line belongs to the one above."""
        return bool(self.habits.continued and self.habits.continued.match(line))

    def _taken(self, text: Callable[[int], str], line: int) -> bool:
        """Whether a line of the file has an event of its own."""
        return text == self.sheet.line and line in self.by_line
