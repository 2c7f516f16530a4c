"""What a notation is to the rest of the program: how it is recognised, read and written."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from kotra_notation.board import Position
from kotra_notation.findings import Finding
from kotra_notation.model import Match

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Source:
    """The bytes of a file and its name, which proves nothing."""

    data: bytes
    name: str | None = None

    @cached_property
    def encoding(self) -> str:
        """The encoding: by its mark, else UTF-8 where that fits, else Windows-1252."""
        for mark, encoding in BOMS:
            if self.data.startswith(mark):
                return encoding
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError:
            return "windows-1252"
        return "utf-8"

    @cached_property
    def text(self) -> str:
        """The text; what the encoding cannot say becomes a replacement character."""
        return self.data.decode(self.encoding, "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a file says, and what was found in reading it."""

    matches: tuple[Match, ...] = ()
    positions: tuple[Position, ...] = ()
    findings: tuple[Finding, ...] = ()
    format: str = ""
    dialect: str | None = None
    encoding: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """A file as it is to be written, and what it could not hold."""

    content: str | bytes
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One notation."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[Source], bool]
    read: Callable[[Source], Reading]
    write: Callable[[Iterable[Match], str | None], Writing] | None = None
    dialects: tuple[str, ...] = ()
