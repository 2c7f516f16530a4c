"""Signs of a play written short, and the senses they have; `choices` looks for them on a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, pairwise

from kotra_notation.board import BAR, OFF
from kotra_notation.board.text import own_index
from kotra_notation.model import Hop, Play
from kotra_notation.values import dataclass

LONGEST = 80


@dataclass(frozen=True, slots=True)
class Way:
    """Men that go from one point to another, over those named between; `hits` are marked."""

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()
    times: int = 1

    @property
    def hops(self) -> list[Hop]:
        """The hops of all its men; the mark of a hit belongs to the first."""
        ends = list(pairwise(self.points))
        first = [Hop(source, target, int(target in self.hits)) for source, target in ends]
        return first + [Hop(source, target) for source, target in ends] * (self.times - 1)


@dataclass(frozen=True, slots=True)
class PointSign:
    """A point alone: men land on it, or leave it; as many as `times` where that is said."""

    point: int
    hit: bool = False
    times: int | None = None


@dataclass(frozen=True, slots=True)
class MadePoint:
    """A point is made: one of these, or any where none is named."""

    points: frozenset[int] = frozenset()


Part = Way | PointSign | MadePoint


@dataclass(frozen=True, slots=True)
class TextSense:
    """One sense of a text: its parts, or the other side's play again; `half` is a half win."""

    parts: tuple[Part, ...] = ()
    same: bool = False
    half: bool = False

    @property
    def plain(self) -> bool:
        """Return whether points stand in it alone, of which one must know whether men land there or leave."""
        return any(isinstance(part, PointSign) for part in self.parts)

    @property
    def play(self) -> Play | None:
        """The play, where it is written in full all the same."""
        ways = [part for part in self.parts if isinstance(part, Way)]
        if self.same or not ways or len(ways) < len(self.parts):
            return None
        return Play(hops=tuple(hop for way in ways for hop in way.hops), half=self.half)

    @property
    def hit_points(self) -> frozenset[int]:
        """The points that are marked as hit."""
        ways = [part.hits for part in self.parts if isinstance(part, Way)]
        spots = {part.point for part in self.parts if isinstance(part, PointSign) and part.hit}
        return frozenset(spots).union(*ways)

    @property
    def hits(self) -> bool:
        """Return whether a hit is marked in it."""
        return bool(self.hit_points)


# Points whose English names begin with a letter: `mfp` makes the four or the five point.
INITIALS = {
    "o": (1,), "a": (1,), "d": (2,), "t": (2, 3, 10, 12, 13, 20), "f": (4, 5, 14, 15), "s": (6, 7, 16, 17),
    "b": (7,), "e": (8, 11, 18), "n": (9, 19), "g": (5, 20),
}  # fmt: skip

_NOTHING = re.compile(
    r"danced?s?|fan(?:s|ned)?|f|no(?:ne|thing)?|(?:no|can(?:'t|not)) (?:play|move)|leiklaust?|[-–—x/0]"
)
_HALF = re.compile(r"(.*\S)\s+(?:half|hálfur|hálfan)")
_BORNE = re.compile(r"([1-9]|1[0-5]) ?off")

_BOUND = r"(?![\w*(/-])"
_HIT = r"\*\d*|x(?!\d)"
_TIMES = r"\([1-9]\d?\)|x[1-9]"
_NUMBERED = r"bar|dauð|off|out|út|[wrb](?:1[0-2]|[1-9])(?!\d)|b(?!\w)|o(?!\w)|\d{1,2}"
_LETTERED = r"bar|dauð|off|út|[a-x](?![a-zð])|\d{1,2}"
_MAKES = r"m(?:a?kes?|k)?[ ]*"
_POINT_MADE = r"[ ]*(?:pt\.?|points?|pnt|p|\+)"
_POINT_MADE_LETTERED = r"\+|[ ](?:pt\.?|points?)"

_WORDS = {"bar": BAR, "dauð": BAR, "b": BAR, "off": OFF, "out": OFF, "út": OFF, "o": OFF}


@cache
def _signs(lettered: bool) -> re.Pattern[str]:
    """The pattern of one sign, by the names of the points."""
    if lettered:
        point, hit, times, between = _LETTERED, r"\*\d*", r"\([1-9]\d?\)", r"/"
        made = rf"(?:{point})(?:{_POINT_MADE_LETTERED})"
    else:
        point, hit, times, between = _NUMBERED, _HIT, _TIMES, r"[/-]|(?<=\d)(?=[wrb]\d)"
        named = rf"m[{''.join(INITIALS)}]p|bp|bar[ ](?:pt|point)"
        made = rf"{named}|(?:{_MAKES})?(?:{point}){_POINT_MADE}|{_MAKES}(?:{point})"
    landing = rf"(?:{point})(?:{hit})?"
    return re.compile(
        rf"(?P<made>{made}){_BOUND}"
        rf"|(?P<way>(?:{point})(?:(?:{between}){landing})+)(?P<way_times>{times})?(?P<way_hit>{hit})?{_BOUND}"
        rf"|(?P<spot_hit>\*|x(?=\d))?(?P<spot>{landing})(?P<spot_times>{times})?(?P<late_hit>{hit})?{_BOUND}"
        rf"|(?P<any>p|pt|point){_BOUND}"
        rf"|(?P<same>same|ditto|do\.|id\.|sama|\"|〃|''){_BOUND}"
        r"|(?P<blank>[\s,;.+&]+)"
    )


