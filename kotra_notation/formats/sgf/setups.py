"""Boards that are set up: lists of points, one entry a man, White's letters for both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase

from kotra_notation.board import BAR, OFF, Points, on_board, turned
from kotra_notation.formats.sgf.letters import LETTERS, POINTS

MOST = 15
EMPTY_BOARD = f"AE[a:{ascii_lowercase[BAR - 1]}]"


def points_of(lists: Mapping[str, Iterable[str]]) -> Points:
    """The men as White sees them, from the lists of both sides; ValueError where they make no board."""
    sides: list[list[int]] = []
    for name, seat in (("AW", 0), ("AB", 1)):
        men = [0] * (BAR + 1)
        for entry in lists.get(name, ()):
            for letter in _letters(entry.strip()):
                men[POINTS[seat][letter]] += 1
        men[OFF] = 0
        if sum(men) > MOST:
            raise ValueError(f"There are more than {MOST} men of a side.")
        sides.append(men)
    white, black = sides
    if any(white[point] and black[BAR - point] for point in range(1, BAR)):
        raise ValueError("Men of both sides stand on one point.")
    return (-black[BAR], *(white[point] - black[BAR - point] for point in range(1, BAR)), white[BAR])


def _letters(entry: str) -> str:
    first, colon, last = entry.partition(":")
    last = last if colon else first
    if len(first) != 1 or len(last) != 1 or not (first in POINTS[0] and last in POINTS[0]):
        raise ValueError(f"{entry[:20]!r} names no point.")
    here, there = sorted((ascii_lowercase.index(first), ascii_lowercase.index(last)))
    return ascii_lowercase[here : there + 1]


def spelled(points: Points) -> str | None:
    """The lists of both sides for a board as White sees it; None for one that they cannot hold."""
    written = [EMPTY_BOARD]
    for name, seat, seen in (("AW", 0, points), ("AB", 1, turned(points))):
        if on_board(seen) > MOST or len(seen) != BAR + 1 or seen[BAR] < 0:
            return None
        men = [LETTERS[seat][point] * seen[point] for point in range(1, BAR + 1) if seen[point] > 0]
        letters = "".join(sorted("".join(men)))
        if letters:
            written.append(name + "".join([f"[{letter}]" for letter in letters]))
    return "".join(written)
