"""What differs between two records of a match."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from kotra_notation.compare.aligning import Alignment, aligned
from kotra_notation.compare.difference import REMARKS, Difference, DifferenceKind, RemarkCount
from kotra_notation.compare.game_differences import GameComparing
from kotra_notation.compare.heads import head_differences
from kotra_notation.compare.seats import exchanged
from kotra_notation.compare.sides import ComparedRecord
from kotra_notation.model import Match
from kotra_notation.rules import Ruleset

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
