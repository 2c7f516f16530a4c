"""Files that are often taken for records: what they are instead, by their first bytes."""

from __future__ import annotations

import re

from kotra_notation.formats.format import Source

_PGN = re.compile(rb"\s*\[(?:Event|White|Black|Site) \"[^\r\n]*\"\]\s*\n")

MAGICS: dict[bytes, str] = {
    b"MATLAB ": "a data file of MATLAB",
    b"\x89HDF\r\n": "an HDF5 data file, as MATLAB writes them",
    b"PK\x03\x04": "a ZIP archive, which has to be unpacked first",
    b"\x1f\x8b": "a gzip archive, which has to be unpacked first",
    b"BZh": "a bzip2 archive, which has to be unpacked first",
    b"7z\xbc\xaf": "a 7-Zip archive, which has to be unpacked first",
    b"Rar!": "a RAR archive, which has to be unpacked first",
    b"%PDF": "a PDF document",
    b"{\\rtf": "a text of a word processor (RTF), to be saved as plain text",
    b"\xd0\xcf\x11\xe0": "a document of an old word processor, to be saved as plain text",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"<!DOCTYPE": "a page of the web",
    b"<html": "a page of the web",
    b"SQLite format 3": "a database",
}


def kind(source: Source) -> str | None:
    """What a file is that is no record, None where it is not known."""
    for magic, what in MAGICS.items():
        if source.data.startswith(magic):
            return what
    return "a record of chess" if _PGN.match(source.data[:400]) else None