@lru_cache(maxsize=1 << 14)
def senses(text: str, seat: int, lettered: bool, path: bool = False) -> tuple[TextSense, ...]:
    """Everything a play in shorthand may say; `lettered`: old letters, `path`: numbers along the own path."""
    text = " ".join(text.lower().split())
    if len(text) > LONGEST:
        return ()
    if half := _HALF.fullmatch(text):
        return tuple(replace(sense, half=True) for sense in senses(half[1], seat, lettered, path))
    text_senses = [TextSense()] if _NOTHING.fullmatch(text) else []
    if borne := _BORNE.fullmatch(text):
        text_senses.append(TextSense((PointSign(OFF, times=int(borne[1])),)))
    text_senses += _of_parts(list(_parts(text, _Points(seat, lettered, path))))
    return tuple(dict.fromkeys(text_senses))


@dataclass(frozen=True, slots=True)
class _Points:
    """The names of points."""

    seat: int
    lettered: bool
    path: bool

    def index(self, name: str) -> int:
        """The mover's own number of a point."""
        if self.lettered and len(name) == 1 and name.isalpha():
            return own_index(self.seat, name)
        if name in _WORDS:
            return _WORDS[name]
        if name[0] in "wrb":
            own = (name[0] == "w") == (self.seat == 0)
            return int(name[1:]) if own else BAR - int(name[1:])
        return BAR - int(name) if self.path else int(name)


def _of_parts(parts: list[Part | str]) -> Iterator[TextSense]:
    """Yield what the signs of a text say together, in every sense that fits."""
    if not parts or "" in parts:
        return
    signs = [part for part in parts if not isinstance(part, str)]
    points = [{sign.point} if isinstance(sign, PointSign) else sign.points for sign in signs]
    if not all(OFF <= point <= BAR for point in chain(*points)):
        return
    yield TextSense(tuple(signs), same=len(signs) < len(parts))
    if signs and len(signs) < len(parts) and (again := _with_again(parts)):
        yield TextSense(again)


def _with_again(parts: list[Part | str]) -> tuple[Part, ...]:
    """The signs, where `same` behind one says that a second man does what the first did."""
    done: list[Part] = []
    for part in parts:
        if not isinstance(part, str):
            done.append(part)
        elif not done or isinstance(done[-1], MadePoint):
            return ()
        else:
            done[-1] = replace(done[-1], times=(done[-1].times or 1) + 1)
    return tuple(done)


def _parts(text: str, points: _Points) -> Iterator[Part | str]:
    """The signs of a text in their order; `same` as a word, and an empty word for what is no sign."""
    index, pattern = 0, _signs(points.lettered)
    while index < len(text):
        match = pattern.match(text, index)
        if match is None:
            yield ""
            return
        index = match.end()
        match match.lastgroup:
            case "blank":
                continue
            case "same":
                yield "same"
            case "any":
                yield MadePoint()
            case "made":
                yield MadePoint(_points_named(match["made"], points))
            case _:
                yield _way(match, points) if match["way"] else _spot(match, points)


_NAME = re.compile(r"bar|dauð|off|út|out|[wrb]\d+|\d+|[a-z]")
_LANDING = re.compile(r"(bar|dauð|off|out|út|[wrb]\d+|\d+|[a-z])(\*\d*|x)?")


def _points_named(text: str, points: _Points) -> frozenset[int]:
    if text in ("bp", "bar pt", "bar point"):
        return frozenset({7})
    if not points.lettered and re.fullmatch(r"m[a-z]p", text):
        return frozenset(INITIALS[text[1]])
    name = re.sub(r"^m(?:a?kes?|k)? *(?=\d|[wrb]\d)", "", text) if not points.lettered else text
    match = _NAME.match(name)
    assert match
    return frozenset({points.index(match[0])})


def _way(sign: re.Match[str], points: _Points) -> Way:
    landings = [(points.index(name), hit) for name, hit in _LANDING.findall(sign["way"])]
    hits = {index for index, hit in landings if hit}
    if sign["way_hit"]:
        hits.add(landings[-1][0])
    return Way(tuple(index for index, _ in landings), frozenset(hits), _count(sign["way_times"]) or 1)


def _spot(sign: re.Match[str], points: _Points) -> PointSign:
    landing = _LANDING.fullmatch(sign["spot"])
    assert landing
    hit = bool(sign["spot_hit"] or landing[2] or sign["late_hit"])
    return PointSign(points.index(landing[1]), hit, _count(sign["spot_times"]))


def _count(text: str | None) -> int | None:
    return int(text.strip("()x")) if text else None
