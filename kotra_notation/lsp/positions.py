"""Places of a text as editors count them: lines and characters from 0, in UTF-16 or what was agreed on."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec

from kotra_notation.model import Span
from kotra_notation.record.editing.edited_text import EditedText


class EditorPlaces:
    """The places of one text, ours as an editor counts them, and an editor's as ours."""

    def __init__(self, text: EditedText, codec: PositionCodec) -> None:
        self._lines = text.lines
        self._shift = text.shift
        self._units = codec.client_num_units

    def range(self, span: Span | None) -> types.Range:
        """The range of a span; of none, the beginning of the text. One that is empty has a character."""
        if span is None:
            return types.Range(types.Position(0, 0), types.Position(0, 0))
        line = min(max(span.line, 1), len(self._lines))
        start = self.position(line, span.column)
        end = self.position(line, span.end_column)
        if end.character <= start.character:
            end = self.position(line, span.column + 1)
        return types.Range(start, end)

    def position(self, line: int, column: int) -> types.Position:
        """A place of ours; a column that the line does not have is its end."""
        text = self._lines[line - 1]
        shift = self._shift if line == 1 else 0
        return types.Position(line - 1, self._units(text[: max(column - 1 + shift, 0)]))

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> types.Range:
        """The range between two places of ours."""
        return types.Range(self.position(*start), self.position(*end))

    def end(self, line: int) -> types.Position:
        """The end of a line."""
        return self.position(line, len(self._lines[line - 1]) + 1)

    def lines(self, first: int, last: int) -> types.Range:
        """Whole lines, from 1, the last one with them."""
        end = min(last, len(self._lines))
        return types.Range(
            types.Position(first - 1, 0), types.Position(end - 1, self._units(self._lines[end - 1]))
        )

    def place(self, position: types.Position) -> tuple[int, int]:
        """The line and column, from 1, of an editor's position; one that is not there is the next that is."""
        number = min(max(position.line, 0), len(self._lines) - 1)
        text, left, column = self._lines[number], position.character, 0
        while left > 0 and column < len(text):
            left -= self._units(text[column])
            column += 1
        return number + 1, max(column - (self._shift if number == 0 else 0), 0) + 1
