"""Plays as most notations write them, `bar/22 24/18*/13 6/off(2)`, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kotra_notation.board import BAR, OFF
from kotra_notation.installation import folder
from kotra_notation.late import late_pattern
from kotra_notation.model import Hop

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


@cache
def parser(grammar: str, *starts: str) -> Lark:
    """The LALR parser of a grammar file, which begins at `start` by default."""
    from lark import Lark  # costs 50 ms, which a command that reads nothing must not pay

    grammars = folder("grammar")
    text = (grammars / f"{grammar}.lark").read_text(encoding="utf-8")
    how: dict[str, Any] = {"parser": "lalr", "lexer": "contextual", "maybe_placeholders": False}
    return Lark(text, import_paths=[str(grammars)], start=list(starts) or "start", **how)


REMEMBERED = 50_000
LONGEST = 400  # no play is longer; a longer text is not given to the grammar
MOST = 15
HOME_EDGE, FAR_EDGE = 6, 19  # the outermost points of a home, in its owner's numbers and the other side's

Way = tuple[Hop, ...]

# A word as nearly all are written; what it says, `grammar/common.lark` says too.
_ENDS = {"bar": BAR, "off": OFF}
_ORDINARY = late_pattern(r"(?:[0-9]{1,2}|bar|off)(?:/(?:[0-9]{1,2}|bar|off)\*?)+(?:\([1-4]\))?", re.I)


def parse_ordinary_hops(word: str) -> Way | None:
    """The hops of a word as nearly all are written, for which no grammar is asked; None for any other."""
    if not _ORDINARY.fullmatch(word):
        return None
    places, _, times = word.partition("(")
    source, *stops = places.lower().split("/")
    names = [source, *(stop.rstrip("*") for stop in stops)]
    points = [_ENDS[name] if name in _ENDS else int(name) for name in names]
    if max(points) > BAR:
        return None
    way = [Hop(*ends, int(stop[-1] == "*")) for ends, stop in zip(pairwise(points), stops, strict=True)]
    return tuple(way + [hop._replace(taken=0) for hop in way] * (int(times[0]) - 1 if times else 0))


@lru_cache(maxsize=REMEMBERED)
def parse_hops(text: str) -> Way:
    """The hops of a written play; ValueError where it is none."""
    if ordinary := parse_ordinary_hops(text):
        return ordinary
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        raise ValueError(f"{text[:40]!r} is too long for a play.")
    try:
        hops = hops_in(parser("common", "hops").parse(text))
    except UnexpectedInput:
        raise ValueError(f"{text!r} is not a play.") from None
    if not all(OFF <= point <= BAR for hop in hops for point in hop[:2]):
        raise ValueError(f"{text!r} names a point that no board has.")
    return hops


def parse_hops_by_word(text: str) -> Way | None:
    """The hops of a play, word by word, a few hundred of which make nearly all; None where it is none."""
    if len(text) > LONGEST:
        return None
    try:
        return tuple([hop for word in text.split() for hop in parse_hops(word)])
    except ValueError:
        return None


def hops_in(tree: Tree[Token]) -> Way:
    """The hops of a parsed play, `hops` in `grammar/common.lark`."""
    return tuple([hop for part in tree.children for hop in _hops(part)])


def _hops(tree: Tree[Token] | Token) -> list[Hop]:
    """Return the hops of one checker over all its landings, times the count; the first of them hits."""
    assert not isinstance(tree, str)
    times, late_hit = 1, 0
    places: list[tuple[int, int]] = []
    for part in tree.children:
        assert not isinstance(part, str)
        if part.data == "count":
            times = next(int(str(token)) for token in part.children if _type(token) == "COUNT")
            late_hit = len(part.children) - 1
        elif part.data == "point":
            places.append((_point(part), 0))
        else:
            landing, *hit = part.children
            assert not isinstance(landing, str)
            places.append((_point(landing), len(hit)))
    if late_hit:
        places[-1] = (places[-1][0], 1)
    way = [Hop(source[0], target[0], target[1]) for source, target in pairwise(places)]
    return way + [hop._replace(taken=0) for hop in way] * (times - 1)


def _point(tree: Tree[Token]) -> int:
    kind = _type(tree.children[0])
    return BAR if kind == "BAR" else OFF if kind == "OFF" else int(str(tree.children[0]))


def _type(part: Tree[Token] | Token) -> str:
    return getattr(part, "type", "")


def spell_play(hops: Iterable[Hop], *, bar: str = "bar", off: str = "off", hit: str = "*") -> str:
    """Hops one by one as they stand: `bar/22 8/5* 6/off`."""
    names = {BAR: bar, OFF: off}
    spelled = [
        f"{names.get(source, source)}/{names.get(target, target)}{hit if taken else ''}"
        for source, target, taken in hops
    ]
    return " ".join(spelled)


def spell_joined(hops: Iterable[Hop], *, bar: str = "bar", off: str = "off", hit: str = "*") -> str:
    """Hops with one man's joined, unless he hits on his way, and equal ones counted: `24/18*/13 8/5(2)`."""
    names = {BAR: bar, OFF: off}
    words = []
    for way, times in gather(hops):
        landings = [hop for hop in way[:-1] if hop.taken] + [way[-1]]
        word = str(names.get(way[0].source, way[0].source))
        for _, target, taken in landings:
            word += f"/{names.get(target, target)}{hit if taken else ''}"
        words.append(f"{word}({times})" if times > 1 else word)
    return " ".join(words)


