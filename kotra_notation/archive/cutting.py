"""A file of many matches that is too large to be judged at once, cut into pieces where matches begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from kotra_notation.archive.items import MEGABYTE, opened, unpacking
from kotra_notation.formats import recognise
from kotra_notation.formats.format import Source

# A piece is cut where the first match begins behind so many bytes.
PIECE = MEGABYTE
# By so much of its beginning it is told in which notation a file is.
_HEAD = 64 * 1024


@dataclass(frozen=True, slots=True)
class Piece:
    """Some matches out of a file, from a line on; no bytes where none begins for longer than is read."""

    line: int
    data: bytes | None


@contextmanager
def unpacked(path: str) -> Iterator[IO[bytes]]:
    """The bytes of a file as a stream, unpacked where it is packed by itself."""
    with opened(path) as file, unpacking(file) as stream:
        yield stream


def is_larger(path: str, most: int) -> bool:
    """Whether there are more than so many bytes in a file when it is unpacked."""
    with unpacked(path) as stream:
        while most >= 0 and (some := stream.read(PIECE)):
            most -= len(some)
    return most < 0


def head_of(path: str) -> re.Pattern[bytes] | None:
    """How a match begins in a file, None where it is in no notation of which that is known."""
    with unpacked(path) as stream:
        format = recognise(Source(stream.read(_HEAD)))
    return format.head if format else None


def pieces(path: str, head: re.Pattern[bytes], most: int) -> Iterator[Piece]:
    """The file in pieces that are whole matches, of not more than so many bytes each."""
    with unpacked(path) as stream:
        held, line, whole = b"", 1, True
        while some := stream.read(max(PIECE, len(held))):
            held += some
            begin = 0
            for found in head.finditer(held):
                # What reaches to the end may go on there.
                if found.start() - begin < PIECE * whole or found.end() == len(held):
                    continue
                if whole:
                    yield Piece(line, held[begin : found.start()])
                line += held.count(b"\n", begin, found.start())
                begin, whole = found.start(), True
            held = held[begin:]
            if len(held) > most:
                # No match begins in it: it is gone past up to the next, but for what may be its first lines.
                if whole:
                    yield Piece(line, None)
                line += held.count(b"\n", 0, -_HEAD)
                held, whole = held[-_HEAD:], False
        if held and whole:
            yield Piece(line, held)
