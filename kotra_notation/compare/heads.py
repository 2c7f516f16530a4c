"""What two records say differently before their first game: names, rules, headers, remarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kotra_notation.compare.difference import Difference, DifferenceKind
from kotra_notation.compare.remarks import differing
from kotra_notation.model import Match
from kotra_notation.replay import MODERN
from kotra_notation.rules import named, specification


def head_differences(a: Match, b: Match) -> Iterator[Difference]:
    """The differences of two heads; the seats of the second are those of the first."""
    yield from _of_players(a, b)
    if (a.length or 0) != (b.length or 0):
        yield Difference(kind=DifferenceKind.RULES, a=a.length, b=b.length, what="length")
    one, other = _rules(a), _rules(b)
    if one != other:
        yield Difference(kind=DifferenceKind.RULES, a=one, b=other, what="rules")
    yield from _of_headers(_headers(a), _headers(b))
    for kind, left, right in differing(a.remarks, b.remarks):
        yield Difference(kind=kind, a=left or None, b=right or None)


def _of_players(a: Match, b: Match) -> Iterator[Difference]:
    for seat, (one, other) in enumerate(zip(a.players, b.players, strict=True)):
        names = " ".join(one.name.split()), " ".join(other.name.split())
        if names[0] != names[1]:
            yield Difference(kind=DifferenceKind.NAMES, a=names[0] or None, b=names[1] or None, seat=seat)
        more, further = ({"rating": player.rating or "", **player.extras} for player in (one, other))
        for found in _of_headers(more, further):
            yield Difference(kind=found.kind, a=found.a, b=found.b, seat=seat, what=found.what)


def _of_headers(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Difference]:
    for key in dict.fromkeys((*a, *b)):
        one, other = (" ".join(some.get(key, "").split()) for some in (a, b))
        if one != other:
            yield Difference(kind=DifferenceKind.HEADERS, a=one or None, b=other or None, what=key)


def _headers(match: Match) -> dict[str, str]:
    """The headers, one that stands several times with all that it says."""
    found: dict[str, str] = {}
    for key, value in match.info:
        found[key] = f"{found[key]}\n{value}" if key in found else value
    return found


def _rules(match: Match) -> str:
    """The rules as they are in force, and what of their text nobody knows."""
    chosen = named(match.rules or MODERN)
    known = specification(chosen.ruleset)
    return f"{known} ({match.rules})" if chosen.findings else known
