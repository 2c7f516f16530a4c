"""The rows of a game of a match text: whose a cell is, by its column or whose turn it is, and what was done.

Where the numbers of rows do not follow each other, a row is lost, doubled or elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import NamedTuple

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import Finding, finding, reason
from kotra_notation.formats import snowie
from kotra_notation.formats.mat import cells, lines
from kotra_notation.formats.mat.cells import Content, Garbled, Noted, ThrewRemarked, content, nearest
from kotra_notation.formats.mat.lines import Cell
from kotra_notation.formats.recorder import UNKNOWN_DICE, Did, Ended, Recorder, Threw, event
from kotra_notation.late import late_pattern
from kotra_notation.model import Beaver, Double, Drop, Event, Forfeit, Play, Resignation, Span, Take, Turn
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_

LEFT = 12  # a cell that begins before this stands in the left column, where there are columns
RIGHT = 33  # where the right column is looked for until the file has shown it
NARROWEST = 24  # no right column begins before this; where a right cell does, there are no columns
SLACK = 6  # a right cell may begin so much before the others
WIDE_GAP = 6  # blanks behind a row's number that only an empty left cell leaves

Known = tuple[Cell, Content]
Acting = Turn | Double | Beaver | Take | Drop | Resignation | Forfeit


@dataclass(slots=True)
class Columns:
    """The right column as far as a match has shown it; `loose` if cells only follow one another."""

    right: int = RIGHT
    loose: bool = False

    def learn(self, right: int) -> None:
        """Take in the column of a right-hand cell."""
        if right < NARROWEST:
            self.loose = True
        else:
            self.right = min(right, self.right) if self.right != RIGHT else right

    def seats(self, cells: Sequence[Known], line: str, start: int, events: Sequence[Event]) -> list[int]:
        """The seats of the cells of a row whose number ends at `start`."""
        seats = [self._first(cells, line, start, events)] if cells else []
        for before, cell in pairwise(cells):
            seats.append(self._next(before, cell, seats, events))
        return seats

    def _first(self, cells: Sequence[Known], line: str, start: int, events: Sequence[Event]) -> int:
        cell, content = cells[0]
        follows = len(cells) > 1 and not is_outcome_of(cells[0], cells[1])
        if follows and isinstance(cells[1][1], Threw | Did):
            return 0
        gap = line[start : cell.start]
        if "\t" in gap:
            return int(gap.count("\t") > 1)
        if len(gap) >= WIDE_GAP if self.loose and start else cell.start >= self.right - SLACK:
            return 1
        if isinstance(content, Ended) and content.lost and not (start or follows):
            return winner(content, events)
        if follows or (not self.loose and 0 < cell.start <= LEFT):
            return 0
        if isinstance(content, Ended):
            return winner(content, events)
        last = _last_action(events)
        return int(start > 0) if last is None else 1 - last.seat

    def _next(self, before: Known, this: Known, seats: list[int], events: Sequence[Event]) -> int:
        if is_outcome_of(before, this):
            return seats[-1]
        if isinstance(this[1], Ended) and not isinstance(before[1], Ended):
            alone = len(seats) == 1 and seats[0] == 0 and not self.loose
            return 1 if alone else winner(this[1], events, before[1], seats[-1])
        return 1 - seats[-1]


def is_outcome_of(first: Known, second: Known) -> bool:
    """Return whether the second is no cell of its own but what became of the first (`62: Concedes`)."""
    close = second[0].start - first[0].start - len(first[0].text) <= 2
    return close and second[1] in (Did("resigns"), Did("forfeits")) and isinstance(first[1], Threw)


def winner(claim: Ended, events: Sequence[Event], before: Content | None = None, seat: int = 0) -> int:
    """Return whose a result is where no column tells: who has just played, or whose opponent gave up."""
    played = isinstance(before, Threw) and isinstance(before.deed, Play)
    if before is None and (last := _last_action(events)) is not None:
        played = isinstance(last, Turn) and isinstance(last.deed, Play)
        seat = last.seat
    won = seat if played else 1 - seat
    return 1 - won if claim.lost else won


def _last_action(events: Sequence[Event]) -> Acting | None:
    return next((event for event in reversed(events) if isinstance(event, Acting)), None)


MOST_LOST = 20  # a larger number is none that somebody counted


class Jump(NamedTuple):
    """A row, counted from 0, with another number than the next behind the row `before`, and its place."""

    row: int
    before: int
    number: int
    span: Span


@dataclass(slots=True)
class RowNumbers:
    """The numbers of the rows that say more than a result."""

    rows: int = 0
    last: int = 0
    jumps: list[Jump] = field(default_factory=list)

    def row(self, number: int, span: Span) -> None:
        """Take the number of a further row; an excerpt begins with any, one with 2 lacks its first row."""
        if number != self.last + 1 and (self.rows or number == 2):
            self.jumps.append(Jump(self.rows, self.last, number, span))
        self.rows, self.last = self.rows + 1, number

    def findings(self) -> Iterator[Finding]:
        """Yield one finding for jumps in successive rows, with what was done there."""
        groups: list[list[Jump]] = []
        for jump in self.jumps:
            if groups and jump.row == groups[-1][-1].row + 1:
                groups[-1].append(jump)
            else:
                groups.append([jump])
        for group in groups:
            written, expected = str(group[0].number), [str(group[0].before + 1)]
            span, slip = group[0].span, _slip([jump.number - jump.before - 1 for jump in group])
            yield finding("row-number-jump", span=span, written=written, expected=expected, slip=slip)


def _slip(by: list[int]) -> str:
    """Return what was done, by how much larger the numbers are than they would be."""
    if len(by) == 1 and 0 < by[0] <= MOST_LOST:
        return "lost"
    if by == [-1]:
        return "doubled"
    return "exchanged" if by in ([1, -2, 1], [1, -2]) else "misnumbered"


def lines_beside_rows(
    recorder: Recorder, text_lines: list[str], rows: Callable[[], Rows | None]
) -> Iterator[str]:
    """Yield the lines that say anything, but for plain rows, which those that are open then read."""
    index = 0
    while index < len(text_lines):
        heed_stop()
        if (open_rows := rows()) is not None:
            index = open_rows.plain(text_lines, index)
        if index < len(text_lines) and (line := text_lines[index]) and not line.isspace():
            recorder.number, recorder.line, recorder.shift = index + 1, line, 0
            yield line
        index += 1


RESIGNED = "resigned"
LONGEST = 2000  # a longer row is no row
SHORT = late_pattern(rf"{cells.DICE}(?:\s*[0-9]{{1,2}}(?:pts?)?){{1,4}}", re.I)  # points without from and to
SHORT_HINT = N_(
    "Write each step as 24/18; for plays that are written short, `kotra convert` has the option shorthand."
)


class Rows:
    """The rows of the game that is open; `shorthand`: plays are written short."""

    def __init__(
        self, recorder: Recorder, columns: Columns, numbers: RowNumbers, *, shorthand: bool = False
    ) -> None:
        self.recorder, self.columns, self.numbers, self.shorthand = recorder, columns, numbers, shorthand
        draft = recorder.draft()
        self.names, self.events = draft.names, draft.games[-1].events
        self.alone = False
        self._placeless: int | None = None  # the place of a loss that no column gives to a side
        self._resigned: int | None = None  # the place of a `Resigned Game`
        claims = (event for event in self.events if isinstance(event, model.ResultClaim))
        self._winner = next((claim.seat for claim in claims if not claim.lost), None)  # of the first win

    def plain(self, text_lines: list[str], first: int) -> int:
        """Read rows of two throws, as most are, from index `at` on; the index of the first other line."""
        match, add, columns, numbers = lines.PLAIN.match, self.events.append, self.columns, self.numbers
        for index in range(first, len(text_lines)):
            row = match(text_lines[index])
            if row is None:
                return index
            number, left, right = row.groups()
            here, other = content(left), content(right)
            if type(here) is not Threw or type(other) is not Threw:
                return index
            start, end = row.span(2)
            span = model.Span(index + 1, start + 1, end + 1)
            numbers.row(int(number), span)
            add(model.Turn(seat=0, dice=here.dice, deed=here.deed, text=left, span=span))
            start, end = row.span(3)
            span = model.Span(index + 1, start + 1, end + 1)
            add(model.Turn(seat=1, dice=other.dice, deed=other.deed, text=right, span=span))
            if start != columns.right:
                columns.learn(start)
        return len(text_lines)

    def row(self, start: int, numbered: str | None) -> None:
        """Read the cells of the line from `start` on, where its number ends, which is that of the row."""
        line = self.recorder.line
        if len(line) - start > LONGEST:
            self.recorder.unreadable()
            return
        comment = lines.INLINE_COMMENT.search(line, start) if ";" in line or "#" in line else None
        end = comment.start() if comment else None
        split = lines.split_short_cells if self.shorthand else lines.split_cells
        known_cells = split(line, start, end)
        self.alone = not start and len(known_cells) == 1
        known = [(cell, read.content if isinstance(read, Noted) else read) for cell, read in known_cells]
        seats = self.columns.seats(known, line, start, self.events)
        for (cell, read), seat in zip(known_cells, seats, strict=True):
            self._cell(cell, read, seat)
        if numbered and not all(isinstance(read, Ended) for _, read in known):
            self.numbers.row(int(numbered), self._span(known[0][0].start, len(line.rstrip())))
        if comment:
            span = self._span(comment.start() + 1, len(line))
            self.events.append(model.Comment(text=line[comment.end() :].strip(), span=span))

    def named_cell(self, seat: int, start: int) -> None:
        """Read the cell that stands behind a player's name."""
        cell = Cell(self.recorder.line[start:].strip(), start)
        self._cell(cell, content(cell.text), seat)

    def _span(self, start: int, end: int) -> model.Span:
        recorder = self.recorder
        return model.Span(recorder.number, recorder.shift + start + 1, recorder.shift + end + 1)

    def _cell(self, cell: Cell, read: Content, seat: int) -> None:
        span = self._span(cell.start, cell.start + len(cell.text))
        match read:
            case Noted():
                self._add_cell_with_note(cell, read, seat)
            case ThrewRemarked():
                self._throw_remarked(read, cell, seat, span)
            case Threw(dice=dice, deed=deed):
                self.events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=cell.text, span=span))
            case Did():
                last = self.events[-1] if self.events else None
                self.events.append(event(read, seat, cell.text, span, last))
                if read.verb == "resigns" and cell.text.lower().startswith(RESIGNED):
                    self._resigned = len(self.events) - 1
                if read.mark:
                    self.events.append(model.Mark(sign=read.mark, aspect="cube", span=span))
            case Ended():
                self._add_result(read, cell, seat, span)
            case Garbled():
                self._salvage_cell(read, cell, seat, span)

    def _add_result(self, ended: Ended, cell: Cell, seat: int, span: model.Span) -> None:
        """Take in a result. A loss alone in a row without a number is of whom the win is not (Galaxy).

        A win says who resigned: `Resigned Game` stands in the winner's column (OpenGammon).
        """
        claim = event(ended, seat, cell.text, span)
        assert isinstance(claim, model.ResultClaim)
        if ended.lost and self.alone and cell.start < self.columns.right - SLACK:
            claim = claim if self._winner is None else replace(claim, seat=1 - self._winner)
            self._placeless = len(self.events)
        elif not ended.lost and self._placeless is not None:
            lost = self.events[self._placeless]
            assert isinstance(lost, model.ResultClaim)
            self.events[self._placeless] = replace(lost, seat=1 - seat)
        if not ended.lost and self._winner is None:
            self._winner = seat
            self._give_up(1 - seat)
        self.events.append(claim)

    def _give_up(self, seat: int) -> None:
        """Let a seat be the one that resigned, if the last thing done in the game is `Resigned Game`."""
        behind = self.events[self._resigned + 1 :] if self._resigned is not None else []
        if self._resigned is not None and all(isinstance(e, model.Comment | model.Mark) for e in behind):
            resignation = self.events[self._resigned]
            assert isinstance(resignation, model.Resignation)
            self.events[self._resigned] = replace(resignation, seat=seat)

    def _add_cell_with_note(self, cell: Cell, noted: Noted, seat: int) -> None:
        self._cell(Cell(cell.text[: noted.end], cell.start), noted.content, seat)
        begin = cell.start + len(cell.text) - len(noted.note)
        self.events.append(model.Comment(text=noted.note, span=self._span(begin, begin + len(noted.note))))

    def _throw_remarked(self, threw: ThrewRemarked, cell: Cell, seat: int, span: model.Span) -> None:
        deed = threw.deed
        if threw.line:
            try:
                deed = model.Reached(position=snowie.position(threw.line, self.names, 1 - seat), illegal=True)
            except ValueError as error:
                self.recorder.find("unreadable-position", span, written=cell.text, why=reason(error))
                deed = model.NotRecorded()
        self.events.append(model.Turn(seat=seat, dice=threw.dice, deed=deed, text=cell.text, span=span))
        if threw.mark:
            self.events.append(model.Mark(sign=threw.mark, span=span))

    def _salvage_cell(self, garbled: Garbled, cell: Cell, seat: int, span: model.Span) -> None:
        """Say what cannot be read and keep it; a part that can be read for itself is read."""
        parts = lines.split_pieces(cell.text)
        if len(parts) > 1 and garbled.dice is None:
            for part in parts:
                self._cell(Cell(part.text, cell.start + part.start), content(part.text), seat)
            return
        near = nearest(cell.text)
        meant = content(near + cell.text[len(cell.text.split()[0]) :]) if near else garbled
        if isinstance(meant, Did | Ended | Threw):
            self.recorder.unreadable_part(cell.text, span, seat, near)
            self._cell(cell, meant, seat)
            return
        part_span = span._replace(column=min(span.column + garbled.offset, span.end_column - 1))
        look = {"look": SHORT_HINT} if SHORT.fullmatch(cell.text) else {}
        self.recorder.unreadable_part(cell.text, part_span, seat, near if near.isalpha() else "", **look)
        last = self.events[-1] if self.events else None
        turn = last.span if isinstance(last, model.Turn) and last.seat == seat else None
        has_turn = turn is not None and turn.line == span.line
        dice, deed = garbled.dice, garbled.deed
        unread = ("/" in cell.text or cells.DICE_BEGIN.match(cell.text)) and not has_turn
        if (dice is None or deed is None) and unread:
            dice, deed = UNKNOWN_DICE, model.Unread(text=cell.text)
        if dice is not None and deed is not None:
            self.events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=cell.text, span=span))
        if isinstance(deed, model.Unread):
            return
        if garbled.rest:
            key = f"{self.recorder.notation}:cell"
            self.events.append(model.Extra(key=key, value=garbled.rest, span=part_span))
