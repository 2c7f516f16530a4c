"""SGF with GM[6], as GNU Backgammon writes it.

Leniencies of the reader:

- to be filled.
"""

from __future__ import annotations

import re

from kotra_notation.findings import finding
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.sgf.read import Reader
from kotra_notation.formats.sgf.text import text_of
from kotra_notation.formats.sgf.write import HOLDS, write

LOOKED_AT = 8192
BEGIN = re.compile(r"^[ \t]*\(\s*+;\s*+[A-Za-z]{1,12}+\s*+\[", re.M)


def looks_like(source: Source) -> bool:
    """Whether a line near the beginning opens a tree with a property in its first node."""
    return bool(BEGIN.search(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """What an SGF file says."""
    text, encoding = text_of(source)
    reader = Reader(text)
    reader.read()
    if not reader.matches and not reader.findings:
        reader.findings.append(finding("empty-record"))
    return Reading(
        matches=tuple(reader.matches),
        findings=tuple(reader.findings),
        format="sgf",
        encoding=encoding,
    )


FORMAT = Format(
    name="sgf",
    title="SGF (GM[6]), GNU Backgammon's",
    suffixes=(".sgf",),
    looks_like=looks_like,
    read=read,
    write=write,
    holds=HOLDS,
    single_steps=True,
)
