"""Names of players that a file writes more than once, held against each other."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Span

Names = Sequence[str | None]


def other_players(number: int, match: Names, game: Names, span: Span | None) -> Finding:
    """A game whose players are not those of its match."""
    return finding(
        "witness-disagrees",
        span=span,
        one=phrase("the players are {first} and {second}", first=match[0], second=match[1]),
        other=phrase(
            "those of game {number} are {first} and {second}", number=number, first=game[0], second=game[1]
        ),
    )
