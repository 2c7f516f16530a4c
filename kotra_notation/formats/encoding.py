"""Bytes to text: as stated, by the mark at the beginning, UTF-8, or else Windows-1252. None are refused.

Leniencies: single bytes of Windows-1252 within UTF-8 (files put together from several); the five bytes that
Windows-1252 leaves undefined stand for the characters of their number; broken UTF-16 gives U+FFFD.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_UNDEFINED = (0x81, 0x8D, 0x8F, 0x90, 0x9D)
_WINDOWS = "".join(
    bytes([byte]).decode("latin-1" if byte in _UNDEFINED else "cp1252") for byte in range(0x100)
)
# The characters of Windows-1252 by what `surrogateescape` makes of their bytes.
_ESCAPED = {0xDC00 + byte: _WINDOWS[byte] for byte in range(0x80, 0x100)}
_STRAY = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f\udc80-\udcff]")


class Decoded(NamedTuple):
    """A text, its encoding, and where it first departs from that encoding."""

    text: str
    encoding: str
    doubt: int | None = None


def decoded(data: bytes, stated: str | None = None) -> Decoded:
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