def gather(hops: Iterable[Hop]) -> list[tuple[Way, int]]:
    """The ways of men, and how often each is made: equal hops counted, one man's joined, in their order."""
    return _count_equal(_join_ways(_count_equal([((hop,), 1) for hop in hops])))


def _count_equal(ways: list[tuple[Way, int]]) -> list[tuple[Way, int]]:
    """Count into each way those directly behind it that are the same without a hit."""
    counted: list[tuple[Way, int]] = []
    open_for: Way | None = None
    for way, times in ways:
        if times == 1 and way == open_for and counted[-1][1] < MOST:
            counted[-1] = (counted[-1][0], counted[-1][1] + 1)
        else:
            counted.append((way, times))
            open_for = without_hits(way) if times == 1 else None
    return counted


def _join_ways(ways: list[tuple[Way, int]]) -> list[tuple[Way, int]]:
    """Join ways that go on from where the one before ended."""
    runs: list[tuple[list[Hop], int]] = []
    for way, times in ways:
        source = way[0].source
        if runs and times == runs[-1][1] == 1 and runs[-1][0][-1].target == source not in (BAR, OFF):
            runs[-1][0].extend(way)
        else:
            runs.append((list(way), times))
    return [(tuple(way), times) for way, times in runs]


def turn_hops(way: Iterable[Hop]) -> Way:
    """The hops with the points numbered from the other side; bar and off stay what they are."""
    return tuple([Hop(_turn_point(source), _turn_point(target), hit) for source, target, hit in way])


def _turn_point(point: int) -> int:
    return BAR - point if OFF < point < BAR else point


def descend(hops: Way) -> Way:
    """The hops as the mover numbers points: turned over if the first that tells goes upwards."""
    for source, target, _ in hops:
        if source == BAR and target != OFF:
            if target <= HOME_EDGE or target >= FAR_EDGE:
                return turn_hops(hops) if target <= HOME_EDGE else hops
        elif target == OFF:
            if source <= HOME_EDGE or source >= FAR_EDGE:
                return turn_hops(hops) if source >= FAR_EDGE else hops
        elif source != target:
            return turn_hops(hops) if source < target else hops
    return hops


def without_hits(way: Way) -> Way:
    """The way without marks of hits."""
    return tuple([Hop(hop.source, hop.target) for hop in way])
