"""Boards and plays of the records: bytes seen by one player, and hops counted from 0."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, unpack

from kotra_notation.board import BAR, Cube, Points
from kotra_notation.formats.plays import REMEMBERED, spelled
from kotra_notation.model import CannotMove, Hop, Play

BOARD = Struct("26b")
NO_BOARD = bytes(26)
MEN = 15
GREATEST_POWER = 20  # of the cube

_PLAY = Struct("<8i")
_END = 255  # where a hop of a candidate would begin
_NEGATIVE = bytes(-count & 255 for count in range(256))

Way = tuple[Hop, ...]


def turned(board: bytes) -> bytes:
    """The same board as the other player sees it."""
    return board[::-1].translate(_NEGATIVE)


def points(board: bytes) -> Points:
    """The men on a board; ValueError where one side has more than there are."""
    counts: Points = BOARD.unpack(board)
    own, other = sum([n for n in counts if n > 0]), -sum([n for n in counts if n < 0])
    if max(own, other) > MEN or counts[0] > 0 or counts[BAR] < 0:
        raise ValueError(f"{own} and {other} men, {counts[BAR]} and {-counts[0]} of them on the bar")
    return counts


def hops(play: tuple[int, ...]) -> Way:
    """The hops of a play written as from, to, from, to …; ValueError where it names a point that is none."""
    way: list[Hop] = []
    for source, target in zip(play[::2], play[1::2], strict=True):
        if source == -1:
            break
        if not (0 <= source < BAR and target < BAR - 1):
            raise ValueError(f"from {source} to {target}")
        way.append(Hop(source + 1, max(target + 1, 0)))
    return tuple(way)


@lru_cache(maxsize=REMEMBERED)
def deed(play: bytes) -> Play | CannotMove:
    """Return what a move record says was played."""
    way = hops(_PLAY.unpack(play))
    return Play(hops=way) if way else CannotMove()


def choice(play: bytes) -> str:
    """A candidate as it is spelled, empty where it is no play; what stands behind its end means nothing."""
    if play[2] == _END:
        return _choice(play[:2])
    return _choice(play[:4] if play[4] == _END else play[:6] if play[6] == _END else play)


@lru_cache(maxsize=REMEMBERED)
def _choice(play: bytes) -> str:
    numbers = unpack(f"{len(play)}b", play)
    words = [_hop(*hop) for hop in zip(numbers[::2], numbers[1::2], strict=True)]
    return " ".join(words) if all(words) else ""


@lru_cache(maxsize=1 << 12)
def _hop(source: int, target: int) -> str:
    try:
        return "" if source == target else spelled(hops((source, target)))
    except ValueError:
        return ""


def after(board: bytes, way: Way) -> bytes:
    """The board after a play, seen by the player who made it, lawful or not."""
    men = bytearray(board)
    for source, target, _ in way:
        men[source] = men[source] - 1 & 255
        if target:
            if men[target] == 255:
                men[target] = 0
                men[0] = men[0] - 1 & 255
            men[target] = men[target] + 1 & 255
    return bytes(men)


def cube(power: int, automatic: int, first: int) -> Cube:
    """The cube of a record, a power of two: above 0 for player 1, who sits at `first`, below for player 2."""
    owner = None if not power else first if power > 0 else 1 - first
    return Cube(value=1 << min(abs(power) + automatic, GREATEST_POWER), owner=owner)
