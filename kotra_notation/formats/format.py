"""A notation as the rest of the program knows it: its recogniser, reader and writer, and sources."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from kotra_notation.board import Position
from kotra_notation.board.figure import table
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.holding import Thing
from kotra_notation.implied import Spelling
from kotra_notation.late import late_pattern
from kotra_notation.model import Match, Span
from kotra_notation.values import dataclass

_UNDEFINED = (0x81, 0x8D, 0x8F, 0x90, 0x9D)
_WINDOWS = "".join(
    bytes([byte]).decode("latin-1" if byte in _UNDEFINED else "cp1252") for byte in range(0x100)
)
# The characters of Windows-1252 by what `surrogateescape` makes of their bytes.
_ESCAPED = {0xDC00 + byte: _WINDOWS[byte] for byte in range(0x80, 0x100)}
_STRAY = late_pattern("[\udc80-\udcff]")
_BEYOND_ASCII = late_pattern("[^\x00-\x7f\udc80-\udcff]")


class Decoded(NamedTuple):
    """A text, its encoding, and where it first departs from that encoding."""

    text: str
    encoding: str
    doubt: int | None = None


def decode(data: bytes, stated: str | None = None) -> Decoded:
    """The text of a file, its mark left out; in an encoding that is stated, where one is."""
    if stated:
        return _as_stated(data, codecs.lookup(stated).name)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _utf16(data)
    marked = data.startswith(codecs.BOM_UTF8)
    text = (data[len(codecs.BOM_UTF8) :] if marked else data).decode("utf-8", "surrogateescape")
    encoding = "utf-8-sig" if marked else "utf-8"
    stray = None if text.isascii() else _STRAY.search(text)
    if stray is None:
        return Decoded(text, encoding)
    if not marked and not _BEYOND_ASCII.search(text):
        return Decoded(codecs.charmap_decode(data, "strict", _WINDOWS)[0], "windows-1252")
    return Decoded(text.translate(_ESCAPED), encoding, stray.start())


def _as_stated(data: bytes, encoding: str) -> Decoded:
    try:
        text, doubt = data.decode(encoding), None
    except UnicodeDecodeError as error:
        text, doubt = data.decode(encoding, "replace"), len(data[: error.start].decode(encoding, "replace"))
    marked = text.startswith("\ufeff")
    return Decoded(text.removeprefix("\ufeff"), encoding, None if doubt is None else max(doubt - marked, 0))


def _utf16(data: bytes) -> Decoded:
    try:
        return Decoded(data.decode("utf-16"), "utf-16")
    except UnicodeDecodeError as error:
        return Decoded(data.decode("utf-16", "replace"), "utf-16", max(error.start // 2 - 1, 0))


# Control characters that no text has: not tab, line end, form feed, nor DOS's end of file at the end.
# Signs that turn the direction of what stands behind them are none either: they show a text as another.
_CONTROL = late_pattern(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f\u202a-\u202e\u2066-\u2069]|\x1a(?!\x1a*\Z)")
_TURNING = late_pattern(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
_CONTROL_BYTES = bytes([*range(9), *range(14, 32), 127])


@dataclass(frozen=True)
class Source:
    """The bytes of a file, its name, which proves nothing, and its encoding where that is known otherwise.

    `shorthand`: plays are written short, and what cannot be read may be one: it is kept without a word.
    """

    data: bytes
    name: str | None = None
    stated_encoding: str | None = None
    shorthand: bool = False

    @cached_property
    def decoding(self) -> Decoded:
        """The text with its encoding; LookupError for an encoding that does not exist."""
        return decode(self.data, self.stated_encoding)

    @property
    def encoding(self) -> str:
        """The encoding: by its mark, else UTF-8 where that fits, else Windows-1252."""
        return self.decoding.encoding

    @property
    def text(self) -> str:
        """The whole text, without a mark at its beginning."""
        return self.decoding.text

    @property
    def lines(self) -> list[str]:
        """The lines of the text; control characters, and marks of encoding within it, are blanks."""
        text = self.text.replace("\ufeff", " ")
        return lines_of(_CONTROL.sub(" ", text) if self._control else text)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what is doubtful about the text as a text, each at the first place it occurs."""
        notes: list[Finding] = []
        if self.decoding.doubt is not None:
            span = self._span(self.decoding.doubt)
            notes.append(finding("encoding-doubtful", span=span, encoding=self.encoding))
        if control := self._control:
            span, written = self._span(control.start()), f"U+{ord(control[0]):04X}"
            notes.append(finding("control-character", span=span, written=written))
        return tuple(notes)

    @cached_property
    def _control(self) -> re.Match[str] | None:
        """The first control character; the bytes are asked first, which is much faster."""
        data = self.data
        suspicious = len(data.translate(None, _CONTROL_BYTES)) < len(data) or _TURNING.search(data)
        return _CONTROL.search(self.text) if suspicious else None

    def _span(self, index: int) -> Span:
        lines = lines_of(self.text[: index + 1])
        return Span(len(lines), len(lines[-1]), len(lines[-1]) + 1)


