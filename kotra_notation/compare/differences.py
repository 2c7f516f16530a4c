"""The differences of two records of a match: their heads, then game by game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from kotra_notation.compare.aligning import Alignment, aligned
from kotra_notation.compare.difference import REMARKS, Difference, DifferenceKind, RemarkCount
from kotra_notation.compare.game_differences import GameComparing
from kotra_notation.compare.remarks import differing
from kotra_notation.compare.seats import exchanged
from kotra_notation.compare.sides import ComparedRecord
from kotra_notation.model import Match
from kotra_notation.replay import MODERN
from kotra_notation.rules import Ruleset, named, specification

FEW = 3  # so many remarks are told one by one where the other record has none of the kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two records held against each other; `b` has the seats of `a`, whatever its own are."""

    a: ComparedRecord
    b: ComparedRecord
    alignment: Alignment
    differences: tuple[Difference, ...]

    def only(self, kinds: Collection[DifferenceKind]) -> Comparison:
        """The comparison with differences of these kinds alone."""
        return replace(self, differences=tuple([one for one in self.differences if one.kind in kinds]))


def compared(a: Match, b: Match, rules: Ruleset | None = None) -> Comparison:
    """What differs between two records; each is replayed under the rules it states, or those given."""
    alignment = aligned(a, b)
    seen = exchanged(b) if alignment.swapped else b
    one, other = ComparedRecord(a, rules), ComparedRecord(seen, rules)
    found = list(head_differences(a, seen))
    absent = _absent(a, b)
    for kind, counts in absent.items():
        tallies = [RemarkCount(number=count) if count else None for count in counts]
        found.append(Difference(kind=kind, a=tallies[0], b=tallies[1]))
    for place, pair in enumerate(alignment.games):
        found += GameComparing(place, pair, one, other, absent).differences()
    return Comparison(a=one, b=other, alignment=alignment, differences=tuple(found))


def _absent(a: Match, b: Match) -> dict[DifferenceKind, tuple[int, int]]:
    """The kinds of remarks of which one record has many and the other none, with their numbers."""
    counts = {kind: [0, 0] for kind in REMARKS.values()}
    for side, match in enumerate((a, b)):
        for game in match.games:
            for event in game.events:
                if kind := REMARKS.get(type(event)):
                    counts[kind][side] += 1
    return {
        kind: (one, other)
        for kind, (one, other) in counts.items()
        if min(one, other) == 0 and max(one, other) > FEW
    }


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
