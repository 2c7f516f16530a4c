"""Hops in `.kotra`: one man's way such as `24/18*/13(2)`, by own numbers, own path numbers or letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from kotra_notation.board import BAR, OFF
from kotra_notation.model import Hop

LETTERS = "abcdefghijklmnopqrstuvwxyz"[:24]
MOST = 15

Way = tuple[Hop, ...]

_WORDS = {"bar": BAR, "off": OFF, "dauð": BAR, "út": OFF}
_SPELLED = {BAR: "bar", OFF: "off"}
_LANDING = re.compile(r"([^*]+)(?:\*(.*))?")


class Points(Enum):
    """How points are named: 24 to 1 from the own side, letters of the old board, or the own path 1 to 24."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    PATH = "path"


def index_of(letter: str, seat: int) -> int:
    """The own index of a lettered point: White's path begins on a, Black's on m."""
    return 24 - (LETTERS.index(letter) - 12 * seat) % 24


def letter_of(index: int, seat: int) -> str:
    """The letter of an own index from 1 to 24."""
    return LETTERS[(24 - index + 12 * seat) % 24]


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
        yield from _bare(tuple(way))


def spelled(hops: Iterable[Hop], seat: int, points: Points = Points.NUMBERS) -> str:
    """Hops as they are written, in their order: equal ones counted, one man's joined."""
    ways = _counted(_joined(_counted([((hop,), 1) for hop in hops])))
    return " ".join(_way(way, seat, points) + (f"({times})" if times > 1 else "") for way, times in ways)


def _counted(ways: list[tuple[Way, int]]) -> list[tuple[Way, int]]:
    """Ways with those directly behind that say the same without a hit counted into them."""
    counted: list[tuple[Way, int]] = []
    open_for: Way | None = None
    for way, times in ways:
        if times == 1 and way == open_for and counted[-1][1] < MOST:
            counted[-1] = (counted[-1][0], counted[-1][1] + 1)
        else:
            counted.append((way, times))
            open_for = _bare(way) if times == 1 else None
    return counted


def _joined(ways: list[tuple[Way, int]]) -> list[tuple[Way, int]]:
    """Ways with those that go on from where the one before ended joined to it."""
    joined: list[tuple[list[Hop], int]] = []
    for way, times in ways:
        source = way[0].source
        if joined and times == joined[-1][1] == 1 and joined[-1][0][-1].target == source not in (BAR, OFF):
            joined[-1][0].extend(way)
        else:
            joined.append((list(way), times))
    return [(tuple(way), times) for way, times in joined]


def _bare(way: Way) -> Way:
    return tuple([Hop(hop.source, hop.target) for hop in way])


def _way(way: Way, seat: int, points: Points) -> str:
    landings = [_point(hop.target, seat, points) + _hit(hop.taken) for hop in way]
    return "/".join([_point(way[0].source, seat, points), *landings])


def _hit(taken: int) -> str:
    return "" if taken == 0 else "*" if taken == 1 else f"*{taken}"


def _point(index: int, seat: int, points: Points) -> str:
    if index in _SPELLED:
        return _SPELLED[index]
    if points is Points.LETTERS and OFF < index < BAR:
        return letter_of(index, seat)
    return str(BAR - index if points is Points.PATH else index)


def _index(point: str, seat: int, path: bool) -> int:
    if point in _WORDS:
        return _WORDS[point]
    if point in LETTERS:
        return index_of(point, seat)
    return BAR - int(point) if path else int(point)
