"""From the rows of a game to its events."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation import model
from kotra_notation.findings import finding, reason
from kotra_notation.formats import snowie
from kotra_notation.formats.acts import UNKNOWN_DICE, Did, Ended, Threw, event
from kotra_notation.formats.mat import lines
from kotra_notation.formats.mat.cells import Content, Garbled, Noted, ThrewRemarked, content
from kotra_notation.formats.mat.columns import SLACK, Columns
from kotra_notation.formats.mat.lines import Cell
from kotra_notation.formats.mat.numbers import RowNumbers
from kotra_notation.formats.mat.verbs import DICE_BEGIN, nearest
from kotra_notation.formats.recorder import Recorder

RESIGNED = "resigned"
LONGEST = 2000  # a longer row is no row


class Rows:
    """The rows of the game that is open; `shorthand`: plays are written short."""

    def __init__(
        self, recorder: Recorder, columns: Columns, numbers: RowNumbers, *, shorthand: bool = False
    ) -> None:
        self.recorder = recorder
        self.columns = columns
        self.numbers = numbers
        self.shorthand = shorthand
        draft = recorder.draft()
        self.names, self.events = draft.names, draft.games[-1].events
        self.alone = False
        self._placeless: int | None = None  # the place of a loss that no column gives to a side
        self._resigned: int | None = None  # the place of a `Resigned Game`
        wins = (one.seat for one in self.events if isinstance(one, model.ResultClaim) and not one.lost)
        self._winner = next(wins, None)  # of whom the first win is

    def plain(self, text_lines: list[str], at: int) -> int:
        """Read rows of two throws, as most are, from index `at` on; the index of the first other line."""
        match, add, columns, numbers = lines.PLAIN.match, self.events.append, self.columns, self.numbers
        for index in range(at, len(text_lines)):
            row = match(text_lines[index])
            if row is None:
                return index
            number, left, right = row.groups()
            here, there = content(left), content(right)
            if type(here) is not Threw or type(there) is not Threw:
                return index
            start, end = row.span(2)
            place = model.Span(index + 1, start + 1, end + 1)
            numbers.row(int(number), place)
            add(model.Turn(seat=0, dice=here.dice, deed=here.deed, text=left, span=place))
            start, end = row.span(3)
            place = model.Span(index + 1, start + 1, end + 1)
            add(model.Turn(seat=1, dice=there.dice, deed=there.deed, text=right, span=place))
            if start != columns.right:
                columns.learn(start)
        return len(text_lines)

    def row(self, start: int, numbered: str | None) -> None:
        """Read the cells of the line from `start` on, where its number ends, which is that of the row."""
        line = self.recorder.line
        if len(line) - start > LONGEST:
            self.recorder.unreadable()
            return
        end = None
        if comment := lines.INLINE_COMMENT.search(line, start) if ";" in line or "#" in line else None:
            end = comment.start()
        cells = lines.short_cells(line, start, end) if self.shorthand else lines.cells(line, start, end)
        self.alone = not start and len(cells) == 1
        known = [(cell, said.content if isinstance(said, Noted) else said) for cell, said in cells]
        seats = self.columns.seats(known, line, start, self.events)
        for (cell, said), seat in zip(cells, seats, strict=True):
            self._noted(said, cell, seat) if isinstance(said, Noted) else self._cell(cell, said, seat)
        if numbered and not all(isinstance(said, Ended) for _, said in known):
            self.numbers.row(int(numbered), self._span(cells[0][0].start, len(line.rstrip())))
        if comment:
            span = self._span(comment.start() + 1, len(line))
            self.events.append(model.Comment(text=line[comment.end() :].strip(), span=span))

    def _span(self, start: int, end: int) -> model.Span:
        recorder = self.recorder
        return model.Span(recorder.number, recorder.shift + start + 1, recorder.shift + end + 1)

    def _cell(self, cell: Cell, said: Content, seat: int) -> None:
        span = self._span(cell.start, cell.start + len(cell.text))
        match said:
            case ThrewRemarked():
                self._remarked(said, cell, seat, span)
            case Threw(dice=dice, deed=deed):
                self.events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=cell.text, span=span))
            case Did():
                self.events.append(
                    event(said, seat, cell.text, span, self.events[-1] if self.events else None)
                )
                if said.verb == "resigns" and cell.text.lower().startswith(RESIGNED):
                    self._resigned = len(self.events) - 1
                if said.mark:
                    self.events.append(model.Mark(sign=said.mark, aspect="cube", span=span))
            case Ended():
                self._ended(said, cell, seat, span)
            case Garbled():
                self._garbled(said, cell, seat, span)

    def _ended(self, said: Ended, cell: Cell, seat: int, span: model.Span) -> None:
        """Take in a result. A loss alone in a row without a number is of whom the win is not (Galaxy).

        A win says who resigned: `Resigned Game` stands in the winner's column (OpenGammon).
        """
        claim = model.ResultClaim(
            seat=seat, points=said.points, lost=said.lost, match=said.match, kind=said.kind, span=span
        )
        if said.lost and self.alone and cell.start < self.columns.right - SLACK:
            claim = claim if self._winner is None else replace(claim, seat=1 - self._winner)
            self._placeless = len(self.events)
        elif not said.lost and self._placeless is not None:
            lost = self.events[self._placeless]
            assert isinstance(lost, model.ResultClaim)
            self.events[self._placeless] = replace(lost, seat=1 - seat)
        if not said.lost and self._winner is None:
            self._winner = seat
            self._give_up(1 - seat)
        self.events.append(claim)

    def _give_up(self, seat: int) -> None:
        """Let a seat be the one that resigned, if the last thing done in the game is `Resigned Game`."""
        at = self._resigned
        if at is None or any(
            not isinstance(one, model.Comment | model.Mark) for one in self.events[at + 1 :]
        ):
            return
        given_up = self.events[at]
        assert isinstance(given_up, model.Resignation)
        self.events[at] = replace(given_up, seat=seat)

    def _noted(self, said: Noted, cell: Cell, seat: int) -> None:
        """Take in a cell and the note behind it, which is a comment."""
        self._cell(Cell(cell.text[: said.end], cell.start), said.content, seat)
        begin = cell.start + len(cell.text) - len(said.note)
        self.events.append(model.Comment(text=said.note, span=self._span(begin, begin + len(said.note))))

    def _remarked(self, said: ThrewRemarked, cell: Cell, seat: int, span: model.Span) -> None:
        deed = said.deed
        if said.line:
            try:
                deed = model.Reached(position=snowie.position(said.line, self.names, 1 - seat), illegal=True)
            except ValueError as error:
                written, why = cell.text, reason(error)
                self.recorder.say(finding("unreadable-position", span=span, written=written, why=why))
                deed = model.NotRecorded()
        self.events.append(model.Turn(seat=seat, dice=said.dice, deed=deed, text=cell.text, span=span))
        if said.mark:
            self.events.append(model.Mark(sign=said.mark, span=span))

    def _garbled(self, said: Garbled, cell: Cell, seat: int, span: model.Span) -> None:
        """Say what cannot be read and keep it; a part that can be read for itself is read."""
        parts = lines.pieces(cell.text)
        if len(parts) > 1 and said.dice is None:
            for part in parts:
                self._cell(Cell(part.text, cell.start + part.start), content(part.text), seat)
            return
        near = nearest(cell.text)
        meant = content(near + cell.text[len(cell.text.split()[0]) :]) if near else said
        if isinstance(meant, Did | Ended | Threw):
            self.recorder.unreadable_part(cell.text, span, seat, near)
            self._cell(cell, meant, seat)
            return
        place = span._replace(column=min(span.column + said.offset, span.end_column - 1))
        self.recorder.unreadable_part(cell.text, place, seat, near if near.isalpha() else "")
        if said.deed is not None and said.dice is not None:
            self.events.append(
                model.Turn(seat=seat, dice=said.dice, deed=said.deed, text=cell.text, span=span)
            )
        elif ("/" in cell.text or DICE_BEGIN.match(cell.text)) and not self._has_turn(seat, span.line):
            unread = model.Unread(text=cell.text)
            self.events.append(
                model.Turn(seat=seat, dice=UNKNOWN_DICE, deed=unread, text=cell.text, span=span)
            )
            return
        if said.rest:
            self.events.append(model.Extra(key=f"{self.recorder.notation}:cell", value=said.rest, span=place))

    def _has_turn(self, seat: int, line: int) -> bool:
        last = self.events[-1] if self.events else None
        place = last.span if isinstance(last, model.Turn) and last.seat == seat else None
        return place is not None and place.line == line
