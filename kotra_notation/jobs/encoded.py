"""A text as bytes in the encoding and with the line ends that were asked for, and the signs lost in it."""

from __future__ import annotations

import codecs
import unicodedata

from kotra_notation.findings import finding, phrase
from kotra_notation.formats.format import Content, Format, Writing

NEWLINES = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
UTF_8 = "utf-8"
# What stands for a sign that an encoding has neither itself nor its letter without the mark.
UNKNOWN = "?"
PLAINER = dict(zip("–—‘’“”„ðÐøØłŁđĐ", '--\'\'"""dDoOlLdD', strict=True))
PLAINER |= {"…": "...", "þ": "th", "Þ": "Th", "ß": "ss", "æ": "ae", "Æ": "Ae"}


def known_encoding(name: str | None) -> str | None:
    """The encoding of that name; ValueError where there is none for texts."""
    try:
        "".encode(name or "utf-8")
    except LookupError:
        raise ValueError(
            phrase(
                "there is no text encoding {name}; utf-8, utf-16, cp1252, iso-8859-1 are some.",
                name=repr(name),
            )
        ) from None
    return name


def known_newline(name: str | None) -> str | None:
    """The line end of that name; ValueError where there is none."""
    if name is not None and name not in NEWLINES:
        raise ValueError(
            phrase(
                "a line ends in one of {choices}, not {name}.", choices=", ".join(NEWLINES), name=repr(name)
            )
        )
    return name


def encoded(content: Content, format: Format, encoding: str | None, newline: str | None) -> Writing:
    """What is written of a text; bytes, and a text of which nothing else was asked, stay as they are."""
    if isinstance(content, bytes) or (encoding is None and newline is None):
        return Writing(content=content)
    text = content
    if newline:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", NEWLINES[newline])
    name = codecs.lookup(encoding or UTF_8).name
    if format.file.charset and name != UTF_8:
        text = text.replace(format.file.charset.format(UTF_8.upper()), format.file.charset.format(name), 1)
    lacking = sorted({sign for sign in text if not sign.isascii() and not _has(name, sign)})
    instead = {sign: _plainer(sign, name) for sign in lacking}
    lost = [
        finding("sign-lost", written=sign, encoding=name, instead=other) for sign, other in instead.items()
    ]
    return Writing(
        content=text.translate({ord(sign): other for sign, other in instead.items()}).encode(name),
        findings=tuple(lost),
    )


def _has(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plainer(sign: str, encoding: str) -> str:
    """The nearest that an encoding has to a sign: the letter without its mark."""
    for other in (PLAINER.get(sign, ""), unicodedata.normalize("NFKD", sign)):
        if plain := "".join(one for one in other if _has(encoding, one)):
            return plain
    return UNKNOWN
