"""The hand of a file: where dice and plays stand in the text of a turn, and how they are spelled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field

from kotra_notation.board import BAR, OFF
from kotra_notation.formats.plays import Way, gathered, hops_of
from kotra_notation.model import Hop
from kotra_notation.values import dataclass

Reads = Callable[[str, int], Way]
Spells = Callable[[Iterable[Hop], int], str]

_BAR = re.compile(r"(?<=[ \t,])(bar|b|25)(?=/[0-9]{1,2}(?!/?[0-9]))", re.I)
_OFF = re.compile(r"(?<=[0-9]/)(off|o|0)(?![\w/])", re.I)


def plain(word: str, seat: int) -> Way:
    """The hops of a word as most notations write it."""
    return hops_of(word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Where dice and words of a play stand in the text of a turn, and how a word is read and spelled.

    `dice` finds the two digits and ends where the deed begins; `tail` begins what stands behind the deed.
    `opposite` begins turns in the other side's numbers, where the play itself tells whose they are.
    """

    dice: re.Pattern[str]
    spells: Spells
    reads: Reads = plain
    words: re.Pattern[str] = field(default=re.compile(r"[^\s,]+"))
    points: re.Pattern[str] = field(default=re.compile(r"[0-9]+|bar|off|[bo](?![a-z])", re.I))
    between: str = " "
    gap: str = " "
    tail: re.Pattern[str] = field(default=re.compile(r"\s*\.?\s*\Z"))
    cannot_move: str = ""
    opposite: str = ""
    dice_above: bool = False

    def point(self, index: int, seat: int) -> str:
        """The name of a point."""
        if index == BAR:
            return self._landing(Hop(BAR, 20), seat, 0)
        return self._landing(Hop(BAR - (index == OFF) * 24, index), seat, 1)

    def _landing(self, hop: Hop, seat: int, place: int) -> str:
        named = [match[0] for match in self.points.finditer(self.spells((hop,), seat))]
        return named[place]


@dataclass(frozen=True, slots=True)
class Plain:
    """How the points, the hits and the steps of a play are spelled in words such as `bar/22*`."""

    bar: str
    off: str
    stroke: str = "/"
    between: str = " "
    counted: bool = False

    @classmethod
    def of(
        cls, text: str, bar: str, off: str, stroke: str = "/", between: str = " ", counted: bool = False
    ) -> Plain:
        """The way that a text has; with the bar and the off of its notation where it does not tell."""
        return cls(_usual(_BAR, text) or bar, _usual(_OFF, text) or off, stroke, between, counted)

    def __call__(self, hops: Iterable[Hop], seat: int) -> str:
        """Hops in words."""
        names = {BAR: self.bar, OFF: self.off}
        ways = gathered(hops) if self.counted else [((hop,), 1) for hop in hops]
        return self.between.join(
            [
                self.stroke.join(
                    [
                        str(names.get(way[0].source, way[0].source)),
                        *[f"{names.get(hop.target, hop.target)}{'*' * bool(hop.taken)}" for hop in way],
                    ]
                )
                + (f"({times})" if times > 1 else "")
                for way, times in ways
            ]
        )


def _usual(pattern: re.Pattern[str], text: str) -> str:
    """Return what a pattern finds most often."""
    counts = Counter(pattern.findall(text))
    return counts.most_common(1)[0][0] if counts else ""
