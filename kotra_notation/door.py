"""Asks of a whole file whether it is sound: what is said of one that is, or nothing.

`KOTRA_DOOR=shut` in the environment lets nothing be proved: everything is read and replayed.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from kotra_notation.signs import HEADER, Signs
from kotra_notation.sound import MARK, Log, Proof, proved

SETTING, SHUT = "KOTRA_DOOR", "shut"


class SoundRecord(NamedTuple):
    """A file that is sound: how it is written, and what comes of its match."""

    format: str
    dialect: str
    encoding: str
    proof: Proof


def sound(data: bytes, log: Log | None = None) -> Proof | None:
    """What comes of a match text if it is sound in every respect, and a log of it; None says nothing."""
    return None if os.environ.get(SETTING) == SHUT else proved(data, log)


def sound_record(data: bytes) -> SoundRecord | None:
    """The same with all that is told of a file that is alone; None also where that is not clear."""
    proof = sound(data)
    dialect = proof and _dialect(data.decode("utf-8-sig"), rated=proof.rated)
    if proof is None or not dialect:
        return None
    return SoundRecord("mat", dialect, "utf-8-sig" if data.startswith(MARK) else "utf-8", proof)


def _dialect(text: str, *, rated: bool) -> str:
    """The dialect of a match text by its body and the lines before its first game; empty where unknown."""
    signs = Signs(text)
    signs.rated = rated
    for line in text.split("\n"):
        words = line.strip()
        if words.startswith("Game "):
            return signs.dialect
        if header := HEADER.fullmatch(line):
            signs.tag(header[1], header[2])
        elif words.endswith(" point match"):
            signs.indented_length = line.startswith(" ")
        elif words:
            return ""
    return ""
