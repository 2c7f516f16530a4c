"""GNU Backgammon position ids for the tests, decoded by hand from the published description."""

from __future__ import annotations

from base64 import b64decode

from referees.oracle import OFF, Board, Side


def from_gnubg(identifier: str) -> Board:
    """The board an id shows: for each side its points 1..24 and bar, a 1 for every man and a 0 after each.

    The first side in the id is the one that is not on roll.
    """
    octets = b64decode(identifier + "==")
    bits = "".join(f"{octet:08b}"[::-1] for octet in octets)
    counts = [len(run) for run in bits.split("0")]
    return Board(filled(counts[25:50]), filled(counts[:25]))


def filled(counts: list[int]) -> Side:
    """A side of fifteen men from its points 1..24 and bar."""
    side = (15 - sum(counts), *counts)
    assert side[OFF] >= 0
    return side
