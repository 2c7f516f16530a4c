"""Files that are often taken for records: what they are instead, by their first bytes or their last."""

from __future__ import annotations

import re

from kotra_notation.findings import phrase
from kotra_notation.formats.format import Source

TAIL = 512
MARK = re.compile(
    rb"kotra-watch 1 content:([0-9a-f]{64}|unread) way:([0-9a-f]{16})"
    rb" errors:(\d{1,9}) warnings:(\d{1,9}) notes:(\d{1,9}) failed:([01])[\"\s}]*\Z"
)


def mark(data: bytes) -> re.Match[bytes] | None:
    """The mark at the end of a file; None where it has none."""
    return MARK.search(data[-TAIL:])


_PGN = re.compile(rb"\s*\[(?:Event|White|Black|Site) \"[^\r\n]*\"\]\s*\n")

MAGICS: dict[bytes, str] = {
    b"MATLAB ": phrase("a MATLAB data file"),
    b"\x89HDF\r\n": phrase("an HDF5 data file, such as MATLAB writes"),
    b"PK\x03\x04": phrase("a ZIP archive (unpack it first)"),
    b"\x1f\x8b": phrase("a gzip archive (unpack it first)"),
    b"BZh": phrase("a bzip2 archive (unpack it first)"),
    b"7z\xbc\xaf": phrase("a 7-Zip archive (unpack it first)"),
    b"Rar!": phrase("a RAR archive (unpack it first)"),
    b"%PDF": phrase("a PDF document"),
    b"{\\rtf": phrase("a word processor document (RTF); save it as plain text"),
    b"\xd0\xcf\x11\xe0": phrase("an old word processor document; save it as plain text"),
    b"\x89PNG": phrase("a picture"),
    b"\xff\xd8\xff": phrase("a picture"),
    b"GIF8": phrase("a picture"),
    b"<!DOCTYPE": phrase("a web page"),
    b"<html": phrase("a web page"),
    b"SQLite format 3": phrase("a database"),
}


# Records that no reader here reads, by what they begin with.
RECORDS = {re.compile(rb'\s*\{\s*"format"\s*:\s*"BGF"'): phrase("BGBlitz's own binary format (.bgf)")}


# What `kotra check`, `fix` and `diff` print, by its first lines: a finding, a difference, two files.
_PRINTED = re.compile(
    rb"^(?:[^\s;#{(<][^\n]*?: \S+ [A-Z]\d{3} [a-z]+(?:-[a-z0-9]+)+  |--- [^\n]+\n\+\+\+ [^\n]+\n@@ -\d)"
    rb"|\AA [^\n]+\nB [^\n]+: [^\n]+ \xe2\x80\x93 [^\n]+\n",
    re.M,
)
_FIRST = 4096

# What begins so holds no record as it stands, even where the text of one can be seen in it.
PACKED = (*(magic for magic, what in MAGICS.items() if "archive" in what), b"SQLite format 3", b"\x89PNG")


def unread_format(source: Source) -> str | None:
    """Return the format of a record that cannot be read here, None for any other file."""
    return next((what for sign, what in RECORDS.items() if sign.match(source.data)), None)


def printed_here(data: bytes) -> bool:
    """Return whether a text is what `kotra` has printed about records."""
    return _PRINTED.search(data[:_FIRST].replace(b"\r\n", b"\n")) is not None


def kind(source: Source) -> str | None:
    """Return what a file is that is no record, None where it is not known."""
    for magic, what in MAGICS.items():
        if source.data.startswith(magic):
            return what
    if printed_here(source.data):
        return phrase("output of kotra check")
    if mark(source.data):
        return phrase("a check result written by kotra watch")
    return phrase("a chess record") if _PGN.match(source.data[:400]) else None
