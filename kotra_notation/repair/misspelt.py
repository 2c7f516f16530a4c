"""A play as it may have been meant by one who slipped once in writing it down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from kotra_notation.board import BAR, OFF, Turning
from kotra_notation.model import Hop

Hops = tuple[Hop, ...]

EXCHANGED = {BAR: OFF, OFF: BAR}
DIGITS = "0123456789"
NAMES = {"bar": BAR, "off": OFF}
WORD = re.compile(r"(?P<way>(?:\d{1,3}|bar|off)(?:/(?:\d{1,3}|bar|off)\*?)+)(?:\((?P<times>[1-4])\))?", re.I)


def variants(
    hops: Hops,
    dice: Sequence[int],
    sources: Sequence[int],
    turning: Turning | None = None,
    *,
    grouped: bool = False,
) -> Iterator[tuple[str, Hops]]:
    """Every play that one slip turns into the one written, with the kind of the slip.

    `sources` are the points a man may have come from; `turning` tells how the other side names points, where
    both have the same letters. `grouped`: equal hops are written as one, and wrong as one. Not all can be
    played.
    """
    lettered = turning is not None
    yield from _points_changed(hops, lettered, grouped)
    for place, (source, target, taken) in enumerate(hops):
        yield "ends-exchanged", _with(hops, place, Hop(target, source, taken))
        kind = "step-doubled" if (source, target) in _ends(hops, but=place) else "step-added"
        yield kind, hops[:place] + hops[place + 1 :]
        for other in sources:
            if other != source:
                meant = Hop(other, max(other - (source - target), OFF), taken)
                yield "man", _with(hops, place, meant)
                if grouped and (alike := _all_alike(hops, place, meant)):
                    yield "man", alike
    if turning is None:
        yield "numbering", mirrored(hops)
    yield "numbering", otherwise_named(hops, turning or Turning.MIRRORED)
    half = len(hops) // 2
    if half > 1 and hops[:half] == hops[half:]:
        yield "step-doubled", hops[:half]
    yield (
        "bar-off",
        tuple([Hop(EXCHANGED.get(hop[0], hop[0]), EXCHANGED.get(hop[1], hop[1]), hop[2]) for hop in hops]),
    )
    lost = "step-lost" if hops else "play-lost"
    for source in sources:
        for distance in {*dice, sum(dice)}:
            hop = Hop(source, max(source - distance, OFF))
            yield lost, (*hops, hop)
            if len(dice) > 1 and dice[0] == dice[1]:
                # Two men that are written as one hop.
                yield lost, (*hops, hop, hop)
    if not lettered:
        yield from _digits_swapped(hops)


def scribbled(text: str) -> Hops | None:
    """The hops of a text that is a play but for points no board has; None where it is more than that."""
    hops: list[Hop] = []
    for word in text.split():
        if not (found := WORD.fullmatch(word)):
            return None
        points = [_point(point) for point in found["way"].replace("*", "").split("/")]
        marks = [int(landing.endswith("*")) for landing in found["way"].split("/")[1:]]
        way = [Hop(*ends, mark) for ends, mark in zip(pairwise(points), marks, strict=True)]
        hops += way * int(found["times"] or 1)
    return tuple(hops) or None


def _point(text: str) -> int:
    return NAMES[text.lower()] if text.lower() in NAMES else int(text)


def relation(one: int, other: int, *, lettered: bool = False) -> str:
    """The kind of slip that writes one point for another."""
    if {one, other} == {BAR, OFF}:
        return "bar-off"
    if lettered:
        return "digit"
    first, second = str(one), str(other)
    if sorted(first) == sorted(second):
        return "digits-swapped"
    return "digit" if _one_apart(first, second) else "point"


def _one_apart(first: str, second: str) -> bool:
    """Return whether one digit is another, is missing, or is too many."""
    if len(first) == len(second):
        return sum(a != b for a, b in zip(first, second, strict=True)) == 1
    short, long = sorted((first, second), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _points_changed(hops: Hops, lettered: bool, grouped: bool) -> Iterator[tuple[str, Hops]]:
    """One point another; a point where one hop ends and the next begins is written once."""
    for place, (source, target, taken) in enumerate(hops):
        joint = place + 1 < len(hops) and hops[place + 1].source == target
        for point in range(BAR + 1):
            for written, meant in ((source, Hop(point, target, taken)), (target, Hop(source, point, taken))):
                if point == written:
                    continue
                kind = relation(written, point, lettered=lettered)
                changed = _with(hops, place, meant)
                yield kind, changed
                if grouped and (alike := _all_alike(hops, place, meant)):
                    yield kind, alike
                if joint and meant.source == source:
                    yield kind, _with(changed, place + 1, hops[place + 1]._replace(source=point))


def _all_alike(hops: Hops, place: int, meant: Hop) -> Hops | None:
    """The play with all hops that are the same as one another; None where it is alone, or not the first."""
    ends = hops[place][:2]
    same = [at for at, hop in enumerate(hops) if hop[:2] == ends]
    if len(same) < 2 or same[0] != place:
        return None
    return tuple([meant if at in same else hop for at, hop in enumerate(hops)])


def _digits_swapped(hops: Hops) -> Iterator[tuple[str, Hops]]:
    """Two digits of neighbouring points exchanged: 18/3 for 13/8."""
    text = " ".join(f"{hop.source}/{hop.target}" for hop in hops)
    digits = [at for at, sign in enumerate(text) if sign in DIGITS]
    for one, other in combinations(digits, 2):
        between = text[one + 1 : other]
        if text[one] == text[other] or len(between.replace("/", " ").split()) > 2:
            continue
        swapped = text[:one] + text[other] + between + text[one] + text[other + 1 :]
        points = [[int(point) for point in word.split("/")] for word in swapped.split(" ")]
        if all(OFF <= point <= BAR for pair in points for point in pair):
            yield (
                "digits-swapped",
                tuple(
                    [
                        Hop(source, target, hop.taken)
                        for (source, target), hop in zip(points, hops, strict=True)
                    ]
                ),
            )


def mirrored(hops: Hops) -> Hops:
    """The hops numbered from the other end, bar and off too."""
    return tuple([Hop(BAR - source, BAR - target, taken) for source, target, taken in hops])


def otherwise_named(hops: Hops, turning: Turning) -> Hops:
    """The hops as the other side names their points; bar and off are the same to both."""
    return tuple([Hop(_other(hop.source, turning), _other(hop.target, turning), hop.taken) for hop in hops])


def _other(point: int, turning: Turning) -> int:
    return turning.index(point) if OFF < point < BAR else point


def _with(hops: Hops, place: int, hop: Hop) -> Hops:
    return (*hops[:place], hop, *hops[place + 1 :])


def _ends(hops: Hops, *, but: int) -> list[tuple[int, int]]:
    return [(hop.source, hop.target) for place, hop in enumerate(hops) if place != but]
