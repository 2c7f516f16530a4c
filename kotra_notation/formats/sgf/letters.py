"""Points as letters, White's `a` to `x` for both sides, `y` the bar and `z` off."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from kotra_notation.board import BAR, OFF
from kotra_notation.formats.plays import Way
from kotra_notation.model import Hop

SEATS = "WB"

# The point of each letter, as White and as Black see it.
POINTS: tuple[dict[str, int], dict[str, int]] = (
    {letter: point for point, letter in enumerate(ascii_lowercase[:BAR], 1)} | {"z": OFF},
    {letter: BAR - point for point, letter in enumerate(ascii_lowercase[: BAR - 1], 1)}
    | {"y": BAR, "z": OFF},
)
LETTERS = tuple({point: letter for letter, point in points.items()} for points in POINTS)
HOPS = tuple(
    {
        first + second: Hop(source, target)
        for first, source in points.items()
        for second, target in points.items()
    }
    for points in POINTS
)


def hops_of(letters: str, seat: int) -> Way:
    """The hops of pairs of letters; KeyError where they are none."""
    pairs = HOPS[seat]
    return tuple([pairs[letters[i : i + 2]] for i in range(0, len(letters), 2)])


def spelled(hops: Iterable[Hop], seat: int) -> str:
    """Hops as pairs of letters; KeyError for points that no board has."""
    letters = LETTERS[seat]
    return "".join([letters[hop.source] + letters[hop.target] for hop in hops])
