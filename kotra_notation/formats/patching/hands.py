"""How dice and hops are written in each notation, and the habits of the one who wrote a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from kotra_notation.board import BAR, OFF
from kotra_notation.formats.kotra import hops as kotra_hops
from kotra_notation.formats.kotra.hops import Points
from kotra_notation.formats.mat.dialects import LAYOUTS
from kotra_notation.formats.plays import Way, gathered, hops_of
from kotra_notation.formats.sgf import letters
from kotra_notation.model import Hop

Reads = Callable[[str, int], Way]
Spells = Callable[[Iterable[Hop], int], str]

_BAR = re.compile(r"(?<=[ \t,])(bar|b|25)(?=/[0-9]{1,2}(?!/?[0-9]))", re.I)
_OFF = re.compile(r"(?<=[0-9]/)(off|o|0)(?![\w/])", re.I)
_LETTERED = re.compile(r"\s[a-x]/(?:[a-x]|off|út)\b", re.I)
_STOP = r"(?:[0-9]{1,18}|bar|off|dauð|út|[a-x])"
_WAY = rf"(?<!\S){_STOP}(?:/{_STOP}(?:\*[0-9]{{0,9}})?)+(?:\([0-9]{{1,2}}\))?(?!\S)"
_PATH = re.compile(r"^\s*(?:points|reitir)\s*:\s*path\s*$", re.M)


@dataclass(frozen=True, slots=True)
class Hand:
    """Where dice and words of a play stand in the text of a turn, and how a word is read and spelled.

    `dice` finds the two digits and ends where the deed begins; `tail` begins what stands behind the deed.
    """

    dice: re.Pattern[str]
    reads: Reads
    spells: Spells
    words: re.Pattern[str] = field(default=re.compile(r"[^\s,]+"))
    points: re.Pattern[str] = field(default=re.compile(r"[0-9]+|bar|off|[bo](?![a-z])", re.I))
    between: str = " "
    gap: str = " "
    tail: re.Pattern[str] = field(default=re.compile(r"\s*\Z"))
    cannot_move: str = ""
    opposite: str = ""  # begins turns in the other side's numbers, where the play itself tells whose they are
    dice_above: bool = False

    def point(self, index: int, seat: int) -> str:
        """The name of a point."""
        if index == BAR:
            return self._landing(Hop(BAR, 20), seat, 0)
        return self._landing(Hop(BAR - (index == OFF) * 24, index), seat, 1)

    def _landing(self, hop: Hop, seat: int, place: int) -> str:
        named = [match[0] for match in self.points.finditer(self.spells((hop,), seat))]
        return named[place]


def hand_of(format: str, dialect: str | None, text: str) -> Hand:
    """The hand of a file in a notation."""
    match format:
        case "sgf":
            return SGF
        case "kotra":
            return replace(KOTRA, reads=_kotra_reads(text), spells=_kotra_spells(text))
        case _:
            return _plain(format, dialect, text)


# Letters, without anything between them.
SGF = Hand(
    dice=re.compile(r"[A-Za-z]+\s*\[\s*([0-9])\s*([0-9])\s*"),
    reads=lambda word, seat: letters.hops_of(word, seat),
    spells=lambda hops, seat: letters.spelled(hops, seat),
    words=re.compile(r"[a-z]{2}"),
    points=re.compile(r"[a-z]"),
    between="",
    gap="",
    tail=re.compile(r"\s*\]\s*\Z"),
)

KOTRA = Hand(
    dice=re.compile(r"\w+\s+(?:([0-9])\s*[-+]?\s*([0-9])|[^\W\d_]+(?:\s+[^\W\d_]+){0,2})\s*:\s*"),
    reads=lambda word, seat: tuple(kotra_hops.hops_of(word, seat)),
    spells=lambda hops, seat: kotra_hops.spelled(hops, seat),
    words=re.compile(_WAY, re.I),
    points=re.compile(r"(?<!\*)(?:[0-9]+|bar|off|dauð|út|[a-x])", re.I),
    cannot_move="cannot move",
)


def _kotra_reads(text: str) -> Reads:
    path = bool(_PATH.search(text))
    return lambda word, seat: tuple(kotra_hops.hops_of(word, seat, path))


def _kotra_spells(text: str) -> Spells:
    points = kotra_points(text)
    return lambda hops, seat: kotra_hops.spelled(hops, seat, points)


def kotra_points(text: str) -> Points:
    """How a `.kotra` file names its points."""
    if _PATH.search(text):
        return Points.PATH
    return Points.LETTERS if _LETTERED.search(text) else Points.NUMBERS


@dataclass(frozen=True, slots=True)
class Plain:
    """How the points, the hits and the steps of a play are spelled in words such as `bar/22*`."""

    bar: str
    off: str
    stroke: str = "/"
    between: str = " "
    counted: bool = False

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


# The dice of each notation in words, what its writer calls bar and off, and a dance.
_DICE = r"([0-9])[ \-]?([0-9])\s*[:;.,]?\s*"
_NOTATIONS: dict[str, tuple[str, str, str, str]] = {
    "mat": (_DICE, "25", "0", "Cannot Move"),
    "gam": (_DICE, "25", "0", "Cannot Move"),
    "sgg": (r"([0-9])[ \-]?([0-9])\s*:\s*", "25", "0", "O-O"),
    "tmg": (r"\s*-?[0-9]+\s+(?:4|1\s+([0-9])\s*([0-9])\s*:?)\s*", "25", "0", "0/0"),
    "oldmoves": (r"[XO]\s*:\s*\(([0-9])[ \t,\-]+([0-9])\)\s*", "bar", "off", "can't move"),
    "bgammon": (r"[12]\s+r\s+([0-9])-([0-9])\s*", "bar", "off", ""),
}


def _usual(pattern: re.Pattern[str], text: str) -> str:
    """What a pattern finds most often."""
    found = Counter(pattern.findall(text))
    return found.most_common(1)[0][0] if found else ""


def _plain(format: str, dialect: str | None, text: str) -> Hand:
    dice, bar, off, cannot_move = _NOTATIONS[format]
    if format == "mat" and dialect in LAYOUTS:
        layout = LAYOUTS[dialect]
        bar, off, cannot_move = layout.bar, layout.off, layout.cannot_move or cannot_move
    spells = Plain(
        _usual(_BAR, text) or bar,
        _usual(_OFF, text) or off,
        stroke="-" if format == "oldmoves" else "/",
        between=", " if format == "sgg" and ", " in text else " ",
        counted=format in ("mat", "gam") and bool(re.search(r"[0-9*]\([2-4]\)", text)),
    )
    return Hand(
        dice=re.compile(dice),
        reads=lambda word, seat: hops_of(word),
        spells=spells,
        between=spells.between,
        tail=re.compile(r"\s*[?!]{0,2}\s*\Z") if format in ("mat", "gam") else re.compile(r"\s*\.?\s*\Z"),
        cannot_move=cannot_move,
        opposite="O" if format == "oldmoves" else "",
        dice_above=format == "tmg",
    )