def found_early(sign: str, pattern: re.Pattern[str], within: int) -> Callable[[Source], bool]:
    """Return a recogniser by a `sign`, in words and as a pattern among the first characters of a text."""

    def looks_like(source: Source) -> bool:
        return pattern.search(source.text[:within]) is not None

    looks_like.__doc__ = f"Return whether {sign}."
    return looks_like


def lines_of(text: str) -> list[str]:
    """The lines as an editor counts them: LF, CRLF and CR end one, nothing else does."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def line_span(number: int, line: str) -> Span:
    """The place of a line, from its first character to its last."""
    stripped = line.rstrip()
    return Span(number, len(stripped) - len(stripped.lstrip()) + 1, len(stripped) + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The content of a file, and the findings of the reader.

    `format` is the notation (empty if unknown), `dialect` the program that wrote it, if recognised. A file of
    `positions` has no matches.
    """

    matches: tuple[Match, ...] = ()
    positions: tuple[Position, ...] = ()
    findings: tuple[Finding, ...] = ()
    format: str = ""
    dialect: str | None = None
    encoding: str | None = None

    def outline(self) -> Reading:
        """Return the reading with matches without their games."""
        return replace(self, matches=tuple([replace(match, games=()) for match in self.matches]))

    def __repr__(self) -> str:
        name = ", ".join(filter(None, (self.format, self.dialect))) or "unknown format"
        counts = (("match", "matches", self.matches), ("position", "positions", self.positions))
        held = [f"{len(some)} {one if len(some) == 1 else many}" for one, many, some in counts if some]
        number = len(self.findings)
        return f"<Reading {', '.join((name, *held))}: {number} finding{'s' * (number != 1)}>"

    def _repr_html_(self) -> str:
        rows = [
            (number, *(player.name for player in match.players), match.length or "", len(match.games))
            for number, match in enumerate(self.matches, 1)
        ]
        boards = "".join(position.svg() for position in self.positions[:SHOWN])
        return boards + table(("match", "white", "black", "length", "games"), rows, repr(self)[1:-1])


# So many positions a reading shows in a notebook.
SHOWN = 3

# A text, or the bytes of a binary notation.
Content = str | bytes
LINES = "kotra_notation.formats.patching.lines"


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """The content of a file to write (bytes if the notation is binary), and findings for what it lost."""

    content: Content
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """The facts of a notation that cutting, changing and encoding its files ask.

    `binary`: files are no text. `comment`: the sign that begins a line of comment. `first_line`: how a file
    begins, unless that is missing. `head`: the lines that a match begins with, where a file may hold many.
    `headers`: those that say how a match is judged; others that are near them are kept and mean nothing.
    `charset`: how a text names its encoding. `habits`: the module whose `HABITS` (`patching/lines.py`) tell
    how a file is changed in place, imported only then; by default one event a line, empty where files are
    not changed. `schema` returns the JSON Schema.
    """

    binary: bool = False
    comment: str = ""
    first_line: re.Pattern[str] | None = None
    head: re.Pattern[bytes] | None = None
    headers: tuple[str, ...] = ()
    charset: str = ""
    habits: str = LINES
    schema: Callable[[], dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One notation: of matches, with `write` where it is written, or of positions, with `write_positions`.

    `holds`: what it can hold; `partly`: what of that it holds in part.
    """

    name: str = ""  # as it stands in the table, or in the entry point of another package
    title: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[Source], bool]
    read: Callable[[Source], Reading]
    write: Callable[[Iterable[Match], str | None], Writing] | None = None
    write_positions: Callable[[Iterable[Position], str | None], Writing] | None = None
    dialects: tuple[str, ...] = ()
    holds: frozenset[Thing] = frozenset()
    partly: frozenset[Thing] = frozenset()
    spelling: Spelling = Spelling()
    file: FileFacts = FileFacts()

    @property
    def can_write(self) -> bool:
        """Return whether matches or positions are written in it."""
        return self.write is not None or self.write_positions is not None

    @property
    def changeable(self) -> bool:
        """Return whether a file in it is changed in place."""
        return bool(self.write and self.file.habits and not self.file.binary)
