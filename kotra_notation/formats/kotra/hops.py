"""Hops in `.kotra`: one man's way such as `24/18*/13(2)`, by own numbers, own path numbers or letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from kotra_notation.board import BAR, OFF
from kotra_notation.board.text import LETTERS, letter, own_index
from kotra_notation.formats.plays import Way, gathered, unmarked
from kotra_notation.model import Hop

ENDS = {"bar": BAR, "off": OFF, "dauð": BAR, "slá": BAR, "út": OFF, "útaf": OFF}
_SPELLED = {BAR: "bar", OFF: "off"}
_LANDING = re.compile(r"([^*]+)(?:\*(.*))?")


class Points(Enum):
    """How points are named: 24 to 1 from the own side, letters of the old board, or the own path 1 to 24."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    PATH = "path"


def hops_of(text: str, seat: int, path: bool = False) -> Iterator[Hop]:
    """The hops of one written way, `(n)` repeated; the marks of a hit belong to the first man."""
    text, _, times = text.lower().partition("(")
    start, *landings = text.split("/")
    way: list[Hop] = []
    source = _index(start, seat, path)
    for landing in landings:
        found = _LANDING.fullmatch(landing)
        assert found
        target = _index(found[1], seat, path)
        way.append(Hop(source, target, 0 if found[2] is None else int(found[2] or 1)))
        source = target
    yield from way
    for _ in range(int(times.rstrip(")") or 1) - 1):
        yield from unmarked(tuple(way))


def spelled(hops: Iterable[Hop], seat: int, points: Points = Points.NUMBERS) -> str:
    """Hops as they are written, in their order: equal ones counted, one man's joined."""
    return " ".join(
        _way(way, seat, points) + (f"({times})" if times > 1 else "") for way, times in gathered(hops)
    )


def _way(way: Way, seat: int, points: Points) -> str:
    landings = [_point(hop.target, seat, points) + _hit(hop.taken) for hop in way]
    return "/".join([_point(way[0].source, seat, points), *landings])


def _hit(taken: int) -> str:
    return "" if taken == 0 else "*" if taken == 1 else f"*{taken}"


def _point(index: int, seat: int, points: Points) -> str:
    if index in _SPELLED:
        return _SPELLED[index]
    if points is Points.LETTERS and OFF < index < BAR:
        return letter(seat, index)
    return str(BAR - index if points is Points.PATH else index)


def _index(point: str, seat: int, path: bool) -> int:
    if point in ENDS:
        return ENDS[point]
    if point in LETTERS:
        return own_index(seat, point)
    return BAR - int(point) if path else int(point)
