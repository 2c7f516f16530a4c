"""Texts within brackets: escapes, soft line breaks, and the charset a file names."""

from __future__ import annotations

import codecs
import re

from kotra_notation.formats.format import Source

LOOKED_AT = 4096
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:+-]{1,40})\s*\]")
_TEXT_CHARSETS = re.compile(
    r"ascii|utf-8|utf-16(-[bl]e)?|iso8859-\d+|cp\d+|koi8-\w+|mac-\w+|big5\w*|gb\w+|euc_\w+|shift_jis\w*|johab|hz|tis-620"
)
_ESCAPE = re.compile(r"\\(\n|.)", re.S)
_NEEDS_ESCAPE = re.compile(r"[\\\]]")


def text_of(source: Source) -> tuple[str, str]:
    """The text of a file with lines ending in LF, and its encoding; a charset it names is believed."""
    named = None if source.data.isascii() else _named_charset(source.data)
    if named is None or codecs.lookup(source.encoding).name.startswith(named):
        return "\n".join(source.lines), source.encoding
    try:
        text = source.data.decode(named)
    except UnicodeDecodeError:
        return "\n".join(source.lines), source.encoding
    return as_read(text), named


def _named_charset(data: bytes) -> str | None:
    named = _CHARSET.search(data[:LOOKED_AT])
    if named is None or data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    try:
        name = codecs.lookup(named[1].decode("ascii", "replace")).name
    except (LookupError, ValueError):
        return None
    if name == "iso8859-1":
        return "cp1252"  # which those who name the other write
    return name if _TEXT_CHARSETS.fullmatch(name) else None


def as_read(text: str) -> str:
    """The text as it comes out of a file: ends of lines are LF, control characters blanks."""
    if text.isprintable():
        return text
    return "\n".join(Source(f"x{text}x".encode("utf-8", "replace")).lines)[1:-1]


def unescaped(text: str) -> str:
    """Return what a value says: escapes resolved, soft line breaks taken out."""
    return _ESCAPE.sub(lambda found: found[1].strip("\n"), text) if "\\" in text else text


def escaped(text: str) -> str:
    """A text as it will be read, and as it stands within brackets."""
    return _NEEDS_ESCAPE.sub(r"\\\g<0>", as_read(text))
