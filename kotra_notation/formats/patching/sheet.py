"""The text of a file that can be given back byte for byte, and the exchanges that are to be made in it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import NamedTuple

from kotra_notation.errors import KotraError
from kotra_notation.formats.format import Source
from kotra_notation.model import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class ClashError(Exception):
    """Two exchanges want the same place."""


class Sheet:
    """The lines of a file as its reader counts them, odd bytes kept; ValueError if they cannot be."""

    def __init__(self, source: Source, encoding: str | None) -> None:
        self.mark, self.text, self._bytes, self._told = _open_text(source, encoding or source.encoding)
        self.starts = [0]
        self.ends: list[int] = []
        for end in _LINE_END.finditer(self.text):
            self.ends.append(end.start())
            self.starts.append(end.end())
        self.ends.append(len(self.text))
        self._exchanges: list[tuple[int, int, str]] = []

    def __len__(self) -> int:
        return len(self.ends)

    def line(self, number: int) -> str:
        """A line by its number from 1, without its end."""
        return self.text[self.starts[number - 1] : self.ends[number - 1]]

    def line_end(self, number: int) -> str:
        """Return what ends a line, or the one before it where it is the last."""
        for index in (number - 1, number - 2, 0):
            if 0 <= index < len(self) - 1:
                return self.text[self.ends[index] : self.starts[index + 1]]
        return "\n"

    def offset(self, line: int, column: int) -> int:
        """Return where a column of a line, both from 1, stands in the text."""
        return self.starts[line - 1] + column - 1

    def at(self, span: Span) -> str:
        """The text of a place within a line."""
        return self.text[self.offset(span.line, span.column) : self.offset(span.line, span.end_column)]

    def exchange(self, start: int, end: int, text: str) -> None:
        """Have a new text between two offsets."""
        if self.text[start:end] != text:
            self._exchanges.append((start, end, text))

    def exchange_line(self, number: int, text: str) -> None:
        """Have a line say something else."""
        self.exchange(self.starts[number - 1], self.ends[number - 1], text)

    def drop(self, number: int) -> None:
        """Have a line gone, its end too."""
        if number < len(self):
            self.exchange(self.starts[number - 1], self.starts[number], "")
        else:
            self.exchange(self.ends[number - 2] if number > 1 else 0, self.ends[number - 1], "")

    def insert(self, number: int, lines: list[str]) -> None:
        """Have lines before the one of a number, which may be one past the last."""
        end = self.line_end(number - 1)
        if number <= len(self):
            offset, text = self.starts[number - 1], "".join([line + end for line in lines])
        else:
            offset, text = len(self.text), "".join([end + line for line in lines])
        self._exchanges.append((offset, offset, text))

    def edited_bytes(self) -> bytes:
        """The file with all exchanges made; ClashError where they do not agree."""
        parts: list[str] = []
        done = 0
        for start, end, text in sorted(self._exchanges, key=lambda exchange: exchange[:2]):
            if start < done:
                raise ClashError
            parts += [self.text[done:start], self._told(text)]
            done = end
        parts.append(self.text[done:])
        return self.mark + self._bytes("".join(parts))

    def forget(self) -> None:
        """Have all as it was."""
        self._exchanges.clear()


Opened = tuple[bytes, str, Callable[[str], bytes], Callable[[str], str]]


def _open_text(source: Source, encoding: str) -> Opened:
    """Return the mark of a file, its text, the way back to bytes, and the way of new text into it."""
    data, name = source.data, codecs.lookup(encoding).name
    if name in ("utf-8", "utf-8-sig"):
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        text = data[len(mark) :].decode("utf-8", "surrogateescape")
        return mark, text, lambda all_: all_.encode("utf-8", "surrogateescape"), str
    if encoding == "windows-1252" and not source.stated_encoding:
        return b"", data.decode("latin-1"), lambda all_: all_.encode("latin-1"), _in_windows
    for order, mark in (("-le", codecs.BOM_UTF16_LE), ("-be", codecs.BOM_UTF16_BE)):
        if name == "utf-16" and data.startswith(mark):
            return _exact(data, mark, name + order)
    return _exact(data, b"", name)


def _exact(data: bytes, mark: bytes, encoding: str) -> Opened:
    """Open a file of which every byte has to come back from the text."""
    try:
        text = data[len(mark) :].decode(encoding)
        if text.encode(encoding) != data[len(mark) :] or text.startswith("\ufeff"):
            raise ValueError
    except ValueError:
        raise KotraError(
            "The text is not valid {encoding} and would be altered; save it as UTF-8 first.",
            encoding=encoding,
        ) from None
    return mark, text, lambda all_: all_.encode(encoding), str


def _in_windows(text: str) -> str:
    return text.encode("cp1252").decode("latin-1")


LEAST_GAP = 2  # blanks between two cells


class WordChange(NamedTuple):
    """The first word of a cell, and how it is to be spelled."""

    cell: Span
    word: str
    spelled: str


def respell(sheet: Sheet, change: WordChange) -> None:
    """Spell a word otherwise, and keep the next cell in its column."""
    cell, word, spelled = change
    start, end = sheet.offset(cell.line, cell.column), sheet.offset(cell.line, cell.end_column)
    rest = sheet.text[end : sheet.ends[cell.line - 1]]
    blanks = len(rest) - len(rest.lstrip(" "))
    wide = rest.strip() and blanks >= LEAST_GAP
    gap = max(blanks - len(spelled) + len(word), LEAST_GAP) if wide else blanks
    text = spelled + sheet.text[start + len(word) : end] + " " * gap
    sheet.exchange(start, end + blanks, text)
